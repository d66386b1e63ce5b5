"""The unit of values, where it stands in their heading: in brackets, or at its end.

``zinc (mg/L)``, ``zinc_mg_l``, ``Zinc mg L-1``, ``temp_C``: each says it. Single letters are units
in brackets, and of temperatures; ``zinc_t`` may be the total.
"""

from __future__ import annotations

import re
import unicodedata

from cheapbandits.graphs.files.date_cells import is_date
from cheapbandits.graphs.files.said_in_cells import two_units
from cheapbandits.graphs.files.unit_prefixes import in_full
from cheapbandits.graphs.files.unit_shapes import canonical, has_shape, is_named

__all__ = ["heading_unit", "in_brackets", "plain_unit"]

_BRACKETS = re.compile(r"[(\[]([^)\]]*)[)\]]")
_TEMPERATURE = re.compile(
    r"(?:.*[^a-z])?(?:te?mp[a-z]*?|t(?=[ _.]))[ _.]*(?:deg(?:rees)?|[°º])?[ _.]*([cfk])", re.I
)
#: Units of one word, in any heading; and such as need brackets to be one.
_WORDS = {"mm", "cm", "km", "ft", "feet", "psi", "kpa", "hpa", "mbar", "ntu", "psu", "cfs", "gpm"}
_WORDS |= {"pct", "dba", "usv", "msv", "nsv", "bq", "lux", "mv", "inches"}
_LETTERS = {"c", "f", "k", "m", "g", "l", "v", "t", "in", "kg", "mg", "ug", "bar", "pa", "lb", "oz"}
#: Without anything between: mgl, ugkg.
_GLUED = re.compile(r"([munpk]?g)(l|kg|m3|100g)")
#: Marks from their first on: of a long row of them not every rest is tried.
_PER = re.compile(
    r"(?: per |(?<![ _./·*])[ _./·*]++)(l|kg|g|m|m2|m3|dm3|ha|100 ?g|ml|cm|mol)(?:\^?-1)?"
)
_DEGREES = re.compile(r"(?:°|º|deg(?:rees?)?)?[ _.]?([cfk])|(celsius|fahrenheit|kelvin)")
_MOST_WORDS = 3


def heading_unit(heading: str) -> str:
    """Return the unit that a heading says; empty where it says none.

    Examples
    --------
    >>> [heading_unit(name) for name in ("zinc (mg/L)", "zinc_ug_l", "Zn mg L-1", "temp_C")]
    ['mg/L', 'ug/l', 'mg/L-1', 'C']
    >>> [heading_unit(name) for name in ("zinc (total)", "zinc_t", "vitamin_C", "mg")]
    ['', '', '', '']
    """
    name = " ".join(unicodedata.normalize("NFKC", str(heading)[:100]).split())
    inside = _BRACKETS.findall(name)
    for text in reversed(inside):
        first = text.split(" ")[0]  # mg/kg dry weight
        if any(_is_unit(part, _WORDS | _LETTERS) or is_named(part) for part in (text, first)):
            return str(text)
        if has_shape(text):
            return str(text)
    if inside and name.endswith((")", "]")):
        return ""
    warm = _TEMPERATURE.fullmatch(name)
    if warm is not None:
        return warm[1].upper()
    words = re.split(r"[ _.]+", name.strip("._ "))
    for count in range(min(_MOST_WORDS, len(words) - 1), 0, -1):
        last = [word for word in words[-count:] if word.lower() != "per"]
        unit = "/".join(last)
        if _is_unit(unit, _WORDS) or _GLUED.fullmatch(unit.lower()):
            return unit
    return ""


def in_brackets(heading: str) -> str:
    """Return what else stands in the brackets of a heading, and may be a unit; no unit, no date.

    Examples
    --------
    >>> [in_brackets(name) for name in ("a (furlongs)", "a (km/h)", "a (2023)", "a")]
    ['furlongs', '', '', '']
    """
    name = " ".join(unicodedata.normalize("NFKC", str(heading)[:100]).split())
    found = [text.strip() for text in _BRACKETS.findall(name)]
    if heading_unit(name) or not any(any(map(str.isalpha, text)) for text in found):
        return ""
    return "; ".join(text for text in found if text and not is_date(text))


def plain_unit(text: str) -> str:
    """Return a unit however it is spelt: those that are the same are equal.

    Examples
    --------
    >>> {plain_unit(text) for text in ("mg/L", "mg/l", "MG/L", "mg L-1", "mg per l", "mgl")}
    {'mg/l'}
    >>> plain_unit("\u00b5g/L") == plain_unit("ug/l"), plain_unit("degC") == plain_unit("\u00b0C")
    (True, True)
    """
    plain = in_full(unicodedata.normalize("NFKC", text)).lower().replace("\u03bc", "u")
    plain = " ".join(plain.replace("\u2212", "-").split())
    warm = _DEGREES.fullmatch(plain)
    if warm is not None:
        return f"°{(warm[1] or warm[2])[0]}"
    plain = _GLUED.sub(r"\1/\2", plain) if _GLUED.fullmatch(plain) else plain
    return canonical(_PER.sub(r"/\1", plain))


def _is_unit(text: str, known: set[str]) -> bool:
    """Tell whether a text is a unit: beside another one there are two."""
    return text.lower() in known or any(two_units([text, other]) for other in ("ppm", "%"))
