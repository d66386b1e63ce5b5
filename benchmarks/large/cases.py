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
from cheapbandits.fields import planted_field

Built = tuple[cb.Graph, NDArray[np.float64]]


@dataclass(frozen=True)
class Case:
    """A graph, where its data lies (``None``: it is made up), and what a round may cost.

    A case without a limit is there to be compared with.
    """

    title: str
    build: Callable[[Path], Built]
    data: str | None
    round_limit: float


def _grid(side: int) -> Callable[[Path], Built]:
    def build(_: Path) -> Built:
        graph = cb.grid(side, side)
        return graph, planted_field(graph, reach=side / 20, rng=0)

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


def _scale_free(_: Path) -> Built:
    graph = cb.barabasi_albert(300_000, 3, rng=0)
    return graph, planted_field(graph, rng=0)


def _forest(path: Path) -> Built:
    arrays = np.load(path)
    points = arrays["X"].astype(float)
    low, high = points.min(axis=0), points.max(axis=0)
    graph = cb.Graph.from_points((points - low) / (high - low), n_neighbors=10)
    return graph, (arrays["y"] == 4).astype(float)  # cottonwood and willow


CASES = {
    "grid": Case("grid, 1000 x 1000", _grid(1000), None, 60),
    "roads": Case("Florida's roads", _roads, "roads/FLA.gr.xz", 60),
    "relief": Case("global relief, 540 x 1081", _relief, "relief/etopo20.npz", 60),
    "scale-free": Case("Barabasi-Albert (3)", _scale_free, None, 120),
    "forest": Case("forest, 10 nearest neighbours", _forest, "forest/covtype_quant10.npz", 120),
    "small-grid": Case("grid, 316 x 316, to compare", _grid(316), None, math.inf),
}
