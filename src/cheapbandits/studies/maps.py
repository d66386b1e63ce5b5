"""Real maps cut into pieces of at most 2,500 nodes, from files that do not come with the package.

They are looked for in a data folder: ``relief/etopo20.npz``, ``sst/coads_sst_monthly.npz``,
``house/house.csv.gz``, ``walker/walker_samples.csv``, ``walker/walker_exh.csv.gz`` and
``roads/FLA.gr.xz``. A generator says which piece.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.sparse.csgraph import breadth_first_order

from cheapbandits.errors import ParameterError
from cheapbandits.fields import planted_field
from cheapbandits.graphs import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["FILES", "Land", "cut"]

#: Where each map lies within the data folder.
FILES = {
    "relief": "relief/etopo20.npz",
    "sst": "sst/coads_sst_monthly.npz",
    "house": "house/house.csv.gz",
    "walker": "walker/walker_samples.csv",
    "lake": "walker/walker_exh.csv.gz",
    "roads": "roads/FLA.gr.xz",
}
#: Rows and columns of a window of a grid.
WINDOW = (40, 50)
#: Every so many cells of the relief: at full resolution a window is one slope.
STRIDE = 3
N_HOUSES, N_CROSSINGS = 1500, 2000
#: A window must be known in at least this share of its cells.
LEAST_KNOWN = 0.5


class Land(NamedTuple):
    """A graph and the fields on it, in their own units."""

    graph: Graph
    fields: Mapping[str, NDArray[np.float64]]


def cut(name: str, data: Path, rng: np.random.Generator) -> Land:
    """Return a piece of a map.

    Parameters
    ----------
    name
        One of :data:`FILES`.
    data
        The folder that holds them.
    rng
        Draws which piece.
    """
    path = data / FILES[name]
    if not path.is_file():
        raise ParameterError(f"{path} is not there: --data names the folder that holds it")
    return _CUTS[name](path, rng)


def _relief(path: Path, rng: np.random.Generator) -> Land:
    # The last column repeats the first longitude.
    heights = _array(path, 2)[::STRIDE, :-1:STRIDE]
    return _window({"elevation": heights.astype(float)}, rng)


def _sst(path: Path, rng: np.random.Generator) -> Land:
    months = _array(path, 3).astype(float)
    return _window({f"month-{m:02d}": grid for m, grid in enumerate(months, start=1)}, rng)


def _lake(path: Path, rng: np.random.Generator) -> Land:
    table = _table(path)
    return _window({c.lower(): table[c].reshape(300, 260) for c in ("U", "V")}, rng)


def _house(path: Path, rng: np.random.Generator) -> Land:
    table = _table(path)
    points = np.column_stack([table["long"], table["lat"]])
    middle = points[rng.integers(len(points))]
    near = np.argsort(((points - middle) ** 2).sum(axis=1), kind="stable")[:N_HOUSES]
    return Land(Graph.from_points(points[near], 10), {"log-price": np.log(table["price"][near])})


def _walker(path: Path, _: np.random.Generator) -> Land:
    table = _table(path)
    points = np.column_stack([table["X"], table["Y"]])
    return Land(Graph.from_points(points, 8), {"v": table["V"]})


def _roads(path: Path, rng: np.random.Generator) -> Land:
    """Cut the crossings nearest to one of them, counted in roads, and plant a field there."""
    streets = _streets(path)
    start = int(rng.integers(streets.shape[0]))
    near = breadth_first_order(streets, start, directed=False, return_predecessors=False)
    piece = np.sort(near[:N_CROSSINGS])
    graph = Graph(streets[piece][:, piece])
    return Land(graph, {"planted": planted_field(graph, reach=6.0, rng=rng)})


_CUTS: dict[str, Callable[[Path, np.random.Generator], Land]] = {
    "relief": _relief,
    "sst": _sst,
    "house": _house,
    "walker": _walker,
    "lake": _lake,
    "roads": _roads,
}


def _window(grids: Mapping[str, NDArray[np.float64]], rng: np.random.Generator) -> Land:
    """Cut one window out of grids of one shape; cells not known in all of them are no nodes."""
    known = np.logical_and.reduce([~np.isnan(grid) for grid in grids.values()])
    rows, columns = (min(most, size) for most, size in zip(WINDOW, known.shape, strict=True))
    while True:
        i = int(rng.integers(known.shape[0] - rows + 1))
        j = int(rng.integers(known.shape[1] - columns + 1))
        place = np.s_[i : i + rows, j : j + columns]
        inside = known[place]
        if inside.mean() >= LEAST_KNOWN:
            break
    number = np.full(inside.shape, -1)
    number[inside] = np.arange(inside.sum())
    pairs = []
    for a, b in ((number[1:], number[:-1]), (number[:, 1:], number[:, :-1])):
        both = (a >= 0) & (b >= 0)
        pairs.append(np.stack([a[both], b[both]], axis=1))
    y, x = np.nonzero(inside)
    points = np.column_stack([x, y]).astype(float)
    graph = Graph.from_edges(np.concatenate(pairs), n_nodes=len(points), coordinates=points)
    return Land(graph, {name: grid[place][inside] for name, grid in grids.items()})


# -- files, each read once a process ---------------------------------------------------------------


@lru_cache(maxsize=8)
def _array(path: Path, ndim: int) -> NDArray[np.float64]:
    with np.load(path) as file:
        return next(np.asarray(file[key]) for key in file.files if file[key].ndim == ndim)


@lru_cache(maxsize=8)
def _table(path: Path) -> dict[str, NDArray[np.float64]]:
    import pandas as pd

    table = pd.read_csv(path).select_dtypes("number")
    return {str(name): table[name].to_numpy(float) for name in table.columns}


@lru_cache(maxsize=1)
def _streets(path: Path) -> sp.csr_array:
    """Return the ``(N, N)`` adjacency of a road file: ``p tw N M``, then pairs from 1."""
    with lzma.open(path, "rt") as file:
        n_nodes = int(file.readline().split()[2])
        pairs = np.loadtxt(file, dtype=np.int64) - 1
    ends = np.concatenate([pairs, pairs[:, ::-1]])
    ones = np.ones(len(ends))
    streets = sp.csr_array((ones, (ends[:, 0], ends[:, 1])), shape=(n_nodes, n_nodes))
    streets.data[:] = 1.0  # a road given twice is one road
    return streets
