"""Columns by their names: the one that is meant, and all of them in a message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import lru_cache

from cheapbandits.checks import instance
from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_words import SITES
from cheapbandits.graphs.cut_names import cut_names
from cheapbandits.graphs.header_units import unit_of
from cheapbandits.text import did_you_mean, shown

__all__ = ["listed", "one_twice", "place_of", "plain_name", "site_word"]

_MOST_LISTED = 12
#: A unit at the end of a heading has no more words.
_MOST_WORDS = 3
#: Letters that are no other one with an accent.
_LETTERS = str.maketrans({"ß": "ss", "ł": "l", "æ": "ae", "ø": "o", "đ": "d"})


def place_of(
    columns: Sequence[str],
    name: str,
    unit: Callable[[str], str] = lambda _: "",
    *,
    cut: bool = False,
) -> int:
    """Return where the column of this name is.

    The very name, one that differs by case, or the only one that is called so but for blanks, marks
    and a unit (``Easting`` is ``Easting (m)`` and ``Easting_m``). One that only begins so is
    another: ``Ni`` is no ``Nitrate``, ``zinc`` no ``zinc_sd``.

    Parameters
    ----------
    unit
        Gives the unit that a heading of values says, besides lengths; empty where it says none.
    cut
        Whether the file may have cut its names, as a Shapefile does.
    """
    instance(name, str, "the name of a column", "text")
    for names, key in ((list(columns), name), ([c.lower() for c in columns], name.lower())):
        if names.count(key) > 1:
            raise GraphError(f"two columns are called '{shown(name)}'; rename one of them")
        if key in names:
            return names.index(key)
    plain, wanted = [plain_name(column) for column in columns], plain_name(name)
    for alike in (
        [k for k, column in enumerate(plain) if column == wanted],
        [k for k, column in enumerate(columns) if _without(column, unit) == wanted],
    ):
        if wanted and len(alike) == 1:
            return alike[0]
    meant = (cut_names(name, columns) if cut else "") or did_you_mean(name, columns)
    raise GraphError(f"no column is called '{shown(name)}'; {meant}there are {listed(columns)}")


def _without(heading: str, unit: Callable[[str], str]) -> str:
    """Return a heading in plain form without the unit that its last words are; else nothing."""
    words = re.split(r"[ _.]+", str(heading)[:100].strip("._ "))
    said = plain_name(unit(heading))
    for count in range(1, min(_MOST_WORDS, len(words) - 1) + 1):
        last = plain_name("".join(word for word in words[-count:] if word.lower() != "per"))
        if (said and last == said) or (count == 1 and unit_of(heading)):
            return plain_name(" ".join(words[:-count]))
    return ""


def one_twice(columns: Sequence[str], places: Sequence[int]) -> str:
    """Return what has to be done first where two of these columns have one name; else nothing."""
    called = [columns[k] for k in places]
    name = next((name for name in called if called.count(name) > 1), "")
    remedy = f"two columns are called '{shown(name, 30)}'; rename the one that is not meant"
    return remedy if name else ""


def listed(columns: Sequence[str]) -> str:
    """Return the names of columns for a message."""
    more = ", ..." if len(columns) > _MOST_LISTED else ""
    return ", ".join(f"'{shown(name, 30)}'" for name in columns[:_MOST_LISTED]) + more


def site_word(name: str) -> str:
    """Return what a heading calls sites: without the number of a question, in the usual order.

    Examples
    --------
    >>> site_word("1_Name"), site_word("Code station"), site_word("Zinc")
    ('name', 'stationcode', 'zinc')
    """
    words = [word for part in re.split(r"[\W_]+", str(name)[:100]) if (word := plain_name(part))]
    asked = len(words) > 1 and words[0].isdigit() and len(words[0]) < 4  # no year
    words = words[1:] if asked else words
    spelt = "".join(words), "".join(reversed(words))
    return next((word for word in spelt if word in SITES), plain_name(name))


def plain_name(name: str) -> str:
    """Return a name without case, accents, blanks, marks and what stands in brackets.

    Examples
    --------
    >>> plain_name("X (m)"), plain_name("Längengrad"), plain_name("Długość"), plain_name("Широта")
    ('x', 'langengrad', 'dlugosc', 'широта')
    """
    return _plain(str(name)[:100])


@lru_cache(maxsize=8192)  # asked of every heading, many times
def _plain(name: str) -> str:
    bare = re.sub(r"[(\[][^)\]]*[)\]]", "", name.lower().translate(_LETTERS))
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKD", bare))
