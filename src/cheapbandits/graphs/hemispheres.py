"""Columns beside degrees that change what these mean: S and W, minutes and seconds.

What says S or W is called in any language and way: ``N/S Indicator``, ``hem``, ``Ost/West``. So a
column counts by its cells, too, if it stands beside its coordinate, or both coordinates have one;
and N and S by turns wherever they stand, if the coordinates come near 0. Elsewhere S may be the
side of a hill, or soil: there the heading has to say it, or be none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from cheapbandits.graphs.files.passed_over import called as name_of
from cheapbandits.graphs.minutes_beside import (
    LATLON,
    MINUTES,
    has_boxes,
    minutes_beside,
    number_in,
)
from cheapbandits.graphs.which_column import Cells, Place
from cheapbandits.text import MISSING, shown

__all__ = ["NORTH", "SOUTH", "Odd", "other_degrees", "whole_degrees"]

NORTH = {"n", "north", "nord", "norte", "noord", "+", "+1"}
SOUTH = {"s", "south", "sud", "süd", "sur", "sul", "zuid", "-", "-1"}
_EAST = {"e", "east", "ost", "este", "est", "leste", "oost", "+", "+1"}
#: O is west in French and Spanish, and east in German: it is asked about.
_WEST = {"w", "west", "ouest", "oeste", "ovest", "o", "-", "-1"}
_SIGNS = {"+", "+1", "-", "-1"}
_QUADRANTS = {"ne", "nw", "se", "sw"}
#: What a column of hemispheres may be called besides lat... and lon...
_WAYS = re.compile(
    r"ns|sn|ew|we|nors|eorw|northsouth|eastwest|hem.?|.*hemi.*|.*emisf.*|.*halbkugel.*|.*halfrond.*|"
    r"dir.*|.*quadrant.*|.*sign"
)

#: A slip in a column of hemispheres makes it no other column.
_MOST = 0.9
_NEAR = 3

_PART = r"(min|mins|minute|minutes|sec|secs|second|seconds)"
_MINUTES = re.compile(rf"{LATLON}({_PART}|m|mm|s|ss)|{_PART}[0-9]*{LATLON}?")


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
    yield from whole_degrees(columns, plain, place, cells)
    boxes = has_boxes(plain)
    axes = ((place.y, "lat", NORTH, SOUTH), (place.x, "lon|lng", _EAST, _WEST))
    said = [[k for k in beside if _kinds(cells(k)) <= on | back] for _, _, on, back in axes]
    for (at, stem, onward, back), sayings in zip(axes, said, strict=True):
        numbers = [number_in(cell) for cell in cells(at)]
        for k in beside:
            near = abs(k - at) == 1
            called = bool(re.search(stem, plain[k]) or _WAYS.fullmatch(plain[k]))
            called = called or (near and len(plain[k]) < 3)
            parts = _MINUTES.fullmatch(plain[k]) and not boxes
            by_cells = False
            if k in sayings and _are_bare(numbers):
                kinds = _kinds(cells(k))
                called = called or (len(plain[k]) < 3 and _stands_by(k, place))
                known = near or all(said) or _by_turns(kinds, onward, back)
                by_cells = known and _turn(kinds, numbers, onward)
            if called or parts or by_cells:
                names = name_of(columns, k), name_of(columns, at)
                yield from _turned(*names, cells(k), numbers, onward, back)
                yield from _parted(columns, k, at, cells(k), numbers) if parts else ()


def whole_degrees(
    columns: Sequence[str], plain: list[str], place: Place, cells: Cells
) -> Iterator[Odd]:
    """Yield the first row whose degrees have minutes right of them, whatever these are called."""
    found = minutes_beside((place.x, place.y), plain, cells)
    if found is not None:
        row, at = found
        also = ", and rename it" if _MINUTES.fullmatch(plain[at + 1]) else ""
        also = also if columns[at + 1].strip() else ", and give it a heading"
        mend = f"put the two coordinates side by side{also}, if it is something else"
        digits = all(cell.strip().isdecimal() for cell in cells(at + 1) if cell)
        if digits and _is_one_nameless(columns, at + 1):
            one, other = cells(at)[row].strip(), cells(at + 1)[row].strip()
            mend = f"write {shown(one)}.{shown(other)} if a comma parted decimals; {mend}"
        yield _in_parts(columns, row, at, at + 1, mend)


def _is_one_nameless(columns: Sequence[str], k: int) -> bool:
    """Tell whether a column has no heading, and the next is none of seconds without one."""
    return not columns[k].strip() and all(name.strip() for name in columns[k + 1 : k + 2])


def _kinds(cells: Sequence[str]) -> set[str]:
    """Return the words of a column; one that is empty or has signs alone says nothing."""
    return {cell.strip().lower().rstrip(".") for cell in cells} - {*MISSING} - _SIGNS or {"?"}


def _stands_by(k: int, place: Place) -> bool:
    """Tell whether a column is the next to one of the two coordinates."""
    return min(abs(k - place.x), abs(k - place.y)) == 1


def _by_turns(kinds: set[str], onward: set[str], back: set[str]) -> bool:
    """Tell whether letters say both sides; ``North`` and ``South`` may be parts of a country."""
    return bool(kinds & onward and kinds & back) and all(len(kind) == 1 for kind in kinds)


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
    column = name if name.startswith("column") else f"the column {name}"
    for row, (word, number) in enumerate(zip(words, numbers, strict=True)):
        if number and ((word in back and number > 0) or (word in onward and number < 0)):
            yield Odd(
                row,
                f"{name} says '{shown(cells[row])}', and {axis} is {number:g}; write degrees to "
                f"the south and west as negative numbers, and delete {column} (only delete it if "
                "it says something else)",
            )


def _parted(
    columns: Sequence[str], k: int, at: int, cells: Sequence[str], numbers: list[float | None]
) -> Iterator[Odd]:
    parts = [number_in(cell) for cell in cells]
    if any(number is None or number % 1 for number in numbers):
        return
    if all(part is None or 0 <= part < MINUTES for part in parts) and any(parts):
        row = next(row for row, part in enumerate(parts) if part)
        yield _in_parts(columns, row, at, k, "rename that column if it is something else")


def _in_parts(columns: Sequence[str], row: int, at: int, k: int, mend: str) -> Odd:
    return Odd(
        row,
        f"{name_of(columns, at)} is in whole degrees, and {name_of(columns, k)} seems to have "
        "their minutes or seconds; write one number, degrees + minutes/60 + seconds/3600 (or "
        f"{mend})",
    )
