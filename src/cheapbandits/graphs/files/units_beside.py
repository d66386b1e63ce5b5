"""Units that are typed beside the values, in a column of any heading or of none."""

from __future__ import annotations

from collections.abc import Sequence

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.heading_units import plain_unit
from cheapbandits.graphs.files.one_unit import check_one_unit, says_two
from cheapbandits.graphs.files.passed_over import called
from cheapbandits.graphs.files.unit_families import one_family
from cheapbandits.graphs.which_column import Cells
from cheapbandits.text import MISSING, parse_number, shown

__all__ = ["check_units_beside"]


def check_units_beside(
    source: Source,
    columns: Sequence[str],
    values: str,
    place: int,
    cells: Cells,
    found: Sequence[str],
    lines: Sequence[int],
) -> None:
    """Refuse two units of these values in a column that is not called after units.

    Parameters
    ----------
    source
        The file.
    columns, values
        What its columns are called, and the one of the values.
    place
        The column that is looked at.
    cells
        Gives a column, by its place.
    found, lines
        Its cells beside the values that are used, and where they stand.
    """
    name = columns[place]
    of_these = not one_family(found) or _is_of_these(columns, values, place, cells)
    if of_these and says_two(columns, values, cells, place, found):
        told = name if name.strip() else called(columns, place)
        check_one_unit(source, told, found, lines, [True] * len(lines))
    near = place > 0 and columns[place - 1] == values and not name.strip()
    if near and one_family(found, letters=True):
        raise _letters(source, called(columns, place), found, lines)


def _is_of_these(columns: Sequence[str], values: str, place: int, cells: Cells) -> bool:
    """Tell whether units are those of the values: without a heading, of the numbers before them."""
    if columns[place].strip() or place == 0 or columns[place - 1] == values:
        return True
    before = [cell for cell in cells(place - 1) if cell.strip().lower() not in MISSING]
    return not before or any(parse_number(cell, comma="," in cell) is None for cell in before)


def _letters(source: Source, name: str, found: Sequence[str], lines: Sequence[int]) -> Exception:
    """Return what is wrong with two temperatures, or units in capitals, right beside the values."""
    told = [row for row, cell in enumerate(found) if cell.lower() not in MISSING]
    first = told[0]
    second = next(row for row in told if plain_unit(found[row]) != plain_unit(found[first]))
    return source.at(
        lines[second],
        f"'{shown(name)}' says '{shown(found[second])}', and '{shown(found[first])}' in "
        f"{source.counts} {lines[first]}; convert all to one unit, or give that column a heading "
        "(kind) if it says something else",
    )
