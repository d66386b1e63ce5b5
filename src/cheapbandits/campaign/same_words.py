"""Cells that tell readings apart, in one form however programs rewrite them.

Samples, replicates, depths, people and records go through spreadsheets, which make 1 of 001, 10 of
10.0, 0,5 of 0.5 and 1.23457E+14 of a long number; others write capitals, long dashes, or braces
round a GUID. A reading must not be another one for that. Within one file two spellings are two.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Hashable, Iterator
from decimal import ROUND_HALF_UP, Context
from functools import lru_cache
from itertools import chain
from typing import Generic, TypeVar

from cheapbandits.text import as_seen, plain_marks, unpadded

__all__ = ["ByWord", "plain_word", "same_word"]

_NUMBER = re.compile(r"([+-]?)([0-9]*+)(?:[.,]([0-9]*+))?+(?:e([+-]?[0-9]{1,4}))?+")
#: A number as spreadsheets shorten it, and its digits.
_SHORT = re.compile(r"[+-]?([0-9])(?:[.,]([0-9]+))?e[+-]?[0-9]{1,4}")
#: So many digits has a short form: of a format of its own, or else with zeros left out.
_SCIENTIFIC, _GENERAL = 3, 6


@lru_cache(maxsize=8192)
def plain_word(text: str) -> str:
    """Return a cell in one form for all ways to write it; of numbers it is digits and exponent.

    Examples
    --------
    >>> [plain_word(cell) for cell in ("001", "1.0", "1E+00", "0,5", "W07", "{AB-01}", "uuid:ab-1")]
    ['1e0', '1e0', '1e0', '5e-1', 'w7', 'ab-1', 'ab-1']
    """
    plain = as_seen(plain_marks(text)).casefold()
    bare = plain.removeprefix("'").removeprefix("urn:").removeprefix("uuid:")
    bare = bare[1:-1] if bare[:1] + bare[-1:] == "{}" else bare
    return _number(bare) or unpadded(bare) or plain


def same_word(one: str, other: str) -> bool:
    """Tell whether two cells say the same; a shortened number does to its digits.

    Examples
    --------
    >>> same_word("123456789012345", "1.23457E+14"), same_word("1230", "1234")
    (True, False)
    """
    return (
        one == other
        or plain_word(one) == plain_word(other)
        or _shortens(one, other)
        or _shortens(other, one)
    )


_Kind = TypeVar("_Kind")


class ByWord(Generic[_Kind]):
    """Things by a word, and what else they go by, which has to be equal."""

    def __init__(self) -> None:
        self._text: dict[tuple[Hashable, str], list[_Kind]] = defaultdict(list)
        self._same: dict[tuple[Hashable, str], list[_Kind]] = defaultdict(list)
        self._all: dict[Hashable, list[_Kind]] = defaultdict(list)
        self._short: dict[Hashable, list[_Kind]] = defaultdict(list)

    def add(self, where: Hashable, word: str, thing: _Kind) -> None:
        """Take a thing; one without a word is none."""
        for found in self._lists(where, word) if word else ():
            found.append(thing)

    def remove(self, where: Hashable, word: str, thing: _Kind) -> None:
        """Forget a thing that was added."""
        for found in self._lists(where, word):
            found.remove(thing)

    def of(self, where: Hashable, word: str) -> Iterator[_Kind]:
        """Return what may have that word, the surest first; some may come twice."""
        text, same = (
            self._text.get((where, word), []),
            self._same.get((where, plain_word(word)), []),
        )
        rest = (self._all if _digits(word) else self._short).get(where, [])
        return chain(text, same, rest)

    def _lists(self, where: Hashable, word: str) -> list[list[_Kind]]:
        found = [self._text[where, word], self._same[where, plain_word(word)], self._all[where]]
        return [*found, self._short[where]] if _digits(word) else found


def _number(text: str) -> str | None:
    """Return a number by its digits and the power of ten behind them; ``None`` where it is none."""
    found = _NUMBER.fullmatch(text)
    if found is None or not (found[2] or found[3]):
        return None
    sign, whole, rest, exponent = found[1].strip("+"), found[2], found[3] or "", found[4] or "0"
    digits = (whole + rest).lstrip("0")
    bare = digits.rstrip("0")
    power = int(exponent) - len(rest) + len(digits) - len(bare)
    return f"{sign}{bare}e{power}" if bare else "0e0"


def _digits(text: str) -> int:
    """Return how many digits a shortened number stands for; 0 where it is none."""
    found = _SHORT.fullmatch(as_seen(text).casefold())
    count = 0 if found is None else 1 + len(found[2] or "")
    return count if count in (0, _SCIENTIFIC) else max(count, _GENERAL)


def _shortens(one: str, other: str) -> bool:
    """Tell whether one cell is the number of the other with fewer digits, as written with an E."""
    digits, number = _digits(one), plain_word(other)
    if not digits or _number(number) is None:
        return False
    short = Context(prec=digits, rounding=ROUND_HALF_UP).create_decimal(number)
    return _number(str(short).casefold()) == plain_word(one)
