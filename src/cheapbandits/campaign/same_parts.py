"""Depths and weeks in one form: 0-5 and 0-5 cm, 18 and W18."""

from __future__ import annotations

import re
from functools import lru_cache

from cheapbandits.campaign.same_words import plain_word, same_word
from cheapbandits.text import as_seen, plain_marks

__all__ = ["same_part"]

_NUMBER = r"[0-9]+(?:[.,][0-9]+)?"
#: Numbers with a length behind them, or what a week begins with.
_PARTS = re.compile(
    rf"(week|wk|kw|w)? ?({_NUMBER})(?: ?(?:-|to|bis) ?({_NUMBER}))? ?(cm|mm|dm|m|ft|in)?"
)


def same_part(one: str, other: str) -> bool:
    """Tell whether two cells say the same, where one may leave out the unit.

    Examples
    --------
    >>> same_part("0-5", "0 - 5 cm"), same_part("18", "W18"), same_part("5 m", "5 cm")
    (True, True, False)
    """
    if same_word(one, other):
        return True
    first, second = _taken_apart(one), _taken_apart(other)
    if first is None or second is None or first[0] != second[0]:
        return False
    words = zip(first[1], second[1], strict=True)
    return all(word == also or not (word and also) for word, also in words)


@lru_cache(maxsize=8192)
def _taken_apart(text: str) -> tuple[list[str], tuple[str, str]] | None:
    """Return the numbers of a cell, and what stands before and behind them."""
    found = _PARTS.fullmatch(as_seen(plain_marks(text)).casefold())
    if found is None:
        return None
    numbers = [plain_word(number) for number in found.group(2, 3) if number]
    before, unit = found[1] or "", found[4] or ""
    return numbers, (before and "w", unit)
