"""Groups by distance against brute force: ties, spots, and the order of calls."""

import itertools

import numpy as np
import pytest
import scipy.sparse as sp

import cheapbandits as cb


def test_nearest_are_nearest_even_on_one_spot():
    points = np.array([[0, 0], [0, 0], [0, 0], [1, 0], [5, 0], [5.5, 0]])
    graph = cb.Graph.from_points(points, 2)
    family = cb.Nearest(graph)
    assert family.at(3).members.tolist() == [
        [0, 1, 2],
        [1, 0, 2],
        [2, 0, 1],
        [3, 0, 1],
        [4, 5, 3],
        [5, 4, 3],
    ]


def nearest_by_definition(points, width):
    """Sort all others by distance, as far as rounding tells them apart, then by index."""
    distance = np.linalg.norm(points[:, None] - points[None], axis=-1)
    others = range(len(points))
    return [
        [i, *sorted(set(others) - {i}, key=lambda j: (float(f"{distance[i, j]:.8e}"), j))][:width]
        for i in others
    ]


POINTS = {
    "random": np.random.default_rng(0).random((60, 2)),
    "grid": np.array(list(itertools.product(range(5), range(5))), dtype=float),
    "grid of tenths": np.array(list(itertools.product(range(7), range(4)))) * 0.1,
    "a circle and its centre": np.array(
        [[0.0, 0.0], *([np.cos(a), np.sin(a)] for a in np.arange(12) * np.pi / 6)]
    ),
    "one spot": np.zeros((30, 2)),
    "three spots, mixed": np.array([[0.0, 0], [5, 5], [0, 0], [9, 9]] * 8),
    "far from the origin": np.array(list(itertools.product(range(4), range(4)))) + 1e6,
    "tiny": np.array(list(itertools.product(range(4), range(4)))) * 1e-150,
    "three dimensions": np.array(list(itertools.product(range(3), repeat=3)), dtype=float),
}


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("widths", [(2, 5, 3, 13), (13, 2), (3,)], ids=str)
def test_nearest_against_brute_force_for_any_width_in_any_order(name, widths):
    points = POINTS[name]
    family = cb.Nearest(cb.Graph(np.zeros((len(points),) * 2), coordinates=points))
    for width in widths:
        assert family.at(width).members.tolist() == nearest_by_definition(points, width)


def test_nearest_with_very_many_on_one_spot():
    """More than would fit in memory pair by pair."""
    points = np.repeat([[0.0, 0.0], [1.0, 0.0]], [70_000, 3], axis=0)
    graph = cb.Graph(sp.csr_array((len(points),) * 2), coordinates=points)
    members = cb.Nearest(graph).at(4).members
    assert members[0].tolist() == [0, 1, 2, 3]
    assert members[2].tolist() == [2, 0, 1, 3]
    assert members[69_999].tolist() == [69_999, 0, 1, 2]
    assert members[70_001].tolist() == [70_001, 70_000, 70_002, 0]


@pytest.mark.parametrize(
    "make", [cb.Nearest, cb.Hops, lambda g: cb.StrongestNeighbors(g, cap="own")]
)
def test_groups_do_not_depend_on_what_was_asked_before(make):
    graphs = [
        cb.grid(5, 5),
        cb.Graph.from_points(POINTS["three spots, mixed"], 3),
        cb.Graph.from_points(POINTS["grid of tenths"], 4, weights="gaussian"),
    ]
    for graph in graphs:
        family, rising = make(graph), make(graph)
        widest = min(5, family.max_width)
        falling = {w: groups_in_order(family.at(w)) for w in range(widest, 0, -1)}
        assert {w: groups_in_order(rising.at(w)) for w in range(1, widest + 1)} == falling


def groups_in_order(probes):
    return [probes.group(i) for i in range(len(probes))]


def test_usual_groups_are_the_nearest_the_nodes_own_or_on_large_graphs_the_strongest():
    from cheapbandits.probes import usual_probes

    assert usual_probes(cb.grid(4, 4)) == "nearest"
    assert usual_probes(cb.Graph.from_edges([(0, 1), (1, 2)])) == "strongest-own"
    assert usual_probes(cb.grid(400, 400)) == "strongest"
