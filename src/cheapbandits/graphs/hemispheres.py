"""Columns beside degrees that change what these mean: S and W, minutes and seconds.

What says S or W is called in any language and way: ``N/S Indicator``, ``hem``, ``Ost/West``. So a
column counts by its cells, too, if it stands beside its coordinate, or both coordinates have one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cheapbandits.graphs.which_column import Cells, Place
from cheapbandits.text import MISSING, parse_number, shown

__all__ = ["NORTH", "SOUTH", "Odd", "other_degrees"]

NORTH = {"n", "north", "nord", "norte", "noord", "+", "+1"}
SOUTH = {"s", "south", "sud", "süd", "sur", "sul", "zuid", "-", "-1"}
_EAST = {"e", "east", "ost", "este", "est", "leste", "oost", "+", "+1"}
#: O is west in French and Spanish, and east in German: it is asked about.
_WEST = {"w", "west", "ouest", "oeste", "ovest", "o", "-", "-1"}
_SIGNS = {"+", "+1", "-", "-1"}
_QUADRANTS = {"ne", "nw", "se", "sw"}
#: What a column of hemispheres may be called besides lat... and lon...
_WAYS = re.compile(r"ns|sn|ew|we|nors|eorw|northsouth|eastwest|.*hemi.*|dir.*|.*quadrant.*|.*sign")

#: A slip in a column of hemispheres makes it no other column.
_MOST = 0.9
_NEAR = 3

_LATLON = r"(lat|latitude|lon|lng|long|longitude)"
_PART = r"(min|mins|minute|minutes|sec|secs|second|seconds)"
_MINUTES = re.compile(rf"{_LATLON}({_PART}|m|mm|s|ss)|{_PART}[0-9]*{_LATLON}?")
_LARGEST = re.compile(rf"{_LATLON}(max|maximum|upper)|(max|maximum){_LATLON}?")


@dataclass(frozen=True)
class Odd:
    """A row whose coordinates mean something else; ``other`` is the row it does not go with."""

    row: int
    problem: str
    other: int | None = None
    mend: str = ""


def other_degrees(
    columns: Sequence[str], plain: list[str], place: Place, beside: list[int], cells: Cells
) -> Iterator[Odd]:
    """Yield the rows whose degrees a further column changes."""
    boxes = any(_LARGEST.fullmatch(name) for name in plain)
    axes = ((place.y, "lat", NORTH, SOUTH), (place.x, "lon|lng", _EAST, _WEST))
    said = [[k for k in beside if _kinds(cells(k)) <= on | back] for _, _, on, back in axes]
    for (at, stem, onward, back), sayings in zip(axes, said, strict=True):
        numbers = [_number(cell) for cell in cells(at)]
        for k in beside:
            near = abs(k - at) == 1
            called = bool(re.search(stem, plain[k]) or _WAYS.fullmatch(plain[k]))
            called = called or (near and len(plain[k]) < 3)
            parts = _MINUTES.fullmatch(plain[k]) and not boxes
            by_cells = k in sayings and (near or all(said)) and _are_bare(numbers)
            if called or parts or (by_cells and _turn(_kinds(cells(k)), numbers, onward)):
                yield from _turned(columns[k], columns[at], cells(k), numbers, onward, back)
                yield from _parted(columns[k], columns[at], cells(k), numbers) if parts else ()


def _kinds(cells: Sequence[str]) -> set[str]:
    """Return the words of a column; one that is empty or has signs alone says nothing."""
    return {cell.strip().lower().rstrip(".") for cell in cells} - {*MISSING} - _SIGNS or {"?"}


def _are_bare(numbers: list[float | None]) -> bool:
    """Tell whether coordinates have no signs."""
    return all(number is not None and number >= 0 for number in numbers)


def _turn(kinds: set[str], numbers: list[float | None], onward: set[str]) -> bool:
    """Tell whether words are hemispheres, and not the sides of a hill.

    All alike they are. Of both kinds they are where the numbers come near 0, as those on both sides
    of it do: nobody compares 50.1 N with 50.2 S.
    """
    known = [number for number in numbers if number is not None]
    return kinds.isdisjoint(onward) or _NEAR * min(known) <= max(known) - min(known)


def _turned(
    name: str,
    axis: str,
    cells: Sequence[str],
    numbers: list[float | None],
    onward: set[str],
    back: set[str],
) -> Iterator[Odd]:
    words = [cell.strip().lower().rstrip(".") for cell in cells]
    if {word for word in words if word} <= _QUADRANTS:
        words = [word[-1:] if "w" in back else word[:1] for word in words]
    told = [word for word in words if word]
    if sum(word in onward | back for word in told) < _MOST * len(told):
        return
    for row, (word, number) in enumerate(zip(words, numbers, strict=True)):
        if number and ((word in back and number > 0) or (word in onward and number < 0)):
            yield Odd(
                row,
                f"'{shown(name)}' says '{shown(cells[row])}', and '{shown(axis)}' is {number:g}; "
                "write degrees to the south and west as negative numbers, and delete the column "
                f"'{shown(name)}' (only delete it if it says something else)",
            )


def _parted(
    name: str, axis: str, cells: Sequence[str], numbers: list[float | None]
) -> Iterator[Odd]:
    parts = [_number(cell) for cell in cells]
    if any(number is None or number % 1 for number in numbers):
        return
    if all(part is None or 0 <= part < 60 for part in parts) and any(parts):
        yield Odd(
            next(row for row, part in enumerate(parts) if part),
            f"'{shown(axis)}' is in whole degrees, and '{shown(name)}' seems to have their minutes "
            "or seconds; write one number, degrees + minutes/60 + seconds/3600 (or rename that "
            "column if it is something else)",
        )


def _number(cell: str) -> float | None:
    return parse_number(cell, comma="," in cell)
