"""Columns that tell readings of one place and day apart: the hour, the shift, the round, the depth.

Their headings are in many words and languages, and files are cut by them: one for 8 o'clock, one
for 9. Read without, an equal value of the second file would pass for one of the first. They count
where both files have them, so that a file that is sent again without such a column is known.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.date_cells import is_full_date
from cheapbandits.graphs.files.heading_units import heading_unit
from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.reading_words import DEPTHS, MOMENTS, REPEATS, SPANS, WHEN
from cheapbandits.text import parse_number

__all__ = ["TELLING", "depth_in", "is_depth", "is_moment", "plain_part", "telling_columns"]

#: What names of such cells begin with; asked for as a column is.
TELLING = "+"
#: A least and a second of several are no moments; ``pass`` is a verdict, ``elapsed`` a duration.
_MOMENTS = (WHEN | MOMENTS | SPANS | REPEATS) - {"min", "sec", "second", "pass", "elapsed"}
#: Words beside these that change nothing. Reports and analyses have dates of their own.
_BESIDE = {
    "of",
    "the",
    "local",
    "utc",
    "start",
    "begin",
    "no",
    "nr",
    "id",
    "code",
    "name",
    "number",
}
_BESIDE |= {
    "num",
    "sample",
    "sampling",
    "measurement",
    "de",
    "du",
    "des",
    "del",
    "di",
    "from",
    "to",
}
_BESIDE |= {"cm", "m", "h"}
#: The ends of a layer, in two columns: each with what may stand beside it, or a length as its unit.
_TOPS = {"top", "upper", "from", "von", "start", "oben", "oberkante", "desde", "van", "min"}
_BOTTOMS = {"bottom", "lower", "base", "to", "bis", "end", "unten", "unterkante", "hasta", "tot"}
_BOTTOMS |= {"max"}
_ENDS = _TOPS | _BOTTOMS
_LENGTHS = {"cm", "m", "mm", "ft", "in", "inch", "inches", "dm"}
_OF_LAYER = DEPTHS | _LENGTHS | {"soil", "sample", "sampling", "boden"}
#: These are hardly anything else, even without.
_ALONE = ({"von"}, {"bis"}, {"from"}, {"to"}, {"oberkante"}, {"unterkante"})
#: What says of which layer a reading is, but not how deep.
_NAMES = DEPTHS & {"horizon", "horizont", "layer", "schicht", "couche"}
#: So many are kept, as keys have little room.
_MOST = 3
_CLOCK = re.compile(r"([0-9]{1,2})[:h.]([0-9]{2})(?::([0-9]{2})(?:\.0+)?)?")
_WHOLE = re.compile(r"0*([0-9]+)(?:[.,]0+)?")


def telling_columns(
    columns: Sequence[str], cells: Sequence[Sequence[str]], known: Iterable[int]
) -> dict[str, int]:
    """Return where such columns are, by their plain names; not dates, which are known otherwise.

    Parameters
    ----------
    columns, cells
        What the columns are called, and what stands in them.
    known
        Columns that are something else.

    Examples
    --------
    >>> telling_columns(["site", "Stunde", "Hour of day", "Report week", "zinc"], [], [])
    {'+stunde': 1, '+hourofday': 2}
    """
    taken = {*known}
    plain = [plain_name(name) for name in columns]
    ends = _ends(columns, cells)
    found: dict[str, int] = {}
    for k, name in enumerate(columns):
        if k in taken or plain.count(plain[k]) > 1 or not (k in ends or _tells(name)):
            continue
        if cells and any(map(is_full_date, cells[k])):
            continue
        found[TELLING + plain[k]] = k
    return dict([*found.items()][:_MOST])


def depth_in(says: Mapping[str, str]) -> tuple[str, tuple[float | str, ...]] | None:
    """Return of which layer, or from how deep, a reading is by what its key says of it.

    Examples
    --------
    >>> depth_in({"+tiefe": "0-10 cm"}), depth_in({"+von": "0", "+bis": "10"})
    (('depth', ('0-10',)), ('depth', (0.0, 10.0)))
    >>> depth_in({"+horizont": "Ah", "+hour": "8"}), depth_in({"+hour": "8"})
    (('layer', ('ah',)), None)
    """
    if says.get("depth"):
        return "depth", (_plain_depth(says["depth"]),)
    parts = {name[1:]: word for name, word in says.items() if name[:1] == TELLING}
    for kind, names in (("depth", DEPTHS - _NAMES), ("depth", _ENDS), ("layer", _NAMES)):
        found = [_plain_depth(word) for name, word in parts.items() if _is_of(name, names)]
        if found:
            return kind, tuple(sorted(found, key=_by_number))
    return None


def _is_of(plain: str, names: set[str]) -> bool:
    """Tell whether a plain heading is of depths: all words of such headings are known."""
    if names & DEPTHS:
        return any(word in plain for word in names)
    return any(plain == word or plain.removeprefix(word) in _LENGTHS for word in names)


def _plain_depth(text: str) -> float | str:
    number = parse_number(text, comma="," in text)
    plain = re.sub(r"\s+", "", text.lower())
    return re.sub(r"(?<=[0-9])(?:cm|m)$", "", plain) if number is None else number


def _by_number(depth: float | str) -> tuple[bool, float, str]:
    return (True, 0.0, depth) if isinstance(depth, str) else (False, depth, "")


def _ends(columns: Sequence[str], cells: Sequence[Sequence[str]]) -> set[int]:
    """Return pairs of columns of numbers between which a layer lies: its top, and its bottom."""
    words = [{*header_words(name)} for name in columns]
    found: set[int] = set()
    for k, some in enumerate(words):
        for j in range(len(words)) if len(some & _TOPS) == 1 else ():
            rest = some - _TOPS
            if not words[j] & _BOTTOMS or words[j] - _BOTTOMS != rest or not rest <= _OF_LAYER:
                continue
            told = rest or some in _ALONE or heading_unit(columns[k]).lower() in _LENGTHS
            if told and all(_are_numbers(cells[at]) for at in (k, j) if cells):
                found |= {k, j}
    return found


def _are_numbers(column: Sequence[str]) -> bool:
    told = [cell for cell in column if cell.strip()]
    return bool(told) and all(parse_number(cell, comma="," in cell) is not None for cell in told)


@lru_cache(maxsize=16384)
def _tells(name: str) -> bool:
    return is_moment(name) or is_depth(name)


def is_depth(name: str) -> bool:
    """Tell whether a heading says from which depth or layer a reading is."""
    return _only(name, DEPTHS)


@lru_cache(maxsize=16384)
def is_moment(name: str) -> bool:
    """Tell whether a heading says when a reading was taken, or which of several it is."""
    return _only(name, _MOMENTS)


def _only(name: str, known: set[str]) -> bool:
    words = {*header_words(name)}
    return bool(words & known) and words <= known | _BESIDE


def plain_part(cell: str) -> str:
    """Return a cell of such a column however it is spelt.

    Examples
    --------
    >>> [plain_part(cell) for cell in ("08", "8.0", "08:00", "8:00:00", "8:30", " Night ")]
    ['8', '8', '8', '8', '8:30', 'night']
    """
    text = " ".join(cell.lower().split())
    clock, whole = _CLOCK.fullmatch(text), _WHOLE.fullmatch(text)
    if whole is not None:
        return whole[1]
    if clock is None:
        return text
    hour, *rest = (int(part or 0) for part in clock.groups())
    while rest and not rest[-1]:
        rest.pop()
    return ":".join([str(hour), *(f"{part:02}" for part in rest)])
