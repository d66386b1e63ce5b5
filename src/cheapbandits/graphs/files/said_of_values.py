"""What a file says of all its values: their unit, of which substance they are, and in what.

Within one file two of either are refused (:mod:`.beside_values`). What remains is one word each. It
is handed on with the values, so that another file can be held against it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.heading_units import heading_unit
from cheapbandits.graphs.files.one_unit import unit_columns
from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.files.value_words import (
    ANY_VALUES,
    FRACTIONS,
    KINDS,
    MATRICES,
    STATISTICS,
)
from cheapbandits.text import MISSING, parse_number

__all__ = ["said_of_values"]

#: What columns beside any values say of them, by a word of their headers.
_OF_ALL = {
    "substance": KINDS,
    "matrix": MATRICES,
    "fraction": FRACTIONS,
    "statistic": STATISTICS,
}
#: Longer ones are remarks, and would not fit into a key.
_LONGEST = 60


def said_of_values(
    columns: Sequence[str],
    values: str,
    cells: Callable[[int], Sequence[str]],
    used: Sequence[bool],
) -> dict[str, str]:
    """Return what is said of the values that are used: ``unit``, ``substance``, ``matrix``.

    Parameters
    ----------
    columns
        What the columns of the file are called.
    values
        The column of the values; a unit may stand in its name, see :func:`.heading_unit`.
    cells
        Gives a column, by its place.
    used
        Which rows have a value.
    """
    said: dict[str, str] = {}
    for k in unit_columns(columns, values):
        said.setdefault("unit", _one(cells(k), used))
    if not said.get("unit"):
        said["unit"] = _plain(heading_unit(values))
    if plain_name(values) in ANY_VALUES:
        for k, name in enumerate(columns):
            words = {plain_name(name), *header_words(name)} if name != values else set()
            for what, known in _OF_ALL.items():
                word = _one(cells(k), used).lower() if words & known else ""
                if word and (what == "substance" or parse_number(word) is None):
                    said.setdefault(what, word)
    return {what: word for what, word in said.items() if word and len(word) <= _LONGEST}


def _one(cells: Sequence[str], used: Sequence[bool]) -> str:
    """Return the first word of a column, beside a value."""
    pairs = zip(cells, used, strict=True)
    found = (_plain(cell) for cell, counts in pairs if counts)
    return next((cell for cell in found if cell.lower() not in MISSING), "")


def _plain(text: str) -> str:
    """Return a text however its blanks, its micro sign and its litre are written."""
    return " ".join(unicodedata.normalize("NFKC", text).split()).replace("/l", "/L")
