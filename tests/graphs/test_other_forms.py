"""Edge lists in forms of other programs: pairs in brackets, counts above, the Trivial Graph Format.

Read as they stand, brackets, counts and labels would become nodes.
"""

from __future__ import annotations

import pytest

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import read_graph, write_graph
from cheapbandits.graphs.graph import Graph

EDGES = [(0, 1), (0, 2), (1, 2), (2, 3), (3, 4)]


def listed(edges, between=" "):
    return "".join(f"{u}{between}{v}\n" for u, v in edges)


@pytest.mark.parametrize(
    ("form", "pair"),
    [
        ("({}, {})", "'0, 1'"),
        ("({},{})", "'0,1'"),
        ("[{}, {}]", "'0, 1'"),
        ("[{} {}]", "'0 1'"),
        ("{{{}, {}}}", "'0, 1'"),
        ("('{}', '{}')", "'0, 1'"),
        ("edge({}, {}).", "'0, 1'"),
        ("({}, {}),", "'0, 1'"),
        ("({}, {}, 0.5)", "'0, 1, 0.5'"),
    ],
)
@pytest.mark.parametrize("options", [{}, {"table": "edges"}])
def test_brackets_round_a_row_are_no_names(put, form, pair, options):
    path = put("".join(form.format(*edge) + "\n" for edge in EDGES), "a.txt")
    with pytest.raises(CheapBanditsError, match=rf"line 1: .*brackets round a row.*, {pair}"):
        read_graph(path, **options)
    mended = put(
        "".join(
            pair[1:-1].replace("0", "{}", 1).replace("1", "{}", 1).format(*edge) + "\n"
            for edge in EDGES
        ),
        "a.txt",
    )
    assert (read_graph(mended).n_nodes, read_graph(mended).n_edges) == (5, 5)


@pytest.mark.parametrize(
    "text",
    [
        "source,target\n(0, 1)\n(1, 2)\n",
        "((0, 0), (0, 1))\n((0, 1), (1, 1))\n",
        "[(0, 1), (1, 2), (2, 0)]\n",
        "(1.5, 5.0)\n(3.0, 7.5)\n(4.5, 10.0)\n",
    ],
)
def test_other_brackets_are_told_of_too(put, text):
    with pytest.raises(CheapBanditsError, match="brackets round a row"):
        read_graph(put(text, "a.txt"))


@pytest.mark.parametrize(
    "text",
    [
        "Mill (north),Mill (south)\nMill (south),Weir\n",
        "(A),(B)\n(B),(C)\n",
        "{1F0A} {1F0B}\n{1F0B} {1F0C}\n",
        '"(a","b)"\n"b)",c\n',
        "a),b(\nb(,c\n",
    ],
)
def test_names_may_have_brackets(put, text):
    assert read_graph(put(text, "a.csv"), table="edges").n_nodes == 3


def test_names_with_half_a_bracket_come_back(tmp_path):
    graph = Graph.from_edges([(0, 1)], names=["(a", "b)"])
    write_graph(graph, tmp_path / "a.csv")
    assert read_graph(tmp_path / "a.csv").names == ("(a", "b)")


def test_apostrophes_round_some_names_are_asked_about(put):
    with pytest.raises(CheapBanditsError, match=r"line 2: 'b' and ''b'' look alike"):
        read_graph(put("'a',b\n'b',c\nc,'a'\n", "a.csv"))
    assert read_graph(put("'a','b'\n'b','c'\n", "a.csv")).n_nodes == 3
    assert read_graph(put("a,a'\na',b\n", "a.csv"), table="edges").n_nodes == 3
    assert read_graph(put("a,a'\na',b\nb,a\n", "a.csv")).n_nodes == 3


@pytest.mark.parametrize("first", [0, 1])
@pytest.mark.parametrize("between", [" ", ",", "\t"])
def test_counts_in_the_first_row_are_no_edge(put, first, between):
    ring = [(first + k, first + (k + step) % 30) for step in (1, 2) for k in range(30)]
    path = put(listed([(30, 60), *ring], between), "a.txt")
    with pytest.raises(CheapBanditsError, match=r"line 1: is '30 60' an edge.* 60 edges follow"):
        read_graph(path)
    assert read_graph(path, table="edges").n_edges == 61
    assert read_graph(put(listed(ring, between), "a.txt")).n_nodes == 30


def test_counts_of_a_tree_and_of_a_matrix(put):
    tree = [(5, 4), (1, 2), (1, 3), (2, 4), (2, 5)]
    with pytest.raises(CheapBanditsError, match="4 edges follow"):
        read_graph(put(listed(tree), "a.txt"))
    weighted = "".join(f"{u + 1} {v + 1} 0.5\n" for u, v in EDGES)
    with pytest.raises(CheapBanditsError, match="is '5 5 5' an edge"):
        read_graph(put(f"5 5 5\n{weighted}", "a.txt"))


@pytest.mark.parametrize(
    "edges",
    [
        [(10 - k, 9 - k or 10) for k in range(10)],  # a ring, downwards
        [(1, 2), (2, 3), (3, 1)],
        [(9, 3), (1, 9), (1, 2), (2, 9)],
        [(3, 2), (5, 6), (6, 3)],
        [(30, 61), *[(k + 1, (k + 1) % 30 + 1) for k in range(30)], (61, 7)],
    ],
)
def test_rows_that_count_nothing_are_edges(put, edges):
    assert read_graph(put(listed(edges), "a.txt")).n_edges == len(edges)
    assert read_graph(put("source target\n" + listed(edges), "a.txt")).n_edges == len(edges)


@pytest.mark.parametrize("nodes", ["1 Alpha\n2 Beta\n3 Gamma\n", "1\n2\n3\n", "1 a b\n2 c\n3 d\n"])
def test_the_trivial_graph_format_is_told_by_its_name(put, nodes):
    with pytest.raises(CheapBanditsError, match=r"line 4: .*Trivial Graph Format.*'1 2' is the f"):
        read_graph(put(f"{nodes}#\n1 2\n2 3\n", "a.txt"))
    assert read_graph(put("1 2\n2 3\n", "a.txt")).n_nodes == 3


@pytest.mark.parametrize(
    "text",
    [
        "#\n# a network\n#\na b\nb c\n",
        "a b\n#\n# the rest\n#\nb c\n",
        "a b\n# the rest\nb c\n",
        "a b\n#\nb c\n#\nc a\n",
        "source target\n#\na b\nb c\n",
        "a b\nb c\n#\n",
    ],
)
def test_other_comments_stay_comments(put, text):
    assert read_graph(put(text, "a.txt"), table="edges").n_nodes == 3


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("# Nodes: 325729 Edges: 1497134", True),
        ("# Edges: 6", True),
        ("# Nodes: 5 Edges: 5", False),
        ("# Nodes: 5 Edges: 4", False),  # each was given both ways
        ("# edges: 7.5 km", False),
    ],
)
def test_fewer_edges_than_the_file_says_are_noted(put, said, noted):
    graph = read_graph(put(f"# Undirected graph\n{said}\n{listed(EDGES)}", "a.txt"))
    assert graph.n_edges == 5
    assert ["only 5 rows are there" in note for note in graph.notes] == [True] * noted
