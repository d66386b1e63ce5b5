"""Cells that are dates or times of day, and nothing else: ``7440-66-6`` is a substance."""

from __future__ import annotations

import re

__all__ = ["is_date", "is_full_date", "is_packed_date"]

_DAY, _MONTH = "(?:0?[1-9]|[12][0-9]|3[01])", "(?:0?[1-9]|1[0-2])"
_YEAR, _FULL = "(?:[0-9]{2}|[0-9]{4})", "(?:1[89]|20|21)[0-9]{2}"


def _orders(year: str) -> tuple[tuple[str, str, str], ...]:
    """Return the ways to write a day, with such a year at the end."""
    return (_FULL, _MONTH, _DAY), (_DAY, _MONTH, year), (_MONTH, _DAY, year)


_PARTED = "|".join(sign.join(order) for sign in ("-", "/", r"\.") for order in _orders(_YEAR))
_TIME = r"(?:[01]?[0-9]|2[0-4]):[0-5][0-9](?::[0-5][0-9](?:[.,][0-9]+)?)?"
#: Nobody numbers substances, depths or wavelengths so: a day as eight digits, or a year.
_DIGITS = rf"{_FULL}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])|(?:19|20)[0-9]{{2}}"
_DATE = re.compile(
    rf"(?:(?:{_PARTED})(?:[tz ,(].{{0,30}})?|{_TIME}.{{0,20}}|{_DIGITS})", re.IGNORECASE
)

#: A day in figures: the year has four, or points or strokes part it from the others.
_DAYS = [sign.join(order) for sign in ("-", "/", r"\.") for order in _orders(_FULL)]
_DAYS += [sign.join(order) for sign in ("/", r"\.") for order in _orders("[0-9]{2}")[1:]]
_FULL_DATE = re.compile(rf"(?:{'|'.join(_DAYS)})(?:[T, ]+[0-9]{{1,2}}:[0-9]{{2}}.*)?")
#: The same without anything between, down to the second.
_PACKED = re.compile(
    r"(?:19|20)[0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])"
    r"T?(?:(?:[01][0-9]|2[0-4])(?:[0-5][0-9]){0,2}(?:[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)?)?Z?"
)


def is_date(cell: str) -> bool:
    """Tell whether a cell is a date, a time of day, or both.

    Examples
    --------
    >>> [is_date(cell) for cell in ("2024-05-01T10:00Z", "1.5.24", "20240501", "9:30")]
    [True, True, True, True]
    >>> [is_date(cell) for cell in ("7440-66-6", "10-40-30", "443")]
    [False, False, False]
    """
    return _DATE.fullmatch(cell.strip()) is not None


def is_full_date(text: str) -> bool:
    """Tell whether a text is a day in figures, with or without a time.

    Examples
    --------
    >>> [is_full_date(text) for text in ("01.05.2024", "2024-05-01 10:30", "1.5.24")]
    [True, True, True]
    >>> [is_full_date(text) for text in ("24-1-03", "1.2.3", "10:30", "2024")]
    [False, False, False, False]
    """
    return _FULL_DATE.fullmatch(text.strip()) is not None


def is_packed_date(text: str) -> bool:
    """Tell whether digits may be a day, with or without a time: under a heading that says so.

    Examples
    --------
    >>> [is_packed_date(text) for text in ("20200101", "20200101T0930+0100", "20201301")]
    [True, True, False]
    """
    return _PACKED.fullmatch(text.strip()) is not None
