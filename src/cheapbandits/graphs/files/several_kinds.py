"""Rows of one site that are no repeats of each other: a line a substance, a layer, a statistic.

Long tables (``pivot_longer``, unpivot) have the substance in a column that may be called anything.
What stands in it tells: the same few words come again at most sites, once each, and no date parts
the rows. Read without it, zinc and lead would be two readings of one thing.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import COORDINATES, TOLD_BY
from cheapbandits.graphs.files.beside_values import refusal
from cheapbandits.graphs.files.date_cells import is_date
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.number_kinds import second_layer, second_number
from cheapbandits.graphs.files.one_form import STATISTICS
from cheapbandits.graphs.files.said_in_cells import FREE, WHO, header_words
from cheapbandits.graphs.files.substances import element_of, second_substance
from cheapbandits.graphs.lettered_axes import axis_name
from cheapbandits.graphs.reading_words import DEPTHS, MOMENTS, REPEATS, WHEN
from cheapbandits.text import MISSING, parse_number

__all__ = ["check_one_quantity"]

#: And what it was taken with, or as: no other quantity, and no proof that it is the same.
_BY = {"sample", "lab", "laboratory", "labor", "instrument", "device", "logger", "operator"}
_BY |= {"technician", "surveyor", "meter", "serial", "description", "text", "tz", "timezone"}
_NUMBERED = {"id", "no", "nr", "name", "number", "num", "code", "field"}
_PARTED_BY = {plain_name(name) for name in TOLD_BY} - WHO - DEPTHS - {"sample", "sampleid", "told"}
#: What has several parts at one site, though they are only counted.
_OF_SITE = {"lane", "lanes", "spur", "fahrspur", "fahrstreifen", "carril", "voie", "corsia"}
_OF_SITE |= {"rijstrook", "direction", "richtung", "sens", "sex", "gender", "geschlecht", "sexe"}
_OF_SITE |= {"sexo", "sesso", "geslacht", "floor", "storey", "etage", "stockwerk", "stratum"}
_OF_SITE |= {"ageclass", "agegroup", "taxon", "species"}
_OURS = {"status", "nodes", "weights", "ask", "observation", "asked", "center", "place", "told"}

#: Cells that say that a row is one of several readings of the same.
_AGAIN = re.compile(
    r"(?:field |lab )?(?:dup(?:licate)?|rep(?:licate)?|repeat|fd|orig(?:inal)?|primary|parent|"
    r"normal|regular|routine|main|sample|first|second|third|fourth|1st|2nd|3rd|[ivx]{1,4}|n|"
    r"before noon|morning|noon|evening|afternoon|am|pm|spring|summer|autumn|fall|winter|"
    r"(?:mon|tue|tues|wednes|wed|thurs|thu|fri|satur|sat|sun)(?:day)?|jan(?:uary)?|feb(?:ruary)?|"
    r"mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|"
    r"nov(?:ember)?|dec(?:ember)?|mo|di|mi|do|fr|sa|so)"
)
#: Ways out of a place: N beside S is no sample that is normal.
_WAYS = {"n", "e", "s", "w", "o", "ne", "nw", "no", "se", "so", "sw"}
_LONGEST = 40
#: Of the rows of a site, so many have a word of their own; of the sites, so many have all words.
_UNIQUE, _COMPLETE = 0.9, 0.8
#: Rows for each word, where words come again; and the few that may stand at a single site.
_AGAIN_ROWS, _FEW = 1.5, 3


def check_one_quantity(
    source: Source,
    columns: Sequence[str],
    taken: Sequence[int],
    cells: Callable[[int], Sequence[str]],
    lines: Sequence[int],
    sites: Sequence[Hashable],
) -> None:
    """Refuse a table whose rows of one site are several things, and not several readings of one.

    Parameters
    ----------
    source
        The file.
    columns, cells
        What its columns are called, and what gives their cells in the rows that are used.
    taken
        The columns of the values and of the names of sites.
    lines
        Where these rows stand.
    sites
        The site of each.
    """
    if {"center", "place"} <= {name.lower() for name in columns}:
        return
    rest = [k for k in range(len(columns)) if k not in taken]
    if len({*sites}) < len(sites):
        _check_rows(source, columns, rest, cells, lines, sites)
    if any(element_of(word) for k in taken for word in header_words(columns[k])):
        return  # what is called zinc is zinc
    for k in rest:
        found = [cell.strip() for cell in cells(k)]
        row = None if _only(columns[k], REPEATS | _BY) else second_substance(found)
        if row is not None:
            told, mend = found[row:] + found[:row], "delete that column if it is something else"
            raise refusal(source, lines[row], columns[k], told, "save the rows of one", mend)


def _check_rows(
    source: Source,
    columns: Sequence[str],
    rest: Sequence[int],
    cells: Callable[[int], Sequence[str]],
    lines: Sequence[int],
    sites: Sequence[Hashable],
) -> None:
    """Refuse rows of one site that are several things."""
    parting = [k for k in rest if _parts(columns[k], cells(k))]
    keys = list(zip(sites, *(cells(k) for k in parting), strict=True))
    for k in rest:
        name, found = columns[k], [cell.strip() for cell in cells(k)]
        words = {*header_words(name), plain_name(name)}
        if words & WHO or _only(name, _BY) or axis_name(name) in (*COORDINATES, *_OURS):
            continue
        lowered = [cell.lower() for cell in found]
        if (row := _statistic(name, lowered, sites)) is not None:
            cells_from, mend = (
                found[row:] + found[:row],
                "delete that column if it is something else",
            )
            raise refusal(source, lines[row], name, cells_from, "save the single readings", mend)
        if k in parting:
            continue
        depth = bool(words & DEPTHS)
        if not depth and words & FREE - _BY:
            continue
        row = _second_depth(lowered, keys) if depth else _second_kind(lowered, keys)
        if row is None and not words & MOMENTS:
            row = second_number(lowered, keys, counted=not words & _OF_SITE)
        if row is None and k + 1 in rest and k + 1 not in parting:
            row = second_layer(lowered, cells(k + 1), keys)
        if row is not None:
            again = "call that column replicate if these are readings of the same"
            raise refusal(source, lines[row], name, found, "save the rows of one", again)


def _parts(name: str, cells: Sequence[str]) -> bool:
    """Tell whether a column says when, or in which round, a reading was taken."""
    words = {*header_words(name)}
    if plain_name(name) in _PARTED_BY or words & WHEN or _only(name, REPEATS):
        return True
    return any(cells) and all(is_date(cell) for cell in cells if cell)


def _only(name: str, known: set[str]) -> bool:
    """Tell whether a header is one of these words, or its number: ``Replicate no``."""
    words = {*header_words(name)} - _NUMBERED
    return bool(words) and words <= known


def _statistic(name: str, cells: list[str], sites: Sequence[Hashable]) -> int | None:
    """Return a row that holds the mean, or the like, of others of its site."""
    said = {*cells} & STATISTICS
    others = {*cells} - said - {*MISSING}
    if not said or not (_only(name, REPEATS) or _are_repeats(others)):
        return None  # somebody called Max
    more = {site for site, cell in zip(sites, cells, strict=True) if cell not in said}
    rows = enumerate(zip(cells, sites, strict=True))
    return next((row for row, (cell, site) in rows if cell in said and site in more), None)


def _are_repeats(kinds: set[str]) -> bool:
    """Tell whether cells number readings of the same, or say when each was taken."""
    if any(len(kind) > _LONGEST for kind in kinds):
        return False
    return all(
        parse_number(kind) is not None or _AGAIN.fullmatch(kind) or is_date(kind) for kind in kinds
    ) or _counts(kinds)


def _second_depth(cells: list[str], keys: Sequence[Hashable]) -> int | None:
    """Return a row of another depth than one before it of the same site and time."""
    first: dict[Hashable, str] = {}
    for row, (key, cell) in enumerate(zip(keys, cells, strict=True)):
        if cell not in MISSING and first.setdefault(key, cell) != cell:
            return row
    return None


def _second_kind(cells: list[str], keys: Sequence[Hashable]) -> int | None:
    """Return the first row of a second kind, where the rows of a site are kinds of things."""
    kinds = {*cells} - {*MISSING}
    if len(kinds) < 2 or any(len(kind) > _LONGEST for kind in kinds):
        return None
    if all(parse_number(kind, comma="," in kind) is not None for kind in kinds) or _counts(kinds):
        return None
    if not kinds <= _WAYS and sum(not _AGAIN.fullmatch(kind) for kind in kinds) < 2:
        return None
    groups: dict[Hashable, list[str]] = defaultdict(list)
    for key, cell in zip(keys, cells, strict=True):
        if cell not in MISSING:
            groups[key].append(cell)
    several = [group for group in groups.values() if len(group) > 1]
    count = sum(map(len, several))
    if not several or 2 * sum(len({*group}) > 1 for group in several) < len(several):
        return None
    once = sum(len({*group}) for group in several) >= _UNIQUE * count
    come_again = len(cells) >= _AGAIN_ROWS * len(kinds)
    alone = len(groups) == 1 and len(kinds) <= _FEW and all(map(str.isalpha, kinds))
    complete = sum({*group} == kinds for group in several) >= _COMPLETE * len(several)
    if (once and (come_again or alone)) or (complete and len(several) > 1):
        first = next(cell for cell in cells if cell in kinds)
        return next(row for row, cell in enumerate(cells) if cell in kinds and cell != first)
    return None


def _counts(kinds: set[str]) -> bool:
    """Tell whether words only count: A, B, C; rep1, rep2; lab A, lab B."""
    parted = [re.fullmatch(r"(.*?)[ _.#-]*([0-9]{1,2}|(?<![a-z])[a-z])", kind) for kind in kinds]
    if None in parted or len({part[1] for part in parted if part}) > 1:
        return False
    ends = {part[2] for part in parted if part}
    numbers = [int(end) if end.isdigit() else ord(end) - ord("a") + 1 for end in ends]
    # X, Y, Z count as well; M and F are no letters that follow on each other.
    first = 1 if any(end.isdigit() for end in ends) else min(numbers)
    return max(numbers) - first < 2 * len(kinds)
