"""The large graphs, each with a field to look for the hottest place of."""

from __future__ import annotations

import lzma
import math
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import cheapbandits as cb
from benchmarks.large.agreement import FAMILIES
from cheapbandits.fields import planted_field

Built = tuple[cb.Graph, NDArray[np.float64]]
Limits = tuple[float, float, float]


@dataclass(frozen=True)
class Case:
    """A graph, where its data lies (``None``: it is made up), and what may be spent on it.

    Attributes
    ----------
    limits
        Products with the Laplacian, at most: set-up, median round, worst round. A case without
        limits is there to be compared with.
    gap
        How far below the best a choice may be; nothing: exact.
    most_seconds
        For the set-up, where the limit is a time.
    asked
        Whether it is run only where it is named.
    effort
        How much of an exact engine is allowed, beside what is spent unasked.
    """

    title: str
    build: Callable[[Path], Built]
    limits: Limits | None
    data: str | None = None
    gap: float = 0.0
    most_seconds: float = math.inf
    asked: bool = False
    effort: float = 1.0


def _grid(side: int) -> Callable[[Path], Built]:
    def build(_: Path) -> Built:
        graph = cb.grid(side, side)
        # A wide hill on many nodes takes longer to plant than the set-up.
        return graph, planted_field(graph, reach=min(side / 20, 20.0), rng=0)

    return build


def _roads(path: Path) -> Built:
    with lzma.open(path, "rt") as file:
        n_nodes = int(file.readline().split()[2])
        edges = np.loadtxt(file, dtype=np.int64) - 1
    graph = cb.Graph.from_edges(edges, n_nodes=n_nodes)
    return graph, planted_field(graph, reach=30, rng=0)


def _relief(path: Path) -> Built:
    arrays = np.load(path)
    elevation = next(array for array in map(arrays.__getitem__, arrays.files) if array.ndim == 2)
    graph = cb.grid(*elevation.shape)
    return graph, elevation.ravel().astype(float) / float(np.abs(elevation).max())


def _forest(path: Path) -> Built:
    arrays = np.load(path)
    points = arrays["X"].astype(float)
    low, high = points.min(axis=0), points.max(axis=0)
    graph = cb.Graph.from_points((points - low) / (high - low), n_neighbors=10)
    return graph, (arrays["y"] == 4).astype(float)  # cottonwood and willow


def _family(name: str, n_nodes: int) -> Callable[[Path], Built]:
    def build(_: Path) -> Built:
        graph = FAMILIES[name](n_nodes)
        return graph, planted_field(graph, rng=0)

    return build


_FLAT, _WIDE = (4000, 10, 60), (20_000, 120, 300)


def _made(title: str, family: str, n_nodes: int, limits: Limits, gap: float = 0) -> Case:
    return Case(title, _family(family, n_nodes), limits, gap=gap)


CASES = {
    "grid": Case("grid, 1000 x 1000", _grid(1000), _FLAT),
    "roads": Case("Florida's roads", _roads, _FLAT, "roads/FLA.gr.xz"),
    "relief": Case("global relief, 540 x 1081", _relief, _FLAT, "relief/etopo20.npz"),
    "globe": _made("grid closed around the globe", "globe", 10**6, (5000, 15, 80)),
    "star": _made("star", "star", 10**5, (2000, 20, 40)),
    "large-star": _made("star", "star", 10**6, (2000, 20, 40)),
    "path": _made("path", "path", 10**5, (6000, 20, 40)),
    "large-path": _made("path", "path", 10**6, (6000, 20, 40)),
    "tree": _made("random tree", "tree", 10**5, (6000, 20, 40)),
    "large-tree": _made("random tree", "tree", 10**6, (6000, 20, 40)),
    "points-3": _made("points in 3 dimensions", "points in 3 dimensions", 10**5, (8000, 60, 150)),
    "points-5": _made("points in 5 dimensions", "points in 5 dimensions", 10**5, _WIDE, 1e-3),
    "small-world": _made("small world", "small world", 10**5, _WIDE, 1e-3),
    "power-law": _made("power law", "power law", 10**5, (26_000, 120, 300), 1e-3),
    "scale-free": _made("Barabasi-Albert (3)", "Barabasi-Albert", 300_000, (6000, 120, 120), 1e-3),
    "small-grid": Case("grid, 316 x 316, to compare", _grid(316), None),
    "forest": Case(
        "forest, 10 nearest neighbours",
        _forest,
        (math.inf, 80, 200),
        "forest/covtype_quant10.npz",
        most_seconds=600,
        effort=1.5,
    ),
    "huge-grid": Case(
        "grid, 3163 x 3163", _grid(3163), (math.inf, 20, 100), most_seconds=600, asked=True
    ),
}
