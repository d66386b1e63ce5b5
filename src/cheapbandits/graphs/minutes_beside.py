"""Minutes right of whole degrees, known by their cells: ``50 | 8.05`` and ``5 | 50.76``.

A field sheet has one heading, ``Latitude``, over two columns. Saved as a table the second has none,
or what a program calls it: ``Unnamed: 2``, ``Latitude.1``. So headings are not asked. That both
coordinates are whole, and both have such a neighbour, is what other tables do not have.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cheapbandits.text import MISSING, parse_number

__all__ = ["LATLON", "MINUTES", "has_boxes", "minutes_beside", "number_in"]

LATLON = r"(lat|latitude|lon|lng|long|longitude)"
_LARGEST = re.compile(rf"{LATLON}(max|maximum|upper)|(max|maximum){LATLON}?")

#: So many minutes are a degree, and seconds a minute.
MINUTES = 60
#: The largest longitude, and the largest latitude.
_MOST = 180.0, 90.0


def minutes_beside(
    place: tuple[int, int], plain: Sequence[str], cells: Callable[[int], Sequence[str]]
) -> tuple[int, int] | None:
    """Return the first row with minutes, and the coordinate right of which they stand.

    Parameters
    ----------
    place
        The columns of longitude and latitude.
    plain
        What the columns are called, in plain form; a box with a largest latitude has no minutes.
    cells
        Gives a column, by its place.
    """
    if any(at + 1 in (*place, len(plain)) for at in place) or has_boxes(plain):
        return None
    found: list[tuple[int, int]] = []
    for at, most in zip(place, _MOST, strict=True):
        degrees = [number_in(cell) for cell in cells(at)]
        parts = [0.0 if cell.lower() in MISSING else number_in(cell) for cell in cells(at + 1)]
        if not _are_whole(degrees, most) or not _are_minutes(parts) or _follow(degrees, parts):
            return None
        found += [(row, at) for row, part in enumerate(parts) if part]
    return min(found, default=None)


def has_boxes(plain: Sequence[str]) -> bool:
    """Tell whether a column is called as the largest latitude or longitude of a box is."""
    return any(_LARGEST.fullmatch(name) for name in plain)


def number_in(cell: str) -> float | None:
    """Return the number that a cell is, with a point or a comma before its decimals."""
    return parse_number(cell, comma="," in cell)


def _are_whole(numbers: list[float | None], most: float) -> bool:
    return all(n is not None and abs(n) <= most and n % 1 == 0 for n in numbers)


def _are_minutes(numbers: list[float | None]) -> bool:
    return all(n is not None and 0 <= n < MINUTES for n in numbers)


def _follow(degrees: list[float | None], parts: list[float | None]) -> bool:
    """Tell whether one grows as the other: 50 | 51 and 52 | 53 are the sides of a box."""
    apart = {(part or 0.0) - (number or 0.0) for number, part in zip(degrees, parts, strict=True)}
    return len(apart) == 1 and len({*degrees}) > 1
