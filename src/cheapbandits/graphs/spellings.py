"""Headings however they are spelt: which of them are one, and which say two things.

``Zinc_total`` and ``zinc total`` are one. ``zinc (total)`` and ``zinc (dissolved)`` are two, and so
are ``PM10`` and ``PM1.0``, ``NO2`` and ``NO2-``: what stands in brackets, behind a point or beside
a sign tells one quantity from another. Whoever names a column may leave the brackets out, and never
writes others than the file has. For words in lists, see :mod:`.plain_names`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from cheapbandits.graphs.plain_names import without_accents

__all__ = ["Spelt", "is_one_heading", "spelt"]

#: A longer heading is taken as it stands.
_LONGEST = 500
_OPENING, _CLOSING = "([{", ")]}"
#: The minus of superscripts, and dashes, mean a hyphen.
_DASHES = str.maketrans(dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"))
#: Blanks and what is put in their place; a number ends there: 1 5 is not 15.
_BETWEEN_DIGITS = re.compile(r"(?<=[0-9])[\s_]+(?=[0-9])")
_BLANKS = re.compile(r"[\s_]+")
#: Points that part words, as R writes them, and end short ones; a decimal one has a digit behind.
_NO_DECIMAL = re.compile(r"\.(?![0-9])")
#: Hyphens that part words or a word and its number: Cs-137; a sign stands at an end, or by digits.
_HYPHEN = re.compile(r"(?<=[^\W\d])-(?=\w)|(?<=\w)-(?=[^\W\d])")
_MARKS = " \t:?!'\""


@dataclass(frozen=True)
class Spelt:
    """What a heading says: outside of brackets, and in each pair of them."""

    bare: str
    inside: tuple[str, ...] = ()

    def leaves_out(self, other: Spelt) -> bool:
        """Tell whether this is the other heading, or all of it but for some brackets."""
        rest = iter(other.inside)
        return bool(self.bare) and self.bare == other.bare and all(x in rest for x in self.inside)


def spelt(name: str) -> Spelt:
    """Return what a heading says however it is spelt.

    Examples
    --------
    >>> spelt("Zinc_Total [MG/L]") == spelt(" zinc total (mg/l)"), spelt("Cs-137") == spelt("cs137")
    (True, True)
    >>> spelt("zinc").leaves_out(spelt("zinc (total)"))
    True
    >>> [spelt(a) == spelt(b) for a, b in [("PM10", "PM1.0"), ("NO2", "NO2-"), ("a (m)", "a (km)")]]
    [False, False, False]
    """
    return _spelt(str(name))


def is_one_heading(name: str, other: str) -> bool:
    """Tell whether two headings may be one: neither says what the other contradicts.

    Examples
    --------
    >>> is_one_heading("No", "no (field)"), is_one_heading("No (lab)", "No (field)")
    (True, False)
    """
    one, two = spelt(name), spelt(other)
    return one == two or one.leaves_out(two) or two.leaves_out(one)


@lru_cache(maxsize=8192)  # asked of every heading, many times
def _spelt(name: str) -> Spelt:
    if len(name) > _LONGEST:
        return Spelt(name.strip().casefold())
    text = without_accents(name.casefold()).translate(_DASHES)
    outside, inside = _parted(text)
    return Spelt(_folded(outside), tuple(map(_folded, inside)))


def _parted(text: str) -> tuple[str, list[str]]:
    """Return what stands outside of brackets, and in them; one that is not closed is a sign."""
    outside, inside, opened = "", [], 0
    depth = 0
    for at, letter in enumerate(text):
        if letter in _OPENING:
            opened = opened if depth else at
            depth += 1
        elif letter in _CLOSING and depth:
            depth -= 1
            if depth == 0:
                inside.append(text[opened + 1 : at])
                outside += " "
        elif depth == 0:
            outside += letter
    return (outside + text[opened:] if depth else outside), inside


def _folded(text: str) -> str:
    """Return a text without blanks and marks that tell nothing apart."""
    plain = _BETWEEN_DIGITS.sub("|", text.strip(_MARKS))
    return _NO_DECIMAL.sub("", _HYPHEN.sub("", _BLANKS.sub("", plain))).replace("|", " ")
