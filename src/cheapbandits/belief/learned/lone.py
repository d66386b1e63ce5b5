"""An answer that one reading carries, unlike all others: a needle or a slip, nobody can tell.

Read again, the place shows which it was. Both readings stay, and their mean is neither: while one
of them is unlike all others and the other is not, the answer hangs on which of them is struck.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from cheapbandits.outliers import odd_reading

if TYPE_CHECKING:
    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["at_odds", "carried_by_one"]


def carried_by_one(belief: LearnedBelief, node: int) -> str:
    """Return why nobody can tell how sure a place is that an odd reading names; empty if none does.

    Read again, by itself or in a group of its own, the place has two readings, and both tell, if
    they do not contradict each other.
    """
    told, others = _told(belief, node)
    for readings in told.values():
        odd, plain = _parted(readings, others)
        if odd and plain:
            said = odd_reading(odd[0], others)
            return (
                f"its readings contradict each other: {said}, and it was also {plain[0]:g}: "
                "annul or correct the one that is wrong"
            )
    here = [reading for readings in told.values() for reading in readings]
    said = odd_reading(here[0], others) if len(here) == 1 else None
    return "" if said is None else f"one reading carries it, and {said}: read it again first"


def at_odds(belief: LearnedBelief, node: int) -> list[float]:
    """Return the readings of a place by itself, if they contradict each other; else none."""
    told, others = _told(belief, node)
    own = told.get((node,), [])
    return own if all(_parted(own, others)) else []


def _told(
    belief: LearnedBelief, node: int
) -> tuple[dict[tuple[int, ...], list[float]], list[float]]:
    """Return the readings of each group that holds a node, and those of all others."""
    told: dict[tuple[int, ...], list[float]] = {}
    others = []
    for (nodes, _), reading in zip(belief.rows, belief.evidence.readings, strict=True):
        if math.isnan(reading):
            continue
        if node in nodes:
            told.setdefault(tuple(map(int, nodes)), []).append(reading)
        else:
            others.append(reading)
    return told, others


def _parted(readings: list[float], others: list[float]) -> tuple[list[float], list[float]]:
    """Return which of several readings are far from all others, and which are not."""
    odd = [reading for reading in readings if odd_reading(reading, others)]
    return odd, [reading for reading in readings if reading not in odd]
