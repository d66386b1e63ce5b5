"""A second longitude and latitude of the same sites, elsewhere: ``site_lat`` beside ``lat``.

Where a phone was, and where the site is; what was planned, and what was done. Places that come
again (the nearest town) are no sites, and numbers near 0 are errors: these are passed over.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cheapbandits.graphs.among_words import pairs_among_words
from cheapbandits.text import parse_number

__all__ = ["other_degrees"]

#: Ten metres: what a receiver errs by.
_SLACK = 1e-4
_NEAR_0 = 1.0
_FEWEST_DECIMALS = 3


def other_degrees(
    columns: Sequence[str], place: tuple[int, int], cells: Callable[[int], Sequence[str]]
) -> tuple[int, int] | None:
    """Return a column of the coordinates, and the one of another pair that says otherwise.

    Parameters
    ----------
    columns
        What the columns are called.
    place
        Which of them are longitude and latitude, by name.
    cells
        Gives a column, by its place.
    """
    own = {*place}
    for x, y, degrees in pairs_among_words(columns):
        if not degrees or own & {x, y} or not _are_sites(cells(x), cells(y)):
            continue
        for one, other in zip(place, (x, y), strict=True):
            if any(map(_differ, cells(one), cells(other))):
                return one, other
    return None


def _are_sites(longitudes: Sequence[str], latitudes: Sequence[str]) -> bool:
    """Tell whether cells are places as sites are: all different, written finely, away from 0."""
    spots = list(zip(longitudes, latitudes, strict=True))
    texts = [*longitudes, *latitudes]
    numbers = [parse_number(text, comma="," in text) for text in texts]
    if len({*spots}) < len(spots) or None in numbers:
        return False
    fine = sum(_decimals(text) >= _FEWEST_DECIMALS for text in texts)
    return 2 * fine >= len(texts) and any(abs(number or 0.0) >= _NEAR_0 for number in numbers)


def _differ(one: str, other: str) -> bool:
    """Tell whether two angles differ by more than rounding, and more than a few metres."""
    a, b = (parse_number(text, comma="," in text) for text in (one, other))
    if a is None or b is None:
        return False
    slack = max(_SLACK, 10.0 ** -min(_decimals(one), _decimals(other)))
    return abs(a - b) > slack


def _decimals(text: str) -> int:
    found = re.search("[.,]([0-9]+)", text)
    return len(found[1]) if found else 0
