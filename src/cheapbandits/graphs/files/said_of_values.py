"""What a file says of all its values: their unit, of which substance they are, and in what.

A unit is known by its cells, under any heading. Of what else is the same in all rows, the words
that stand nearest to the values are handed on by their headings (``.Analyt``): another file may say
something else there.

Within one file two of either are refused (:mod:`.beside_values`). What remains is one word each. It
is handed on with the values, so that another file can be held against it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import COORDINATES, SITES, TOLD_BY
from cheapbandits.graphs.files.date_cells import is_full_date
from cheapbandits.graphs.files.heading_units import heading_unit, in_brackets
from cheapbandits.graphs.files.kept_cells import kept_columns
from cheapbandits.graphs.files.one_unit import unit_columns, unit_in_cells
from cheapbandits.graphs.files.said_in_cells import FREE, header_words
from cheapbandits.graphs.files.telling_columns import is_depth, is_moment
from cheapbandits.graphs.files.value_words import (
    ANY_VALUES,
    FRACTIONS,
    KINDS,
    MATRICES,
    STATISTICS,
)
from cheapbandits.graphs.which_column import may_name
from cheapbandits.text import MISSING, parse_number

__all__ = ["BY_HEADING", "IN_BRACKETS", "said_of_values"]

#: What the names of such words begin with.
BY_HEADING = "."
#: What stands in the brackets of their own heading, where it is no unit that is known.
IN_BRACKETS = "brackets"

#: What columns beside any values say of them, by a word of their headers.
_OF_ALL = {
    "substance": KINDS,
    "matrix": MATRICES,
    "fraction": FRACTIONS,
    "statistic": STATISTICS,
}
#: Longer ones are remarks, and would not fit into a key.
_LONGEST = 60
#: So many such words, each as long as this at most, and in no fewer rows. More digits than these
#: are the number of a report or a sample.
_MOST_WORDS, _LONGEST_WORD, _FEWEST_ROWS, _MOST_DIGITS = 2, 30, 3, 2


def said_of_values(
    columns: Sequence[str],
    values: str,
    cells: Callable[[int], Sequence[str]],
    used: Sequence[bool],
    beside: str = "",
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
    beside
        The unit that is shown beside all values, where nothing else says one.
    """
    said: dict[str, str] = {}
    for k in unit_columns(columns, values):
        said.setdefault("unit", _one(cells(k), used))
    if not said.get("unit"):
        told = heading_unit(values) or unit_in_cells(columns, values, cells, used)
        said["unit"] = _plain(told or beside)
    said[IN_BRACKETS] = _plain(in_brackets(values))
    if plain_name(values) in ANY_VALUES:
        for k, name in enumerate(columns):
            words = {plain_name(name), *header_words(name)} if name != values else set()
            for what, known in _OF_ALL.items():
                word = _one(cells(k), used).lower() if words & known else ""
                if word and (what == "substance" or parse_number(word) is None):
                    said.setdefault(what, word)
    found = {what: word for what, word in said.items() if word and len(word) <= _LONGEST}
    return found | _by_heading(columns, values, cells, used, {*map(str.lower, said.values())})


def _by_heading(
    columns: Sequence[str],
    values: str,
    cells: Callable[[int], Sequence[str]],
    used: Sequence[bool],
    said: set[str],
) -> dict[str, str]:
    """Return words that are the same in all rows, the nearest to the values first."""
    if sum(used) < _FEWEST_ROWS:
        return {}
    at = columns.index(values)
    known = {at, *kept_columns(columns, (*TOLD_BY, "record", "status")).values()}
    found: dict[str, str] = {}
    for k in sorted({*range(len(columns))} - known, key=lambda k: abs(k - at)):
        name = _plain(columns[k])
        plain = plain_name(name)
        if may_name(name) or plain in (*COORDINATES, *SITES) or {plain, *header_words(name)} & FREE:
            continue
        if is_moment(name) or is_depth(name):
            continue  # told apart by it, see .telling_columns
        column = cells(k)
        first = column[used.index(True)]
        word = _plain(first)
        if not (_is_word(name) and _is_word(word)) or word.lower() in said:
            continue
        if all(cell == first for cell, counts in zip(column, used, strict=True) if counts):
            found[BY_HEADING + name] = word
        if len(found) == _MOST_WORDS:
            break
    return found


def _is_word(text: str) -> bool:
    """Tell whether a text is of words: no number, date or number of a report."""
    if len(text) > _LONGEST_WORD or text.lower() in MISSING or parse_number(text) is not None:
        return False
    few = sum(map(str.isdigit, text)) <= _MOST_DIGITS
    return few and any(map(str.isalpha, text)) and not is_full_date(text)


def _one(cells: Sequence[str], used: Sequence[bool]) -> str:
    """Return the first word of a column, beside a value."""
    pairs = zip(cells, used, strict=True)
    found = (_plain(cell) for cell, counts in pairs if counts)
    return next((cell for cell in found if cell.lower() not in MISSING), "")


def _plain(text: str) -> str:
    """Return a text however its blanks, its micro sign and its litre are written."""
    return " ".join(unicodedata.normalize("NFKC", text).split()).replace("/l", "/L")
