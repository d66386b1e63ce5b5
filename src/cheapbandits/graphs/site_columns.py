"""The coordinates of a table of sites: their columns, their units, and their system."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice

from cheapbandits.errors import GraphError
from cheapbandits.graphs.among_words import advised
from cheapbandits.graphs.beside_places import Odd, other_meaning, other_system
from cheapbandits.graphs.column_names import listed, place_of
from cheapbandits.graphs.column_words import LENGTHS_OR_DEGREES
from cheapbandits.graphs.globe import WGS84
from cheapbandits.graphs.header_units import (
    check_datum,
    check_units,
    datum_of,
    is_far,
    unit_of,
)
from cheapbandits.graphs.lettered_axes import axis_name
from cheapbandits.graphs.systems import (
    datum_in,
    has_degrees,
    is_in,
    known_system,
    label_of,
    unit_in,
    zone_of,
)
from cheapbandits.graphs.which_column import (
    Cells,
    Place,
    are_exchanged,
    coordinate_pairs,
    is_degrees,
    the_pair,
)
from cheapbandits.text import parse_number, shown

__all__ = [
    "asked_meaning",
    "find_coordinates",
    "lengths_or_degrees",
    "system_of_columns",
    "title_above",
]

#: A title has no more lines than this.
_MOST_TITLES = 12


def find_coordinates(columns: Sequence[str], x: str | None, y: str | None, cells: Cells) -> Place:
    """Return where the coordinates stand: as asked for, else as they are called."""
    if x is None and y is None:
        found = the_pair(columns, cells)
        if found is None:
            raise GraphError(
                lengths_or_degrees(columns)
                or f"no columns are called as coordinates are (lon, lat; x, y; easting, northing); "
                f"there are {listed(columns)}: say x= and y= ({advised(columns)})"
            )
        _check_units(columns, found)
        return found
    if x is None or y is None:
        raise GraphError("x and y go together: name both columns (--x COLUMN --y COLUMN)")
    places = place_of(columns, x), place_of(columns, y)
    if places[0] == places[1]:
        raise GraphError(f"x and y are both '{shown(x)}'; name two columns")
    if are_exchanged(*(columns[place] for place in places)):
        raise GraphError(
            f"x is '{shown(x)}' and y is '{shown(y)}', which is the other way round: x is the "
            "longitude or easting; exchange them (--x, --y)"
        )
    degrees = all(is_degrees(columns[place]) for place in places)
    alone = [str(columns[place]) for place in places]
    asked = Place(*places, degrees or Place(0, 1, degrees=True) in coordinate_pairs(alone))
    _check_units(columns, asked)
    return asked


def lengths_or_degrees(columns: Sequence[str]) -> str:
    """Return what to ask where words for longitude and latitude mean length and width too."""
    plain = [axis_name(name) for name in columns]
    for words in LENGTHS_OR_DEGREES:
        if all(word in plain for word in words):
            x, y = (shown(columns[plain.index(word)]) for word in words)
            return (
                f"are '{x}' and '{y}' longitude and latitude? Say --x '{x}' --y '{y}' --crs "
                "EPSG:4326 (in Python x=, y=, crs=)"
            )
    return ""


def _check_units(columns: Sequence[str], place: Place) -> None:
    names = [str(columns[at])[:100] for at in (place.x, place.y)]
    check_units(names, degrees=place.degrees)


def system_of_columns(columns: Sequence[str], place: Place, asked: str | None) -> str | None:
    """Return what the coordinates are: as asked for, else as the columns are called."""
    names = [str(columns[at])[:100] for at in (place.x, place.y)]
    if asked is None:
        if place.degrees:
            check_datum(names)
        return WGS84 if place.degrees else None
    if place.degrees and not has_degrees(asked):
        raise GraphError(
            f"the columns '{shown(columns[place.x])}' and '{shown(columns[place.y])}' are called "
            f"as degrees are, and {label_of(asked)} has none; name other columns (--x, --y), "
            "rename these if they hold none, or leave --crs out"
        )
    far = [name for name in names if is_far(name)]
    if far:
        raise GraphError(
            f"'{shown(far[0])}' is no unit of {label_of(asked)}; convert it, or leave --crs out"
        )
    for name in names:
        if not is_in(unit_of(name), asked):
            raise GraphError(
                f"'{shown(name)}' has another unit than {label_of(asked)}, which counts in "
                f"{unit_in(asked)}; convert the numbers, or name another system (--crs)"
            )
        told = datum_of(name)
        if told is not None and datum_in(asked) not in (None, told):
            raise GraphError(
                f"'{shown(name)}' says another datum than --crs {shown(asked, 40)}; name its own, "
                f"--crs EPSG:{told} where they are degrees, or rename the column if it says "
                "something else"
            )
    return asked


def asked_meaning(columns: Sequence[str], place: Place, cells: Cells, asked: str) -> Odd | None:
    """Return the first row that says something else than the system that was asked for."""
    system = known_system(asked)
    odd = other_system(columns, place, cells, system, zone_of(system), datum_in(system))
    if odd is None and has_degrees(system):
        odd = other_meaning(columns, Place(place.x, place.y, degrees=True), cells)
    return odd


def title_above(rows: Iterable[tuple[int, Sequence[str]]], wanted: str = "") -> str:
    """Return what to say of rows whose header stands below a title; nothing where it does not.

    Parameters
    ----------
    rows
        The number and the cells of each row, the first of them taken for the header.
    wanted
        A column that was asked for and is not there.
    """
    seen = list(islice(rows, _MOST_TITLES))
    if wanted and any(_lies_on_its_side(cells, wanted) for _, cells in seen[1:]):
        return (
            "; the table seems to lie on its side, with a site in each column: turn it, so that "
            "each site is a row (in a spreadsheet: copy, paste special, transpose)"
        )
    counts = [sum(bool(cell.strip()) for cell in cells) for _, cells in seen]
    for k, (line, cells) in enumerate(seen[:-1]):
        pairs = coordinate_pairs(cells) if counts[k] > counts[0] else []
        under = seen[k + 1][1]
        below = bool(pairs) and all(_is_number(under, at) for at in (pairs[0].x, pairs[0].y))
        if below or (k > 0 and wanted and wanted.lower() in (cell.lower() for cell in cells)):
            return f"; the header seems to stand in row {line}: delete what is above it"
    return ""


def _lies_on_its_side(cells: Sequence[str], wanted: str) -> bool:
    """Tell whether a row is what was asked for, with all its values behind it."""
    values = [cell for cell in cells[1:] if cell.strip()]
    numbers = [parse_number(cell, comma="," in cell) for cell in values]
    named = bool(cells) and cells[0].strip().lower() == wanted.strip().lower()
    return named and bool(numbers) and None not in numbers


def _is_number(row: Sequence[str], at: int) -> bool:
    return at < len(row) and parse_number(row[at], comma="," in row[at]) is not None
