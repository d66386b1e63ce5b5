"""Dates in columns that are called as formats write them: ``YY``, ``MM``, ``DD``, ``hh``, ``mm``.

Alone, ``mm`` is a length and ``dd`` an angle. Beside a year and each other they are a date.
"""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["short_dates"]

_DATE = {"year": ("yyyy", "yy"), "month": ("mm", "mo", "mon"), "day": ("dd",)}
_CLOCK = {"hh": ("hh",), "mi": ("mm", "mi", "mn", "min"), "ss": ("ss",)}


def short_dates(columns: Sequence[str]) -> tuple[dict[str, int], dict[str, int]]:
    """Return where year, month and day stand, and the parts of a clock; nothing without all three.

    Where two are called alike, the month has the capitals.

    Examples
    --------
    >>> short_dates(["site", "#YY", "MM", "DD", "hh", "mm", "WTMP"])
    ({'year': 1, 'month': 2, 'day': 3}, {'hh': 4, 'mi': 5})
    >>> short_dates(["site", "mm", "dd"])
    ({}, {})
    """
    bare = [name.strip().lstrip("#").strip() for name in columns]
    date = {part: _first(bare, words) for part, words in _DATE.items()}
    found = {part: k for part, k in date.items() if k is not None}
    if len(found) < len(date):
        return {}, {}
    rest = ["" if k in found.values() else name for k, name in enumerate(bare)]
    clock = {part: _first(rest, words) for part, words in _CLOCK.items()}
    return found, {part: k for part, k in clock.items() if k is not None}


def _first(names: Sequence[str], words: Sequence[str]) -> int | None:
    """Return the first column of that name, one in capitals before the others."""
    places = [k for word in words for k, name in enumerate(names) if name.lower() == word]
    return next((k for k in places if names[k].isupper()), places[0] if places else None)
