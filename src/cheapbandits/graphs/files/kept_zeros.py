"""Names of sites that are one number, 1.1 and 1.10: a spreadsheet writes both as 1.1.

Plots of field trials are numbered so. Who opens their table in a spreadsheet has numbers there, and
what is saved for plot 1.10 would be a reading of plot 1.1.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from shlex import quote

from cheapbandits.graphs.files.guard import Source
from cheapbandits.text import shown

__all__ = ["check_kept_zeros"]

#: A number as spreadsheets write it, and one whose last zero was kept.
_SHORT = re.compile(r"[0-9]+(?:([.,])[0-9]*[1-9])?")
_KEPT = re.compile(r"[0-9]+[.,][0-9]*0")
_MOST_ZEROS = 2


def check_kept_zeros(
    source: Source,
    heading: str,
    cells: Sequence[str],
    lines: Sequence[int],
    find: Callable[[str], object],
) -> None:
    """Refuse a name that may have lost its last zero, where no name of the column has kept one.

    Parameters
    ----------
    source
        The file.
    heading
        What the column of names is called; empty where there is no header.
    cells, lines
        Its cells, and where they stand.
    find
        Gives the site of a name, ``None`` where there is none.
    """
    if any(map(_KEPT.fullmatch, cells)):
        return
    known: dict[str, str] = {}
    for line, cell in zip(lines, cells, strict=True):
        if cell not in known:
            known[cell] = _longer(cell, find)
        longer = known[cell]
        if longer:
            say = f"say --name-column {quote(shown(heading or 'site', 30))}"
            say = say if heading else f"write site,value above the rows and {say}"
            raise source.at(
                line,
                f"is '{shown(cell)}' the site '{shown(cell)}', or '{shown(longer)}' as "
                "spreadsheets write it? There are both, and no name here ends with a zero; format "
                f"the column as text and write '{shown(longer)}' where it is meant, or, if "
                f"'{shown(cell)}' is right, {say} (in Python names=); names such as "
                f"{re.sub('[.,]', '-', longer)} are safe",
            )


def _longer(cell: str, find: Callable[[str], object]) -> str:
    """Return another site's name that is the same number with zeros behind; nothing if none is."""
    found = _SHORT.fullmatch(cell)
    if found is None or find(cell) is None:
        return ""
    starts = [cell] if found[1] else [f"{cell}.", f"{cell},"]
    names = (f"{start}{'0' * zeros}" for start in starts for zeros in range(1, _MOST_ZEROS + 1))
    return next((name for name in names if find(name) not in (None, find(cell))), "")
