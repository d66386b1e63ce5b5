"""Groups that differ by how nodes are numbered are told from groups that are others."""

from itertools import combinations

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.probes import ByRadius, Capped, Hops, Nearest, StrongestNeighbors
from tests.forms import forms

FAMILIES = {
    "strongest": StrongestNeighbors,
    "own": lambda graph: StrongestNeighbors(graph, cap="own"),
    "hops": Hops,
    "nearest": Nearest,
    "radius": lambda graph: ByRadius(graph, [1.0, 1.5], most=4),
    "capped": lambda graph: Capped(Hops(graph), 3),
}
WIDTHS = {"radius": (1, 2, 3), "capped": (1, 2, 3)}


def networks():
    """Return small networks with many ties, one of them with weights of three kinds."""
    plain = cb.grid(3, 3)
    weights = plain.weights.toarray()
    strong = weights * (1 + (np.arange(9)[:, None] + np.arange(9)) % 3)
    return [plain, cb.Graph(np.maximum(strong, strong.T), coordinates=plain.coordinates)]


def numbered(graph, order):
    at = np.asarray(graph.coordinates)[order]
    return cb.Graph(graph.weights.toarray()[np.ix_(order, order)], coordinates=at)


@pytest.mark.parametrize("graph", networks(), ids=["plain", "three kinds"])
@pytest.mark.parametrize("name", forms(*FAMILIES))
def test_a_group_is_about_those_around_whom_it_is_made_in_some_numbering(name, graph):
    make, rng = FAMILIES[name], np.random.default_rng(0)
    here = make(graph)
    widths = WIDTHS.get(name, tuple(range(1, min(4, here.max_width) + 1)))
    made = set()
    for _ in range(400):
        order = rng.permutation(9)
        there = make(numbered(graph, order))
        for width in widths:
            matrix = there.at(width).matrix.tocsr()
            for node, row in enumerate(np.split(matrix.indices, matrix.indptr[1:-1])):
                made.add((int(order[node]), frozenset(order[row].tolist())))
    catalogue = Catalogue.of(here, widths)
    for size in range(1, 6):
        for group in map(np.array, combinations(range(9), size)):
            about = {node for node in group.tolist() if (node, frozenset(group.tolist())) in made}
            assert set(catalogue.centers_of(group)) == about, group
