"""Eastings of two stripes of a grid: 3690 km and 4310 km lie side by side, in Gauss and Krueger's.

The first digits are the number of the stripe: 3 and 4 there, 32 and 33 in UTM as German
authorities write it. Taken for one plane, neighbours across the border are 600 km apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cheapbandits.graphs.hemispheres import Odd
from cheapbandits.text import parse_number, shown

__all__ = ["two_stripes"]

#: Northings of the countries that write eastings so; other planes have others there.
_SOUTH, _NORTH = 4.5e6, 8e6
#: How far from its middle, at 500 km, a stripe goes: of 3 degrees, and of 6.
_HALF = {False: 2.2e5, True: 3.4e5}
_LONG = range(28, 39)


def two_stripes(name: str, eastings: Sequence[str], northings: Sequence[str]) -> Iterator[Odd]:
    """Yield the rows whose easting begins with another stripe than that of the first row.

    Parameters
    ----------
    name
        What the column of eastings is called.
    eastings, northings
        The cells. Where one is of no such grid, none is.
    """
    stripes = []
    for east, north in zip(eastings, northings, strict=True):
        stripe = _stripe(*(parse_number(cell, comma="," in cell) for cell in (east, north)))
        if stripe is None:
            return
        stripes.append(stripe)
    for row, stripe in enumerate(stripes):
        if stripe != stripes[0]:
            yield Odd(
                row,
                f"'{shown(name)}' is {shown(eastings[row])}, and {shown(eastings[0])}",
                0,
                f"eastings that begin with {stripes[0]} and {stripe} are of two stripes of a grid, "
                "and no plane; bring all to one, or save each as a file of its own",
            )


def _stripe(x: float | None, y: float | None) -> int | None:
    if x is None or y is None or not (0 < x < 1e8 and _SOUTH < y < _NORTH):
        return None
    stripe, within = int(x // 1e6), x % 1e6
    known = 1 <= stripe < 10 or stripe in _LONG
    return stripe if known and abs(within - 5e5) <= _HALF[stripe in _LONG] else None
