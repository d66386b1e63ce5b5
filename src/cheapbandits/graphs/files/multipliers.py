"""A column by which values are to be multiplied: ``UNIT_MULT``, ``in thousands``.

Where it is the same in all rows, so are the values; where it differs, those as they stand are no
one field. Some files have multiplied them already and say so nowhere: it is asked. Laboratories
have, where they say how a sample was diluted: that is no such column.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cheapbandits.graphs.files.said_in_cells import header_words
from cheapbandits.graphs.files.value_words import PLAIN
from cheapbandits.text import MISSING, parse_number

__all__ = ["COUNTED", "first_multiplied"]

#: Headings below which any number is one, and such as need a power of ten: quakes have a magnitude.
_ANY = {"mult", "multiplier", "multiplicator", "multiplikator", "multiplicateur", "multiplicador"}
_TENS = {"factor", "faktor", "facteur", "fattore", "fator", "magnitude", "scale", "scaling"}
_TENS |= {"exponent", "multiple"}
#: What changes nothing beside these.
_BESIDE = {"unit", "units", "power", "of", "ten", "conversion", "applied", "x", "the"}
COUNTED = (
    r"units?|ones|tens|hundreds?|thousands?|(?:m|b|tr)illions?|tausend|tsd\.?|mio\.?|mrd\.?|mille|"
    r"mil|miles|millones|einheiten"
)
_COUNTED = re.compile(COUNTED)
_DILUTED = {"dilution", "dil", "verdunnung", "verdunning", "dilucion", "diluizione", "diluicao"}


def first_multiplied(
    name: str, values: str, columns: Sequence[str], found: Sequence[str]
) -> int | None:
    """Return the first row whose value is to be multiplied by something else than the first one.

    Parameters
    ----------
    name, found
        The column, and its cells beside the values that are used.
    values
        The column of the values: its name may stand in this heading.
    columns
        All columns; ``lead_dilution`` beside ``lead`` is of that.

    Examples
    --------
    >>> columns = ["site", "UNIT_MULT", "value"]
    >>> first_multiplied("UNIT_MULT", "value", columns, ["0", "0", "3"])
    2
    >>> first_multiplied("magnitude", "value", columns, ["4.1", "5.3", "5.1"]) is None
    True
    """
    words = {*header_words(name)}
    said = words & (_ANY | _TENS)
    if not said:
        return None
    rest = words - _ANY - _TENS - _BESIDE - PLAIN - {*header_words(values)}
    others = {word for column in columns if column != name for word in header_words(column)}
    if rest & others or words & _DILUTED or (rest and said <= _TENS):
        return None  # risk factor
    told = [(row, cell.lower()) for row, cell in enumerate(found) if cell.lower() not in MISSING]
    known = _is_number if said & _ANY else _is_ten
    kinds = {cell for _, cell in told}
    if len({_plain(cell) for cell in kinds}) < 2 or not all(map(known, kinds)):
        return None
    return next(row for row, cell in told if _plain(cell) != _plain(told[0][1]))


def _plain(cell: str) -> float | str:
    number = parse_number(cell)
    return cell if number is None else number


def _is_number(cell: str) -> bool:
    return not isinstance(_plain(cell), str) or _COUNTED.fullmatch(cell) is not None


def _is_ten(cell: str) -> bool:
    """Tell whether a cell is a power of ten above nought, or a word for it."""
    number = parse_number(cell)
    if number is None:
        return _COUNTED.fullmatch(cell) is not None
    return re.fullmatch(r"1e[+-][0-9]+", f"{number:e}".replace(".000000", "")) is not None
