"""The readings of a campaign as a table: in CSV no index can be taken for a name.

``center`` and ``nodes`` are indices from 0. Where sites are called by whole numbers, an index may
be another site's name, and a table from which ``place`` was cut, or that a spreadsheet saved, would
say other sites. There indices are marked as they are typed, ``#3;#7``.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.exports.table import write_table
from cheapbandits.campaign.whereabouts import joined_names
from cheapbandits.graphs.number_names import twofold

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["write_readings"]


def write_readings(
    rows: Sequence[Mapping[str, Any]], path: str | Path, columns: Sequence[str], graph: Graph
) -> Path:
    """Write rows of a campaign's history to a ``.csv``, ``.json`` or ``.parquet`` file.

    JSON and Parquet have lists of numbers as they are: programs read them, and no import does.
    """
    if Path(path).suffix.lower() == ".csv":
        marked = bool(twofold(graph))
        rows = [_as_cells(row, marked=marked) for row in rows]
    return write_table(rows, path, columns=columns)


def _as_cells(row: Mapping[str, Any], *, marked: bool) -> dict[str, Any]:
    cells = {**row, "names": joined_names(row["names"])}
    if not marked:
        return cells
    nodes = ";".join(f"#{node}" for node in row["nodes"])
    return {**cells, "center": f"#{row['center']}", "nodes": nodes}
