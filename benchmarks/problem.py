"""The problems that ours and the others are given: a graph, a field and a number of rounds."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import scipy.sparse as sp

import cheapbandits as cb


@dataclass(frozen=True, eq=False)
class Problem:
    """One run: who is asked, what is there to be found, and the paper's settings."""

    name: str
    weights: sp.csr_array
    field: np.ndarray
    horizon: int
    noise: float = 0.01
    seed: int = 0

    @property
    def settings(self) -> dict[str, float]:
        """The policies' arguments, the paper's."""
        return {
            "horizon": self.horizon,
            "ridge": 0.01,
            "delta": 0.001,
            "noise": self.noise,
            "smoothness": 1.0,
        }


def forest(*, quick: bool = False) -> Problem:
    """The paper's real data: 2000 clusters of forest, 10 nearest neighbours, 100 rounds."""
    if quick:
        points = np.random.default_rng(0).random((300, 2))
        weights = cb.Graph.from_points(points, n_neighbors=10).weights
        field = np.exp(-4 * ((points - 0.3) ** 2).sum(axis=1))
        return Problem("small nearest-neighbour graph, 300 nodes, T=30", weights, field, 30)
    dataset = cb.load_dataset("forest")
    field = np.asarray(dataset.fields["cottonwood-willow"], dtype=float)
    n_nodes = dataset.graph.n_nodes
    return Problem(f"forest graph, {n_nodes} nodes, T=100", dataset.graph.weights, field, 100)


def random_graph(*, quick: bool = False) -> Problem:
    """An Erdos-Renyi graph of the paper's Figure 1 with a field of five low frequencies."""
    n_nodes, probability, horizon = (60, 0.2, 20) if quick else (250, 0.05, 150)
    graph = cb.erdos_renyi(n_nodes, probability, weights="uniform", rng=0)
    amplitudes = np.random.default_rng(1).standard_normal(5)
    field = cb.fourier_basis(graph, 5)[1] @ amplitudes
    name = f"Erdos-Renyi graph, {n_nodes} nodes, p={probability:g}, T={horizon}"
    return Problem(name, graph.weights, field / np.abs(field).max(), horizon)
