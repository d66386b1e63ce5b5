"""Cells beside the values that are handed on with them: when, by whom, whether it counts.

Columns are found by their names in any case of letters. What says when a sample was taken, and what
it is called, is also found by the words of its header: ``SampleID``, ``Sampling Date``. Where no
header says it, the one column whose cells are dates is the date, in any language, but for such as
are of reports, analyses or uploads; of a first and a last day it is the first. What else tells
readings apart is kept under its own name, see :mod:`.telling_columns`. Rows that are the same in
all cells of the file, kept or not, are said to be so.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cheapbandits.graphs.files.date_cells import is_full_date, is_packed_date
from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.files.short_dates import short_dates
from cheapbandits.graphs.files.telling_columns import TELLING, telling_columns
from cheapbandits.graphs.reading_words import WHEN

__all__ = ["SAME_AS", "kept_cells", "kept_columns", "same_rows"]

_BEFORE_TIME = re.compile(r"(?<=[0-9])[Tt](?=[0-9]{1,2}:)")
_NO_SECONDS = re.compile(r"(?<![:0-9])([0-9]{1,2}:[0-9]{2}):00(?:[.,]0+)?(?![:0-9.,])")
#: Asked for as a column is: which row, counted from 0, one is the same as in all its cells. The
#: first of such rows has it, too.
SAME_AS = "same as"

#: What says when, in one word; of each line one is enough.
_DATES = ("date", "datum", "sampled", "sample_date", "sampling_date", "collected", "recorded")
_PARTS = ("day", "year", "month", "told")
_CLOCKS = ("time", "datetime", "timestamp", "when", "measured_at")
#: Words that may stand beside date or time. Reports, analyses and uploads have dates of their own,
#: which say nothing of when the sample was taken.
_TAKING = {"sample", "sampled", "sampling", "collection", "collected", "start", "activity", "of"}
_TAKING |= {"survey", "visit", "observation", "observed", "measurement", "measured", "field", "on"}
#: What such dates are called, as far as headings say it: beginnings of words.
_OTHERS: tuple[str, ...] = (
    "report",
    "analy",
    "upload",
    "submi",
    "recei",
    "creat",
    "modif",
    "updat",
)
_OTHERS += ("edit", "enter", "entry", "print", "export", "import", "download", "publi", "expir")
_OTHERS += (
    "approv",
    "valid",
    "verif",
    "review",
    "process",
    "install",
    "calibr",
    "servic",
    "complet",
)
_OTHERS += ("deliver", "ship", "due", "issu", "load", "lab", "sync", "insert", "regist", "result")
_OTHERS += ("extract", "digest", "prep", "establ", "commission", "drill", "construct", "built")
_OTHERS += ("last", "end", "stop", "finish", "birth", "sign", "releas", "retriev", "generat")
_OTHERS += ("updat", "servic", "plant", "sow", "order", "invoice", "audit", "qc", "qa")
#: Of two dates between which something was measured, the first counts.
_FROM = {"from", "begin", "beginning", "start", "von", "beginn", "debut", "desde", "inicio", "van"}
_TO = {"to", "end", "ending", "until", "till", "bis", "ende", "fin", "hasta", "fine", "tot", "stop"}
#: By which clock a date is told.
_ZONES = {"utc", "gmt", "local", "localtime", "lokal", "z", "cet", "mez", "cest", "mesz"}
#: What a sample is called by, and a record: of a form that was filled in, or of a site in a map.
_SAMPLE = {"sample", "specimen", "activity"}
_RECORD = {"submission", "instance", "global", "uuid"}
#: No numbers: these may count the rows of a file, and another one counts them anew.
_NUMBERED = {"id", "identifier", "code", "uuid"}
_DEPTH = {"depth", "sample", "sampling", "soil", "cm", "m", "mm", "ft", "in"}
_OF_SAMPLE = {"lab", "laboratory", "field", "client", "meta", *_NUMBERED}

#: What is found by words, where none of these is there.
_BY_WORDS = {"date": _DATES, "time": _CLOCKS, "sample_id": ("sample",), "depth": (), "record": ()}


def kept_columns(
    columns: Sequence[str], wanted: Sequence[str], cells: Sequence[Sequence[str]] = ()
) -> dict[str, int]:
    """Return where the wanted columns are; one that stands twice is not.

    Parameters
    ----------
    columns, cells
        What the columns are called, and what stands in them.
    wanted
        What is looked for.

    Examples
    --------
    >>> kept_columns(["Site", "SampleID", "Date Collected", "Report Date"], ["date", "sample_id"])
    {'date': 2, 'sample_id': 1}
    """
    lowered = [name.strip().lower() for name in columns]
    names = [name for name in wanted if name not in (SAME_AS, TELLING)]
    found = {name: lowered.index(name) for name in names if lowered.count(name) == 1}
    if not {"center", "place"} <= found.keys():
        found.pop("width", None)  # of a river, and no column of ours
    for name, others in _BY_WORDS.items():
        if name in wanted and not {name, *others} & {*lowered}:
            places = [k for k, column in enumerate(columns) if _is(name, column)]
            if places and places[0] not in found.values():
                found[name] = places[0]
    date, clock = short_dates(columns)
    found |= {part: k for part, k in date.items() if part in wanted and part not in found}
    if "date" in wanted and (dated := _dated(columns, cells, found)) is not None:
        found["date"] = dated
    if TELLING not in wanted:
        return found
    found |= {f"{TELLING}{part}": k for part, k in clock.items() if k not in found.values()}
    return found | telling_columns(columns, cells, found.values())


def _dated(
    columns: Sequence[str], cells: Sequence[Sequence[str]], found: dict[str, int]
) -> int | None:
    """Return the only column of dates, where none is called so; a clock may stand beside it."""
    when = {name: found[name] for name in (*_DATES, *_CLOCKS, *_PARTS) if name in found}
    if when.keys() - {"time"} or any(_are_dates(cells[k]) for k in when.values() if cells):
        return None
    dates = [
        k
        for k, column in enumerate(cells)
        if not _is_other_date(columns[k])
        and (_are_dates(column) or _are_packed(columns[k], column))
    ]
    if len(dates) == 2 and _is_span(columns[dates[0]], columns[dates[1]]):
        dates.pop()
    return dates[0] if len(dates) == 1 else None


def _are_dates(column: Sequence[str]) -> bool:
    told = [cell for cell in column if cell.strip()]
    return bool(told) and is_full_date(told[0]) and all(map(is_full_date, told))


def _are_packed(name: str, column: Sequence[str]) -> bool:
    """Tell whether cells are days in digits alone: ``MESS_DATUM``, 2020010100.

    With a T between the day and the hour they are under any heading.
    """
    told = [cell for cell in column if cell.strip()]
    sure = {*header_words(name)} & WHEN or all("T" in cell.upper() for cell in told)
    return bool(sure and told) and all(map(is_packed_date, told))


def _is_other_date(name: str) -> bool:
    """Tell whether a header says in English that its date is not that of the sample."""
    words = header_words(name)
    if not {*words} & {"date", "time", "datetime", "timestamp"}:
        return False
    return any(word.startswith(_OTHERS) for word in words)


def _is_span(first: str, second: str) -> bool:
    """Tell whether two dates are the first and the last of a time, or one by two clocks."""
    one, other = {*header_words(first)}, {*header_words(second)}
    if one != other and one ^ other <= _ZONES:
        return True
    return bool(one - other and other - one) and one - other <= _FROM and other - one <= _TO


def _is(what: str, column: str) -> bool:
    """Tell whether the words of a header say that its column is this."""
    words = {*header_words(column)}
    if what in ("sample_id", "record"):
        known = _SAMPLE if what == "sample_id" else _RECORD
        coded = "code" not in words or "sample" in words
        return coded and bool(words & known and words & _NUMBERED) and words <= known | _OF_SAMPLE
    if what == "depth":
        return "depth" in words and words <= _DEPTH
    if what == "time" and "date" in words:
        return False
    return what in words and words <= {"date", "time", "and"} | _TAKING


def kept_cells(
    columns: Sequence[str], cells: Sequence[Sequence[str]], wanted: Sequence[str]
) -> list[dict[str, str]]:
    """Return, row by row, what the wanted columns of a table hold."""
    places = kept_columns(columns, wanted, cells)
    height = len(cells[0]) if cells else 0
    same = same_rows(zip(*cells, strict=True)) if SAME_AS in wanted else {}
    if not places and not same:
        return [{}] * height  # one for all: nobody writes into it
    kept = [{name: cells[k][row] for name, k in places.items()} for row in range(height)]
    for row, first in same.items():
        kept[row][SAME_AS] = str(first)
    return kept


def _in_one_way(cell: str) -> str:
    text = cell.strip()
    return _NO_SECONDS.sub(r"\1", _BEFORE_TIME.sub(" ", text)) if ":" in text else text


def same_rows(rows: Iterable[Sequence[str]]) -> dict[int, int]:
    """Return, of rows that stand several times, the first such; of others nothing.

    A time of the day may be written with a ``T`` and its seconds, or without.

    Examples
    --------
    >>> same_rows([["a", "1"], ["b", "1"], ["a", "1 "]])
    {0: 0, 2: 0}
    >>> same_rows([["2024-05-01T10:00:00"], ["2024-05-01 10:00"], ["2024-05-01 10:00:01"]])
    {0: 0, 1: 0}
    """
    first: dict[int, int] = {}  # by their hashes: rows may be a million
    same: dict[int, int] = {}
    for k, row in enumerate(rows):
        found = first.setdefault(hash(tuple(map(_in_one_way, row))), k)
        if found != k:
            same[found] = same[k] = found
    return same
