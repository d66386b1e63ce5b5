"""Where a command's graph and field come from: shipped data by name, or files."""

from __future__ import annotations

import itertools
import math
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from cheapbandits.cli.sites import names_of
from cheapbandits.errors import CheapBanditsError, ParameterError
from cheapbandits.text import shown

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["open_field", "open_graph", "open_named_field", "open_played_field", "to_unit_range"]

#: Graphs that a command can make up, with an example of each.
MADE_UP = {"grid": "grid:1000x1000", "scale-free": "scale-free:300000"}
#: Edges that each new node of a scale-free graph brings.
DEGREE = 3
#: The fewest nodes of each: a choice, and a first node that has so many to be joined to.
FEWEST = {"grid": 2, "scale-free": DEGREE + 1}
#: Memory of a made-up graph while it is being made.
BYTES_A_NODE = 400
#: Above this many nodes eigenvectors take too long: bumps are planted instead.
PLANTED_FROM = 4_000

#: So many files of a folder are looked at for the one that may have been meant.
MOST_FILES = 1_000
#: An option that a refusal advises for readings; ``new`` has that for the graph.
_OF_FIELD = re.compile("(?<!new )--name-column")
_THERE = " of import and drill"
_SIZE = re.compile(r"[0-9]{1,15}|[0-9]{1,3}(,[0-9]{3}){1,4}")


def open_graph(
    source: str, options: dict[str, Any] | None = None, nodata: str | None = None
) -> Graph:
    """Return the graph of a shipped data set or of a file, read with these options.

    What means 'no value' (``nodata``) says of a raster which cells are there.
    """
    from cheapbandits.cli.plain import note
    from cheapbandits.fields import DATASETS, load_dataset
    from cheapbandits.graphs.files.dispatch import read_noted
    from cheapbandits.graphs.remarks import remarks

    kind, colon, size = source.partition(":")
    made_up = colon and kind in MADE_UP
    if colon and not made_up and not (Path(source).suffix or os.path.exists(source)):
        raise ParameterError(
            f"{shown(source)}: there is no such file, and no such graph to make up; write "
            f"{' or '.join(MADE_UP.values())}"
        )
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
    graph = read_noted(source, **{**(options or {}), **_of_cells(source, nodata)})
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
        sides = [_size(part) for part in size.split("x")]
    except ValueError:
        sides = []
    if len(sides) != (2 if kind == "grid" else 1):
        raise ParameterError(f"{kind}:{shown(size)} is no size; write {MADE_UP[kind]}")
    nodes, fewest = math.prod(sides), FEWEST[kind]
    if nodes < fewest:
        raise ParameterError(
            f"{kind}:{shown(size)}: a {kind} graph has at least {fewest} nodes, got {nodes}; "
            f"write {MADE_UP[kind]}"
        )
    if kind == "grid":
        rows, columns = sides
        check_memory(BYTES_A_NODE * nodes, f"a grid of {rows} x {columns} nodes")
        return grid(rows, columns)
    check_memory(BYTES_A_NODE * nodes, f"a graph of {nodes:,} nodes")
    return barabasi_albert(nodes, DEGREE, rng=0)


def _size(text: str) -> int:
    if not _SIZE.fullmatch(text):
        raise ValueError(text)
    return int(text.replace(",", ""))


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
    """Return the values of :func:`open_named_field` alone."""
    return open_named_field(source, field, graph, seed, column, layer, nodata, names)[0]


def open_played_field(
    source: str,
    field: str | None,
    graph: Graph,
    seed: int,
    column: str | None,
    layer: str | None,
    nodata: str | None,
    field_name_column: str | None,
) -> tuple[NDArray[np.float64], str | None]:
    """Return the same where ``--name-column`` says what names the sites of the graph.

    What names the nodes in a file of values has an option of its own here, and refusals say so.
    """
    own = field is None or (os.path.exists(source) and _is_same(field, source))
    if field_name_column is not None and (field is None or own or not os.path.exists(field)):
        raise ParameterError(
            "--field-name-column is for a file of values beside the graph's own: give --field FILE"
        )
    try:
        names = names_of(field_name_column)
        return open_named_field(source, field, graph, seed, column, layer, nodata, names)
    except CheapBanditsError as error:
        said = _OF_FIELD.sub("--field-name-column", str(error))
        if own or said == str(error):
            raise
        said = said.replace("new --name-column", "--name-column").replace(_THERE, "")
        raise ParameterError(said) from error


def _is_same(file: str, other: str) -> bool:
    return os.path.exists(file) and os.path.samefile(file, other)


def open_named_field(
    source: str,
    field: str | None,
    graph: Graph,
    seed: int,
    column: str | None = None,
    layer: str | None = None,
    nodata: str | None = None,
    names: str | Literal[False] | None = None,
) -> tuple[NDArray[np.float64], str | None]:
    """Return the field: a shipped one by name, a file of values, or a random smooth one.

    Beside it what its column is called in the file, where one was asked for; ``None`` elsewhere.

    With a column it is that of a table of sites or a map: of ``field``, or else of the graph's own
    file; ``layer`` says which part of it, where there are several, and ``names`` which of its
    columns names the nodes, where that is not the graph's own.
    """
    import numpy as np

    from cheapbandits.fields import DATASETS, load_dataset, planted_field, sparse_field

    file = field or (source if column is not None else None)
    if file is not None and os.path.exists(file):
        from cheapbandits.fields.value_file import read_column, read_values
        from cheapbandits.graphs.marks import nodata_of

        own = os.path.exists(source) and os.path.samefile(file, source)
        told = nodata_of(nodata)
        if column is not None:
            return read_column(file, graph, column, layer, told, names=names, own=own)
        return read_values(file, graph, None, layer, told, names=names, own=own), None
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
        return known[name], None
    if field is not None:
        raise ParameterError(f"field: no such file: {shown(field)}; check the path")
    if graph.n_nodes > PLANTED_FROM:
        reach = graph.n_nodes**0.25
        return planted_field(graph, reach=reach, rng=np.random.default_rng(seed)), None
    n_frequencies = min(5, graph.n_nodes)
    found = sparse_field(graph, n_frequencies=n_frequencies, rng=np.random.default_rng(seed))
    return found, None


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
