"""The unit of values that a workbook shows beside all of them, by their format.

It is said of the values as a unit in their heading is. Beside some of them only it may be another
unit than that of the rest, or a mark (``*``, ``J``, ``ca.``), and is asked about.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.heading_units import heading_unit, plain_unit
from cheapbandits.text import shown

__all__ = ["check_said_unit", "unit_of_all"]

#: Signs that are units; words are, too.
_SIGNS = "%‰°º$€£¥"


def unit_of_all(
    source: Source,
    name: str,
    cells: Sequence[str],
    units: Sequence[str],
    lines: Sequence[int],
    used: Sequence[bool],
) -> str:
    """Return the unit that is shown beside all values; refuse what is shown beside some.

    Parameters
    ----------
    source
        The workbook.
    name
        What the column is called.
    cells, units, lines
        Its cells, what is shown beside each, and the rows.
    used
        Which rows have a value that counts.
    """
    rows = [row for row, counts in enumerate(used) if counts]
    told = [row for row in rows if units[row]]
    bare = [row for row in rows if not units[row]]
    if told and bare:
        odd, other = (told[0], bare[0]) if len(told) <= len(bare) else (bare[0], told[0])
        raise source.at(
            lines[odd],
            f"'{shown(name)}' shows {_quoted(units[odd])} beside {shown(cells[odd])}, and "
            f"{_quoted(units[other])} beside {shown(cells[other])} in row {lines[other]}; convert "
            "all to one unit, empty a cell that is marked as no good value, and give the whole "
            "column one format",
        )
    unit = units[told[0]] if told else ""
    return unit if any(sign.isalpha() or sign in _SIGNS for sign in unit) else ""


def check_said_unit(
    source: Source, name: str, seen: str, said: Mapping[str, str], line: int
) -> None:
    """Refuse values that are shown in one unit, and are in another by a heading or a column.

    Parameters
    ----------
    source, name
        The workbook, and what the column is called.
    seen
        The unit that is shown beside all values.
    said
        What else is said of them; see :func:`.said_of_values`.
    line
        The row of the first value.
    """
    unit = said.get("unit", "")
    known = heading_unit(f"x ({seen})") and heading_unit(f"x ({unit})")
    if known and plain_unit(unit) != plain_unit(seen):
        raise source.at(
            line,
            f"'{shown(name)}' shows '{shown(seen)}' beside its numbers, and their unit is said to "
            f"be '{shown(unit)}'; correct the one that is wrong",
        )


def _quoted(unit: str) -> str:
    return f"'{shown(unit)}'" if unit else "nothing"
