"""The last rows of a table that are no sites: means and totals of all above, and remarks."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from cheapbandits.text import shown

__all__ = ["find_footer", "find_summary"]

_WORDS = {"mean", "means", "average", "avg", "total", "totals", "grandtotal", "subtotal", "sum"}
_WORDS |= {"median", "std", "stdev", "stddev", "sd", "standarddeviation", "variance", "var", "min"}
_WORDS |= {"max", "minimum", "maximum", "count", "range", "cv", "se", "summe", "gesamt"}
_WORDS |= {"mittelwert", "mittel", "durchschnitt", "moyenne", "somme", "media", "promedio", "suma"}
_WORDS |= {"gemiddelde", "totaal", "25%", "50%", "75%", "mean±sd"}

#: A remark below a table: 'Source: EPA', '* estimated', or a sentence.
_REMARK = re.compile(r".*:( .*)?|[*(\[©#†].*|n ?= ?[0-9]+|\S+( \S+){3,}", re.DOTALL)


def find_summary(columns: Sequence[Sequence[str]]) -> tuple[int, str] | None:
    """Return the first of the last rows that are called as a mean or a total is, and what is wrong.

    Parameters
    ----------
    columns
        The cells of each column as text, without those of coordinates.
    """
    found = None
    for row in reversed(range(1, min(map(len, columns), default=0))):
        word = next((column[row] for column in columns if _plain(column[row]) in _WORDS), None)
        if word is None:
            break
        found = (
            row,
            f"'{shown(word.strip())}' in the last row is most often no site, but made of all "
            "others; delete the row (if it is a site, put it above another)",
        )
    return found


def find_footer(
    row: Callable[[int], Sequence[str]], count: int, place: int, known: Callable[[str], bool]
) -> tuple[int, str] | None:
    """Return the first of the last rows of readings that are of no site, and what is wrong.

    They stand below all rows of sites; a slip in the name of a site does not look like them.

    Parameters
    ----------
    row, count
        Gives the cells of a row, and how many rows there are.
    place
        The column of the sites' names.
    known
        Tells whether a site is called so.
    """
    first = count
    while first and not known(row(first - 1)[place]) and _is_footer(row(first - 1), place):
        first -= 1
    if first in (0, count):
        return None
    said = next((cell for cell in row(first) if cell and _plain(cell) in _WORDS), row(first)[place])
    return (
        first,
        (f"'{shown(said.strip())}'" if said.strip() else "a row without a name")
        + " below all others is most often no site, but made of these, or a remark; delete the row "
        "(if it is a site, write its name as the graph has it)",
    )


def _is_footer(cells: Sequence[str], place: int) -> bool:
    """Tell whether a row is called as a mean or a total is, has no name, or is a remark alone."""
    name = cells[place].strip()
    others = [cell for k, cell in enumerate(cells) if k != place and cell.strip()]
    if _plain(name) in _WORDS:
        return True
    if not name:
        return len(others) == 1 or any(_plain(cell) in _WORDS for cell in others)
    return not others and _REMARK.fullmatch(name) is not None


def _plain(cell: str) -> str:
    return "".join(cell[:60].lower().split()).strip(".:=_-")
