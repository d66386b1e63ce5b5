"""Values that are not above their own limit of detection: nothing was found there.

Laboratories write the limit, half of it or its negative in place of a value, and the limit beside
it. Read without that column, a place where nothing was found has a reading.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.text import parse_number

__all__ = ["first_under_limit", "is_limit"]

_LIMITS = {"mdl", "idl", "rdl", "lod", "loq", "lor", "mrl", "pql", "lld", "mql"}
_LIMITS |= {"nwg", "eql"}
#: And such as may be short for something else: limits come again.
_SHORT = {"dl", "rl", "ql", "lq", "ld", "lc", "bg", "ng", "rg"}
_LIMIT = re.compile(
    r"(?:detection|detect|reporting|quantitation|quantification)(?:limit|level|lim)|"
    r"limitof(?:detection|quantification|quantitation|reporting)|"
    r"(?:nachweis|bestimmungs|berichts)grenze|(?:rapportage|detectie|bepalings)grens|"
    r"limited[ei](?:quantification|detection|deteccion|cuantificacion|rilevabilita|quantificazione)"
)
#: What may stand beside these words in a header.
_BESIDE = {"method", "lab", "laboratory", "sample", "result", "value", "instrument", "practical"}
_BESIDE |= {"measure", "lower", "minimum", "min", "adjusted", "contract", "required"}
_UNITS = {"mg", "ug", "kg", "g", "l", "ml", "m3", "ppm", "ppb"}


def is_limit(name: str, values: str, cells: Sequence[str]) -> bool:
    """Tell whether a column, with these cells, has the limits of detection of a column of values.

    Examples
    --------
    >>> names = ("MDL", "Detection Limit", "zinc_RL", "lead_RL")
    >>> [is_limit(name, "zinc", ["5", "5"]) for name in names], is_limit("RL", "zinc", ["5", "9"])
    ([True, True, True, False], False)
    """
    words = [w for w in header_words(name) if w not in {*_BESIDE, *header_words(values)}]
    words = words[:1] + [word for word in words[1:] if word not in _UNITS]
    plain = "".join(words) if words else plain_name(name)
    if plain in _SHORT:
        return 2 * len({*cells}) <= len(cells)
    return plain in _LIMITS or _LIMIT.fullmatch(plain) is not None


def first_under_limit(values: Sequence[str], limits: Sequence[str]) -> int | None:
    """Return the first row whose value is not above its limit."""
    for row, cells in enumerate(zip(values, limits, strict=True)):
        value, limit = (parse_number(cell, comma="," in cell) for cell in cells)
        if value is not None and limit is not None and value <= limit and limit > 0:
            return row
    return None
