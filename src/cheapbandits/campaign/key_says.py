"""What the key of an imported reading says in plain words: when, by whom, in which unit.

Keys are the only place where a campaign keeps what a file says beside a reading. A digest tells
whether two rows are the same to the letter; these words tell whether they mean the same, and
whether a file is of another unit or substance than those before it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode

from cheapbandits.graphs.column_words import TOLD_BY

__all__ = ["OF_ALL", "in_words", "otherwise", "said_in", "same"]

#: What a file says of all its readings.
OF_ALL = ("unit", "substance")
#: Who it was, and what the sample is called: this tells readings apart where both files say it.
_WHO = ("who", "team", "observer", "by", "assignee", "sample", "sample_id")
#: And which of several it is: one that says so is another than one that does not.
_WHICH = ("visit", "round", "replicate", "rep", "depth")
_WHEN = tuple(name for name in TOLD_BY if name not in (*_WHO, *_WHICH))
#: Databases find a key by an index, which takes no long texts.
_LONGEST = 600

#: A date that can be read in one way only: the year first.
_DATE = re.compile(
    r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})"
    r"(?:[T ]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.0+)?)?)?"
)


def in_words(beside: Mapping[str, str], said: Mapping[str, str]) -> str:
    """Return what a row and its file say, as part of a key; nothing where it is too long.

    Parameters
    ----------
    beside
        Cells of the row, by what their columns are called.
    said
        What the file says of all its rows.
    """
    told = {name: beside.get(name, "").strip() for name in (*_WHO, *_WHICH)}
    told["when"] = _moment(" ".join(filter(None, (beside.get(k, "").strip() for k in _WHEN))))
    found = {**told, **{what: said.get(what, "") for what in OF_ALL}}
    text = urlencode({name: word for name, word in found.items() if word})
    return f"~{text}" if len(text) <= _LONGEST else ""


def said_in(text: str | None) -> dict[str, str] | None:
    """Return what a part of a key says; ``None`` for a key of an older version, which is silent."""
    return None if text is None else dict(parse_qsl(text))


def same(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two readings of one place and value are the same by all that is said of them."""
    return one.get("when") == other.get("when") and _alike(one, other)


def otherwise(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    """Tell whether two such may be the same, as their dates are written in two ways."""
    first, second = one.get("when", ""), other.get("when", "")
    if not _alike(one, other) or _shape(first) == _shape(second):
        return False
    days = [_DATE.fullmatch(text) for text in (first, second)]
    return None in days or first[:10] == second[:10]


def _alike(one: Mapping[str, str], other: Mapping[str, str]) -> bool:
    both = one.keys() & other.keys()
    return all(one.get(name) == other.get(name) for name in _WHICH) and all(
        one[name] == other[name] for name in _WHO if name in both
    )


def _moment(text: str) -> str:
    """Return a date in one spelling, where it can be read in one way; midnight is none."""
    found = _DATE.fullmatch(text)
    if found is None:
        return re.sub(r"(?<![0-9])0+(?=[0-9])", "", " ".join(text.lower().split()))
    year, _, month, day, *clock = found.groups()
    hours, minutes, seconds = (int(part or 0) for part in clock)
    time = f"T{hours:02}:{minutes:02}:{seconds:02}" if hours or minutes or seconds else ""
    return f"{year}-{int(month):02}-{int(day):02}{time}"


def _shape(text: str) -> str:
    return re.sub(r"[a-z]+", "a", re.sub(r"[0-9]+", "9", text.lower()))
