"""Cells beside a value that name several sites, its own among them: it is the value of a mixture.

Samples of several sites are mixed before they are measured (``composite_of``: ``W01+W02``), and the
row stands under the first of them. Neighbours of a site are a list of sites, too, without itself.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.nodes_beside import is_export
from cheapbandits.text import shown

__all__ = ["check_single_sites"]

_JOINED = re.compile(r"\s*(?:[+;&|]|\s(?:and|und|et|y|e|en)\s)\s*")
#: These part numbers as well: half, a decimal comma, a day.
_ALSO = re.compile(r"\s*[+;&|/,]\s*")
_DIGITS = re.compile(r"[0-9\s+;&|/,.]+")
_SIGN = re.compile(r"[+;&|/,]|\s")
_LONGEST = 200


def check_single_sites(
    source: Source,
    columns: Sequence[str],
    taken: Sequence[int],
    cells: Callable[[int], Sequence[str]],
    lines: Sequence[int],
    sites: Sequence[Hashable],
    find: Callable[[str], object],
) -> None:
    """Refuse a row of one site beside which a cell names this and others.

    Parameters
    ----------
    source
        The file.
    columns, cells
        What its columns are called, and what gives their cells in the rows that are used.
    taken
        The columns of the names of sites and of the values.
    lines, sites
        Where these rows stand, and the site of each.
    find
        Gives the site of a name, ``None`` where there is none.
    """
    if is_export(columns) and columns[taken[0]].strip().lower() == "nodes":
        return  # an export, whose groups are known
    values = cells(taken[1])
    for k in range(len(columns)):
        row = None if k in taken else _first_mixture(cells(k), values, sites, find)
        if row is not None:
            raise source.at(
                lines[row],
                f"'{shown(columns[k])}' says '{shown(cells(k)[row])}', which are several sites, "
                f"and '{shown(columns[taken[0]])}' names one of them: the value of a group is none "
                "of a single site; give such rows in a file of their own with the columns nodes "
                "(A;B) and reading, or delete that column if it is something else",
            )


def _first_mixture(
    cells: Sequence[str],
    values: Sequence[str],
    sites: Sequence[Hashable],
    find: Callable[[str], object],
) -> int | None:
    """Return the first row whose cell names its site and others."""
    rows: dict[str, list[int]] = defaultdict(list)
    for row, cell in enumerate(cells):
        if _SIGN.search(cell):
            rows[cell].append(row)
    for cell, at in rows.items():
        parts = _parts(cell, find)
        # Sites of one trip have values of their own, and the whole way beside each.
        trip = len({sites[row] for row in at}) > 1 and len({values[row] for row in at}) > 1
        own = next((row for row in at if _one(sites[row]) in parts), None)
        if len(parts) > 1 and own is not None and not trip:
            return own
    return None


def _parts(cell: str, find: Callable[[str], object]) -> set[object]:
    """Return the sites that a cell names together; none where a part of it is no site."""
    whole = _one(find(cell)) if len(cell) <= _LONGEST else cell
    if whole is not None and not isinstance(whole, tuple):
        return set()  # a name with such a sign in it
    joined = _JOINED if _DIGITS.fullmatch(cell) else _ALSO if _ALSO.search(cell) else _JOINED
    words = joined.split(cell.strip())
    found = {_one(find(word)) if word else None for word in words} if len(words) > 1 else set()
    return set() if None in found else found


def _one(site: object) -> object:
    return site[0] if isinstance(site, tuple) and len(site) == 1 else site
