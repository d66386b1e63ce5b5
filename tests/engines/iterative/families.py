"""Graphs of the kinds the engine meets, small enough for a dense inverse."""

from functools import lru_cache

import numpy as np
import scipy.sparse as sp

import cheapbandits as cb

RIDGE = 0.01


def attachment(n, rng, links=3):
    """Preferential attachment: each new node joins ``links`` old ones, by degree."""
    ends, pairs = list(range(links)), []
    for node in range(links, n):
        for old in set(rng.choice(ends, links).tolist()):
            pairs.append((old, node))
            ends += [old, node]
    return cb.Graph.from_edges(pairs, n_nodes=n)


def random_graph(n, rng, degree=6):
    pairs = rng.integers(0, n, (n * degree // 2, 2))
    return cb.Graph.from_edges(pairs[pairs[:, 0] != pairs[:, 1]], n_nodes=n)


def blocks(n, rng, count=8):
    inner = rng.integers(0, n // count, (4 * n, 2)) + (n // count) * rng.integers(
        0, count, (4 * n, 1)
    )
    pairs = np.concatenate([inner, rng.integers(0, n, (n // 20, 2))])
    return cb.Graph.from_edges(pairs[pairs[:, 0] != pairs[:, 1]], n_nodes=n)


def spread_weights(n, rng):
    """Weights over eight orders of magnitude, several parts, isolated nodes."""
    pairs = rng.integers(0, n, (2 * n, 2))
    pairs = pairs[(pairs[:, 0] < pairs[:, 1]) & (pairs[:, 1] % 7 > 0)]
    return cb.Graph.from_edges(pairs, 10.0 ** rng.uniform(-5, 3, len(pairs)), n, duplicates="sum")


def all_families(n):
    rng = np.random.default_rng(n)
    side = int(n**0.5)
    return {
        "grid": cb.grid(side, side),
        "attachment": attachment(n, rng),
        "random": random_graph(n, rng),
        "blocks": blocks(n, rng),
        "points": cb.Graph.from_points(rng.random((n, 3))),
        "spread": spread_weights(n, rng),
    }


@lru_cache(maxsize=12)
def dense_inverse(graph, ridge=RIDGE):
    return np.linalg.inv(graph.laplacian.toarray() + ridge * np.eye(graph.n_nodes))


def quadratic(matrix: sp.csr_array, covariance):
    return np.asarray(matrix.multiply(matrix @ covariance).sum(axis=1)).ravel()
