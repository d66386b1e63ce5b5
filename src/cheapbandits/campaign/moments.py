"""The moment that a text means, in one form for all ways to write it that can be told.

An offset from UTC is counted in, seconds or milliseconds since 1970 are a time in UTC, and a month
is one in any of several languages. What cannot be told stays the text that it is.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

from cheapbandits.campaign.month_words import month_of
from cheapbandits.graphs.files.date_cells import is_packed_date

__all__ = ["moment_in", "unknown_month"]

#: A time that says its offset; zeros may be left out, as in keys.
_ZONED = re.compile(
    r"([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})[t ]([0-9]{1,2}):([0-9]{1,2})"
    r"(?::([0-9]{1,2})(?:[.,]([0-9]{1,9}))?)? ?"
    r"(?:z|utc|gmt|([+-])([0-9]{1,2}?)(?::?([0-9]{2})|:([0-9]))?)"
)
_SINCE_1970 = re.compile(r"([0-9]{10})(?:[.]0+)?|([0-9]{10})([0-9]{3})")
#: A day with a month in letters: the day first, or the month.
_DAY_FIRST = re.compile(r"([0-9]{1,2})[-/. ]+([^\W\d_]+)[-/., ]+([0-9]{4}|[0-9]{2})(?![0-9])")
_MONTH_FIRST = re.compile(r"([^\W\d_]+)[-/. ]+([0-9]{1,2})[-/., ]+([0-9]{4})(?![0-9])")


@lru_cache(maxsize=65536)
def moment_in(text: str) -> str:
    """Return a plain moment (:func:`.plain_moment`) in one form for all ways to write it.

    Examples
    --------
    >>> moment_in("2024-5-1t10:0:0+2:0"), moment_in("1714550400000"), moment_in("1 mai 2024")
    ('2024-05-01T08:00:00Z', '2024-05-01T08:00:00Z', '1 month 5 2024')
    """
    return _zoned(text) or _since_1970(text) or _by_month(text) or text


def unknown_month(one: str, other: str) -> bool:
    """Tell whether two days differ in the word for the month only, and one is not known.

    Examples
    --------
    >>> unknown_month("1 rujna 2024", "1 sep 2024"), unknown_month("1 may 2024", "1 jun 2024")
    (True, False)
    """
    for form, at in ((_DAY_FIRST, 2), (_MONTH_FIRST, 1)):
        first, second = form.match(one), form.match(other)
        if first is not None and second is not None:
            words = first[at], second[at]
            rest = [
                text.replace(word, "", 1) for text, word in zip((one, other), words, strict=True)
            ]
            return rest[0] == rest[1] and None in map(month_of, words)
    return False


def _zoned(text: str) -> str | None:
    found = _ZONED.fullmatch(text.lower())
    if found is None:
        return None
    *parts, fraction, sign, hours, minutes, minute = found.groups()
    ahead = timedelta(hours=int(hours or 0), minutes=int(minutes or minute or 0))
    try:
        year, month, day, hour, minutes_past, second = (int(part or 0) for part in parts)
        there = datetime(year, month, day, hour, minutes_past, second, tzinfo=UTC)
        return _in_utc(there - (-ahead if sign == "-" else ahead), fraction)
    except (ValueError, OverflowError):  # the 31st of April, the year 0
        return None


def _since_1970(text: str) -> str | None:
    found = _SINCE_1970.fullmatch(text)
    if found is None or is_packed_date(text):  # a day and its hour, too, are ten digits
        return None
    moment = datetime.fromtimestamp(int(found[1] or found[2]), UTC)
    return _in_utc(moment, found[3])


def _in_utc(moment: datetime, fraction: str | None) -> str:
    rest = (fraction or "").rstrip("0")
    return f"{moment:%Y-%m-%dT%H:%M:%S}{'.' * bool(rest)}{rest}Z"


def _by_month(text: str) -> str | None:
    """Return a date with a month in letters, whatever the language and the signs between."""
    for form, order in ((_DAY_FIRST, (1, 2, 3)), (_MONTH_FIRST, (2, 1, 3))):
        found = form.match(text)
        if found is None:
            continue
        day, word, year = found.group(*order)
        month = month_of(word)
        if month is None:
            return None
        rest = text[found.end() :].lstrip(" ,t")
        return f"{int(day)} month {month} {int(year)} {rest}".rstrip()
    return None
