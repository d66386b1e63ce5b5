"""Names in plain form, in which those that are spelt alike are one."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

__all__ = ["MOST_LETTERS", "plain_name", "plain_quantity", "without_accents"]

#: Of a longer name only so many characters are looked at.
MOST_LETTERS = 100
#: Letters that are no other one with an accent.
_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "æ": "ae", "ø": "o", "đ": "d"})
_BRACKETS = re.compile(r"[(\[][^)\]]*[)\]]")
_DECIMAL = re.compile(r"(?<=[0-9])[.,](?=[0-9])")
_ACCENTS = re.compile("[\u0300-\u036f]")


def plain_name(name: str) -> str:
    """Return a name without case, accents, blanks, marks and what stands in brackets.

    Examples
    --------
    >>> plain_name("X (m)"), plain_name("Längengrad"), plain_name("Długość"), plain_name("Широта")
    ('x', 'langengrad', 'dlugosc', 'широта')
    """
    return _plain(str(name)[:MOST_LETTERS])


@lru_cache(maxsize=8192)  # asked of every heading, many times
def _plain(name: str) -> str:
    bare = _BRACKETS.sub("", name.lower().translate(_LETTERS))
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", bare))


def plain_quantity(name: str) -> str:
    """Return the same of what readings are called; between digits a decimal sign stays.

    Examples
    --------
    >>> plain_quantity("PM2.5 (ug/m3)"), plain_quantity("PM2,5"), plain_quantity("PM 10")
    ('pm2.5', 'pm2.5', 'pm10')
    >>> plain_quantity("zinc (0.5 m)")
    'zinc'
    """
    bare = _BRACKETS.sub("", str(name)[:MOST_LETTERS])
    return ".".join(map(plain_name, _DECIMAL.split(bare)))


def without_accents(text: str) -> str:
    """Return a text of small letters in its plain signs, without accents; marks stay.

    Examples
    --------
    >>> without_accents("größe (µg/m³)") == "grosse (\u03bcg/m3)"
    True
    """
    return _ACCENTS.sub("", unicodedata.normalize("NFKD", text.translate(_LETTERS)))
