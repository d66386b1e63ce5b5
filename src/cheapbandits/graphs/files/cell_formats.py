"""What a spreadsheet shows beside a number, by the number's format: a percent sign, a unit.

A cell that shows ``5 %`` holds 0.05, and one that shows ``10 mg/kg`` holds 10. Who looks at the
sheet sees what a reader of its numbers does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.one_unit import check_one_unit
from cheapbandits.text import MISSING, parse_number, shown

__all__ = ["check_shown", "check_signs", "unit_shown"]

PERCENT = "%"
_BACK = re.compile(r"[°º ]*(?:s|w|o|south|west|sud|süd|sur|ouest|oeste)[.]?", re.IGNORECASE)
_LIMITS = ("<", ">", "≤", "≥", "~")

#: What a format is made of: texts, escaped characters, widths and fillings of blanks, brackets
#: (a currency, or a colour, a language, a condition), and what is left.
_PARTS = re.compile(
    r'"(?P<text>[^"]*)"|\\(?P<mark>.)|[_*].|\[\$(?P<money>[^\]\-]*)[^\]]*\]|\[[^\]]*\]|'
    r"(?P<general>general)|(?P<end>;)|(?P<plain>.)",
    re.IGNORECASE | re.DOTALL,
)
#: Digits, points, thousands, exponents and fractions, and what parts them.
_OF_NUMBERS = re.compile(r"[0-9#?.,@Ee+\-/() ]")


def unit_shown(number_format: str | None) -> str:
    r"""Return what a format shows beside a number; nothing where there is only the number.

    Examples
    --------
    >>> unit_shown('0.00" mg/kg"'), unit_shown("0.0%"), unit_shown("#,##0.00;[Red]-#,##0.00")
    ('mg/kg', '%', '')
    """
    found = ""
    for part in _PARTS.finditer((number_format or "")[:1_000]):
        if part["end"]:
            break
        plain = part["plain"] or ""
        found += part["text"] or part["mark"] or part["money"] or _OF_NUMBERS.sub("", plain)
    return PERCENT if PERCENT in found else found.strip(" ()-+")


def check_signs(
    source: Source, name: str, cells: Sequence[str], units: Sequence[str], lines: Sequence[int]
) -> None:
    """Refuse a coordinate without a sign that is shown as one to the south or west."""
    for cell, unit, line in zip(cells, units, lines, strict=True):
        if _BACK.fullmatch(unit) and (parse_number(cell) or 0) > 0:
            raise source.at(
                line,
                f"'{shown(name)}' shows '{shown(unit)}' beside {shown(cell)}; write degrees to the "
                "south and west as negative numbers, and format the column as plain numbers",
            )


def check_shown(
    source: Source, name: str, cells: Sequence[str], units: Sequence[str], lines: Sequence[int]
) -> None:
    """Refuse numbers of a column that are shown as percent, as limits, or in two units.

    Parameters
    ----------
    source
        The workbook.
    name
        What the column is called.
    cells, units, lines
        Its numbers, what is shown beside each, and the rows.
    """
    for cell, unit, line in zip(cells, units, lines, strict=True):
        if unit[:1] in _LIMITS and cell.lower() not in MISSING:
            raise source.at(
                line,
                f"'{shown(name)}' shows '{shown(unit)}' beside {shown(cell)}: it is a limit, and "
                "no value; empty the cell, or format it as a plain number if it is one",
            )
        number = parse_number(cell) if unit == PERCENT else None
        if number is not None:
            raise source.at(
                line,
                f"'{shown(name)}' shows {100 * number:.6g} %, and holds {number:.6g}; write the "
                "number that is meant, and format the whole column as plain numbers",
            )
    used = [cell.lower() not in MISSING for cell in cells]
    check_one_unit(source, name, units, lines, used)
