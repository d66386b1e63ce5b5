"""Breadth-first search from many roots against shortest paths."""

import numpy as np
from scipy.sparse.csgraph import shortest_path

import cheapbandits as cb
from cheapbandits.graphs.breadth import depths


def test_depths_are_hops():
    graph = cb.erdos_renyi(60, 0.08, rng=3)
    hops = shortest_path(graph.weights, unweighted=True)
    pointers, indices = graph.weights.indptr.astype(np.int64), graph.weights.indices
    roots = np.unique(graph.parts, return_index=True)[1]
    depth, farthest = depths(pointers, indices, roots, graph.parts.astype(np.int64))
    np.testing.assert_array_equal(depth, hops[roots[graph.parts], np.arange(60)])
    for part, node in enumerate(farthest):
        assert depth[node] == depth[graph.parts == part].max()
