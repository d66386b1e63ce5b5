"""The random graphs: their counts and spectra, and networkx as the second opinion."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs import (
    Graph,
    barabasi_albert,
    disjoint_cliques,
    erdos_renyi,
    grid,
    relabel,
    stochastic_block_model,
)
from cheapbandits.graphs.sampling import successes, triangle_pairs

SEEDED = {
    "erdos_renyi": lambda **options: erdos_renyi(60, 0.2, **options),
    "barabasi_albert": lambda **options: barabasi_albert(60, 3, **options),
    "stochastic_block_model": lambda **options: stochastic_block_model((20, 30), **options),
    "disjoint_cliques": lambda **options: disjoint_cliques(4, 6, **options),
}


def as_networkx(graph: Graph) -> nx.Graph:
    return nx.from_scipy_sparse_array(graph.weights)


@pytest.mark.parametrize("model", SEEDED.values(), ids=SEEDED)
def test_a_seed_and_its_generator_give_the_same_graph(model):
    first = model(weights="uniform", rng=5)
    assert first == model(weights="uniform", rng=np.random.default_rng(5))
    assert first != model(weights="uniform", rng=6)


@pytest.mark.parametrize("model", SEEDED.values(), ids=SEEDED)
def test_weights_are_one_or_uniform(model):
    assert set(model(rng=0).weights.data) == {1.0}
    weights = model(weights="uniform", rng=0).edges()[1]
    assert weights.min() > 0
    assert weights.max() <= 1
    assert len(set(weights)) == len(weights)
    with pytest.raises(ParameterError, match="'unit' or 'uniform', got 'normal'"):
        model(weights="normal")


@settings(deadline=None)
@given(st.integers(0, 10**6))
def test_every_place_in_the_triangle_is_its_pair(place):
    i, j = (int(end[0]) for end in triangle_pairs(np.array([place])))
    assert 0 <= j < i
    assert i * (i - 1) // 2 + j == place


@pytest.mark.parametrize("row", [10**5, 10**8, 3 * 10**8])
def test_places_beyond_the_precision_of_a_square_root(row):
    places = np.array([row * (row - 1) // 2 + shift for shift in (-1, 0, 1)])
    i, j = triangle_pairs(places)
    np.testing.assert_array_equal(i, [row - 1, row, row])
    np.testing.assert_array_equal(j, [row - 2, 0, 1])


def test_successes_are_independent_and_equally_likely():
    rng = np.random.default_rng(1)
    runs = np.zeros((4000, 12))
    for run in runs:
        run[successes(12, 0.3, rng)] = 1
    # Six deviations of a mean of 4000 draws.
    np.testing.assert_allclose(runs.mean(axis=0), 0.3, atol=6 * np.sqrt(0.21 / 4000))
    off_diagonal = np.corrcoef(runs.T)[~np.eye(12, dtype=bool)]
    assert np.abs(off_diagonal).max() < 6 / np.sqrt(4000)


def test_successes_at_the_ends_of_the_range():
    rng = np.random.default_rng(0)
    assert successes(10, 0.0, rng).size == 0
    np.testing.assert_array_equal(successes(10, 1.0, rng), np.arange(10))
    assert successes(10**12, 1e-18, rng).size == 0


@pytest.mark.parametrize(("n", "p"), [(400, 0.05), (3000, 0.001), (100, 0.9)])
def test_erdos_renyi_has_binomially_many_edges(n, p):
    pairs = n * (n - 1) / 2
    graph = erdos_renyi(n, p, rng=2)
    assert graph.n_nodes == n
    assert abs(graph.n_edges - pairs * p) < 6 * np.sqrt(pairs * p * (1 - p))


def test_erdos_renyi_extremes_and_large_sparse_graphs():
    assert erdos_renyi(10, 0).n_edges == 0
    assert erdos_renyi(10, 1).n_edges == 45
    # Would need 5e13 bytes if pairs were listed.
    assert 5_000 < erdos_renyi(10_000_000, 2e-10, rng=0).n_edges < 15_000


@pytest.mark.parametrize(("n", "degree"), [(50, 1), (300, 3), (200, 40), (5, 4)])
def test_barabasi_albert_is_connected_with_a_known_number_of_edges(n, degree):
    graph = barabasi_albert(n, degree, rng=3)
    assert graph.n_parts == 1
    assert graph.n_edges == degree * (n - degree)
    assert graph.n_edges == nx.barabasi_albert_graph(n, degree, seed=0).number_of_edges()
    # Each later node brings `degree` distinct edges to earlier ones.
    pairs, _ = graph.edges()
    np.testing.assert_array_equal(np.bincount(pairs[:, 1], minlength=n)[degree + 1 :], degree)


def test_barabasi_albert_has_the_degrees_of_networkx():
    ours = [barabasi_albert(500, 2, rng=seed).neighbor_counts for seed in range(20)]
    theirs = [
        [count for _, count in nx.barabasi_albert_graph(500, 2, seed=seed).degree]
        for seed in range(20)
    ]
    for share in (0.5, 0.9, 0.99):
        assert np.quantile(ours, share) == pytest.approx(np.quantile(theirs, share), rel=0.15)
    assert np.mean(np.max(ours, axis=1)) == pytest.approx(np.mean(np.max(theirs, axis=1)), rel=0.3)


def test_preference_is_proportional_to_degree():
    # With degree 1 the third node joins either end of the first edge, the fourth a path's middle
    # in half of all cases.
    rng = np.random.default_rng(0)
    middle = [barabasi_albert(4, 1, rng=rng).neighbor_counts.max() == 3 for _ in range(1000)]
    assert np.mean(middle) == pytest.approx(0.5, abs=0.08)


def test_block_densities():
    graph = stochastic_block_model(rng=4)
    assert graph.n_nodes == 250
    sizes = (100, 60, 40, 50)
    ends = np.cumsum([0, *sizes])
    dense = graph.weights.toarray()
    for a in range(4):
        for b in range(4):
            block = dense[ends[a] : ends[a + 1], ends[b] : ends[b + 1]]
            p = 0.7 if a == b else 0.02
            pairs = sizes[a] * (sizes[a] - 1) if a == b else block.size
            assert abs(block.sum() / pairs - p) < 6 * np.sqrt(2 * p * (1 - p) / pairs)


def test_blocks_without_edges_between_are_parts():
    assert stochastic_block_model((5, 1, 3), 1.0, 0.0).n_parts == 3
    assert stochastic_block_model((5, 1, 3), 0.0, 1.0).n_edges == 23


def test_clique_spectra():
    graph = disjoint_cliques(3, 5)
    assert graph.n_parts == 3
    values = np.linalg.eigvalsh(graph.laplacian.toarray())
    np.testing.assert_allclose(values, [0] * 3 + [5] * 12, atol=1e-12)
    assert disjoint_cliques(4, 1).n_edges == 0


@pytest.mark.parametrize(("rows", "columns"), [(1, 2), (4, 7), (5, 1)])
def test_grid_is_networkx_grid(rows, columns):
    graph = grid(rows, columns)
    expected = nx.to_numpy_array(nx.grid_2d_graph(rows, columns))
    np.testing.assert_array_equal(graph.weights.toarray(), expected)
    last = [columns - 1, rows - 1]
    np.testing.assert_array_equal(graph.coordinates[[0, -1]], [[0, 0], last])
    neighbor_distance = np.linalg.norm(np.diff(graph.coordinates[graph.edges()[0]], axis=1), axis=2)
    np.testing.assert_array_equal(neighbor_distance, 1)


@pytest.mark.parametrize(
    ("build", "message"),
    [
        (lambda: erdos_renyi(1, 0.5), "n_nodes must be a whole number, at least 2; got 1"),
        (lambda: erdos_renyi(10.5, 0.5), "n_nodes must be a whole number"),
        (lambda: erdos_renyi(10, 1.5), "probability must be a probability, from 0 to 1; got 1.5"),
        (lambda: erdos_renyi(10, float("nan")), "probability must be"),
        (lambda: erdos_renyi(10, "often"), "probability must be"),
        (lambda: barabasi_albert(10, 0), "degree must be a whole number, from 1 to 9; got 0"),
        (lambda: barabasi_albert(10, 10), "degree must be a whole number, from 1 to 9; got 10"),
        (lambda: stochastic_block_model((5, -1)), r"sizes\[1\] must be a whole number"),
        (lambda: stochastic_block_model((5, 5), within=-0.1), "within must be a probability"),
        (lambda: stochastic_block_model((5, 5), between=2), "between must be a probability"),
        (lambda: disjoint_cliques(0, 5), "n_cliques must be"),
        (lambda: disjoint_cliques(5, True), "size must be"),
        (lambda: grid(0, 5), "rows must be a whole number, at least 1; got 0"),
        (lambda: relabel(grid(1, 3), [0, 1, 1]), "each of 0 to 2 once"),
        (lambda: relabel(grid(1, 3), [[0, 1, 2]]), "each of 0 to 2 once"),
    ],
)
def test_bad_arguments_say_what_is_allowed(build, message):
    with pytest.raises(ParameterError, match=message):
        build()


@pytest.mark.parametrize("build", [lambda: grid(1, 1), lambda: stochastic_block_model(())])
def test_a_graph_of_no_choice_is_refused(build):
    with pytest.raises(GraphError, match="at least 2 nodes"):
        build()


@settings(deadline=None)
@given(st.permutations(range(6)))
def test_relabel_keeps_everything_together(order):
    graph = Graph(grid(2, 3).weights, names="abcdef", coordinates=grid(2, 3).coordinates)
    turned = relabel(graph, order)
    np.testing.assert_array_equal(
        turned.weights.toarray(), graph.weights.toarray()[np.ix_(order, order)]
    )
    assert turned.names == tuple(graph.names[old] for old in order)
    np.testing.assert_array_equal(turned.coordinates, graph.coordinates[order])
    assert relabel(turned, np.argsort(order)) == graph
    assert nx.is_isomorphic(as_networkx(turned), as_networkx(graph))
