"""Spectrum: transform, sign rule, counts and the effective dimension against plain definitions."""

import math

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.engines import memory
from cheapbandits.engines.dissection import cuts
from cheapbandits.engines.dissection.inertia import SINGULAR
from cheapbandits.spectrum import count_eigenvalues_below, inertia
from tests.forms import forms
from tests.strategies import graphs


def dimension_by_definition(eigenvalues, horizon, ridge):
    budget = horizon / math.log(1 + horizon / ridge)
    lam = np.maximum(eigenvalues, 0) + ridge
    return max(d for d in range(1, len(lam) + 1) if (d - 1) * lam[d - 1] <= budget)


@settings(max_examples=50, deadline=None)
@given(graph=graphs(), seed=st.integers(0, 1000))
def test_the_transform_inverts_and_diagonalises(graph, seed):
    values, basis = cb.fourier_basis(graph)
    signal = np.random.default_rng(seed).standard_normal(graph.n_nodes)
    amplitudes = cb.fourier_transform(basis, signal)
    np.testing.assert_allclose(cb.inverse_fourier_transform(basis, amplitudes), signal, atol=1e-9)
    scale = max(1.0, values[-1])
    np.testing.assert_allclose(
        basis.T @ graph.laplacian.toarray() @ basis, np.diag(values), atol=1e-9 * scale
    )
    energy = signal @ graph.laplacian @ signal
    assert energy == pytest.approx(float(values @ amplitudes**2), abs=1e-8 * scale)


@settings(max_examples=50, deadline=None)
@given(graph=graphs())
def test_the_sign_rule_makes_the_largest_entry_positive(graph):
    _, basis = cb.fourier_basis(graph)
    largest = np.abs(basis).max(axis=0)
    for k in range(graph.n_nodes):
        top = np.flatnonzero(np.abs(basis[:, k]) >= largest[k] * (1 - 1e-8))[0]
        assert basis[top, k] > 0


def test_the_same_basis_wherever_it_is_computed_from():
    """Relabelled and flipped back, a graph with simple eigenvalues gives the same vectors."""
    graph = cb.barabasi_albert(25, 2, weights="uniform", rng=0)
    order = np.random.default_rng(1).permutation(25)
    shuffled = cb.Graph(graph.weights[order][:, order])
    _, basis = cb.fourier_basis(graph)
    _, other = cb.fourier_basis(shuffled)
    np.testing.assert_allclose(other, basis[order], atol=1e-9)


@pytest.mark.parametrize(
    "graph", forms(cb.grid(61, 50), cb.barabasi_albert(3050, 3, rng=0)), ids=str
)
def test_partial_spectra_are_the_ends_of_the_full_one(graph):
    values, basis = cb.fourier_basis(graph, 4)
    residual = graph.laplacian @ basis - basis * values
    np.testing.assert_allclose(residual, 0, atol=1e-6)
    for k, value in enumerate(values.tolist()):
        assert count_eigenvalues_below(graph, value - 1e-6) <= k
        assert count_eigenvalues_below(graph, value + 1e-6) > k


def test_partial_spectra_repeat_what_repeats():
    """Eleven parts have eleven zero eigenvalues; a square grid has pairs of equal ones."""
    counties = cb.load_dataset("us_counties").graph
    np.testing.assert_allclose(cb.laplacian_eigenvalues(counties, 11), 0, atol=1e-10)
    values, basis = cb.fourier_basis(counties, 14)
    np.testing.assert_allclose(basis.T @ basis, np.eye(14), atol=1e-8)
    assert (values[11:] > 1e-4).all()
    side = 2 - 2 * np.cos(np.pi * np.arange(56) / 56)
    exact = np.sort(np.add.outer(side, side).ravel())[:9]
    np.testing.assert_allclose(cb.laplacian_eigenvalues(cb.grid(56, 56), 9), exact, atol=1e-9)


@settings(max_examples=60, deadline=None)
@given(graph=graphs(), threshold=st.floats(-1, 60))
def test_counts_are_the_counts(graph, threshold):
    values = np.linalg.eigvalsh(graph.laplacian.toarray())
    if np.abs(values - threshold).min() > 1e-6:
        assert count_eigenvalues_below(graph, threshold) == (values < threshold).sum()


@settings(max_examples=60, deadline=None)
@given(graph=graphs(), horizon=st.integers(1, 10_000), ridge=st.sampled_from([0.01, 0.1, 2.0]))
def test_effective_dimension_is_definition_1(graph, horizon, ridge):
    values = np.linalg.eigvalsh(graph.laplacian.toarray())
    expected = dimension_by_definition(values, horizon, ridge)
    assert cb.effective_dimension(graph, horizon=horizon, ridge=ridge) == expected


LARGER = {
    "barabasi-albert": lambda: cb.barabasi_albert(900, 3, rng=1),
    "dense": lambda: cb.erdos_renyi(800, 0.1, rng=1),
    "cliques": lambda: cb.disjoint_cliques(40, 20),  # repeated eigenvalues, which Lanczos misses
    "grid": lambda: cb.grid(35, 35),
    "no edges": lambda: cb.Graph.from_edges([], n_nodes=1100),
    "path": lambda: cb.Graph.from_networkx(nx.path_graph(1500)),
}


@pytest.mark.parametrize("name", LARGER)
def test_effective_dimension_of_larger_graphs_is_exact(name):
    graph = LARGER[name]()
    values = np.linalg.eigvalsh(graph.laplacian.toarray())
    for horizon in (1, 10, 100, 3000):
        expected = dimension_by_definition(values, horizon, 0.01)
        assert cb.effective_dimension(graph, horizon=horizon, ridge=0.01) == expected


def test_counting_finds_the_dimension_where_dense_solvers_are_out_of_the_question(monkeypatch):
    monkeypatch.setattr("cheapbandits.spectrum.dimension.COUNTING_NODES", 0)
    graph = cb.grid(30, 31)
    values = np.linalg.eigvalsh(graph.laplacian.toarray())
    for horizon in (100, 777, 5001):
        expected = dimension_by_definition(values, horizon, 0.02)
        assert cb.effective_dimension(graph, horizon=horizon, ridge=0.02) == expected


@pytest.mark.parametrize(("horizon", "ridge"), [(0, 0.01), (10, 0.0), (10, -1.0)])
def test_bad_arguments_are_refused(horizon, ridge):
    with pytest.raises(cb.ParameterError):
        cb.effective_dimension(cb.grid(2, 2), horizon=horizon, ridge=ridge)
    with pytest.raises(cb.ParameterError):
        cb.laplacian_eigenvalues(cb.grid(2, 2), 5)


def paths(n_paths, length, weight=1.0):
    """Disjoint paths; each has the eigenvalues ``weight * (2 - 2 cos(pi j / length))``."""
    first = np.arange(n_paths * length).reshape(n_paths, length)[:, :-1].ravel()
    pairs = np.stack([first, first + 1], axis=1)
    return cb.Graph.from_edges(pairs, np.full(len(first), weight), n_paths * length)


@pytest.mark.parametrize("weight", [1.0, 1e-7, 1e9])
@pytest.mark.parametrize(
    ("n_paths", "length", "dissected_from"),
    [(3, 20, 4000), (10, 120, 4000), (20, 75, 1000)],
    ids=["dense", "sparse", "dissected"],
)
def test_thresholds_of_every_size_are_counted(n_paths, length, dissected_from, weight, monkeypatch):
    """Where the dissection cannot tell, all is counted densely: a small graph will do."""
    monkeypatch.setattr(inertia, "DISSECTED_FROM", dissected_from)
    graph = paths(n_paths, length, weight)
    second = weight * (2 - 2 * math.cos(math.pi / length))
    for power in range(-25, 0):
        assert count_eigenvalues_below(graph, second * 10.0**power) == n_paths
    assert count_eigenvalues_below(graph, second * (1 + 1e-6)) == 2 * n_paths
    assert count_eigenvalues_below(graph, second * (1 - 1e-6)) == n_paths
    assert [count_eigenvalues_below(graph, t) for t in (0.0, -1e-300, -5.0, -math.inf)] == [0] * 4
    for high in (4.01 * weight, 1e300, math.inf):
        assert count_eigenvalues_below(graph, high) == graph.n_nodes
    with pytest.raises(cb.ParameterError, match="nan"):
        count_eigenvalues_below(graph, math.nan)


@pytest.mark.parametrize("threshold", [1e-14, 1e-13, 1e-12, 2e-3, 0.5, 2.0, 4.0])
def test_nudges_escape_whatever_the_threshold(threshold):
    """A matrix that is singular again and again: some of the shifts must be far enough away."""
    shifts = list(inertia._nudged(threshold, 4.0))
    assert shifts[0] == threshold
    assert min(shifts) > 0
    away = [abs(shift - threshold) for shift in shifts]
    assert max(away) >= 10 * SINGULAR * 8
    assert max(away) <= 1e-8 * max(8, threshold)


def test_a_graph_without_edges_has_only_zeros():
    graph = cb.Graph(np.zeros((5, 5)))
    assert [count_eigenvalues_below(graph, t) for t in (0.0, 1e-300, 1.0)] == [0, 5, 5]


def test_a_dense_count_that_does_not_fit_is_refused_before_it_starts(monkeypatch):
    graph = cb.barabasi_albert(9000, 3, rng=0)
    monkeypatch.setattr(cuts, "COUNT_A_NODE", 1e3)  # a graph that fills in
    monkeypatch.setattr(memory, "memory_limit", lambda: 2**28)
    with pytest.raises(cb.CapacityError, match=r"9,000 nodes .* GiB; effective_dimension"):
        count_eigenvalues_below(graph, 0.5)


def repr_short(value):
    return repr(value)[:20]


@pytest.mark.parametrize(
    "horizon", ["10", None, True, 0, float("nan"), [3], 10**400], ids=repr_short
)
def test_rounds_that_cannot_be_are_told_in_words(horizon):
    with pytest.raises(cb.ParameterError, match="horizon"):
        cb.effective_dimension(cb.grid(2, 3), horizon=horizon)


@pytest.mark.parametrize(
    "ridge", ["1", None, 0, -1.0, float("inf"), 1e-320, 10**400], ids=repr_short
)
def test_ridges_that_cannot_be_are_told_in_words(ridge):
    with pytest.raises(cb.ParameterError, match="ridge"):
        cb.effective_dimension(cb.grid(2, 3), horizon=10, ridge=ridge)


def test_the_dimension_of_what_is_no_graph():
    with pytest.raises(cb.ParameterError, match=r"must be a cheapbandits\.Graph"):
        cb.effective_dimension([[0, 1], [1, 0]], horizon=10)
    assert cb.effective_dimension(cb.grid(2, 3), horizon=10**300, ridge=1e-3) == 6
