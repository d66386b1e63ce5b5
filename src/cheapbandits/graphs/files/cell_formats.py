"""What a spreadsheet shows beside a number, or in its place, by the number's format.

A cell that shows ``5 %`` holds 0.05, one that shows ``10 mg/kg`` holds 10, and one that shows
``n.d.`` may hold a zero. Who looks at the sheet sees what a reader of its numbers does not.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import eq, ge, gt, le, lt, ne

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.heading_units import heading_unit, plain_unit
from cheapbandits.graphs.files.one_unit import check_one_unit
from cheapbandits.graphs.files.other_numbers import shows_minus, shows_other
from cheapbandits.text import MISSING, parse_number, shown

__all__ = ["InPlace", "check_axes", "check_shown", "check_signs", "unit_shown"]

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


#: What parts thousands, or is a sign, as text: ``#'##0``, ``#\\ ##0``.
_PARTING = " \xa0\u202f()-\u2212+.,'\u2019"
#: Thousands that are left out: commas behind the last digit, or before the point.
_LEFT_OUT = re.compile(r"(?<=[0#?]),+(?=[.]|[^0#?]*$)")
#: How a format tells that a number is negative: signs, brackets, and colours too.
_TOLD = "-\u2212\u2013([<"
_IF = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[0-9.]{1,20})\]")
_HOLDS = {"<": lt, ">": gt, "<=": le, ">=": ge, "=": eq, "<>": ne}


class InPlace(str):
    """What is shown in place of a number, and not beside it."""

    __slots__ = ()


def unit_shown(number_format: str | None, value: float = 1.0) -> str:
    r"""Return what a format shows beside a number, or in its place; nothing where there is only it.

    Examples
    --------
    >>> unit_shown('0.00" mg/kg"'), unit_shown("0.0%"), unit_shown("#,##0.00;[Red]-#,##0.00")
    ('mg/kg', '%', '')
    >>> unit_shown('0;-0;"n.d."', 0), unit_shown("#,##0.0,", 271_000)
    ("'n.d.'", '271')
    """
    part = _part_for(value, (number_format or "General")[:1_000])
    if part.left_out and value:
        return InPlace(f"{value / 1_000**part.left_out:.6g}")
    if (part.unsigned and value < 0) or (part.minus and value > 0):
        return InPlace(f"{-value:.6g}")
    if part.other:
        return InPlace(f"another number (by its format {shown(number_format, 40)})")
    return part.shows


@dataclass(frozen=True)
class _Part:
    """A part of a format: for which numbers, what it shows, how many thousands it leaves out.

    ``unsigned`` is one for negative numbers that shows neither a sign nor brackets nor a colour,
    ``minus`` one that shows a sign, which for positive numbers is another number, and ``other`` one
    that makes another number by its texts.
    """

    condition: re.Match[str] | None
    shows: str
    left_out: int
    unsigned: bool = False
    minus: bool = False
    other: bool = False


def _part_for(value: float, number_format: str) -> _Part:
    """Return the part of a format that is for such a number."""
    parts = _parts_of(number_format)
    if any(part.condition for part in parts):
        for part in parts:
            told = part.condition
            if told is None or _HOLDS[told[1]](value, parse_number(told[2]) or 0.0):
                return part
    if len(parts) > 2 and value == 0:
        return parts[2]
    return parts[1] if len(parts) > 1 and value < 0 else parts[0]


@lru_cache(maxsize=256)
def _parts_of(number_format: str) -> list[_Part]:
    parts: list[list[re.Match[str]]] = [[]]
    for found in _PARTS.finditer(number_format):
        if found["end"]:
            parts.append([])
        else:
            parts[-1].append(found)
    read = [_part_of(part) for part in parts]
    if len(read) > 1 and not any(part.condition for part in read):
        told = any(mark in one[0] for one in parts[1] for mark in _TOLD)
        read[1] = replace(read[1], unsigned=not (told or read[1].shows))
    return read


def _part_of(tokens: list[re.Match[str]]) -> _Part:
    condition = next((told for one in tokens if (told := _IF.fullmatch(one[0]))), None)
    plain = "".join(one["plain"] or "" for one in tokens)
    if not any(one["general"] for one in tokens) and not re.search("[0#?@]", plain):
        said = "".join(one["text"] or one["mark"] or one["plain"] or "" for one in tokens).strip()
        return _Part(condition, InPlace(f"'{shown(said, 30)}'" if said else "nothing"), 0)
    beside = "".join(
        one["text"] or one["mark"] or one["money"] or _OF_NUMBERS.sub("", one["plain"] or "")
        for one in tokens
    )
    if not beside.strip(_PARTING):
        beside = ""
    left_out = sum(len(commas[0]) for commas in _LEFT_OUT.finditer(plain))
    shows = PERCENT if PERCENT in beside else beside.strip(" ()-+")
    minus, other = shows_minus(tokens), shows_other(tokens)
    return _Part(condition, shows, left_out, minus=minus, other=other)


def check_signs(
    source: Source, name: str, cells: Sequence[str], units: Sequence[str], lines: Sequence[int]
) -> None:
    """Refuse a coordinate without a sign that is shown as one to the south or west."""
    _check_in_place(source, name, cells, units, lines)
    for cell, unit, line in zip(cells, units, lines, strict=True):
        if _BACK.fullmatch(unit) and (parse_number(cell) or 0) > 0:
            raise source.at(
                line,
                f"'{shown(name)}' shows '{shown(unit)}' beside {shown(cell)}; write degrees to the "
                "south and west as negative numbers, and format the column as plain numbers",
            )


def check_axes(source: Source, names: Sequence[str], units: Sequence[str], line: int) -> None:
    """Refuse an x and a y that are shown in two units of length; letters of the sky are none."""
    lengths = [unit for unit in units if " " not in unit and heading_unit(f"axis ({unit})")]
    told = [plain_unit(unit) for unit in lengths]
    if len(told) == len(names) and told[0] != told[1]:
        (x, y), (one, other) = map(shown, names), map(shown, units)
        raise source.at(
            line,
            f"'{x}' shows '{one}', and '{y}' shows '{other}': convert both to one unit, or format "
            "them as plain numbers if they are in one",
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
    _check_in_place(source, name, cells, units, lines)
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


def _check_in_place(
    source: Source, name: str, cells: Sequence[str], units: Sequence[str], lines: Sequence[int]
) -> None:
    """Refuse a number that nobody sees, as its format shows another, a word, or nothing."""
    for cell, unit, line in zip(cells, units, lines, strict=True):
        if isinstance(unit, InPlace):
            raise source.at(
                line,
                f"'{shown(name)}' shows {unit}, and holds {shown(cell)}; write what is meant, or "
                "nothing if it is no value, and format the whole column as plain numbers",
            )
