"""``read_graph`` and ``write_graph``: the suffix says which format it is."""

from __future__ import annotations

import os
from collections.abc import Callable
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import Any

from cheapbandits.checks import finite, whole
from cheapbandits.errors import GraphError, GraphFileError, ParameterError
from cheapbandits.graphs.check import check_graph, check_path
from cheapbandits.graphs.files.expanding import COMPRESSED
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import MAX_BYTES, MAX_RATIO, Source
from cheapbandits.graphs.files.not_here import (
    LINES_OF_JSON,
    SPREADSHEETS,
    a_line_each,
    spreadsheet_way,
)
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.systems import known_system
from cheapbandits.text import clean_text, shown
from cheapbandits.warned import warn

__all__ = ["read_graph", "read_noted", "write_graph"]

WRITERS = {".csv": "tables", ".tsv": "tables", ".npz": "npz"}


def read_graph(
    path: str | os.PathLike[str],
    *,
    max_bytes: int = MAX_BYTES,
    max_ratio: float = MAX_RATIO,
    **options: Any,
) -> Graph:
    """Read a graph from a file.

    ======================  ====================================================================
    suffix                  what is read, and the options of its module
    ======================  ====================================================================
    .csv .tsv .txt .edges   a table of edges (``.edgelist`` too, and as networkx writes them):
                            ``nodes``, ``n_nodes``, ``first_index``, ``weight``, ``duplicates``,
                            ``directed``; or of sites: ``x``, ``y``, ``names``,
                            ``n_neighbors``, ``radius``, ``crs``; for both ``table``, ``header``,
                            ``delimiter``; see :mod:`.tables`
    .graphml                undirected GraphML, and streets as OSMnx saves them: ``weight``,
                            ``duplicates``, ``directed``, ``names``, ``crs``; see :mod:`.graphml`
    .mtx                    Matrix Market, real or pattern, symmetric: ``duplicates``; see
                            :mod:`.matrix_market`
    .gr                     DIMACS road networks: ``weight``; see :mod:`.dimacs`
    .npz                    what ``scipy.sparse.save_npz`` and :func:`write_graph` write, or one
                            square array from ``numpy.savez``
    .geojson .json          points (``n_neighbors``, ``radius``), or polygons that touch;
                            ``names``, ``crs``; see :mod:`.geojson`
    .gpkg .shp .kml .kmz .gpx    the same by pyogrio: ``layer`` too; see :mod:`.gis`
    .tif .tiff .asc         cells of a raster, joined to those beside them: ``n_neighbors`` (4 or
                            8), ``mask_layer``, ``crs``; see :mod:`.raster`
    .xlsx                   a table of sites: as above, and ``layer``, the sheet; see
                            :mod:`.workbook`
    ======================  ====================================================================

    Each but ``.npz`` may be compressed, as in ``roads.gr.gz``: ``.gz``, ``.xz``, ``.bz2``, or a
    ``.zip``. A plain ``roads.zip`` is what the one file of a known kind in it is; a Shapefile goes
    into it with all its parts.

    Parameters
    ----------
    path
        The file.
    max_bytes
        Largest size of the file, and of what it expands to.
    max_ratio
        Largest ratio of expanded to compressed size, once it expands to over 64 MiB.
    **options
        Those of the format.

    Raises
    ------
    GraphFileError
        Whatever is wrong with the file: missing, damaged, unsafe, or not a graph. The message names
        the file, where possible the line or the edge, and how to mend it.
    ParameterError
        An option that the format does not have.

    Warns
    -----
    UserWarning
        Two columns of whole numbers are taken for edges, and their header says nothing of edges;
        or a map says of itself that it is a part of one.
    """
    graph = read_noted(path, max_bytes=max_bytes, max_ratio=max_ratio, **options)
    for said in graph.doubts:
        warn(f"{shown(path, 500)}: {said}")
    return graph


def read_noted(
    path: str | os.PathLike[str],
    *,
    max_bytes: int = MAX_BYTES,
    max_ratio: float = MAX_RATIO,
    **options: Any,
) -> Graph:
    """Read a graph as :func:`read_graph` does, without a warning: for those who show its notes."""
    place = check_path(path)
    whole(max_bytes, "max_bytes", least=1)
    finite(max_ratio, "max_ratio", above=0)
    try:
        source = None
        if _is_bare_zip(place):  # what it is only its content can say
            source = Source(place, max_bytes=max_bytes, max_ratio=max_ratio)
        reader = _reader(place, _suffix(place) if source is None else source.format)
        _check_options(reader, options, place)
        _check_kinds(options)
        return reader(source or Source(place, max_bytes=max_bytes, max_ratio=max_ratio), **options)
    except GraphFileError:
        raise
    except (GraphError, OSError) as error:
        raise GraphFileError(f"{shown(place, 500)}: {error}") from error
    except MemoryError as error:
        raise GraphFileError(f"{shown(place, 500)}: too large for this machine's memory") from error


def write_graph(graph: Graph, path: str | os.PathLike[str]) -> None:
    """Write a graph to ``.npz`` (everything) or to ``.csv`` or ``.tsv`` (the edges).

    An ``.npz`` holds weights, names and coordinates, and can also be read by
    ``scipy.sparse.load_npz``. An edge list holds no coordinates, of which a warning tells, and no
    node without edges, which is refused, as it would be lost. A warning also tells of names that
    are read again only with ``nodes="name"``, as ``NA`` is.

    Parameters
    ----------
    graph
        The graph.
    path
        Where to write; a file that is there is replaced.

    Examples
    --------
    >>> import tempfile, pathlib
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "triangle.npz"
    >>> write_graph(Graph.from_edges([(0, 1), (1, 2), (2, 0)]), path)
    >>> read_graph(path)
    Graph(3 nodes, 3 edges, connected, unit weights)
    """
    place = check_path(path)
    check_graph(graph)
    name = WRITERS.get(place.suffix.lower())
    if name is None:
        raise GraphFileError(
            f"{shown(place, 500)}: cannot write {shown(place.suffix) or 'a file without suffix'}; "
            f"known: {', '.join(WRITERS)}"
        )
    # Written beside and then renamed: a crash leaves the old file, never half of the new one.
    part = place.with_name(f"{place.name}.part")
    try:
        with part.open("wb") as stream:
            _load(name).write(graph, stream, place.suffix.lower())
        if name == "tables":
            _load("edges_kept").check_edges_kept(graph, part, place)
        part.replace(place)
    except OSError as error:
        raise GraphFileError(f"{shown(place, 500)}: {error}") from error
    finally:
        part.unlink(missing_ok=True)


def _is_bare_zip(path: Path) -> bool:
    return path.suffix.lower() == ".zip" and _suffix(path) not in READERS


def _suffix(path: Path) -> str:
    """Return the suffix that says what the file is: the one before that of a compressed file."""
    suffixes = [suffix.lower() for suffix in path.suffixes]
    zipped = bool(suffixes) and suffixes[-1] in COMPRESSED
    return "".join(suffixes[-2:-1] if zipped else suffixes[-1:])


def _reader(path: Path, suffix: str) -> Callable[..., Graph]:
    zipped = path.suffix.lower() in COMPRESSED
    if suffix in SPREADSHEETS:
        raise GraphFileError(f"{shown(path, 500)}: {spreadsheet_way(suffix)}")
    if suffix in LINES_OF_JSON:
        raise GraphFileError(f"{shown(path, 500)}: {a_line_each(path.name)}")
    if suffix not in READERS or (zipped and suffix == ".npz"):
        got = f"{suffix}{path.suffix.lower() if zipped else ''}" or "(none)"
        raise GraphFileError(
            f"{shown(path, 500)}: no graph format has the suffix {shown(got)}; known: "
            f"{', '.join(READERS)}; each but .npz also with {', '.join(COMPRESSED)} after it"
        )
    reader: Callable[..., Graph] = _load(READERS[suffix]).read
    return reader


def _check_kinds(options: dict[str, Any]) -> None:
    """Refuse options of a wrong type, before a reader stumbles over them."""
    for name in ("weight", "names", "x", "y", "layer", "mask_layer"):
        if options.get(name) is not None and not (name == "names" and options[name] is False):
            clean_text(options[name], name)
    if options.get("crs") is not None:
        known_system(options["crs"])
    if not isinstance(options.get("header"), bool | None):
        raise ParameterError(f"header must be True or False, got {options['header']!r}")
    if options.get("n_neighbors") is not None:
        whole(options["n_neighbors"], "n_neighbors", least=1)
    if options.get("radius") is not None:
        finite(options["radius"], "radius", above=0)


def _load(name: str) -> Any:
    return import_module(f"cheapbandits.graphs.files.{name}")


def _check_options(reader: Callable[..., Graph], options: dict[str, Any], path: Path) -> None:
    known = [name for name in signature(reader).parameters if name != "source"]
    for name in options:
        if name not in known:
            raise ParameterError(
                f"{name} is no option for {path.name}; known: "
                f"{', '.join([*known, 'max_bytes', 'max_ratio'])}"
            )
