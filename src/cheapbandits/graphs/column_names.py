"""Columns by their names: the one that is meant, and all of them in a message."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from cheapbandits.checks import instance
from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_words import SITES
from cheapbandits.text import did_you_mean, shown

__all__ = ["listed", "place_of", "plain_name", "site_word"]

_MOST_LISTED = 12
#: Units of coordinates, in plain form, that need no brackets.
_LENGTHS = ("m", "km", "ft", "deg", "degrees")


def place_of(columns: Sequence[str], name: str) -> int:
    """Return where the column of this name is.

    The very name, one that differs by case, or the only one that is called so but for blanks, marks
    and a unit (``Easting`` is ``Easting (m)``, ``zinc`` is ``zinc_mg_kg``). One that only begins so
    is another: ``Ni`` is no ``Nitrate``, ``zinc`` no ``zinc_sd``.
    """
    from cheapbandits.graphs.files.heading_units import heading_unit

    instance(name, str, "the name of a column", "text")
    for names, key in ((list(columns), name), ([c.lower() for c in columns], name.lower())):
        if names.count(key) > 1:
            raise GraphError(f"two columns are called '{shown(name)}'; rename one of them")
        if key in names:
            return names.index(key)
    plain, wanted = [plain_name(column) for column in columns], plain_name(name)
    units = [{plain_name(heading_unit(column)), *_LENGTHS} - {""} for column in columns]
    for alike in (
        [k for k, column in enumerate(plain) if column == wanted],
        [k for k, column in enumerate(plain) if column in {wanted + unit for unit in units[k]}],
    ):
        if wanted and len(alike) == 1:
            return alike[0]
    meant = did_you_mean(name, columns)
    raise GraphError(f"no column is called '{shown(name)}'; {meant}there are {listed(columns)}")


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
    >>> plain_name("X (m)"), plain_name("Längengrad")
    ('x', 'langengrad')
    """
    return _plain(str(name)[:100])


@lru_cache(maxsize=8192)  # asked of every heading, many times
def _plain(name: str) -> str:
    bare = re.sub(r"[(\[][^)\]]*[)\]]", "", name.lower())
    return re.sub(r"[^a-z0-9]", "", unicodedata.normalize("NFKD", bare))
