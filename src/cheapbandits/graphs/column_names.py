"""Columns by their names: the one that is meant, and all of them in a message."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cheapbandits.checks import instance
from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_words import SITES
from cheapbandits.graphs.cut_names import cut_names
from cheapbandits.graphs.header_units import unit_of
from cheapbandits.graphs.plain_names import MOST_LETTERS, plain_name
from cheapbandits.graphs.spellings import Spelt, spelt
from cheapbandits.text import did_you_mean, shown

__all__ = ["listed", "one_twice", "place_of", "plain_name", "site_word"]

_MOST_LISTED = 12
#: A unit at the end of a heading has no more words.
_MOST_WORDS = 3
#: A decimal point parts no words.
_WORD = re.compile(r"(?:[^ _.]|(?<=[0-9])\.(?=[0-9]))+")
#: So many are named that may be meant.
_MOST_MEANT = 3


def place_of(
    columns: Sequence[str],
    name: str,
    unit: Callable[[str], str] = lambda _: "",
    *,
    cut: bool = False,
) -> int:
    """Return where the column of this name is.

    The very name, the only one that is spelt otherwise and says the same, or the only one of which
    the name leaves out brackets or a unit (``Easting`` is ``Easting (m)`` and ``Easting_m``). One
    that says something else is another: ``zinc (total)`` no ``zinc (dissolved)``, ``PM10`` no
    ``PM1.0``; and so is one that only begins so: ``Ni`` is no ``Nitrate``, ``zinc`` no ``zinc_sd``.

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
    wanted = spelt(name)
    said = [spelt(column) for column in columns]
    same = [k for k, one in enumerate(said) if one == wanted]
    bare = [spelt(_without(column, unit)) for column in columns]
    longer = [
        k
        for k, ways in enumerate(zip(said, bare, strict=True))
        if any(map(wanted.leaves_out, ways))
    ]
    for alike in (same, longer):
        if len(alike) == 1:
            return alike[0]
    meant = (cut_names(name, columns) if cut else "") or _meant(name, columns, bare)
    raise GraphError(f"no column is called '{shown(name)}'; {meant}there are {listed(columns)}")


def _meant(name: str, columns: Sequence[str], without: Sequence[Spelt]) -> str:
    """Return the question whether a column is meant that differs in brackets, points or signs."""
    plain, bare = plain_name(name), spelt(name).bare
    near = [
        column
        for column, other in zip(columns, without, strict=True)
        if bare in (spelt(column).bare, other.bare) or plain_name(column) == plain != ""
    ]
    if not near or not bare:
        return did_you_mean(name, columns)
    named = " or ".join(f"'{shown(column, 30)}'" for column in near[:_MOST_MEANT])
    return f"did you mean {named}? "


def _without(heading: str, unit: Callable[[str], str]) -> str:
    """Return a heading without the unit that its last words are; else nothing."""
    if len(heading) > MOST_LETTERS:
        return ""
    words = list(_WORD.finditer(heading))
    said = plain_name(unit(heading))
    for count in range(1, min(_MOST_WORDS, len(words) - 1) + 1):
        last = plain_name("".join(w[0] for w in words[-count:] if w[0].lower() != "per"))
        if said and last == said:
            return heading[: words[-count - 1].end()]
    return heading[: words[-2].end()] if len(words) > 1 and unit_of(heading) else ""


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
