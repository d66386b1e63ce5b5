"""Which columns of a table of sites hold the coordinates and the names, by what they are called."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from cheapbandits.checks import instance
from cheapbandits.errors import GraphError
from cheapbandits.graphs.globe import WGS84
from cheapbandits.graphs.header_units import check_datum, check_units, is_far
from cheapbandits.graphs.systems import has_degrees, label_of
from cheapbandits.text import did_you_mean, parse_number, shown

__all__ = [
    "Place",
    "coordinate_pair",
    "find_coordinates",
    "find_names",
    "half_a_pair",
    "listed",
    "place_of",
    "plain_name",
    "system_of_columns",
    "title_above",
]

_LONGITUDES = ("longitude", "lon", "lng", "long", "decimallongitude", "londd", "lonwgs84")
_LATITUDES = ("latitude", "lat", "decimallatitude", "latdd", "latwgs84")
_XS = ("x", "xcoord", "xcoordinate", "coordx", "pointx", "coordsx1", "utmx", "xutm", "xm")
_YS = ("y", "ycoord", "ycoordinate", "coordy", "pointy", "coordsx2", "utmy", "yutm", "ym")
_EASTINGS = ("easting", "eastings", "east", "utmeasting", "utme", "rechtswert")
_NORTHINGS = ("northing", "northings", "north", "utmnorthing", "utmn", "hochwert")

#: What the two coordinates may be called, the surest pair first, and whether they are degrees.
_PAIRS = (
    (_LONGITUDES, _LATITUDES, True),
    (_EASTINGS, _NORTHINGS, False),
    (_XS, _YS, False),
)
_DEGREES = {*_LONGITUDES, *_LATITUDES}

#: What a column of names may be called, the surest first.
_NAMES = ("name", "site", "station", "plot", "sample", "node", "label", "code", "id")
_ENDINGS = ("name", "id", "code", "no", "nr")
_MOST_LISTED = 12
#: A title has no more lines than this.
_MOST_TITLES = 12


@dataclass(frozen=True)
class Place:
    """Where the coordinates stand, and whether they are longitude and latitude."""

    x: int
    y: int
    degrees: bool


def coordinate_pair(columns: Sequence[str]) -> Place | None:
    """Return the columns that are called as coordinates are, or ``None``."""
    plain = [plain_name(name) for name in columns]
    for xs, ys, degrees in _PAIRS:
        x, y = (_first(plain, known) for known in (xs, ys))
        if x is not None and y is not None:
            return Place(x, y, degrees)
    return None


def half_a_pair(columns: Sequence[str]) -> int | None:
    """Return a column that is called as one coordinate, where the other is missing."""
    known = {name for xs, ys, _ in _PAIRS for name in (*xs, *ys)}
    if coordinate_pair(columns) is not None:
        return None
    return next((place for place, name in enumerate(columns) if plain_name(name) in known), None)


def find_coordinates(columns: Sequence[str], x: str | None, y: str | None) -> Place:
    """Return where the coordinates stand: as asked for, else as they are called."""
    if x is None and y is None:
        found = coordinate_pair(columns)
        if found is None:
            raise GraphError(
                f"no columns are called as coordinates are (lon, lat; x, y; easting, northing); "
                f"there are {listed(columns)}: say x= and y= (--x COLUMN --y COLUMN)"
            )
        _check_single(columns, found)
        _check_units(columns, found)
        return found
    if x is None or y is None:
        raise GraphError("x and y go together: name both columns (--x COLUMN --y COLUMN)")
    places = place_of(columns, x), place_of(columns, y)
    if places[0] == places[1]:
        raise GraphError(f"x and y are both '{shown(x)}'; name two columns")
    if _are_exchanged(*(plain_name(columns[place]) for place in places)):
        raise GraphError(
            f"x is '{shown(x)}' and y is '{shown(y)}', which is the other way round: x is the "
            "longitude or easting; exchange them (--x, --y)"
        )
    asked = Place(*places, all(plain_name(columns[place]) in _DEGREES for place in places))
    _check_units(columns, asked)
    return asked


def _check_units(columns: Sequence[str], place: Place) -> None:
    names = [str(columns[at])[:100] for at in (place.x, place.y)]
    check_units(names, degrees=place.degrees)


def _check_single(columns: Sequence[str], place: Place) -> None:
    """Refuse two columns that are called as the same coordinate: which is meant only you know."""
    plain = [plain_name(name) for name in columns]
    for found in (place.x, place.y):
        twins = [name for name, other in zip(columns, plain, strict=True) if other == plain[found]]
        if len(twins) > 1:
            raise GraphError(
                f"the columns '{shown(twins[0])}' and '{shown(twins[1])}' are called alike; say "
                "which are meant, x= and y= (--x COLUMN --y COLUMN)"
            )


def _are_exchanged(x: str, y: str) -> bool:
    return any(x in ys and y in xs for xs, ys, _ in _PAIRS[:2])  # some call northings x


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
            f"as degrees are, and {label_of(asked)} has none; name other columns (--x, --y), or "
            f"leave --crs out"
        )
    far = [name for name in names if is_far(name)]
    if far:
        raise GraphError(
            f"'{shown(far[0])}' is no unit of {label_of(asked)}; convert it, or leave --crs out"
        )
    return asked


def find_names(
    columns: Sequence[str], asked: str | None, cells: Callable[[int], Sequence[str]]
) -> int | None:
    """Return the column of names: the one asked for, or the first known that tells sites apart.

    Where none does, the first that has a name of its own for most of them: somebody slipped there,
    and whoever reads the names says where. To go on without names would hide it.
    """
    if asked is not None:
        return place_of(columns, asked)
    plain = [plain_name(name) for name in columns]
    known = {*_NAMES, *(f"{name}{end}" for name in _NAMES for end in _ENDINGS)}
    order = {name: k for k, name in enumerate(_NAMES)}
    places = [place for place, name in enumerate(plain) if name in known]
    slipped = None
    for place in sorted(places, key=lambda k: order.get(plain[k], len(order))):
        found = cells(place)
        names = {name for name in found if name}
        if len(names) == len(found):
            return place
        if slipped is None and 2 * len(names) > len(found):
            slipped = place
    return slipped


def place_of(columns: Sequence[str], name: str) -> int:
    """Return where the column of this name is.

    The very name, one that differs by case, or the only one that is called so but for blanks, marks
    and a unit in brackets (``Easting`` is ``Easting (m)``), or that begins so.
    """
    instance(name, str, "the name of a column", "text")
    for names, key in ((list(columns), name), ([c.lower() for c in columns], name.lower())):
        if names.count(key) > 1:
            raise GraphError(f"two columns are called '{shown(name)}'; rename one of them")
        if key in names:
            return names.index(key)
    plain, wanted = [plain_name(column) for column in columns], plain_name(name)
    for alike in (
        [k for k, column in enumerate(plain) if column == wanted],
        [k for k, column in enumerate(plain) if column.startswith(wanted)],
    ):
        if wanted and len(alike) == 1:
            return alike[0]
    meant = did_you_mean(name, columns)
    raise GraphError(f"no column is called '{shown(name)}'; {meant}there are {listed(columns)}")


def title_above(rows: Iterable[tuple[int, Sequence[str]]]) -> str:
    """Return what to say of rows whose header stands below a title; nothing where it does not.

    Parameters
    ----------
    rows
        The number and the cells of each row, the first of them taken for the header.
    """
    seen = list(islice(rows, _MOST_TITLES))
    counts = [sum(bool(cell.strip()) for cell in cells) for _, cells in seen]
    for k, (line, cells) in enumerate(seen[:-1]):
        place = coordinate_pair(cells) if counts[k] > counts[0] else None
        under = seen[k + 1][1]
        if place is not None and all(_is_number(under, at) for at in (place.x, place.y)):
            return f"; the header seems to stand in row {line}: delete what is above it"
    return ""


def _is_number(row: Sequence[str], at: int) -> bool:
    return at < len(row) and parse_number(row[at], comma="," in row[at]) is not None


def listed(columns: Sequence[str]) -> str:
    """Return the names of columns for a message."""
    more = ", ..." if len(columns) > _MOST_LISTED else ""
    return ", ".join(f"'{shown(name, 30)}'" for name in columns[:_MOST_LISTED]) + more


def plain_name(name: str) -> str:
    """Return a name without case, blanks, marks and what stands in brackets: ``X (m)`` is x."""
    return re.sub(r"[^a-z0-9]", "", re.sub(r"[(\[][^)\]]*[)\]]", "", str(name)[:100].lower()))


def _first(plain: list[str], known: tuple[str, ...]) -> int | None:
    return next((plain.index(name) for name in known if name in plain), None)
