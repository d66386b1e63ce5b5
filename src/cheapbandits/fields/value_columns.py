"""Which columns of a file of sites are a whole field: a number for each place, not all the same."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.errors import CheapBanditsError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph
from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.files.any_table import open_table
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.which_column import find_names

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["value_columns"]

#: So many columns are looked at, and so many kept.
LOOKED_AT, MOST = 24, 8
#: Numbers that tell places apart, not what was found there.
_LABELS = {"id", "fid", "gid", "oid", "objectid", "key", "no", "nr", "index", "fips", "year"}


def value_columns(path: str | Path, graph: Graph) -> dict[str, NDArray[np.float64]]:
    """Return the fields that a file holds beside the places of its graph, by the columns' names.

    A column with a gap, or with text, is no field and left out; so is what says where or which a
    place is. A file that is no table of sites holds none.

    Parameters
    ----------
    path
        The file that the graph was read from.
    graph
        Its graph.
    """
    found: dict[str, NDArray[np.float64]] = {}
    for name in _candidates(Path(path))[:LOOKED_AT]:
        try:
            values = read_values(path, graph, name, own=True)
        except CheapBanditsError:
            continue
        if float(values.min()) < float(values.max()):
            found[name] = values
        if len(found) == MOST:
            break
    return found


def _candidates(path: Path) -> list[str]:
    source = Source(path)
    if READERS.get(source.format) == "raster":
        return ["1"]
    try:
        table = open_table(source).table
    except CheapBanditsError:
        return []
    taken: set[int] = set()
    with suppress(CheapBanditsError):  # a map has its places elsewhere
        place = table.place()
        taken |= {place.x, place.y}
    with suppress(CheapBanditsError):
        names = find_names(table.columns, None, table.cells.__getitem__)
        taken |= set() if names is None else {names}
    return [
        column
        for k, column in enumerate(table.columns)
        if k not in taken and plain_name(column) not in _LABELS
    ]
