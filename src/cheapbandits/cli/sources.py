"""Where a command's graph and field come from: shipped data by name, or files."""

from __future__ import annotations

import itertools
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cheapbandits.errors import ParameterError
from cheapbandits.text import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["open_field", "open_graph", "to_unit_range"]

#: Graphs that a command can make up, with an example of each.
MADE_UP = {"grid": "grid:1000x1000", "scale-free": "scale-free:300000"}
#: Memory of a made-up graph while it is being made.
BYTES_A_NODE = 400
#: Above this many nodes eigenvectors take too long: bumps are planted instead.
PLANTED_FROM = 4_000

#: So many files of a folder are looked at for the one that may have been meant.
MOST_FILES = 1_000
_SIZE = re.compile(r"[0-9]{1,15}")


def open_graph(
    source: str, options: dict[str, Any] | None = None, nodata: str | None = None
) -> Graph:
    """Return the graph of a shipped data set or of a file, read with these options.

    What means 'no value' (``nodata``) says of a raster which cells are there.
    """
    from cheapbandits.cli.plain import note
    from cheapbandits.fields import DATASETS, load_dataset
    from cheapbandits.graphs import read_graph
    from cheapbandits.graphs.remarks import remarks

    kind, colon, size = source.partition(":")
    made_up = colon and kind in MADE_UP
    if made_up or source in DATASETS or not (Path(source).suffix or os.path.exists(source)):
        graph = _make_up(kind, size) if made_up else load_dataset(source).graph
        if options:
            raise ParameterError(
                f"{_flag(next(iter(options)))} is for a file of sites, and {shown(source)} is none"
            )
        return graph
    if not os.path.exists(source):
        if os.path.islink(source):
            raise ParameterError(
                f"{shown(source)}: a link that leads to no file ({shown(os.readlink(source))}); "
                "mend the link or give the file's own path"
            )
        raise ParameterError(f"{shown(source)}: there is no such file; {_near(Path(source))}")
    graph = read_graph(source, **{**(options or {}), **_of_cells(source, nodata)})
    for said in remarks(graph):
        note(f"note: {said}")
    if ".mtx" in (suffix.lower() for suffix in Path(source).suffixes[-2:]):
        note(
            "note: Matrix Market counts rows from 1, and nodes are counted from 0: row 1 is node 0"
        )
    return graph


def _of_cells(source: str, nodata: str | None) -> dict[str, Any]:
    from cheapbandits.graphs.files.formats import READERS
    from cheapbandits.graphs.marks import nodata_of

    told = nodata_of(nodata)
    raster = any(READERS.get(suffix.lower()) == "raster" for suffix in Path(source).suffixes[-2:])
    return {"nodata": told} if raster and told is not None else {}


def _near(path: Path) -> str:
    """Return what file may have been meant, or that there is no such folder."""
    from cheapbandits.text import did_you_mean

    try:
        names = [one.name for one in itertools.islice(path.parent.iterdir(), MOST_FILES)]
    except OSError:
        return f"there is no folder {shown(path.parent)} either, or it may not be read"
    meant = did_you_mean(path.name, names)
    return f"{meant}check the path"


def _flag(option: str) -> str:
    """Return what an option of ``read_graph`` is called in the terminal."""
    return "--" + {
        "names": "name-column",
        "n_neighbors": "neighbors",
        "mask_layer": "mask-layer",
    }.get(option, option)


def _make_up(kind: str, size: str) -> Graph:
    """Return a graph that is drawn here: ``grid:1000x1000``, ``scale-free:300000``."""
    from cheapbandits.engines.memory import check_memory
    from cheapbandits.graphs import barabasi_albert, grid

    try:
        numbers = [_size(part) for part in size.replace(",", "").split("x")]
        if kind == "grid":
            rows, columns = numbers
            check_memory(BYTES_A_NODE * rows * columns, f"a grid of {rows} x {columns} nodes")
            return grid(rows, columns)
        (nodes,) = numbers
        check_memory(BYTES_A_NODE * nodes, f"a graph of {nodes:,} nodes")
    except ValueError as error:
        if isinstance(error, ParameterError):
            raise
        raise ParameterError(f"{kind}:{shown(size)} is no size; write {MADE_UP[kind]}") from None
    return barabasi_albert(nodes, 3, rng=0)


def _size(text: str) -> int:
    if not _SIZE.fullmatch(text):
        raise ValueError(text)
    return int(text)


def open_field(
    source: str,
    field: str | None,
    graph: Graph,
    seed: int,
    column: str | None = None,
    layer: str | None = None,
    nodata: str | None = None,
    names: str | Literal[False] | None = None,
) -> NDArray[np.float64]:
    """Return the field: a shipped one by name, a file of values, or a random smooth one.

    With a column it is that of a table of sites or a map: of ``field``, or else of the graph's own
    file; ``layer`` says which part of it, where there are several, and ``names`` which of its
    columns names the nodes, where that is not the graph's own.
    """
    import numpy as np

    from cheapbandits.fields import DATASETS, load_dataset, planted_field, sparse_field

    file = field or (source if column is not None else None)
    if file is not None and os.path.exists(file):
        from cheapbandits.fields.value_file import read_values
        from cheapbandits.graphs.marks import nodata_of

        own = os.path.exists(source) and os.path.samefile(file, source)
        told = nodata_of(nodata)
        return read_values(file, graph, column, layer, told, names=names, own=own)
    if column is not None:
        raise ParameterError(
            f"--values names a column of a table, and {shown(file)} is no file; give --field FILE"
        )
    if source in DATASETS:
        known = load_dataset(source).fields
        name = next(iter(known)) if field is None else field
        if name not in known:
            raise ParameterError(
                f"{source} has the fields {', '.join(known)}; got '{shown(field)}'"
            )
        return known[name]
    if field is not None:
        raise ParameterError(f"field: no such file: {shown(field)}; check the path")
    if graph.n_nodes > PLANTED_FROM:
        return planted_field(graph, reach=graph.n_nodes**0.25, rng=np.random.default_rng(seed))
    n_frequencies = min(5, graph.n_nodes)
    return sparse_field(graph, n_frequencies=n_frequencies, rng=np.random.default_rng(seed))


def to_unit_range(values: NDArray[np.float64]) -> tuple[NDArray[np.float64], float, float]:
    """Return values within [-1, 1], as the policies expect them, with the middle and the reach.

    Values that are there already stay as they are (middle 0, reach 1).
    """
    import numpy as np

    if np.abs(values).max() <= 1:
        return values, 0.0, 1.0
    middle = float(values.mean())
    reach = float(np.abs(values - middle).max()) or 1.0
    return (values - middle) / reach, middle, reach
