"""Edge lists with a dictionary on each line, as networkx writes them."""

import networkx as nx
import numpy as np
import pytest

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import read_graph


@pytest.fixture
def written(tmp_path):
    def write(graph, name="a.edgelist", **how):
        nx.write_edgelist(graph, tmp_path / name, **how)
        return tmp_path / name

    return write


def net(*edges):
    graph = nx.Graph()
    for k, said in enumerate(edges):
        graph.add_edge(k, k + 1, **said)
    return graph


@pytest.mark.parametrize("name", ["a.edgelist", "a.txt", "a.csv", "a.edgelist.gz"])
@pytest.mark.parametrize("delimiter", [" ", ",", ", ", "\t"])
def test_what_networkx_writes_is_read_as_it_was(written, name, delimiter):
    club = nx.karate_club_graph()
    graph = read_graph(written(club, name, delimiter=delimiter))
    assert (graph.weights != nx.to_scipy_sparse_array(club, range(34), weight="weight")).nnz == 0
    assert graph.notes == ("'weight' is the weight of an edge",)


def test_without_entries_each_edge_weighs_1(written):
    graph = read_graph(written(nx.path_graph(["b", "a", "c"])))
    assert (graph.names, graph.n_edges) == (("b", "a", "c"), 2)
    assert graph.weights.max() == 1
    assert graph.notes == ("each edge weighs 1",)


def test_what_else_is_said_is_passed_over_with_a_word(written):
    said = {"colour": "it's {red}: \\ 'x'", "open": True, "weight": np.float64(2.5), "who": None}
    graph = read_graph(written(net(said, {"weight": 3})))
    assert graph.edges()[1].tolist() == [2.5, 3.0]
    assert graph.notes == (
        "'weight' is the weight of an edge; passed over: 'colour', 'open', 'who'",
    )


@pytest.mark.parametrize(
    ("edges", "said"),
    [
        ([{}, {"weight": 2.0}], "line 1: the edge has no number 'weight'"),
        ([{"weight": 1}, {"weight": None}], "line 2: the edge has no number 'weight'"),
        ([{"weight": 1}, {"weight": float("nan")}], "line 2: the edge has no number 'weight'"),
        ([{"weight": 1}, {"weight": -2}], "line 2: the weight must be a finite number >= 0"),
        ([{"weight": [1]}, {}], "line 1: .* does not end in entries"),
        ([{"length": 30.5}, {"length": 3}], "line 1: is 'length' the weight of an edge"),
    ],
)
def test_what_is_no_weight_is_refused(written, edges, said):
    with pytest.raises(GraphFileError, match=said):
        read_graph(written(net(*edges)))


@pytest.mark.parametrize("said", [{"id": 4}, {"lanes": 2}, {"level": 0.5}])
def test_what_is_unlike_a_weight_is_passed_over(written, said):
    graph = read_graph(written(net(said, said)))
    assert graph.notes == (f"each edge weighs 1; passed over: '{next(iter(said))}'",)
    assert graph.weights.max() == 1


def test_another_entry_may_be_the_weight(written):
    path = written(net({"count": 4, "length": 2}, {"count": 5, "length": 7}))
    assert read_graph(path, weight="count").edges()[1].tolist() == [4, 5]
    assert read_graph(path, weight="unit").edges()[1].tolist() == [1, 1]
    with pytest.raises(GraphFileError, match="no edge has an entry 'wide'; there are 'count'"):
        read_graph(path, weight="wide")


def test_an_entry_twice_or_unfinished_is_refused(tmp_path):
    for row in ("1 2 {'weight': 1, 'weight': 2}", "1 2 {'weight': 1", "1 2 {'weight': 1 2}"):
        (tmp_path / "a.txt").write_text(f"0 1 {{'weight': 3}}\n2 3 {{'weight': 1}}\n{row}\n")
        with pytest.raises(GraphFileError, match=r"line 3: .* does not end in entries"):
            read_graph(tmp_path / "a.txt")


def test_a_file_that_is_cut_in_its_first_line_is_no_table(tmp_path):
    for row in ("0 1 {'open': True, 'w", "0 1 {'open': True, 'who': None", "0 1 {'"):
        (tmp_path / "a.edgelist").write_text(row)
        with pytest.raises(GraphFileError, match=r"line 1: .* does not end in entries"):
            read_graph(tmp_path / "a.edgelist")


def test_braces_may_be_part_of_a_name(tmp_path):
    (tmp_path / "a.csv").write_text("source,target\nhut,{1F0A}\n{1F0A},{22B0}\n")
    assert read_graph(tmp_path / "a.csv").names == ("hut", "{1F0A}", "{22B0}")


def test_a_long_line_of_blanks_is_no_burden(tmp_path):
    (tmp_path / "a.txt").write_text("0 1 {'weight':" + " " * 3_000_000 + "1}\n1 2 {'weight': 2}\n")
    assert read_graph(tmp_path / "a.txt").edges()[1].tolist() == [1, 2]


def test_as_many_keys_as_rows_are_looked_through_once(tmp_path):
    """Row by row and key by key it would take 400 million steps."""
    rows = (f"{k} {k + 1} {{'k{k}': 'x', 'weight': 2}}\n" for k in range(20_000))
    (tmp_path / "a.txt").write_text("".join(rows))
    graph = read_graph(tmp_path / "a.txt")
    assert graph.n_edges == 20_000
    assert len(graph.notes[0]) < 1_000
