"""A column of weights as text, with decimal points or decimal commas, to numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.text import MISSING, NUMBER, has_mark, number_hint, parse_number, vanishes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TOO_SMALL", "check_points", "decimal_comma", "hint", "weight_values"]

#: What is said of a weight that would become 0, and its edge none.
TOO_SMALL = "the weight is too small for a number and would be 0 (scale all of them up)"

#: ``1,234`` is a thousand and some to one half of the world, and one and some to the other.
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+")
_DOTTED = re.compile(r"[+-]?[1-9][0-9]{0,2}([.][0-9]{3})+")
_WHOLE = re.compile(r"[+-]?[0-9]+")
_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
_PLAIN = re.compile(rf"(?:{NUMBER}\n)*+")
_WITH_POINT = re.compile(r"[+-]?[0-9]*\.[0-9]*(?:[eE][+-]?[0-9]+)?")


def weight_values(
    cells: list[str], *, delimiter: str, error: Callable[[int, str, object], Exception]
) -> NDArray[np.float64]:
    """Return ``(E,)`` finite weights of 0 or more.

    Parameters
    ----------
    cells
        What stands in the column.
    delimiter
        What divides the columns; unless a comma does, one may stand for the decimal point.
    error
        Makes an error of a row, the rule and what was got.
    """
    comma = delimiter != ","
    check_points(cells, [cells], error, delimiter=delimiter)
    if _PLAIN.fullmatch("\n".join([*cells, ""])):
        values = np.array(cells, dtype=float)
    else:
        comma = comma and decimal_comma(cells, error)
        numbers = (parse_number(cell, comma=comma) for cell in cells)
        values = np.array([np.nan if x is None else x for x in numbers])
    bad = np.flatnonzero(~(values >= 0) | np.isinf(values))
    if bad.size:
        rule = "the weight must be a finite number >= 0"
        if "," in cells[bad[0]] or (comma and any("," in cell for cell in cells)):
            rule += ", all with a decimal point" if not comma else ", all with a decimal comma"
        raise error(int(bad[0]), rule, cells[bad[0]])
    lost = next((row for row in np.flatnonzero(values == 0) if vanishes(cells[row])), None)
    if lost is not None:
        raise error(int(lost), TOO_SMALL, cells[lost])
    return values


def decimal_comma(
    cells: list[str],
    error: Callable[[int, str, object], Exception],
    table: Iterable[Sequence[str]] = (),
) -> bool:
    """Tell whether numbers have a decimal comma; refuse those that may all be thousands.

    Parameters
    ----------
    cells
        The column that is read.
    error
        Makes an error of a row, the rule and what was got.
    table
        Other columns: one of numbers, some of them as ``0,5``, tells.
    """
    with_comma = [(row, cell) for row, cell in enumerate(cells) if "," in cell]
    unsure = with_comma and all(_THOUSANDS.fullmatch(cell) for _, cell in with_comma)
    if unsure and not any(map(_has_decimals, table)):
        row, cell = with_comma[0]
        way = f"write {cell}0 here, which tells, or all of them as {cell.replace(',', '')}"
        raise error(row, f"the comma may part decimals or thousands ({way})", cell)
    marked = next(((row, cell) for row, cell in with_comma if has_mark(cell)), None)
    if marked is not None:
        row, cell = marked
        raise error(row, "the comma may part decimals or a mark", cell)
    return bool(with_comma)


def hint(rule: str, got: object) -> str:
    """Return what to write in place of a cell, where its rule does not say it in brackets."""
    return "" if rule.endswith(")") else number_hint(str(got))


def _has_decimals(cells: Sequence[str]) -> bool:
    """Tell whether cells are numbers, and a comma in them cannot part thousands."""
    given = [cell for cell in cells if cell.lower() not in MISSING]
    sure = any("," in cell and not _THOUSANDS.fullmatch(cell) for cell in given)
    return sure and all(parse_number(cell, comma=True) is not None for cell in given)


def check_points(
    cells: list[str],
    table: Iterable[list[str]],
    error: Callable[[int, str, object], Exception],
    *,
    delimiter: str,
    decimal: bool = False,
) -> None:
    """Refuse points that may all part thousands, as far as a table tells.

    Who writes ``0,5`` beside ``181.100`` means 181100. ``1.022`` beside ``640`` may be a thousand
    and some, whatever divides the columns: unless a number of the table, ``0.5`` or ``12.25``, has
    a point that parts decimals. Semicolons divide where the comma is the decimal sign, so that
    ``1.022`` may be so there beside ``1.141``, too.

    Parameters
    ----------
    cells
        The column that is read.
    table
        Columns, or rows, with numbers that tell how points and commas are used.
    error
        Makes an error of a row, the rule and what was got.
    delimiter
        What divides the columns; empty where nothing does, and numbers are no text.
    decimal
        Whether something else tells that points part decimals.
    """
    dotted = [(row, cell) for row, cell in enumerate(cells) if "." in cell]
    if not delimiter or not dotted or not all(_DOTTED.fullmatch(cell) for _, cell in dotted):
        return
    mixed = any(map(_WHOLE.fullmatch, cells))
    if delimiter == "," and not mixed:
        return
    row, cell = dotted[0]
    rule = "the point may part decimals or thousands"
    others = [other for column in table for other in column]
    if any(_COMMA.fullmatch(other) for other in others):
        rule += ", as other numbers have a decimal comma"
        raise error(row, f"{rule} (write one decimal sign, and no thousands)", cell)
    if (mixed or delimiter == ";") and not decimal and not any(map(_is_decimal, others)):
        way = f"write {cell.replace('.', '')} or {cell}0"
        way += "" if mixed else "; or divide columns by commas, where a point is decimal"
        raise error(row, f"{rule} ({way})", cell)


def _is_decimal(cell: str) -> bool:
    """Tell whether a number has a point that cannot part thousands."""
    return "." in cell and bool(_WITH_POINT.fullmatch(cell)) and not _DOTTED.fullmatch(cell)
