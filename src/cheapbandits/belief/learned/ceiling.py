"""A ceiling that the readings show: several places apart that all came out at the very top.

A share cannot exceed 1, and many fields reach such an end in more than one place. Values drawn
freely would go on beyond it, and nothing would ever be sure.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from cheapbandits.belief.learned.learned import LearnedBelief

__all__ = ["shown_ceiling"]

#: How close to the top counts, in deviations of the noise; noise above this share of the readings'
#: range is too loud to see a ceiling through.
CLOSE, LOUD = 3.0, 0.03
#: Places at the top that are needed; each one more halves the doubt.
PLACES = 3


def shown_ceiling(belief: LearnedBelief) -> tuple[float, float]:
    """Return the chance that the top readings are at a ceiling, and where it is at most."""
    noise = float(np.sqrt(belief.average().noise))
    readings: dict[tuple[int, ...], list[float]] = {}
    for (nodes, _), reading in zip(belief.rows, belief.evidence.readings, strict=True):
        if not np.isnan(reading):
            readings.setdefault(tuple(sorted(nodes.tolist())), []).append(reading)
    means = sorted(((float(np.mean(r)), group) for group, r in readings.items()), reverse=True)
    if not means or noise > LOUD * (means[0][0] - means[-1][0]):
        return 0.0, np.inf
    top, seen, places = means[0][0], set[int](), 0
    for mean, group in means:
        if mean < top - CLOSE * noise:
            break
        if seen.isdisjoint(group):
            places += 1
            seen.update(group)
    chance = 1 - 0.5 ** (places - PLACES + 1) if places >= PLACES else 0.0
    return chance, top + 2 * noise
