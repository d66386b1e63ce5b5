"""Matrices in ``.npz``: what ``scipy.sparse.save_npz`` writes, with names and coordinates.

A single array of two dimensions, from ``numpy.savez``, is taken as the weights of a dense matrix.

SciPy's own reader trusts the indices; here the arrays are read one by one, and a matrix is built
only from those that fit together. An entry that is stored twice counts as the sum, as in SciPy; but
whole numbers of few bits do not wrap round here.
"""

from __future__ import annotations

import json
import re
import sys
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np
import scipy.sparse as sp

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.safe_json import parse_json
from cheapbandits.graphs.files.zipped_arrays import read_arrays
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.outlines import Outlines
from cheapbandits.graphs.systems import StoredSystem
from cheapbandits.graphs.weight_words import is_distance
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read", "write"]

_COMPRESSED = ("data", "indices", "indptr")
#: Borders of places, in the order of :class:`.Outlines`.
_OUTLINES = ("outline_steps", "outline_frame", "outline_start", "outline_owner")
_EXTRAS = ("names", "named_by", "coordinates", "crs", *_OUTLINES)
#: Rows of a dense matrix that are turned at a time.
_ROWS = 256
#: What a weight takes while a graph is made of it.
_BYTES_A_WEIGHT = 64
#: What arrays of pairs of nodes are called: two edges would be a matrix of two nodes.
_PAIRS = re.compile(r"(?i)(edges?|links?|arcs?|pairs)([_ ]?(list|index|indices|pairs))?")
_PARTS = {"csr": _COMPRESSED, "csc": _COMPRESSED, "coo": ("data", "row", "col")}


def read(source: Source) -> Graph:
    """Read a CSR, CSC, COO or dense matrix, and names and coordinates where they are stored."""
    arrays = read_arrays(source)
    matrix = _matrix(source, arrays) if "format" in arrays else _dense(source, arrays)
    names = _names(source, arrays["names"]) if "names" in arrays else None
    coordinates = _numbers(source, arrays, "coordinates") if "coordinates" in arrays else None
    crs = _system(source, arrays["crs"]) if "crs" in arrays else None
    # What lacks a part is somebody else's, and no borders.
    own = coordinates is not None and all(name in arrays for name in _OUTLINES)
    outlines = Outlines(*(arrays[name] for name in _OUTLINES)) if own else None
    by = _heading(source, arrays["named_by"]) if "named_by" in arrays else None
    graph = Graph(
        matrix, names=names, coordinates=coordinates, crs=crs, outlines=outlines, named_by=by
    )
    # After the graph was made of it, so that its indices are known to be within.
    graph.loops = int(np.count_nonzero(matrix.diagonal()))
    return graph


def write(graph: Graph, stream: BinaryIO, suffix: str) -> None:  # noqa: ARG001
    """Write everything the graph holds; ``scipy.sparse.load_npz`` reads the weights of it."""
    weights = graph.weights
    arrays: dict[str, Any] = {name: getattr(weights, name) for name in _COMPRESSED}
    arrays |= {"format": np.array(b"csr"), "shape": np.array(weights.shape), "_is_array": True}
    if graph.names is not None:
        # One text of JSON: NumPy's strings are all as long as the longest, and lose end zeros.
        arrays["names"] = np.frombuffer(json.dumps(graph.names).encode("ascii"), dtype=np.uint8)
    if graph.named_by is not None:
        arrays["named_by"] = np.frombuffer(graph.named_by.encode(errors="replace"), dtype=np.uint8)
    if graph.coordinates is not None:
        arrays["coordinates"] = graph.coordinates
    if graph.crs is not None:
        arrays["crs"] = np.frombuffer(graph.crs.encode(), dtype=np.uint8)
    if graph.outlines is not None:
        lines = graph.outlines
        parts = lines.steps, lines.frame, lines.start, lines.owner
        arrays |= dict(zip(_OUTLINES, parts, strict=True))
    np.savez_compressed(stream, **arrays)


def _matrix(source: Source, arrays: dict[str, NDArray[Any]]) -> sp.sparray:
    kind = _format(source, arrays)
    missing = sorted({"shape", *_PARTS[kind]} - set(arrays))
    if missing:
        raise source.error(f"a {kind} matrix needs {', '.join(missing)} too; save it again")
    values, first, second = (_numbers(source, arrays, name) for name in _PARTS[kind])
    rows, columns = _shape(source, arrays)
    try:
        if kind == "coo":
            return sp.coo_array((values, (first, second)), shape=(rows, columns))
        build = sp.csr_array if kind == "csr" else sp.csc_array
        return build((values, first, second), shape=(rows, columns))
    except (ValueError, TypeError, IndexError) as error:
        raise source.error(f"the arrays do not make a matrix: {error}") from error


def _dense(source: Source, arrays: dict[str, NDArray[Any]]) -> sp.csr_array:
    """Return what of a dense matrix is not 0, in 12 bytes each, however narrow its numbers are."""
    found = [name for name in arrays if name not in _EXTRAS]
    dense = arrays[found[0]] if len(found) == 1 else np.empty(0)
    if dense.ndim != 2 or dense.dtype.kind not in "?biuf":
        raise source.error(
            f"no sparse matrix and no single square array of numbers: found "
            f"{shown(', '.join(arrays)) or 'nothing'}; save it with scipy.sparse.save_npz or "
            "cheapbandits.write_graph"
        )
    if len(found[0]) > 1 and is_distance(found[0]):  # a single letter is any matrix
        raise source.error(
            f"the array '{shown(found[0])}' is called as a distance, time or cost is: taken for "
            "weights it would make far apart count as alike. Save weights that are larger the "
            "nearer two nodes are (1/distance, or exp(-distance/D) with a usual distance D) as "
            "weights, or rename it to weights if it holds such"
        )
    rows, columns = dense.shape
    if _PAIRS.fullmatch(found[0]):
        raise source.error(
            f"the array '{shown(found[0])}' is called as a list of edges is, and was read as a "
            "matrix of weights; rename it to weights, or write the pairs as a table (.csv), an "
            "edge in each row"
        )
    if rows != columns:
        raise source.error(f"weights must be a square matrix, got shape ({rows}, {columns})")
    source.check_size(_BYTES_A_WEIGHT * int(np.count_nonzero(dense)))
    blocks = [
        sp.csr_array(dense[start : start + _ROWS].astype(float)) for start in range(0, rows, _ROWS)
    ]
    return sp.csr_array(sp.vstack(blocks, format="csr")) if blocks else sp.csr_array((0, 0))


def _format(source: Source, arrays: dict[str, NDArray[Any]]) -> str:
    stored = arrays["format"]
    kind = str(stored.astype("U")) if stored.ndim == 0 and stored.dtype.kind in "SU" else "unknown"
    if kind not in _PARTS:
        raise source.error(
            f"matrix format '{shown(kind)}'; known: {', '.join(_PARTS)}. Save W.tocsr()"
        )
    return kind


def _shape(source: Source, arrays: dict[str, NDArray[Any]]) -> tuple[int, int]:
    stored = arrays["shape"]
    if stored.shape != (2,) or stored.dtype.kind not in "iu":
        raise source.error("shape must be two whole numbers; save the matrix again")
    rows, columns = (int(extent) for extent in stored)
    source.check_nodes(max(rows, columns))
    return rows, columns


def _numbers(source: Source, arrays: dict[str, NDArray[Any]], name: str) -> NDArray[Any]:
    array = arrays[name]
    kinds = "?biuf" if name in ("data", "coordinates") else "iu"
    if array.dtype.kind not in kinds or (name != "coordinates" and array.ndim != 1):
        raise source.error(
            f"{name} must be a list of {'real' if 'f' in kinds else 'whole'} numbers, got "
            f"{array.dtype} of shape {array.shape}; save the matrix again"
        )
    # Beyond the largest signed number this turns negative, and is refused as such.
    return array if "f" in kinds else array.astype(np.int64)


def _system(source: Source, stored: NDArray[Any]) -> StoredSystem:
    return StoredSystem(_heading(source, stored, "crs"))


def _heading(source: Source, stored: NDArray[Any], name: str = "named_by") -> str:
    if stored.dtype != np.uint8 or stored.ndim != 1:
        raise source.error(f"{name} must be a text as bytes; write the graph again")
    return stored.tobytes().decode(errors="replace")


def _names(source: Source, stored: NDArray[Any]) -> list[str]:
    if stored.dtype.kind == "U" and stored.ndim == 1:
        codes = np.frombuffer(stored.tobytes(), dtype=f"{stored.dtype.str[0]}u4")
        if codes.size and codes.max() > sys.maxunicode:
            raise source.error("names must be texts, got no characters; write the graph again")
        return [str(name) for name in stored]
    names = parse_json(source, stored.tobytes()) if stored.dtype == np.uint8 else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise source.error("names must be texts, one a node; write the graph again")
    return names
