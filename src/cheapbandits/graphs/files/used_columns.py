"""Which columns of a file of sites became what: names, coordinates, and values to choose from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cheapbandits.graphs.files.any_table import open_table
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.raster import read_raster
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.text import MISSING, parse_number

__all__ = ["UsedColumns", "used_columns"]

#: The readers of files that are tables of sites, or hold one.
_TABLES = ("tables", "workbook", "gis", "geojson")


@dataclass(frozen=True)
class UsedColumns:
    """What became of the columns.

    Attributes
    ----------
    name, x, y
        The columns of names and coordinates; ``None`` where there is none: a map has its places
        elsewhere, and sites without names go by their number.
    values
        All others that hold numbers.
    bands
        Those of a raster, which has no columns.
    """

    name: str | None
    x: str | None
    y: str | None
    values: tuple[str, ...]
    bands: tuple[str, ...] = ()


def used_columns(
    path: str | Path,
    *,
    x: str | None = None,
    y: str | None = None,
    names: str | Literal[False] | None = None,
    layer: str | None = None,
) -> UsedColumns | None:
    """Return what the columns of a file became when it was read; ``None`` of what has no columns.

    Parameters
    ----------
    path
        A file that was read as sites with the same options.
    x, y, names, layer
        As for :func:`~cheapbandits.graphs.read_graph`.
    """
    source = Source(Path(path))
    kind = READERS.get(source.format)
    if kind == "raster":
        return UsedColumns(None, None, None, (), tuple(read_raster(source).choices()))
    if kind not in _TABLES:
        return None
    table = open_table(source, layer).table
    place = table.place(x, y) if kind in ("tables", "workbook") else None
    taken = [] if place is None else [place.x, place.y]
    name = None if names is False else table.named_in(names, place)
    rest = [k for k in range(len(table.columns)) if k not in (*taken, name)]
    return UsedColumns(
        name=None if name is None else table.columns[name],
        x=table.columns[taken[0]] if taken else None,
        y=table.columns[taken[1]] if taken else None,
        values=tuple(table.columns[k] for k in rest if _holds_numbers(table, k)),
    )


def _holds_numbers(table: SiteTable, place: int) -> bool:
    """Tell whether a column holds numbers, and no more than gaps beside them."""
    cells = [cell for cell in table.cells[place] if cell.lower() not in MISSING]
    numbers = (parse_number(cell, comma=table.comma and "," in cell) for cell in cells)
    return bool(cells) and all(number is not None for number in numbers)
