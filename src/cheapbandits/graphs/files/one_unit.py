"""A column of units beside numbers: all that are used have to be in one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.heading_units import heading_unit, plain_unit
from cheapbandits.graphs.files.said_in_cells import header_words, told_mend, two_units
from cheapbandits.graphs.files.short_words import stands_for
from cheapbandits.graphs.which_column import Cells
from cheapbandits.text import MISSING, parse_number, shown

__all__ = ["check_one_unit", "says_two", "unit_columns", "unit_in_cells"]

#: What a column of units may be called.
_UNITS = {"unit", "units", "uom", "unitofmeasure", "unitsofmeasure", "measurementunit"}
_UNITS |= {"measureunit", "resultunit", "resultunits", "valueunit", "valueunits", "einheit"}
_WORDS = {"unit", "units", "uom", "einheit", "unidad", "unite"}
#: What may stand beside these words in a header.
_BESIDE = {"reporting", "report", "reported", "of", "measurement", "measure", "measured", "meas"}
_BESIDE |= {"result", "results", "value", "values", "lab", "determinand", "parameter", "analyte"}
#: So many spellings of one unit may stand in a column.
_MOST = 10
_BESIDE |= {
    "label",
    "name",
    "code",
    "notation",
    "concentration",
    "conc",
    "reading",
    "data",
    "symbol",
}


def unit_columns(columns: Sequence[str], values: str) -> list[int]:
    """Return the columns that say in what units a column of values is."""
    of_these = plain_name(values)
    known = {*_UNITS, *(f"{of_these}{word}" for word in ("unit", "units", "uom"))}
    known |= {f"{word}{of_these}" for word in ("unit", "units")}
    return [
        k
        for k, name in enumerate(columns)
        if plain_name(name) in known or ({*header_words(name)} & _WORDS and _is_of(name, of_these))
    ]


def unit_in_cells(
    columns: Sequence[str],
    values: str,
    cells: Cells,
    used: Sequence[bool],
) -> str:
    """Return the unit that stands beside all values, whatever its column is called.

    None where columns say several, and none of a column that shares a word with another one than
    that of the values: ``depth_unit`` beside ``depth``.
    """
    found: dict[str, str] = {}
    own = _units_of(columns, values, cells)
    for k in _may_be_of(columns, values, cells):
        pairs = zip(cells(k), used, strict=True)
        kinds = {cell.strip() for cell, counts in pairs if counts} - {""}
        is_one = _is_unit_or_letter if k in own else _is_unit
        if 0 < len(kinds) <= _MOST and all(map(is_one, kinds)):
            found |= {plain_unit(kind): kind for kind in kinds}
    return next(iter(found.values())) if len(found) == 1 else ""


def says_two(
    columns: Sequence[str], values: str, cells: Cells, column: int, found: Sequence[str]
) -> bool:
    """Tell whether a column says two units of these values, by its cells beside them.

    Letters (``C``, ``F``) are units where the heading says that they are.
    """
    if two_units(found):
        return column in _may_be_of(columns, values, cells)
    kinds = {cell for cell in found if cell.lower() not in MISSING}
    if not 1 < len(kinds) <= _MOST or not all(map(_is_unit_or_letter, kinds)):
        return False
    return column in _units_of(columns, values, cells)


def _may_be_of(columns: Sequence[str], values: str, cells: Cells) -> list[int]:
    """Return the columns that may say something of these values, and not of other ones.

    Parameters
    ----------
    columns, values
        What the columns are called, and the one of the values.
    cells
        Gives a column, by its place.
    """
    words = [{*header_words(name)} for name in columns]
    often = Counter(word for k, some in enumerate(words) if columns[k] != values for word in some)
    plain = [
        k
        for k, name in enumerate(columns)
        if name != values
        and not words[k] & _WORDS
        and not any(often[word] > 1 for word in words[k])
    ]
    return sorted(plain + _units_of(columns, values, cells))


def _units_of(columns: Sequence[str], values: str, cells: Cells) -> list[int]:
    """Return the columns called units that are no other column's: ``zn_unit`` beside zinc.

    Whose they are is told by the numbers that share most words with their heading. One that shares
    none with any numbers (``no3_unit`` beside nitrate) is of the values, unless these have another.
    """
    words = [{*header_words(name)} for name in columns]
    units = [k for k, name in enumerate(columns) if words[k] & _WORDS and name != values]
    own: list[int] = []
    nobodys: list[int] = []
    rest_of = [k for k, name in enumerate(columns) if not words[k] & _WORDS and name != values]
    numbers = [words[k] for k in rest_of if units and _are_numbers(cells(k))]
    for k in units:
        rest = words[k] - _WORDS - _BESIDE
        these = _shared(rest, {*header_words(values), plain_name(values)})
        others = [_shared(rest, other) for other in numbers] if rest else []
        if not rest or (these and these >= max(others, default=0)):
            own.append(k)
        elif not any(others):
            nobodys.append(k)
    return own or nobodys


def _shared(rest: set[str], words: set[str]) -> int:
    """Return how many of some words are among others, twice; once if short for one, or longer."""
    return 2 * len(rest & words) + sum(
        stands_for(word, words) or any(stands_for(other, [word]) for other in words)
        for word in rest - words
    )


def _are_numbers(cells: Sequence[str]) -> bool:
    told = [cell for cell in cells if cell.strip().lower() not in MISSING]
    return bool(told) and all(parse_number(cell, comma="," in cell) is not None for cell in told)


def _is_unit(text: str) -> bool:
    """Tell whether a text is a unit: beside another one there are two."""
    return any(two_units([text, other]) for other in ("ppm", "%"))


def _is_unit_or_letter(text: str) -> bool:
    return _is_unit(text) or bool(heading_unit(f"values ({text})"))


def _is_of(name: str, values: str) -> bool:
    """Tell whether units may be those of these values: no other column's, nor of a map."""
    return not {*header_words(name)} - _WORDS - _BESIDE - {values}


def check_one_unit(
    source: Source, name: str, units: Sequence[str], lines: Sequence[int], used: Sequence[bool]
) -> None:
    """Refuse two units in a column, among the rows whose value is used."""
    first: tuple[int, str] | None = None
    for unit, line, counts in zip(units, lines, used, strict=True):
        if not counts or unit.lower() in MISSING:
            continue
        if first is not None and unit != first[1] and plain_unit(unit) != plain_unit(first[1]):
            raise source.at(
                line,
                f"'{shown(name)}' says '{shown(unit)}', and '{shown(first[1])}' in {source.counts} "
                f"{first[0]}; convert all to one unit (or {told_mend(units)} that column if it "
                "is something else)",
            )
        first = first or (line, unit)
