"""Texts that look like units, though nobody listed them: ``t/ha``, ``ind m-2``, ``x10^3 mg/kg``.

What is divided by a litre, a hectare or an hour is a unit, whatever it counts. Units of one word
are known by name; ``total`` and ``ICP-MS`` are none.
"""

from __future__ import annotations

import re
import unicodedata

from cheapbandits.graphs.files.unit_prefixes import in_full

__all__ = ["canonical", "has_shape", "is_named"]

#: What something is counted or weighed in, or for: below a stroke, or with a negative power.
_BELOW = {"l", "ml", "dl", "ul", "cl", "g", "kg", "mg", "t", "m", "cm", "mm", "dm", "km", "nm"}
_BELOW |= {"ha", "ac", "acre", "acres", "ft", "mi", "mile", "yd", "in", "inch", "gal", "lb", "oz"}
_BELOW |= {"h", "hr", "hour", "s", "sec", "second", "min", "minute", "d", "day", "wk", "week"}
_BELOW |= {"mo", "month", "yr", "year", "a", "mol", "person", "capita", "plot", "plant", "tree"}
_BELOW |= {"trap", "net", "quadrat", "sample", "head", "household", "litre", "liter", "hectare"}
#: What stands before a negative power: ``M-1`` and ``plot a-1`` are names of sites.
_ABOVE = {"pg", "ng", "ug", "mg", "g", "kg", "t", "dt", "mol", "mmol", "umol", "nmol", "l", "ml"}
_ABOVE |= {"m", "cm", "mm", "km", "ind", "cells", "no", "bq", "mbq", "kbq", "w", "kw", "j", "kj"}
_ABOVE |= {"mj", "us", "ms", "ds", "eq", "meq", "cfu", "mpn", "kwh", "eur", "€", "usv", "nsv", "k"}
_ABOVE |= {"sv", "gy", "hl", "dm", "veh", "%", "°c", "v", "mv", "n", "kn", "indiv", "stems", "cmol"}
#: Units of one word; shorter ones are names of countries, sizes and much else, too.
_NAMED = {"mph", "kph", "kmh", "kmph", "knot", "knots", "mps", "cfs", "cumecs", "gpm", "mgd", "cms"}
_NAMED |= {"psi", "kpa", "hpa", "mpa", "mbar", "mmhg", "inhg", "atm", "ntu", "fnu", "ftu", "rfu"}
_NAMED |= {"psu", "eur", "usd", "gbp", "chf", "kwh", "mwh", "usv", "msv", "nsv", "mgy", "ugy"}
_NAMED |= {"log10", "ln", "wt%", "wt.%", "vol%", "vol.%", "at%", "at.%", "mol%", "dbm", "lux"}
#: One for all that mean the same.
_SAME = {"hr": "h", "hour": "h", "std": "h", "sec": "s", "second": "s", "minute": "min"}
_SAME |= {"day": "d", "wk": "week", "mo": "month", "yr": "a", "year": "a", "acre": "ac"}
_SAME |= {"acres": "ac", "litre": "l", "liter": "l", "hectare": "ha", "tonnes": "t", "tonne": "t"}
_SAME |= {"tons": "t", "ton": "t", "€": "eur", "£": "gbp", "mcg": "ug", "mile": "mi", "sqm": "m2"}
_SAME |= {"mc": "m3", "cbm": "m3", "inch": "in", "inches": "in", "feet": "ft", "cc": "cm3"}
_SAME |= {"individuals": "ind", "inds": "ind", "persons": "person", "people": "person"}
_SAME |= {"metre": "m", "meter": "m", "metres": "m", "meters": "m", "foot": "ft", "metros": "m"}
_SAME |= {"millimetre": "mm", "millimeter": "mm", "millimetres": "mm", "millimeters": "mm"}
_SAME |= {"centimetre": "cm", "centimeter": "cm", "centimetres": "cm", "centimeters": "cm"}
_SAME |= {"kilometre": "km", "kilometer": "km", "kilometres": "km", "kilometers": "km"}
_SAME |= {"gram": "g", "grams": "g", "kilogram": "kg", "kilograms": "kg", "milligram": "mg"}
_SAME |= {"milligrams": "mg", "lbs": "lb", "pound": "lb", "pounds": "lb", "ounces": "oz"}
_SAME |= {"litres": "l", "liters": "l", "days": "d", "hours": "h", "hrs": "h", "minutes": "min"}
_SAME |= {"seconds": "s", "secs": "s", "mins": "min", "ounce": "oz", "millilitres": "ml"}
_SAME |= {"microgram": "ug", "micrograms": "ug", "nanogram": "ng", "nanograms": "ng"}
_SAME |= {"miles": "mi", "yards": "yd", "yard": "yd", "radians": "rad"}
_WHOLE = {"mph": "mi/h", "kph": "km/h", "kmh": "km/h", "kmph": "km/h", "mps": "m/s"}
_WHOLE |= {"cfs": "ft3/s", "cumecs": "m3/s", "cms": "m3/s", "knot": "kn", "knots": "kn"}
_WHOLE |= {"percent": "%", "pct": "%"}

_SCALE = re.compile(r"(?:log(?:10|2)?|ln|(?:[x*] ?)?10\^?-?[0-9]{1,2}|[x*] ?1000|thousand)\b[ (]*")
_PART = re.compile(r"/|[0-9.,]+(?=[ /a-z]|$)|[^\s/·*.]+")
_POWER = re.compile(r"(.*[^0-9^+-])\^?([+-]?[1-9])")
_TOP = re.compile(r"(?:[#°%€$£a-z]{1,5}[23]?|individuals|persons|people|[a-z]{1,5} [a-z]{1,3})?")
_LONGEST = 40
#: Classes of two letters, answers, and how dates are written: no ratios.
_NO_RATIO = re.compile(r"[A-Z]/[A-Z]|[nN]/[aA]|[dmyDMY]+/[dmyDMY]+/[dmyDMY]+")


def has_shape(text: str) -> bool:
    """Tell whether a text is built as units are: by a stroke or a power, of something known.

    Examples
    --------
    >>> [has_shape(text) for text in ("t/ha", "bu/ac", "per 100 ml", "kg ha-1", "log10 mg/kg")]
    [True, True, True, True, True]
    >>> [has_shape(text) for text in ("A/B", "yes/no", "ICP-MS", "total", "2023", "0/1")]
    [False, False, False, False, False, False]
    """
    plain = _plain(text)
    if not plain or len(plain) > _LONGEST or _NO_RATIO.fullmatch(text.strip()):
        return False
    plain = _SCALE.sub("", plain, count=1) if _SCALE.match(plain) else plain
    top, stroke, below = plain.partition("/")
    if stroke:
        words = re.findall(r"[0-9.,]+(?=[ a-z]|$)|[^ /()·*.]+", below)
        bare = [_POWER.sub(r"\1", word) for word in words if not _is_number(word)]
        counted = not bare and not top.strip() and bool(words)  # per 1000
        return counted or (
            bool(bare) and bare[0] in _BELOW and _TOP.fullmatch(top.strip(" .")) is not None
        )
    first, *rest = re.split(r"[ ·*.]+", plain)
    if _POWER.sub(r"\1", first) not in _ABOVE:
        return False
    powers = [_POWER.fullmatch(word) for word in rest]
    return any(found and found[1] in _BELOW and found[2][0] == "-" for found in powers)


def is_named(text: str) -> bool:
    """Tell whether a text is a unit of one word that is hardly anything else.

    Examples
    --------
    >>> is_named("mph"), is_named("NTU"), is_named("m"), is_named("log10")
    (True, True, False, True)
    """
    return _plain(text) in _NAMED


def canonical(text: str) -> str:
    """Return a unit with strokes for all that it is divided by: those that are the same are equal.

    Examples
    --------
    >>> {canonical(text) for text in ("t/ha", "t ha-1", "t·ha⁻¹", "tonnes per hectare")}
    {'t/ha'}
    >>> canonical("umol m-2 s-1") == canonical("umol/m2/s"), canonical("mph") == canonical("mi/h")
    (True, True)
    >>> canonical("Mg/ha") == canonical("mg/ha"), canonical("MG/L") == canonical("mg/l")
    (False, True)
    """
    plain = _plain(in_full(text))
    plain = _WHOLE.get(plain, plain)
    top: list[str] = []
    below: list[str] = []
    under = False
    for part in _PART.findall(plain.replace("(", " ").replace(")", " ")):
        if part == "/":
            under = True
            continue
        found = _POWER.fullmatch(part)
        word, power = (found[1], found[2]) if found and found[1] != "log" else (part, "")
        word, size = _SAME.get(word, word), power.lstrip("+-").replace("1", "")
        (below if under or power[:1] == "-" else top).append(f"{word}{size}")
    return "/".join([" ".join(top), *sorted(below)])


def _is_number(word: str) -> bool:
    return word.replace(",", "").isdigit()


def _plain(text: str) -> str:
    """Return a text in small letters, with a stroke for each 'per'."""
    plain = unicodedata.normalize("NFKC", text).lower().replace("\u03bc", "u")
    plain = re.sub(r"\b([a-z])\.([a-z])\.", r"\1\2", plain)  # d.w.
    plain = plain.replace("\u2212", "-").replace("**", "^").replace("\u00d7", "x")
    return re.sub(r" *(?:\bper\b|\bpro\b|/) *", "/", " ".join(plain.split()))
