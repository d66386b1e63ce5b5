"""Which columns of a table hold coordinates, name the sites, or are the ends of edges.

One order for every reader. What the user says goes first. Then the words of the header, and of two
columns only such as belong together: ``x`` goes with ``y`` and not with ``POINT_Y``, ``source``
with ``target`` and not with ``to``. The rest is asked about. Where readings look for their sites,
see :mod:`.row_names`.

R, pandas, GIS programs and databases number the rows of what they write: in a column without a
name, or called X, FID, rank, id. Where sites have numbers too, that column fits them perfectly and
means something else. So what a column is called counts for more than what stands in it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.among_words import pairs_among_words, some_pairs
from cheapbandits.graphs.column_names import one_twice, place_of, plain_name, site_word
from cheapbandits.graphs.column_words import (
    COORDINATES,
    DIRECTIONS,
    EASTINGS,
    ENDS,
    LATITUDES,
    LONGITUDES,
    NAMES,
    NUMBER_NAMES,
    NUMBERS,
    ONLY_SITES,
    OPPOSITE,
    OWN_NUMBERS,
    PLANES,
    RANKS,
    REGIONS,
    SITES,
    XS,
)
from cheapbandits.graphs.globe import PACKED, are_degrees, are_packed
from cheapbandits.graphs.lettered_axes import axis_name
from cheapbandits.graphs.minutes_beside import minutes_beside
from cheapbandits.graphs.other_degrees import other_degrees
from cheapbandits.text import parse_number, shown

__all__ = [
    "Cells",
    "Place",
    "are_exchanged",
    "check_nested",
    "coordinate_pairs",
    "counts_rows",
    "ends_by_name",
    "find_names",
    "half_a_pair",
    "is_degrees",
    "is_of_sites",
    "may_name",
    "the_pair",
]

#: The cells of a column, by its place.
Cells = Callable[[int], Sequence[str]]

#: From here on a word that stands twice is most often no slip.
_FIRST_REGION = RANKS[REGIONS[0]]
#: In degrees: where there is sea, and errors of places elsewhere.
_NEAR_0 = 1.0
_NEAR_IN_METRES = 1e4
_COARSE = "They have few decimals, and may count something else"
_FINE = re.compile("[.,][0-9]{3}")
#: So many columns are looked at two by two.
_MOST_NESTED = 8


@dataclass(frozen=True)
class Place:
    """Where the coordinates stand, and whether they are longitude and latitude."""

    x: int
    y: int
    degrees: bool


def coordinate_pairs(columns: Sequence[str]) -> list[Place]:
    """Return columns of x and y that are called as coordinates are, the surest first.

    Of many that are called alike each stands in a pair or two: see :func:`some_pairs`.
    """
    places: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(columns):
        places[axis_name(name)].append(place)
    box = not OPPOSITE.isdisjoint(places)
    planes = [pair for pair in PLANES if not (box and pair in DIRECTIONS)]
    kinds = [(LONGITUDES, LATITUDES, True), *(((x,), (y,), False) for x, y in planes)]
    found = [
        Place(x, y, degrees)
        for first, second, degrees in kinds
        for x, y in some_pairs(
            *([k for w in words for k in places.get(w, ())] for words in (first, second))
        )
    ]
    return found or [Place(*pair) for pair in pairs_among_words(columns)]


def the_pair(columns: Sequence[str], cells: Cells) -> Place | None:
    """Return the columns of the coordinates, ``None`` where none are called so.

    Degrees go before a plane. Two pairs of one kind that do not hold the same are asked about, and
    an x that counts the rows beside a column that is called as an x, too.
    """
    pairs = coordinate_pairs(columns)
    pairs = [pair for pair in pairs if pair.degrees == pairs[0].degrees]
    if not pairs:
        return None
    found = pairs[0]
    plain = [axis_name(name) for name in columns]
    if found.degrees and minutes_beside((found.x, found.y), plain, cells):
        return found  # what is called alike beside them are their minutes: refused as such
    for pair in pairs[1:]:
        for one, other in ((found.x, pair.x), (found.y, pair.y)):
            if one != other and list(cells(one)) != list(cells(other)):
                raise _two_pairs(columns, one, other)
    odd = other_degrees(columns, (found.x, found.y), cells) if found.degrees else None
    if odd is not None:
        raise _two_pairs(columns, *odd)
    xs = [k for k, name in enumerate(plain) if name in XS]
    more = [k for k in xs if k not in {pair.x for pair in pairs}]
    if more and not found.degrees and counts_rows(cells(found.x)):
        raise _two_pairs(columns, found.x, more[0])
    if plain[found.x] not in XS:
        _check_are_places(columns, found, cells)
    return found


def _check_are_places(columns: Sequence[str], place: Place, cells: Cells) -> None:
    """Refuse what is called lat_ and lon_ something and is measured as no place is.

    Errors of degrees lie round 0, those of metres too; pixels, counts and speeds have few decimals.
    """
    texts = [text for at in (place.x, place.y) for text in cells(at)]
    numbers = [parse_number(text, comma="," in text) for text in texts]
    most = _NEAR_0 if place.degrees else _NEAR_IN_METRES
    near = all(number is not None and abs(number) < most for number in numbers)
    coarse = 2 * sum(_FINE.search(text) is not None for text in texts) < len(texts)
    if near or (coarse and place.degrees):
        x, y = shown(columns[place.x]), shown(columns[place.y])
        said = f"All lie within {most:,.0f} of 0, 0, as errors do" if near else _COARSE
        crs = " --crs EPSG:4326" if place.degrees else ""
        if coarse and place.degrees and None not in numbers:
            given = np.array(numbers, dtype=float).reshape(2, -1).T
            if not are_degrees(given) and are_packed(given):
                raise GraphError(f"'{x}' and '{y}' are no degrees as they stand; {PACKED}")
        raise GraphError(
            f"are '{x}' and '{y}' where the sites are? {said}; if they are, say --x '{x}' --y "
            f"'{y}'{crs} (in Python x=, y=, crs=), else name the columns that are"
        )


def _two_pairs(columns: Sequence[str], one: int, other: int) -> GraphError:
    if twice := one_twice(columns, (one, other)):
        return GraphError(twice)
    alike = plain_name(columns[one]) == plain_name(columns[other])
    return GraphError(
        f"'{shown(columns[one])}' and '{shown(columns[other])}' "
        f"{'are called alike' if alike else 'may both be a coordinate'}; say which are meant, "
        "--x COLUMN --y COLUMN (in Python x= and y=)"
    )


def half_a_pair(columns: Sequence[str]) -> int | None:
    """Return a column that is called as one coordinate, where the other is missing."""
    if coordinate_pairs(columns):
        return None
    plain = map(axis_name, columns)
    return next((place for place, name in enumerate(plain) if name in COORDINATES), None)


def is_degrees(name: str) -> bool:
    """Tell whether a column is called longitude or latitude, or so among other words."""
    words = {axis_name(name), *(w for w in re.findall(r"[^\W_]+", name.lower()) if len(w) > 6)}
    return not words.isdisjoint({*LONGITUDES, *LATITUDES})


def are_exchanged(x: str, y: str) -> bool:
    """Tell whether what is given as x is called as y is, and the reverse; some call northings x."""
    pair = axis_name(y), axis_name(x)
    return (pair[0] in LONGITUDES and pair[1] in LATITUDES) or pair in EASTINGS


def counts_rows(cells: Sequence[str]) -> bool:
    """Tell whether cells are 0, 1, 2 or 1, 2, 3 and so on: the numbers of the rows."""
    return any(list(cells) == [str(k) for k in range(at, at + len(cells))] for at in (0, 1))


def find_names(columns: Sequence[str], asked: str | None, cells: Cells) -> int | None:
    """Return the column of sites' names: the one asked for, or the first that tells them apart.

    Where none does, the first that has a name of its own for most of them, or one of ``nodes``:
    somebody slipped there, and whoever reads the names says where. To go on without names would
    hide it, and so would an ``id`` that counts the rows, or a word that is less sure.
    """
    if asked is not None:
        return place_of(columns, asked)
    plain = [site_word(name) for name in columns]
    sure = [place for place, name in enumerate(plain) if name in RANKS]
    numbers = [place for name in NUMBER_NAMES for place in _all(plain, name)]
    slipped = None
    for place in [*sorted(sure, key=lambda k: RANKS[plain[k]]), *numbers]:
        found = cells(place)
        names = {name for name in found if name}
        rank = RANKS.get(plain[place], 0)
        hides = counts_rows(found) or rank >= len(NAMES)
        if len(names) == len(found) and (slipped is None or not hides):
            return place
        slips = rank < _FIRST_REGION and plain[place] not in NUMBER_NAMES[1:]
        if slips and slipped is None and 2 * len(names) > len(found):
            slipped = place
    nodes = [k for k, name in enumerate(plain) if name in OWN_NUMBERS]
    return slipped if slipped is not None or not nodes else nodes[0]


def check_nested(columns: Sequence[str], cells: Cells) -> None:
    """Refuse sites that two columns name together and neither alone: plot 1 of site A."""
    known = {*SITES, *NUMBER_NAMES}  # a number may be a count
    called = [k for k, name in enumerate(columns) if plain_name(name) in known]
    for one, other in combinations(called[:_MOST_NESTED], 2):
        pairs = list(zip(cells(one), cells(other), strict=True))
        alone = [len(set(part)) < len(pairs) for part in zip(*pairs, strict=True)]
        if pairs and all(alone) and len(set(pairs)) == len(pairs):
            raise GraphError(
                f"'{shown(columns[one])}' and '{shown(columns[other])}' name the sites only "
                "together; make a column that joins them (A-1), here and in the readings, and name "
                "it: --name-column COLUMN, '' to go without names (in Python names=, or False)"
            )


def may_name(name: str) -> bool:
    """Tell whether a column is called as sites are, or their numbers."""
    return plain_name(name) in (*SITES, *NUMBERS)


def is_of_sites(name: str) -> bool:
    """Tell whether only sites are called as this column is."""
    return plain_name(name) in ONLY_SITES


def ends_by_name(fields: Sequence[str]) -> tuple[int, int] | None:
    """Return the columns that a header calls source and target, or their like, in pairs."""
    lowered = [field.lower() for field in fields]
    pairs = [
        (lowered.index(source), lowered.index(target))
        for source, target in ENDS
        if source in lowered and target in lowered
    ]
    if len(pairs) > 1:
        (a, b), (c, d) = pairs[:2]
        raise GraphError(
            f"'{shown(fields[a])}' and '{shown(fields[b])}', or '{shown(fields[c])}' and "
            f"'{shown(fields[d])}', may both be the ends of edges; rename or delete the two "
            "columns that are not"
        )
    return pairs[0] if pairs else None


def _all(plain: list[str], name: str) -> list[int]:
    return [k for k, other in enumerate(plain) if other == name]
