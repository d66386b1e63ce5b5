"""Frames and series whose labels are the nodes' in another order: nobody's value goes elsewhere."""

import numpy as np
import pandas as pd
import pytest

import cheapbandits as cb

SITES = pd.DataFrame(
    {"x": [0.0, 1, 2, 3], "y": [0.0, 0, 0, 1], "district": list("NNSS")},
    index=["s10", "s9", "s2", "s1"],
)
NAMES = list(SITES.index)
POINTS = SITES[["x", "y"]]
ONES = np.ones((4, 4)) - np.eye(4)


@pytest.fixture
def graph():
    return cb.Graph(ONES, names=NAMES)


def test_coordinates(graph):
    """Seen: s10 at the place of s1, as pandas had sorted them."""
    weights = pd.DataFrame(ONES, index=NAMES, columns=NAMES)
    for given in ({"weights": weights}, {"weights": ONES, "names": NAMES}):
        matrix = given.pop("weights")
        with pytest.raises(cb.GraphError, match=r"coordinates is labelled .* another order"):
            cb.Graph(matrix, coordinates=POINTS.sort_index(), **given)
        with pytest.raises(cb.GraphError, match="not by all of them"):
            cb.Graph(matrix, coordinates=POINTS.rename({"s9": "s99"}), **given)
        for fine in (POINTS, POINTS.to_numpy(), POINTS.reset_index(drop=True)):
            made = cb.Graph(matrix, coordinates=fine, **given)
            assert made.coordinates.tolist() == POINTS.to_numpy().tolist()
    kept = POINTS.set_index(pd.Index([7, 3, 4, 9]))  # rows of a larger table
    assert cb.Graph(ONES, names=NAMES, coordinates=kept).names == tuple(NAMES)


def test_points_and_names():
    names = pd.Series(NAMES, index=[5, 6, 7, 8])
    points = POINTS.set_index(names.index)
    assert cb.Graph.from_points(points, 1, names=names).names == tuple(NAMES)
    with pytest.raises(cb.GraphError, match="names and what they name have the same index in two"):
        cb.Graph.from_points(points, 1, names=names.sort_values())
    with pytest.raises(cb.GraphError, match="points is labelled"):
        cb.Graph.from_points(POINTS.sort_index(), 1, names=NAMES)
    for once in (POINTS.to_numpy(), points):  # names that can be read once only
        assert cb.Graph.from_points(once, 1, names=iter(NAMES)).names == tuple(NAMES)
    with pytest.raises(cb.GraphError, match="names must be a list"):
        cb.Graph.from_points(points, 1, names=3)
    with pytest.raises(cb.GraphError, match="names and what they name have the same index in two"):
        cb.Graph(ONES, names=names.sort_values(), coordinates=points)


def test_names_alone():
    """Seen: node 0 was called a, whose label said 2."""
    names = pd.Series(["a", "b", "c", "d"], index=[2, 1, 0, 3])
    path = [[0, 1], [1, 2], [2, 3]]
    for make in (
        lambda names: cb.Graph.from_edges(path, names=names),
        lambda names: cb.Graph(ONES, names=names),
        lambda names: cb.Graph.from_points(POINTS.to_numpy(), 1, names=names),
    ):
        with pytest.raises(cb.GraphError, match=r"series of names is labelled .* another order"):
            make(names)
        assert make(names.sort_index()).names == ("c", "b", "a", "d")
        assert make(names.to_numpy()).names == ("a", "b", "c", "d")
        assert make(names.set_axis([12, 11, 10, 13])).names == ("a", "b", "c", "d")
    shuffled = POINTS.set_index(names.index)  # both as pandas left them
    assert cb.Graph.from_points(shuffled, 1, names=names).names == ("a", "b", "c", "d")


def test_pairs_and_weights():
    edges = pd.DataFrame({"s": [1, 0], "t": [2, 1], "w": [5.0, 7.0]}, index=[1, 0])
    pairs = edges[["s", "t"]]
    for other in (edges.w.sort_index(), pd.Series([7.0, 5.0])):
        with pytest.raises(cb.GraphError, match="pairs and weights have the same index in two"):
            cb.Graph.from_edges(pairs, other)
    for fine in (edges.w, edges.w.to_numpy(), [5.0, 7.0]):
        assert cb.Graph.from_edges(pairs, fine).weights[1, 2] == 5
    kept = pairs.set_index(pd.Index([7, 4]))  # of a larger table; the weights were counted anew
    assert cb.Graph.from_edges(kept, pd.Series([5.0, 7.0])).weights[1, 2] == 5


def test_names_that_count_the_rows_in_another_order():
    points = POINTS.reset_index(drop=True)
    names = pd.Series(NAMES)
    assert cb.Graph.from_points(points, 1, names=names).names == tuple(NAMES)
    with pytest.raises(cb.GraphError, match="names and what they name have the same index in two"):
        cb.Graph.from_points(points, 1, names=names.sort_values())
    with pytest.raises(cb.GraphError, match="names and what they name have the same index in two"):
        cb.Graph.from_points(points.loc[::-1], 1, names=names)


def test_a_table_of_arrow_says_what_to_give():
    """Seen: its data in place of the names of its columns."""
    pa = pytest.importorskip("pyarrow")
    table = pa.Table.from_pandas(SITES)
    with pytest.raises(cb.GraphError, match=r"give table.to_pandas\(\)$"):
        cb.Graph.from_frame(table)
    assert cb.Graph.from_frame(table.to_pandas()).n_nodes == 4


def test_groups(graph):
    """Seen: pandas.crosstab sorts its columns, and the districts were of other sites."""
    shares = pd.crosstab(SITES.district, SITES.index, normalize="index")
    with pytest.raises(cb.ProbeError, match="a matrix of groups is labelled by the nodes"):
        cb.NamedGroups(graph, shares)
    with pytest.raises(cb.ProbeError, match="a matrix of groups"):
        cb.NamedGroups(graph, [shares])
    groups = cb.NamedGroups(graph, shares[NAMES])  # as it says
    assert [groups.at(2).group(k)[0] for k in (0, 1)] == [(0, 1), (2, 3)]


def test_prices():
    with pytest.raises(cb.ParameterError, match="the prices of width 1 have labels"):
        cb.PricePerProbe({1: pd.Series([1.0, 2], index=["b", "a"])})
    assert cb.PricePerProbe({1: pd.Series([1.0, 2])}).fingerprint == "each([(1, [1.0, 2.0])])"


def test_a_frame_that_was_sorted_and_has_no_names():
    """Its points went by position, and a series of values by its labels."""
    frame = pd.DataFrame({"x": [0.0, 5, 2, 8], "y": [0.0, 0, 0, 1], "zinc": [4.0, 3, 2, 1]})
    other = frame.sort_values("zinc")
    with pytest.raises(cb.GraphError, match=r"reset_index\(drop=True\)"):
        cb.Graph.from_frame(other, 1, names=False)
    with pytest.raises(cb.GraphError, match="points is labelled"):
        cb.Graph.from_points(other[["x", "y"]], 1)
    anew = other.reset_index(drop=True)  # as it says
    graph = cb.Graph.from_frame(anew, 1, names=False)
    assert graph.coordinates[:, 0].tolist() == anew.x.tolist()
    assert cb.Graph.from_frame(other[other.zinc < 4], 1, names=False).n_nodes == 3


def test_an_index_of_texts_names_the_sites():
    assert cb.Graph.from_frame(SITES, 2).names == tuple(NAMES)
    for graph in (cb.Graph.from_points(POINTS, 2), cb.Graph(ONES, coordinates=POINTS)):
        assert graph.names == tuple(NAMES)
        with pytest.raises(cb.ProbeError, match="a matrix of groups is labelled by the nodes"):
            cb.NamedGroups(graph, pd.crosstab(SITES.district, SITES.index, normalize="index"))


def test_a_named_index_with_a_name_twice_is_refused_as_a_column_is():
    """Seen: all names were left out, without a word."""
    twice = ["s10", "s9", "s9", "s1"]
    for index in (twice, [101, 102, 102, 103]):
        with pytest.raises(cb.GraphError, match=r"names must be distinct: '.*' stands twice"):
            cb.Graph.from_frame(SITES.set_index(pd.Index(index, name="site")), 2)
    surveys = SITES.set_index(pd.Index([2020, 2021, 2020, 2021], name="year"))
    assert cb.Graph.from_frame(surveys, 2).names is None


@pytest.mark.parametrize(
    "given",
    [
        (["s9", "s2"], pd.Series([0.9, 0.1], ["s2", "s9"])),
        ([1, 2], pd.Series([0.9, 0.1], [2, 1])),
        (["s9", "s2"], pd.Series([0.5, 0.5], ["s2", "s1"])),
        (pd.Series(["s9", "s2"], [4, 7]), pd.Series([0.9, 0.1], [7, 4])),
    ],
)
def test_weights_of_a_reading_go_to_the_nodes_that_label_them(graph, tmp_path, given):
    """Seen: the share of s2 became that of s9."""
    nodes, weights = given
    said = "the weights are labelled by the nodes, in another order or not by all of them"
    with cb.Campaign.create("c", graph, db=tmp_path / "c.db", horizon=9) as campaign:
        with pytest.raises(cb.ProbeError, match=said):
            campaign.observe(nodes, 1.0, weights=weights)
        with pytest.raises(cb.ProbeError, match=said):
            campaign.observe_many([(nodes, 1.0, None, weights)])
        for fine in (weights.to_numpy(), weights.reset_index(drop=True)):
            campaign.observe(nodes, 1.0, weights=fine)
        campaign.observe(["s2", "s9"], 1.0, weights=pd.Series([0.9, 0.1], ["s2", "s9"]))
        campaign.observe(["s2", "s9"], 1.0, weights=pd.Series([0.9, 0.1], [40, 70]))
        assert len(campaign.history()) == 4


def test_an_index_of_several_levels_is_asked_about():
    """Seen: the names were left out, without a word."""
    levels = [("P1", "a"), ("P2", "a"), ("P3", "b"), ("P4", "b")]
    frame = SITES.set_index(pd.MultiIndex.from_tuples(levels, names=["site", "team"]))
    with pytest.raises(cb.GraphError, match=r"levels, site, team: frame.reset_index\(\)"):
        cb.Graph.from_frame(frame, 2)
    assert cb.Graph.from_frame(frame.reset_index(), 2).names == ("P1", "P2", "P3", "P4")
    assert cb.Graph.from_frame(frame, 2, names=False).names is None
