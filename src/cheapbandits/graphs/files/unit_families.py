"""Units of one quantity that are words of their own, too: ``mg`` and ``g``, ``cm`` and ``m``.

A lone ``m`` or ``t`` under any heading may be anything. Beside ``cm`` or ``kg``, where nothing else
stands in the column, it is a unit. Capitals are states and codes (``CM`` and ``M``), and two single
letters are classes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cheapbandits.graphs.files.unit_shapes import canonical
from cheapbandits.text import MISSING

__all__ = ["one_family"]

#: Each line one quantity, as :func:`.canonical` writes its units.
_FAMILIES = [
    {*line.split()}
    for line in (
        "nm um mm cm dm m km in ft yd mi nmi",
        "pg ng ug mg g kg t dt lb oz",
        "ul ml cl dl l hl m3 dm3 cm3 gal",
        "m2 cm2 mm2 km2 ha ac ft2",
        "pa hpa kpa mpa bar mbar psi atm mmhg torr",
        "bq mbq kbq gbq ci pci nci",
        "sv msv usv nsv rem mrem",
        "gy mgy ugy ngy",
        "db dba dbm dbuv",
        "v mv uv kv",
        "w mw kw uw",
        "j kj mj wh kwh mwh cal kcal ev kev mev",
        "hz khz mhz ghz",
        "ms us s min h d",
        "mol mmol umol nmol pmol",
        "a ma ua",
        "n kn mn",
        "°c °f °k degc degf k",
    )
]
#: As :func:`.in_full` writes them.
_PREFIX = re.compile("(?<=m)ega|(?<=m)illi|(?<=p)eta")
_LETTERS = {"c", "f", "k"}
_MOST = 10


def one_family(found: Sequence[str], *, letters: bool = False) -> bool:
    """Tell whether all cells are units of one quantity, and not all the same.

    Parameters
    ----------
    found
        The cells of a column; gaps are passed over.
    letters
        Whether capitals and the letters of temperatures count, as they do right beside numbers.

    Examples
    --------
    >>> one_family(["mg", "g", ""]), one_family(["ft", "m"]), one_family(["kPa", "bar"])
    (True, True, True)
    >>> one_family(["MW", "mW"]), one_family(["Mg", "mg"]), one_family(["MM", "mm"])
    (True, True, False)
    >>> one_family(["M", "F"]), one_family(["in", "out"]), one_family(["CM", "M"])
    (False, False, False)
    >>> one_family(["C", "F"]), one_family(["C", "F"], letters=True)
    (False, True)
    """
    kinds = {cell.strip() for cell in found if cell.strip().lower() not in MISSING}
    if not 1 < len(kinds) <= _MOST or max(map(len, kinds)) > _MOST:
        return False
    small = {kind.lower() for kind in kinds}
    if letters and small <= _LETTERS:
        return len(small) > 1
    if all(map(str.isupper, kinds)) and not letters:
        return False
    units = {canonical(kind) for kind in kinds}
    words = any(len(unit) > 1 for unit in units)
    short = {_PREFIX.sub("", unit) for unit in units}
    return len(units) > 1 and words and any(short <= family for family in _FAMILIES)
