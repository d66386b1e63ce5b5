"""What is learned of a network does not hang on its numbering, nor on the unit of its weights."""

import numpy as np
import pytest
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.belief.learned.kernels import kernels


def stated(weights, at, readings):
    """Return estimates and ends of all nodes after readings of single ones."""
    policy = cb.Finder(cb.Graph(weights), budget=90.0)
    for node, reading in zip(at, readings, strict=True):
        policy.observe([int(node)], float(reading))
    known = policy.estimates()
    return np.array([known.estimate, known.low, known.high])


@pytest.mark.parametrize(
    "graph",
    [
        cb.grid(10, 10),  # most frequencies come twice
        cb.grid(15, 15),  # by iteration
        cb.disjoint_cliques(5, 6),  # all are one
        cb.Graph(np.ones((12, 12)) - np.eye(12)),
        cb.Graph.from_edges([(0, k) for k in range(1, 30)]),  # a star: all but one are one
    ],
    ids=["grid", "large grid", "cliques", "complete", "star"],
)
def test_the_same_network_gives_the_same_answer(graph):
    """Seen: a grid mirrored at its diagonal, 23 % for 74; unlike widths of nodes that are alike."""
    rng = np.random.default_rng(0)
    n = graph.n_nodes
    at = rng.permutation(n)[: n // 4 + 3]
    readings = np.cumsum(rng.standard_normal(at.size))
    weights = graph.weights.toarray()
    plain = stated(weights, at, readings)
    order = rng.permutation(n)
    place = np.argsort(order)
    numbered = stated(weights[np.ix_(order, order)], place[at], readings)[:, place]
    span = np.ptp(plain[0])
    np.testing.assert_allclose(numbered, plain, atol=1e-5 * span)
    np.testing.assert_allclose(stated(7.5 * weights, at, readings), plain, atol=1e-5 * span)
    shaken = np.triu(weights * (1 + 1e-9 * rng.standard_normal(weights.shape)), 1)
    np.testing.assert_allclose(stated(shaken + shaken.T, at, readings), plain, atol=1e-4 * span)


def test_bands_end_where_frequencies_differ():
    """Of a square grid frequencies come in pairs: 1, 1, 2, 4, 4, 5, 5, ... of a large one."""
    names = [kernel.name for kernel in kernels(cb.grid(9, 9)) if "band" in kernel.name]
    values = np.linalg.eigvalsh(cb.grid(9, 9).laplacian.toarray())[1:]
    ends = [int(name.removeprefix("band")) for name in names]
    assert len(ends) == 3
    for end, most in zip(ends, (6, 12, 24), strict=True):
        assert values[end] - values[end - 1] > 1e-3
        assert np.ptp(values[end : most + 1]) < 1e-9  # no longer band of whole frequencies fits
    assert not any("band" in kernel.name for kernel in kernels(cb.Graph(np.ones((40, 40)))))


@pytest.mark.parametrize(("n", "weight"), [(49, 0.007211303946868936), (210, 3.0), (255, 0.5)])
def test_networks_of_which_most_frequencies_are_one(n, weight):
    """Seen: LAPACK's solver for some eigenvectors gave up on these stars, and so did ARPACK's."""
    star = cb.Graph.from_edges([(0, k) for k in range(1, n)], weights=[weight] * (n - 1))
    pair = cb.Graph.from_edges([(h, k) for h in (0, 1) for k in range(2, n)])
    for graph in (star, cb.Graph(weight * pair.weights)):
        made = kernels(graph)
        assert all(np.isfinite(kernel.diagonal).all() for kernel in made)
        np.testing.assert_allclose([k.diagonal.mean() for k in made], 1.0)


@pytest.mark.parametrize("parts", [1, 12, 15])
def test_bands_hold_the_lowest_frequencies_of_networks_in_parts(parts):
    """Seen: the counties' bands lacked the three lowest: of the levels of parts some were missed.

    The levels share the frequency zero, and an iteration from one vector need not find them all.
    """
    graph = cb.Graph(
        sp.block_diag([cb.grid(20, 20).weights] + [cb.grid(2, 2).weights] * (parts - 1))
    )
    vectors = np.linalg.eigh(graph.laplacian.toarray())[1][:, parts:]
    bands = [kernel for kernel in kernels(graph) if "band" in kernel.name]
    assert len(bands) == 3
    for band in bands:
        count = int(band.name.removeprefix("band"))
        basis = np.linalg.qr(band.root[:, :count])[0]
        cosines = np.linalg.svd(vectors[:, :count].T @ basis)[1]
        np.testing.assert_allclose(cosines, 1.0, atol=1e-9)
