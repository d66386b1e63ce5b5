"""When a reading was taken, as its file says it: one spelling, and which days it may mean."""

from __future__ import annotations

import re

__all__ = ["has_clock", "is_day", "is_stamp", "may_be_one", "plain_moment", "plain_stamp"]

#: A date that can be read in one way only: the year first.
_DATE = re.compile(
    r"([0-9]{4})([-/.])([0-9]{1,2})\2([0-9]{1,2})"
    r"(?:[T ]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.0+)?)?)?"
)
_THREE = re.compile(r"([0-9]{1,4})[-/. ]+([0-9]{1,2})[-/. ]+([0-9]{1,4})(?![0-9])")
#: The stamp of an event, or what a program leaves of it: its fractions, its seconds may be cut off.
_STAMP = re.compile(
    r"([0-9]{4})[-/]([0-9]{1,2})[-/]([0-9]{1,2})"
    r"(?:[Tt ]([0-9]{1,2}):([0-9]{2})(?::([0-9]{2})(?:\.([0-9]+))?)?)?(?:[Zz]|[+]00:?00)?"
)
#: A decimal number, as of hours or years; and the fraction of a second.
_DECIMAL = re.compile(r"0*([0-9]+)[.,]([0-9]+)")
_FRACTION = re.compile(r"(:[0-9]{1,2})[.,]([0-9]+)")
#: This may be a year and its month, where 2024.1 is January and 2024.10 October.
_YEAR_MONTH = re.compile(r"(?:19|20)[0-9]{2}[.,][0-9]{1,2}")
_PARTS, _CENTURY, _MONTHS = 3, 100, 12


def plain_moment(text: str) -> str:
    """Return a date in one spelling, where it can be read in one way; midnight is none.

    What it returns is plain already: it stays as it is when it comes here again.

    Examples
    --------
    >>> [plain_moment(text) for text in ("2024-05-01 00:00", "01.05.2024", "09.05", "9.50")]
    ['2024-05-01', '1.5.2024', '9.05', '9.5']
    """
    found = _DATE.fullmatch(text)
    if found is None:
        plain = " ".join(map(_plain_word, text.lower().split()))
        # Without its zeros it may be what it was not before: 2024/5/001 is the day 2024/5/1.
        return plain if plain == text else plain_moment(plain)
    year, _, month, day, *clock = found.groups()
    hours, minutes, seconds = (int(part or 0) for part in clock)
    time = f"T{hours:02}:{minutes:02}:{seconds:02}" if hours or minutes or seconds else ""
    return f"{year}-{int(month):02}-{int(day):02}{time}"


def plain_stamp(text: str) -> str:
    """Return the stamp of an event in one spelling: in UTC, whether it says so or not.

    Examples
    --------
    >>> plain_stamp("2026-11-18T03:38:38.420835+00:00")
    '2026-11-18 3:38:38.420835'
    >>> plain_stamp("2026-11-18 03:38:38.420835Z")
    '2026-11-18 3:38:38.420835'
    """
    return re.sub(r"(?:z|\+0:0)$", "", plain_moment(text).replace("t", " "))


def is_stamp(text: str, stamp: str) -> bool:
    """Tell whether a text is the stamp of an event, as far as it goes or in another spelling.

    Examples
    --------
    >>> stamp = "2026-11-18T03:38:38.420835+00:00"
    >>> [is_stamp(text, stamp) for text in (stamp, "2026-11-18 3:38:38", "18/11/2026 03:38")]
    [True, True, True]
    >>> [is_stamp(text, stamp) for text in ("2026-11-18 03:38:39", "2026-11-18T03:38:38+02:00")]
    [False, False]
    """
    said, whole = _STAMP.fullmatch(text.strip()), _STAMP.fullmatch(stamp)
    if whole is None or text.strip() == stamp:
        return text.strip() == stamp
    if said is None:  # day and month may stand in any order, and the clock may have 12 hours
        other = re.match(r"[0-9]{4}[-/]", text.strip()) is None
        return other and may_be_one(plain_moment(text), stamp[:10]) and f":{whole[5]}" in text
    *clock, fraction = said.groups()
    *full, rest = whole.groups()
    pairs = zip(clock, full, strict=True)
    same = all(part is None or int(part) == int(other or 0) for part, other in pairs)
    return same and (fraction is None or (rest or "").startswith(fraction.rstrip("0")))


def is_day(text: str) -> bool:
    """Tell whether a moment is a day and no more: no time of the day, no year alone.

    Examples
    --------
    >>> [is_day(text) for text in ("2024-05-01", "1 may 2024", "2024-05-01T10:30:00", "2024")]
    [True, True, False, False]
    """
    parts = re.findall(r"[a-z]+|[0-9]+", text)
    return ":" not in text and len(parts) == _PARTS and any(map(str.isdigit, parts))


def has_clock(text: str) -> bool:
    """Tell whether a moment has a time of the day, or counts seconds.

    Examples
    --------
    >>> [has_clock(text) for text in ("2024-05-01T10:30:00", "1714557600", "1 may 2024", "noon")]
    [True, True, False, False]
    """
    return re.search(r"[0-9]:[0-9]|[0-9]{10}", text) is not None


def may_be_one(first: str, second: str) -> bool:
    """Tell whether two moments may be the same one, written in two ways or with less.

    Examples
    --------
    >>> may_be_one("1/5/2024", "2024-05-01"), may_be_one("1/5/2024", "2024-06-03")
    (True, False)
    """
    one, other = _days(first), _days(second)
    alike = _shape(first) == _shape(second)
    if not (one and other):
        return first == second or not alike
    # Of one shape, the day and the month may have changed their places, and no more.
    return bool(one & other) and (not alike or _THREE.sub("", first) == _THREE.sub("", second))


def _plain_word(word: str) -> str:
    """Return a part of a date without the zeros that say nothing: 9.05 is not 9.5."""
    decimal = _DECIMAL.fullmatch(word)
    if decimal is not None:
        if _YEAR_MONTH.fullmatch(word):
            return f"{decimal[1]}.{decimal[2]}"
        return f"{decimal[1]}.{decimal[2]}".rstrip("0").rstrip(".")
    fraction = _FRACTION.search(word)
    if fraction is not None:
        rest = fraction[2].rstrip("0")
        behind = f"{'.' * bool(rest)}{rest}"
        start, end = word[: fraction.end(1)], word[fraction.end() :]
        return f"{_unpadded(start)}{behind}{_unpadded(end)}"
    return _unpadded(word)


def _unpadded(text: str) -> str:
    return re.sub(r"(?<![0-9])0+(?=[0-9])", "", text)


def _shape(text: str) -> str:
    years = re.sub(r"(?<![0-9])[0-9]{4}(?![0-9])", "y", text.lower())
    return re.sub(r"[a-z]+", "a", re.sub(r"[0-9]+", "9", years))


def _days(text: str) -> set[tuple[int, ...]]:
    """Return the days that a text may mean; none where it cannot be told."""
    found = _THREE.match(text)
    if found is None:
        return set()
    one, two, three = map(int, found.groups())
    if one >= _CENTURY:
        return {(one, two, three)}
    year = three if three >= _CENTURY else 2000 + three
    both = {(year, two, one), (year, one, two), (2000 + one, two, three)}
    return {day for day in both if 1 <= day[1] <= _MONTHS and day[2] < _CENTURY}
