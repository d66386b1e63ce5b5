"""The graph: what it accepts, what it refuses and how it says so, and what it computes."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import networkx as nx
import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from cheapbandits.errors import GraphError
from cheapbandits.graphs import Graph

TRIANGLE = np.array([[0, 1, 2], [1, 0, 3], [2, 3, 0]], dtype=float)


def with_entry(i: int, j: int, value: float, mirror: bool = True) -> np.ndarray:
    weights = TRIANGLE.copy()
    weights[i, j] = value
    if mirror:
        weights[j, i] = value
    return weights


@pytest.mark.parametrize(
    "kind", [np.asarray, sp.csr_array, sp.csc_array, sp.coo_array, sp.csr_matrix, sp.lil_array]
)
def test_every_matrix_type_gives_the_same_graph(kind):
    graph = Graph(kind(TRIANGLE))
    np.testing.assert_array_equal(graph.weights.toarray(), TRIANGLE)
    np.testing.assert_array_equal(graph.degrees, [3, 4, 5])
    np.testing.assert_array_equal(graph.laplacian.toarray(), np.diag([3, 4, 5]) - TRIANGLE)
    assert (graph.n_nodes, graph.n_edges, len(graph)) == (3, 3, 3)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        (np.nan, r"finite: edge \(1, 2\) has nan"),
        (np.inf, r"finite: edge \(1, 2\) has inf"),
        (-0.5, r"non-negative: edge \(1, 2\) has -0.5"),
    ],
)
@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array])
def test_bad_weights_name_the_edge(value, message, kind):
    with pytest.raises(GraphError, match=message):
        Graph(kind(with_entry(1, 2, value)))


@pytest.mark.parametrize("value", [np.nan, np.inf, -1.0])
def test_bad_weights_of_an_edge_list_name_the_edge(value):
    with pytest.raises(GraphError, match=r"edge \(3, 17\) has"):
        Graph.from_edges([(0, 1), (3, 17)], [1.0, value])


def test_asymmetric_weights_name_the_pair_and_the_way_out():
    with pytest.raises(GraphError, match=r"\(0, 2\) has 7 but \(2, 0\) has 2; use \(W \+ W.T\)"):
        Graph(with_entry(0, 2, 7, mirror=False))


@pytest.mark.parametrize("off", [1e-6, 1e-9])
def test_numbers_that_differ_are_not_shown_alike(off):
    with pytest.raises(GraphError, match=r"\(0, 2\) has 2\.0+[12] but \(2, 0\) has 2;"):
        Graph(with_entry(0, 2, 2 * (1 + off), mirror=False))
    with pytest.raises(GraphError, match=r"different weights, 2 and 2\.0+[12]"):
        Graph.from_edges([(0, 1), (1, 0)], [2, 2 * (1 + off)])


def test_rounding_errors_of_symmetry_are_averaged_away():
    graph = Graph(with_entry(0, 2, 2 + 1e-13, mirror=False))
    dense = graph.weights.toarray()
    np.testing.assert_array_equal(dense, dense.T)


@pytest.mark.parametrize(
    "weights", [np.ones((2, 3)), np.ones(4), np.ones((2, 2, 2)), sp.csr_array((2, 3)), 3.0]
)
def test_only_square_matrices(weights):
    with pytest.raises(GraphError, match="square matrix, got shape"):
        Graph(weights)


@pytest.mark.parametrize("weights", ["abc", [["a", "b"], ["c", "d"]], [[1, 2], [3]], None])
def test_only_numbers(weights):
    with pytest.raises(GraphError, match="weights must be"):
        Graph(weights)


@pytest.mark.parametrize("kind", [np.asarray, sp.csr_array])
def test_complex_weights_are_refused_not_cut(kind):
    with pytest.raises(GraphError, match="numbers, got complex"):
        Graph(kind(TRIANGLE + 1j))


@pytest.mark.parametrize("n", [0, 1])
def test_nothing_to_choose_from(n):
    with pytest.raises(GraphError, match=f"at least 2 nodes, got {n}"):
        Graph(np.zeros((n, n)))
    with pytest.raises(GraphError, match="at least 2 nodes"):
        Graph.from_edges([], n_nodes=n)


def test_self_loops_and_stored_zeros_are_no_edges():
    graph = Graph(TRIANGLE + np.diag([5, 0, 1]))
    assert graph == Graph(TRIANGLE)
    assert Graph.from_edges([(0, 0), (0, 1), (1, 2)], [9, 1, 0], n_nodes=3).n_edges == 1
    stored = sp.csr_array(([0.0, 0.0, 1.0, 1.0], ([0, 1, 1, 2], [1, 0, 2, 1])), shape=(3, 3))
    assert Graph(stored).n_edges == 1


def test_isolated_nodes_and_parts_are_told():
    graph = Graph.from_edges([(0, 1), (2, 3)], n_nodes=6)
    assert graph.n_parts == 4
    np.testing.assert_array_equal(graph.neighbor_counts, [1, 1, 1, 1, 0, 0])
    assert repr(graph) == "Graph(6 nodes, 2 edges, 4 parts, 2 isolated, unit weights)"
    assert Graph(np.zeros((3, 3))).n_parts == 3


def damaged(kind, field, place, value):
    matrix = kind(TRIANGLE)
    getattr(matrix, field)[place] = value
    return matrix


@pytest.mark.parametrize("kind", [sp.csr_array, sp.csc_array])
@pytest.mark.parametrize(
    ("field", "place", "value"),
    [("indices", 0, 10**6), ("indices", 2, -1), ("indptr", 1, 10**6), ("indptr", 3, 10**6)],
)
def test_index_arrays_that_point_outside_are_refused_before_use(kind, field, place, value):
    with pytest.raises(GraphError, match=r"out of range|damaged"):
        Graph(damaged(kind, field, place, value))


def test_tampered_coordinates_are_refused():
    with pytest.raises(GraphError, match="row index 99 is out of range for 3 nodes"):
        Graph(damaged(sp.coo_array, "row", 0, 99))


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([(0, 1, 2)], r"shape \(E, 2\), got \(1, 3\)"),
        ([(0, 1.5)], "whole numbers"),
        ([(0, np.inf)], "whole numbers"),
        ([("a", "b")], "whole numbers"),
        ([(0, 1), (2, -3)], r"start at 0: edge 1 is \(2, -3\)"),
        ([(0, 1), (2, 5)], r"edge 1 is \(2, 5\), but n_nodes=4"),
    ],
)
def test_bad_pairs(pairs, message):
    with pytest.raises(GraphError, match=message):
        Graph.from_edges(pairs, n_nodes=4)


@pytest.mark.parametrize(
    ("pairs", "message"),
    [
        ([(0, 1), (1, 2, 3)], r"shape \(E, 2\): pair 1 is \(1, 2, 3\); give two node indices"),
        ([(0, 1), 2], r"pair 1 is 2; give two"),
        ([(0, (1, 2)), (1, 2)], r"pair 0 is \(0, \(1, 2\)\)"),
    ],
)
def test_ragged_pairs_are_refused(pairs, message):
    with pytest.raises(GraphError, match=message):
        Graph.from_edges(pairs)


def test_an_index_far_beyond_the_edges_is_refused():
    with pytest.raises(
        GraphError, match=r"1,000,000,001 nodes for 1 edges; pass n_nodes= .*names="
    ):
        Graph.from_edges([(0, 10**9)])


def test_weights_that_are_no_numbers_are_refused():
    with pytest.raises(GraphError, match="weights must be numbers, got 'heavy'"):
        Graph.from_edges([(0, 1)], ["heavy"])


def test_one_weight_a_pair():
    with pytest.raises(GraphError, match=r"got shape \(3,\) for 2 pairs"):
        Graph.from_edges([(0, 1), (1, 2)], [1, 2, 3])


@pytest.mark.parametrize(("rule", "weight"), [("sum", 6), ("max", 4), ("mean", 3)])
def test_duplicates_are_combined_on_demand(rule, weight):
    graph = Graph.from_edges([(0, 1), (1, 2), (1, 0)], [2, 1, 4], duplicates=rule)
    assert graph.weights[0, 1] == weight
    assert graph.weights[1, 2] == 1


def test_duplicates_that_differ_are_refused_and_equal_ones_count_once():
    with pytest.raises(
        GraphError, match=r"edge \(0, 1\) is given more than once.*duplicates='sum'"
    ):
        Graph.from_edges([(1, 2), (0, 1), (1, 0)], [1, 2, 3])
    with pytest.raises(GraphError, match=r"edge \('b', 'c'\) .*, 1 and 3 \(pairs 0 and 2\); pass"):
        Graph.from_edges([(1, 2), (0, 1), (2, 1)], [1, 2, 3], names=["a", "b", "c"])
    assert Graph.from_edges([(1, 0), (0, 1)], [2, 2]).weights[0, 1] == 2
    with pytest.raises(GraphError, match="duplicates must be"):
        Graph.from_edges([(1, 0), (0, 1)], duplicates="first")


def test_sums_that_overflow_are_refused():
    with pytest.raises(GraphError, match=r"at most 1e\+100"):
        Graph.from_edges([(0, 1), (1, 0)], [1e308, 1e308], duplicates="sum")
    with pytest.raises(GraphError, match=r"add up to more than 1e\+100; scale"):
        Graph.from_edges([(0, 1), (1, 0)], [9e99, 9e99], duplicates="sum")


@settings(max_examples=60, deadline=None)
@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6), st.integers(0, 4)), max_size=30),
    st.sampled_from(["sum", "max", "mean"]),
)
def test_edge_lists_against_a_dictionary(triples, rule):
    groups: dict[tuple[int, int], list[int]] = {}
    for i, j, weight in triples:
        if i != j:
            groups.setdefault((min(i, j), max(i, j)), []).append(weight)
    expected = np.zeros((7, 7))
    for (i, j), weights in groups.items():
        expected[i, j] = expected[j, i] = {"sum": sum, "max": max, "mean": np.mean}[rule](weights)
    pairs = [(i, j) for i, j, _ in triples]
    graph = Graph.from_edges(pairs, [w for *_, w in triples], 7, duplicates=rule)
    np.testing.assert_allclose(graph.weights.toarray(), expected, rtol=1e-15)
    assert graph.weights.has_canonical_format
    # What an edge list builds, the full checks accept unchanged.
    assert Graph(sp.csr_array(graph.weights)) == graph


def test_nothing_can_be_written():
    graph = Graph(TRIANGLE, coordinates=np.zeros((3, 2)))
    weights = graph.weights
    laplacian = graph.laplacian  # seen: it was kept, and what one wrote into it learned otherwise
    kept = (laplacian.data, laplacian.indices, laplacian.indptr, graph.degrees, graph.parts)
    arrays = (weights.data, weights.indices, weights.indptr, graph.coordinates, *kept)
    for array in (*arrays, graph.neighbor_counts):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1
    with pytest.raises(AttributeError):
        graph.names = ("a", "b", "c")


@pytest.mark.parametrize("kind", [np.array, sp.csr_array, sp.csc_array])
def test_the_callers_matrix_stays_the_callers(kind):
    matrix = kind(TRIANGLE)
    graph = Graph(matrix)
    matrix[0, 1] = 9.0
    assert graph.weights[0, 1] == 1


def test_equality_and_fingerprint():
    one, same = Graph(TRIANGLE), Graph(sp.csc_array(TRIANGLE))
    assert one == same
    assert hash(one) == hash(same)
    assert one.fingerprint == same.fingerprint
    other = Graph(with_entry(0, 1, 1.5))
    assert one != other
    assert one.fingerprint != other.fingerprint
    assert one != Graph(TRIANGLE, names="abc")
    assert one != Graph(TRIANGLE, coordinates=np.zeros((3, 1)))
    assert one != "graph"
    # As many edges, other nodes: isolated ones count.
    assert Graph.from_edges([(0, 1)], n_nodes=2) != Graph.from_edges([(0, 1)], n_nodes=3)


def test_what_is_computed_from_weights_is_checked_again():
    weights = Graph.from_edges([(0, 1), (1, 2)]).weights
    with pytest.raises(GraphError, match="non-negative"):
        Graph(weights * -1)


def test_names():
    graph = Graph(TRIANGLE, names=["a", 7, "c"])
    assert graph.names == ("a", "7", "c")
    assert graph.index(7) == 1
    assert graph.name(2) == "c"
    assert Graph(TRIANGLE).index("2") == 2
    with pytest.raises(GraphError, match="no node is named 'z'"):
        graph.index("z")
    with pytest.raises(GraphError, match="distinct: 'a' stands twice"):
        Graph(TRIANGLE, names=["a", "b", "a"])
    with pytest.raises(GraphError, match="got 2 for 3 nodes"):
        Graph(TRIANGLE, names=["a", "b"])


def kind(value: object) -> str:
    return type(value).__name__


@pytest.mark.parametrize(
    "odd", [None, b"x", True, np.nan, pd.NA, ("a", 1), ["a"], object(), np.bool_(False)], ids=kind
)
def test_names_that_are_neither_text_nor_numbers(odd):
    """They became "None" and "b'x'" without a word."""
    with pytest.raises(GraphError, match=r"names\[1\] must be text or a finite number.*str\("):
        Graph(TRIANGLE, names=["a", odd, "c"])


@pytest.mark.parametrize(
    "name", [3, 2.5, np.int64(3), np.float32(0.5), Fraction(1, 3), np.str_("x")]
)
def test_numbers_are_welcome_names(name):
    assert Graph(TRIANGLE, names=["a", name, "c"]).names == ("a", str(name), "c")


def test_a_frame_without_some_name():
    frame = pd.DataFrame({"x": [0, 1, 2], "y": [0, 1, 5], "name": ["a", None, "c"]})
    with pytest.raises(GraphError, match=r"names\[1\] must be text"):
        Graph.from_frame(frame, 1)


@pytest.mark.parametrize("node", [3, 99, -1, "a", None, 1.5, np.array([0, 1])], ids=repr)
def test_nodes_that_are_not_there(node):
    for graph in (Graph(TRIANGLE), Graph(TRIANGLE, names="abc")):
        for ask in (graph.name, graph.neighbors):
            with pytest.raises(GraphError, match="a node must be a whole number from 0 to 2, got"):
                ask(node)
    assert graph.name(np.int32(2)) == "c"


@pytest.mark.parametrize(
    ("coordinates", "message"),
    [
        (np.zeros((2, 2)), r"shape \(3, k\)"),
        (np.zeros(3), r"shape \(3, k\)"),
        ([[0, 0], [0, np.nan], [0, 1]], "finite .* node 1"),
        ([["a"], ["b"], ["c"]], "must be numbers"),
    ],
)
def test_bad_coordinates(coordinates, message):
    with pytest.raises(GraphError, match=message):
        Graph(TRIANGLE, coordinates=coordinates)


def test_neighbors_and_edges():
    graph = Graph.from_edges([(2, 0), (0, 1), (3, 1)], [2.0, 1.0, 3.0])
    np.testing.assert_array_equal(graph.neighbors(0), [1, 2])
    pairs, weights = graph.edges()
    np.testing.assert_array_equal(pairs, [(0, 1), (0, 2), (1, 3)])
    np.testing.assert_array_equal(weights, [1, 2, 3])


def brute_force_neighbors(points: np.ndarray, k: int) -> np.ndarray:
    distances = np.linalg.norm(points[:, None] - points[None], axis=-1)
    np.fill_diagonal(distances, np.inf)
    nearest = np.argsort(distances, axis=1)[:, :k]
    joined = np.zeros(distances.shape)
    np.put_along_axis(joined, nearest, 1.0, axis=1)
    return np.maximum(joined, joined.T)


@pytest.mark.parametrize(("n", "dimension", "k"), [(60, 2, 5), (40, 5, 1), (12, 1, 11)])
def test_from_points_against_all_distances(n, dimension, k):
    points = np.random.default_rng(n).normal(size=(n, dimension))
    graph = Graph.from_points(points, n_neighbors=k)
    np.testing.assert_array_equal(graph.weights.toarray(), brute_force_neighbors(points, k))
    np.testing.assert_array_equal(graph.coordinates, points)


def test_gaussian_weights_fall_with_distance():
    points = np.array([[0.0], [1.0], [3.0]])
    weights = Graph.from_points(points, 2, weights="gaussian").weights.toarray()
    scale = np.mean([3, 2, 3])
    assert weights[0, 1] == pytest.approx(np.exp(-((1 / scale) ** 2)))
    assert weights[0, 1] > weights[1, 2] > weights[0, 2]


@pytest.mark.parametrize("n", [2, 5, 10, 11])
def test_few_points_are_joined_to_all_others(n):
    points = np.random.default_rng(n).normal(size=(n, 2))
    graph = Graph.from_points(points)
    assert graph.n_edges == n * (n - 1) // 2
    assert Graph.from_points(points, n_neighbors=10) == graph


@pytest.mark.parametrize(
    ("points", "message"),
    [
        (np.arange(5.0), r"shape \(N, k\), one row a point; got \(5,\); .*reshape\(-1, 1\)"),
        (np.zeros((2, 3, 4)), r"shape \(N, k\), one row a point; got \(2, 3, 4\)$"),
        ([[0, 1], [2]], r"points must be numbers of shape \(N, k\)"),
        (np.zeros((1, 2)), "at least 2 nodes"),
    ],
)
def test_points_that_are_none(points, message):
    with pytest.raises(GraphError, match=message):
        Graph.from_points(points)


@pytest.mark.parametrize("k", [0, 3])
def test_from_points_says_how_many_neighbors_there_can_be(k):
    with pytest.raises(GraphError, match=f"from 1 to 2 for 3 points, got {k}"):
        Graph.from_points(np.eye(3), k)


def test_points_on_one_spot():
    graph = Graph.from_points(np.zeros((5, 2)), 2)
    assert graph.n_nodes == 5
    assert (graph.neighbor_counts >= 2).all()


@pytest.mark.parametrize(
    "source", [nx.karate_club_graph(), nx.path_graph(5), nx.MultiGraph([(0, 1), (0, 1), (1, 2)])]
)
def test_from_networkx_has_the_same_laplacian(source):
    graph = Graph.from_networkx(source)
    np.testing.assert_array_equal(graph.laplacian.toarray(), nx.laplacian_matrix(source).toarray())
    assert graph.names == tuple(str(node) for node in source)


def test_tuples_of_networkx_are_names_and_objects_are_not():
    assert Graph.from_networkx(nx.grid_2d_graph(2, 2)).names[1] == "(0, 1)"
    for odd in (b"x", object(), frozenset("ab"), (0, b"x")):
        with pytest.raises(GraphError, match="relabel_nodes"):
            Graph.from_networkx(nx.Graph([("a", odd)]))


def test_from_networkx_refuses_what_it_cannot_mean():
    with pytest.raises(GraphError, match="to_undirected"):
        Graph.from_networkx(nx.DiGraph([(0, 1)]))
    heavy = nx.Graph()
    heavy.add_edge(0, 1, weight="heavy")
    with pytest.raises(GraphError, match="'weight' must hold numbers"):
        Graph.from_networkx(heavy)


def weighed(*weights, name="weight", **more):
    """Return a path whose edges have such weights; ``None``: none."""
    graph = nx.Graph()
    for k, weight in enumerate(weights):
        graph.add_edge(k, k + 1, **({} if weight is None else {name: weight}), **more)
    return graph


ODD_WEIGHTS = {
    "with a mark": "1_5",
    "text": "2",
    "of Arabia": "٣",
    "none": "",
    "truth": True,
    "numpy's truth": np.bool_(1),
    "a list": [2],
    "an array": np.array([2]),
    "complex": 2 + 0j,
    "bytes": b"2",
    "numpy's text": np.str_("7"),
    "a date": np.datetime64("2020"),
    "a duration": np.timedelta64(5, "s"),
    "too small": Decimal("1e-400"),
    "too large": 10**400,
    "no number": Decimal("nan"),
    "infinite": Decimal("inf"),
    "negative": Fraction(-1, 2),
}


@pytest.mark.parametrize("odd", ODD_WEIGHTS.values(), ids=ODD_WEIGHTS)
def test_weights_of_networkx_are_numbers(odd):
    with pytest.raises(GraphError, match="weight"):
        Graph.from_networkx(weighed(odd, 1.0))


def test_a_weight_of_networkx_that_is_none_is_no_weight():
    graph = weighed(1.0, 2.0)
    graph.edges[0, 1]["weight"] = None
    with pytest.raises(GraphError, match=r"\(0, 1\) has None"):
        Graph.from_networkx(graph)


def test_numbers_of_any_kind_are_weights_of_networkx():
    these = (2, 0.5, np.float32(1.5), np.int8(3), Decimal("0.25"), Fraction(1, 4), np.longdouble(2))
    graph = Graph.from_networkx(weighed(*these))
    assert [graph.weights[k, k + 1] for k in range(7)] == [2, 0.5, 1.5, 3, 0.25, 0.25, 2]


def test_edges_of_networkx_have_a_weight_all_or_none():
    with pytest.raises(GraphError, match=r"the edge \(1, 2\) has no 'weight', and \(0, 1\) has"):
        Graph.from_networkx(weighed(1.0, None))
    for name in ("Weight", "weights", "w", "distance", "length"):
        with pytest.raises(GraphError, match=f"they have '{name}': pass weight='{name}'.*unit"):
            Graph.from_networkx(weighed(2.0, 3.0, name=name))
        assert Graph.from_networkx(weighed(2.0, name=name), weight=name).weights.max() == 2
        assert Graph.from_networkx(weighed(2.0, name=name), weight="unit").weights.max() == 1
    with pytest.raises(GraphError, match="no edge has 'lenght': correct the name"):
        Graph.from_networkx(weighed(2.0, name="length"), weight="lenght")
    # Streets all weigh 1, and so does what says nothing of weights.
    assert Graph.from_networkx(weighed(2.0, name="length", osmid=7)).weights.max() == 1
    assert Graph.from_networkx(weighed(2.0, name="colour")).weights.max() == 1
    assert Graph.from_networkx(nx.empty_graph(3), weight="length").n_edges == 0
