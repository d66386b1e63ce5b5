"""Prefixes of units that only a capital tells from another: ``MW`` and ``mW``, ``Pg`` and ``pg``.

All else of a unit may be spelt in any case; these are 10⁹ apart, or 10²⁷.
"""

from __future__ import annotations

import re

__all__ = ["in_full"]

_FULL = {"M": "mega", "P": "peta"}
#: What stands behind the prefix, as it is spelt in the SI; what is written so is meant so.
_UNITS = {"g", "m", "l", "L", "W", "V", "J", "N", "A", "Pa", "Hz", "Bq", "Sv", "Gy", "Wh", "eV"}
_SMALL = {unit.lower() for unit in _UNITS}
#: Of these an m is mega in any spelling but the right one: nobody weighs in mHz.
_MOSTLY_MEGA = {"pa", "hz", "wh", "ev"}
_WORD = re.compile(r"(?<![^\W_])[MPmp][a-zA-Z]{1,2}(?![^\W\d_])")


def in_full(unit: str) -> str:
    """Return a unit with a mega and a peta written in full; in any case afterwards it is the same.

    A milli stays as it is, unless its unit is one that mostly has a mega.

    All capitals (``MG/L``) and all small letters (``mhz``) are what such units mostly are.

    Examples
    --------
    >>> [in_full(unit) for unit in ("MW", "mW", "Mg ha-1", "mg/ha", "MG/L", "Pg", "ppm")]
    ['megaW', 'mW', 'megag ha-1', 'mg/ha', 'MG/L', 'petag', 'ppm']
    >>> [in_full(unit) for unit in ("MPa", "MPA", "mpa", "mPa", "ML/ha", "MG/ML")]
    ['megaPa', 'megaPA', 'megapa', 'milliPa', 'megaL/ha', 'MG/ML']
    """
    capitals = unit.isupper()
    return _WORD.sub(lambda found: _written(found[0], capitals), unit)


def _written(word: str, capitals: bool) -> str:
    prefix, unit = word[0], word[1:]
    if unit.lower() not in _SMALL or (prefix in "Pp" and unit.lower() != "g"):
        return word
    loud = capitals and (unit in ("L", "N", "A") or unit not in _UNITS)
    right = unit in _UNITS and not loud
    if unit.lower() in _MOSTLY_MEGA and not (right and prefix == "m"):
        return f"mega{unit}"
    if prefix in _FULL and (right or not word.isupper()):
        return _FULL[prefix] + unit
    return f"milli{unit}" if unit.lower() in _MOSTLY_MEGA else word
