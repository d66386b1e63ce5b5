"""The unit of a campaign's values: it stands at the end of the name, and so changes with it."""

from __future__ import annotations

import re

__all__ = ["called", "unit_of"]


def unit_of(name: str) -> str:
    """Return the unit that a campaign's name ends with in square brackets; empty where none.

    Examples
    --------
    >>> unit_of("Zinc in the meadow [mg/kg]"), unit_of("Counties (2009)")
    ('mg/kg', '')
    """
    found = re.search(r"\S.*\[([^\[\]]+)\]$", called(name.strip()))
    return "" if found is None else found[1].strip()


def called(name: str) -> str:
    """Return a name as people write it: a stored one has no slash, its unit may have one.

    Examples
    --------
    >>> called("Nitrate 1\u22152 [mg\u2215L]") == "Nitrate 1\u22152 [mg/L]"
    True
    """
    return re.sub(r"\[[^\[\]]*\]$", lambda unit: unit[0].replace("\u2215", "/"), name)
