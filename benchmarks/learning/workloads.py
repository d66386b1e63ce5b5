"""Graphs with known fields to score on: the paper's draws and patches of real maps, renumbered.

A workload is named ``kind/field``; a seed draws the graph (random kinds), the patch (large maps)
and always the numbering of the nodes. Values are scaled to [0, 1] (real fields) or max |f| = 1.
"""

from __future__ import annotations

import csv
import gzip
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

import cheapbandits as cb
from cheapbandits.graphs import Graph, relabel

DATA = Path("/work/shared/data")
NOISE = 0.01

RANDOM = ("ba", "er", "sbm")
FOREST = tuple(f"forest/{name}" for name in cb.load_dataset("forest").fields)


@dataclass(frozen=True, eq=False)
class Workload:
    name: str
    graph: Graph
    field: NDArray[np.float64]
    probes: str
    horizon: int

    @property
    def tolerance(self) -> float:
        return 0.05 * float(np.ptp(self.field))


def draw(name: str, seed: int) -> Workload:
    kind, _, field = name.partition("/")
    rng = np.random.default_rng([seed, *name.encode()])
    if kind in RANDOM:
        graph = _random_graph(kind, rng)
        graph = relabel(graph, rng.permutation(graph.n_nodes))
        return Workload(name, graph, cb.sparse_field(graph, rng=rng), "strongest", 150)
    graph, values, probes = _real(kind, field, np.random.default_rng([seed, *kind.encode()]))
    order = np.random.default_rng([seed, 5, *kind.encode()]).permutation(graph.n_nodes)
    low, high = values.min(), values.max()
    scaled = ((values - low) / (high - low))[order]
    return Workload(name, _renumbered(graph, order), scaled, probes, 100)


_last: list[tuple[Graph, bytes, Graph]] = []


def _renumbered(graph: Graph, order: NDArray[np.int64]) -> Graph:
    """Relabel; the last result is kept so that fields on one graph share what is computed of it."""
    for known, key, made in _last:
        if known is graph and key == order.tobytes():
            return made
    made = relabel(graph, order)
    _last[:] = [(graph, order.tobytes(), made)]
    return made


def _random_graph(kind: str, rng: np.random.Generator) -> Graph:
    if kind == "ba":
        return cb.barabasi_albert(250, 3, weights="uniform", rng=rng)
    if kind == "er":
        return cb.erdos_renyi(250, 0.05, weights="uniform", rng=rng)
    return cb.stochastic_block_model([100, 60, 40, 50], 0.7, 0.02, rng=rng)


def _real(
    kind: str, field: str, rng: np.random.Generator
) -> tuple[Graph, NDArray[np.float64], str]:
    if kind == "forest":
        land = cb.load_dataset("forest")
        return land.graph, land.fields[field], "strongest"
    if kind == "counties":
        land = cb.load_dataset("us_counties")
        return land.graph, land.fields["unemployment"], field or "strongest-own"
    if kind == "relief":
        return _patch(_relief(), rng, 36, 42)
    if kind == "sst":
        return _patch(_sst(int(field or 1)), rng, 36, 48)
    if kind == "house":
        points, price = _house()
        near = np.argsort(((points - points[rng.integers(len(points))]) ** 2).sum(1))[:1500]
        return Graph.from_points(points[near], 10), price[near], "strongest"
    if kind == "walker":
        table = _walker_samples()
        column = {"V": 3, "U": 4}[field]
        known = table[~np.isnan(table[:, column])]
        return Graph.from_points(known[:, :2], 8), known[:, column], "strongest"
    if kind == "lake":
        return _patch(_walker_exhaustive()[field], rng, 40, 40)
    raise ValueError(f"no workload {kind!r}")


def _patch(
    values: NDArray[np.float64], rng: np.random.Generator, rows: int, columns: int
) -> tuple[Graph, NDArray[np.float64], str]:
    """Cut a window with at least half of its cells known; unknown cells are no nodes."""
    for _ in range(100):
        i = rng.integers(values.shape[0] - rows + 1)
        j = rng.integers(values.shape[1] - columns + 1)
        window = values[i : i + rows, j : j + columns]
        known = ~np.isnan(window)
        if known.mean() >= 0.5:
            break
    number = np.full(known.shape, -1)
    number[known] = np.arange(known.sum())
    pairs = [
        np.stack([a[(a >= 0) & (b >= 0)], b[(a >= 0) & (b >= 0)]], axis=1)
        for a, b in ((number[1:], number[:-1]), (number[:, 1:], number[:, :-1]))
    ]
    graph = Graph.from_edges(np.concatenate(pairs), n_nodes=int(known.sum()))
    return graph, window[known].astype(float), "hops"


@lru_cache(maxsize=1)
def _relief() -> NDArray[np.float64]:
    with np.load(DATA / "relief/etopo20.npz") as file:
        grids = [file[key] for key in file.files if file[key].ndim == 2]
    return grids[0][::3, ::3].astype(float)


@lru_cache(maxsize=12)
def _sst(month: int) -> NDArray[np.float64]:
    with np.load(DATA / "sst/coads_sst_monthly.npz") as file:
        cubes = [file[key] for key in file.files if file[key].ndim == 3]
    return cubes[0][month - 1].astype(float)


@lru_cache(maxsize=1)
def _house() -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    with gzip.open(DATA / "house/house.csv.gz", "rt") as lines:
        rows = list(csv.DictReader(lines))
    points = np.array([(float(r["long"]), float(r["lat"])) for r in rows])
    return points, np.log([float(r["price"]) for r in rows])


@lru_cache(maxsize=1)
def _walker_samples() -> NDArray[np.float64]:
    with (DATA / "walker/walker_samples.csv").open() as lines:
        next(lines)
        return np.array([[float("nan" if x == "NA" else x) for x in r.split(",")] for r in lines])


@lru_cache(maxsize=1)
def _walker_exhaustive() -> dict[str, NDArray[np.float64]]:
    with gzip.open(DATA / "walker/walker_exh.csv.gz", "rt") as lines:
        next(lines)
        table = np.array([[float(x) for x in r.split(",")] for r in lines])
    return {"U": table[:, 0].reshape(300, 260), "V": table[:, 1].reshape(300, 260)}
