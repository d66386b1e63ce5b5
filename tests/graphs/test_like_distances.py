"""A matrix of distances is no matrix of weights: it is taken, and said."""

import warnings

import numpy as np
import pytest
from scipy.spatial.distance import pdist, squareform

from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.like_distances import like_distances
from cheapbandits.graphs.remarks import remarks


def spots(n, dimension=2, seed=0, metric="euclidean"):
    points = np.random.default_rng(seed).normal(size=(n, dimension))
    return squareform(pdist(points, metric))


def bare(matrix):
    matrix = np.array(matrix, dtype=float)
    np.fill_diagonal(matrix, 0.0)
    return matrix


def mirrored(values):
    return np.triu(values, 1) + np.triu(values, 1).T


STEPS = np.abs(np.subtract.outer(np.arange(5.0), np.arange(5.0)))
DISTANCES = {
    "steps": STEPS,
    "sites": spots(20),
    "many sites": spots(150, seed=1),
    "in space": spots(30, 3),
    "by streets": spots(25, metric="cityblock"),
    "in whole kilometres": np.round(100 * spots(12, seed=3)),
    "in metres": 1e5 * spots(9, seed=4),
}


@pytest.mark.parametrize("name", DISTANCES)
def test_distances_are_taken_with_a_warning_whose_remedy_is_silent(name):
    far = DISTANCES[name]
    with pytest.warns(UserWarning, match="the weights look like distances"):
        graph = Graph(far)
    assert graph.n_edges == len(far) * (len(far) - 1) // 2
    Graph(np.exp(-far / far.mean()))  # warnings are errors here


def similarities():
    """Yield names and weights of all pairs that are none; the same every time."""
    rng = np.random.default_rng(7)
    for n in (5, 8, 20, 60):
        far = spots(n, seed=n)
        for reach in (0.2, 1.0, 5.0):
            yield f"exp {reach}", np.exp(-far / reach)
            yield f"gauss {reach}", np.exp(-((far / reach) ** 2) / 2) + 1e-9
        yield "inverse", 1 / (far + np.eye(n))
        yield "near", 1 / (1 + far)
        yield "rest", 1.05 * far.max() - far
        for factors in (1, 2, 5):
            noise = rng.normal(size=(50, n))
            seen = rng.normal(size=(50, factors)) @ rng.normal(size=(factors, n)) + noise
            yield f"correlation {factors}", np.abs(np.corrcoef(seen.T))
        yield "trips", mirrored(rng.lognormal(0, 1, (n, n)))
        yield "one factor", np.outer(*2 * [np.linspace(0.6, 0.95, n)])
        yield "all alike", np.ones((n, n))
        yield "one or two", mirrored(rng.integers(1, 3, (n, n)))
        yield "small", np.full((n, n), 1e-4)


@pytest.mark.parametrize(("name", "weights"), [*similarities()])
def test_similarities_and_complete_graphs_stay_silent(name, weights):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Graph(bare(weights))


@pytest.mark.parametrize(
    "weights",
    [
        STEPS[:4, :4],  # too few to tell
        STEPS * (STEPS < 4),  # not all pairs have one
        np.array([[0, 1, 0], [1, 0, 2], [0, 2, 0]]),
    ],
)
def test_what_tells_too_little_stays_silent(weights):
    Graph(weights)


def test_a_file_of_distances_has_a_note(tmp_path):
    path = tmp_path / "far.mtx"
    lines = [f"{i + 1} {j + 1} {STEPS[i, j]:g}" for i in range(5) for j in range(i)]
    path.write_text(
        "%%MatrixMarket matrix coordinate real symmetric\n5 5 10\n" + "\n".join(lines) + "\n"
    )
    graph = read_graph(path)
    assert like_distances(graph.weights) in remarks(graph)
