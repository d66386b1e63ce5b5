"""A column of weights as text, with decimal points or decimal commas, to numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.text import NUMBER, parse_number, vanishes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["TOO_SMALL", "check_points", "decimal_comma", "weight_values"]

#: What is said of a weight that would become 0, and its edge none.
TOO_SMALL = "the weight is too small for a number and would be 0 (scale all of them up)"

#: ``1,234`` is a thousand and some to one half of the world, and one and some to the other.
_THOUSANDS = re.compile(r"[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+")
_DOTTED = re.compile(r"[+-]?[1-9][0-9]{0,2}([.][0-9]{3})+")
_COMMA = re.compile(r"[+-]?[0-9]+,[0-9]+")
_PLAIN = re.compile(rf"(?:{NUMBER}\n)*+")


def weight_values(
    cells: list[str], *, comma: bool, error: Callable[[int, str, object], Exception]
) -> NDArray[np.float64]:
    """Return ``(E,)`` finite weights of 0 or more.

    Parameters
    ----------
    cells
        What stands in the column.
    comma
        Whether a comma may stand for the decimal point.
    error
        Makes an error of a row, the rule and what was got.
    """
    if _PLAIN.fullmatch("\n".join([*cells, ""])):
        values = np.array(cells, dtype=float)
    else:
        comma = comma and decimal_comma(cells, error)
        numbers = (parse_number(cell, comma=comma) for cell in cells)
        values = np.array([np.nan if x is None else x for x in numbers])
    bad = np.flatnonzero(~(values >= 0) | np.isinf(values))
    if bad.size:
        rule = "the weight must be a finite number >= 0"
        if "," in cells[bad[0]] or comma:
            rule += ", all with a decimal point" if not comma else ", all with a decimal comma"
        raise error(int(bad[0]), rule, cells[bad[0]])
    lost = next((row for row in np.flatnonzero(values == 0) if vanishes(cells[row])), None)
    if lost is not None:
        raise error(int(lost), TOO_SMALL, cells[lost])
    return values


def decimal_comma(cells: list[str], error: Callable[[int, str, object], Exception]) -> bool:
    """Tell whether numbers have a decimal comma; refuse those that may all be thousands."""
    with_comma = [(row, cell) for row, cell in enumerate(cells) if "," in cell]
    if with_comma and all(_THOUSANDS.fullmatch(cell) for _, cell in with_comma):
        row, cell = with_comma[0]
        raise error(row, "the comma may part decimals or thousands (write a decimal point)", cell)
    return bool(with_comma)


def check_points(
    cells: list[str], table: Iterable[list[str]], error: Callable[[int, str, object], Exception]
) -> None:
    """Refuse points that may all part thousands, where other numbers of a table have a comma.

    Who writes ``0,5`` beside ``181.100`` means 181100.
    """
    dotted = [(row, cell) for row, cell in enumerate(cells) if "." in cell]
    if not dotted or not all(_DOTTED.fullmatch(cell) for _, cell in dotted):
        return
    if any(_COMMA.fullmatch(cell) for column in table for cell in column):
        row, cell = dotted[0]
        rule = "the point may part decimals or thousands, as other numbers have a decimal comma"
        raise error(row, f"{rule} (write one decimal sign, and no thousands)", cell)
