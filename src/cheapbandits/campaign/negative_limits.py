"""Limits of detection that a laboratory wrote with a minus sign: -0.5 for 'below 0.5'.

Older tables of soils and rocks have them. Nobody can tell for sure, as some values may be negative,
so this is said and nothing is refused.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

__all__ = ["negative_limits"]

#: Values that were found, at the fewest; and methods, each with its limit, at the most.
_FEWEST, _MOST_KINDS = 3, 3


def negative_limits(readings: Sequence[float]) -> str | None:
    """Return what to say of negative readings that come again, and are limits perhaps.

    All others are positive, and none of them is as small as the limit.

    Examples
    --------
    >>> negative_limits([3.2, -0.5, 4.1, 5.0, -0.5])[:37]
    '2 of the 5 new readings are below zer'
    >>> negative_limits([3.2, -0.5, 4.1, 0.3, -0.5])  # as small values were found
    >>> negative_limits([3.2, -0.5, 4.1, 5.0, -1.2])  # a limit comes again
    """
    below = Counter(reading for reading in readings if reading < 0)
    found = [reading for reading in readings if reading >= 0]
    count = sum(below.values())
    if not below or len(found) < max(_FEWEST, count) or len(below) > _MOST_KINDS:
        return None
    if min(below.values()) < 2 or -min(below) >= min(found):
        return None
    lowest = min(below)
    return (
        f"{count} of the {len(readings)} new readings are below zero, and the same again "
        f"({lowest:g}): some laboratories write so what is below {-lowest:g}; if these are no "
        "values, strike them"
    )
