"""Names of columns that a Shapefile has cut: ``zinc_total_2024`` is ``zinc_tot_1`` there.

Two that begin alike are told apart by a number at their end, in the order of the columns. Which is
which, only who made the file can tell.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cheapbandits.text import shown

__all__ = ["cut_names"]

#: So many characters a name has at most.
_LONGEST = 10
#: What tells apart those that would be the same.
_COUNTED = re.compile("_?[0-9]{1,3}$")
#: A name is cut to no fewer before its number.
_SHORTEST = 6


def cut_names(name: str, columns: Sequence[str]) -> str:
    """Return what to say of a name that is longer than any may be; else nothing.

    Examples
    --------
    >>> cut_names("zinc_total_2024", ["site", "zinc_total", "zinc_tot_1"])
    "its names are cut to 10 characters: 'zinc_total' or 'zinc_tot_1' may be it, look which; "
    >>> cut_names("zinc", ["site", "zn"]), cut_names("Messstelle_Name", ["zinc"])
    ('', '')
    """
    if len(name.encode()) <= _LONGEST:
        return ""
    found = [column for column in columns if _may_be(name.lower(), column.lower())]
    if not found:
        return ""
    listed = " or ".join(f"'{shown(column)}'" for column in found)
    which = ", look which" if len(found) > 1 else ""
    return f"its names are cut to {_LONGEST} characters: {listed} may be it{which}; "


def _may_be(name: str, column: str) -> bool:
    """Tell whether a column may be what is left of a name."""
    if len(column.encode()) < _LONGEST - 1:
        return False
    start = _COUNTED.sub("", column)
    return name.startswith(column) or (len(start) >= _SHORTEST and name.startswith(start))
