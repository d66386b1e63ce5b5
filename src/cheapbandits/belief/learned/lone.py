"""An answer that one reading carries, unlike all others: a needle or a slip, nobody can tell."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cheapbandits.outliers import odd_reading

if TYPE_CHECKING:
    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["carried_by_one"]


def carried_by_one(belief: LearnedBelief, node: int) -> str:
    """Return why nobody can tell how sure a place is that an odd reading names; empty if none does.

    Read again, by itself or in a group of its own, the place has two readings, and both tell.
    """
    told = [
        (reading, node in nodes)
        for (nodes, _), reading in zip(belief.rows, belief.evidence.readings, strict=True)
        if not math.isnan(reading)
    ]
    here = [reading for reading, holds in told if holds]
    said = odd_reading(here[0], [reading for reading, holds in told if not holds]) if here else None
    if said is None or len(here) > 1:
        return ""
    return f"one reading carries it, and {said}: read it again first"
