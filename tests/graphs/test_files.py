"""Graph files: round trips, headers, labels, and messages that say where to look."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
import warnings

import networkx as nx
import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from cheapbandits.errors import GraphError, GraphFileError, ParameterError
from cheapbandits.graphs import Graph, erdos_renyi, grid, read_graph, write_graph
from cheapbandits.graphs.files.polygons import centroid, touching

CLEAN = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf", "Cn"]), max_size=5)
NAMES = st.lists(CLEAN.filter(str.strip), min_size=4, max_size=4, unique=True)


@pytest.fixture
def folder(tmp_path):
    def put(name: str, content: str | bytes):
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return put


def triples(graph: Graph) -> dict[tuple[str, str], float]:
    pairs, weights = graph.edges()
    return {
        (graph.name(i), graph.name(j)): weight
        for (i, j), weight in zip(pairs.tolist(), weights.tolist(), strict=True)
    }


# --- edge lists -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", "0,1,0.5\n1,2,2\n"),
        ("a.csv", "source,target,weight\n0,1,0.5\n1,2,2\n"),
        ("a.csv", "Weight,To,From\n0.5,1,0\n2,2,1\n"),
        ("a.csv", "id,u,v,w,colour\n9,0,1,0.5,red\n8,1,2,2,blue\n"),
        ("a.csv", "one,other,strength\n0,1,0.5\n1,2,2\n"),
        ("a.csv", "\ufeffsource,target,weight\r\n0,1,0.5\r\n1,2,2\r\n"),
        ("a.csv", "\ufeff0,1,0.5\n1,2,2\n"),
        ("a.csv", "# made by hand\n\n0, 1, 0.5\n\n1, 2, 2\n\n"),
        ("a.csv", "source;target;weight\n0;1;0.5\n1;2;2"),
        ("a.csv", '"0","1","0.5"\n"1","2","2"\n'),
        ("a.tsv", "i\tj\tw\n0\t1\t0.5\n1\t2\t2\n"),
        ("a.txt", "% comment\n0 1 0.5\n1   2 2\n"),
        ("a.edges", "u v w\n0 1 0.5\n1 2 2\n"),
        ("A.CSV", "0,1,5e-1\n1,2,2.\n"),
    ],
)
def test_edge_lists_however_they_are_laid_out(folder, name, text):
    graph = read_graph(folder(name, text))
    assert graph == Graph.from_edges([(0, 1), (1, 2)], [0.5, 2])


def test_edges_without_weights_weigh_one(folder):
    assert read_graph(folder("a.csv", "i,j\n0,1\n1,2\n")) == Graph.from_edges([(0, 1), (1, 2)])
    assert read_graph(folder("a.txt", "0 1\n1 2\n")) == Graph.from_edges([(0, 1), (1, 2)])


def test_words_are_names_in_order_of_appearance(folder):
    graph = read_graph(folder("a.csv", 'Oslo,Bergen,3\nBergen,"Rome, Italy",4\nNa,Oslo,1\n'))
    assert graph.names == ("Oslo", "Bergen", "Rome, Italy", "Na")
    assert graph.weights[1, 2] == 4
    assert graph.weights[3, 0] == 1


def test_first_line_of_words_above_words_is_an_edge(folder):
    assert read_graph(folder("a.csv", "Oslo,Bergen\nBergen,Rome\n")).n_edges == 2
    assert read_graph(folder("a.csv", "Oslo,Bergen\nBergen,Rome\n"), header=True).n_edges == 1
    assert read_graph(folder("a.csv", "u,v\nv,w\n"), header=False).names == ("u", "v", "w")


def test_two_words_that_do_not_come_again_may_be_a_header(folder):
    lines = "origin,destination\nparis,rome\nrome,berlin\n"
    path = folder("a.csv", lines)
    with pytest.raises(GraphFileError, match=r"line 1: .*header or an edge.*source,target"):
        read_graph(path)
    assert read_graph(path, header=True).names == ("paris", "rome", "berlin")
    assert read_graph(path, header=False).n_nodes == 5
    assert read_graph(folder("b.csv", f"source,target\n{lines}")).n_nodes == 5
    assert read_graph(folder("c.csv", f"{lines}rome,origin\n")).n_nodes == 5
    with pytest.raises(GraphFileError, match="header or an edge"):
        read_graph(folder("d.csv", "origin,destination\n"))


def test_numbers_with_large_gaps_are_names(folder):
    path = folder("a.csv", "01001,01003\n01003,99999\n")
    assert read_graph(path).names == ("01001", "01003", "99999")
    assert read_graph(path, nodes="index").n_nodes == 100_000
    assert read_graph(folder("b.csv", f"0,{10**30}\n")).names == ("0", str(10**30))
    assert read_graph(folder("c.csv", "True,False\n1,True\n")).names == ("True", "False", "1")
    assert read_graph(folder("d.csv", "-1,0\n"), nodes="name").names == ("-1", "0")


@pytest.mark.parametrize("rows", ["1,01\n01,001\n", '"1","+1"\n+1,2\n', "\ufeff01,1\n1,2\n"])
@pytest.mark.parametrize("weight", ["", ",5e-05", ",1e+05"])
def test_padded_numbers_are_names_of_their_own(folder, rows, weight):
    path = folder("a.csv", rows.replace("\n", f"{weight}\n"))
    assert read_graph(path, table="edges").n_nodes == 3
    assert read_graph(path, nodes="index", first_index=0).names is None


@pytest.mark.parametrize("weight", ["5e-05", "1e+05", "007", "+1"])
def test_padded_weights_do_not_make_nodes_names(folder, weight):
    path = folder("a.csv", f"node01,node02,weight\n0,1,{weight}\n1,2,0.01\n")
    assert read_graph(path).names is None


def test_padding_is_found_wherever_it_stands(folder):
    rows = [f"{k},{k + 1},0.5" for k in range(60_000)]
    for place in (0, 30_000, 59_999):
        changed = [*rows[:place], f"0{rows[place]}", *rows[place + 1 :]]
        assert read_graph(folder("a.csv", "\n".join(changed)), table="edges").names is not None
    path = folder("b.txt", "0/1\n1/01\n")
    assert read_graph(path, delimiter="/", table="edges").names == ("0", "1", "01")


@pytest.mark.parametrize("nodes", ["auto", "index"])
def test_numbers_from_one_without_a_gap_are_counted_from_one(folder, nodes):
    path = folder("a.csv", "3,2\n2,1\n")
    expected = Graph.from_edges([(0, 1), (1, 2)], names=["1", "2", "3"])
    assert read_graph(path, nodes=nodes) == expected
    assert read_graph(path, nodes=nodes, n_nodes=3) == expected
    # Told otherwise, or with a number more than there are nodes.
    assert read_graph(path, nodes=nodes, first_index=0) == Graph.from_edges([(2, 3), (1, 2)])
    assert read_graph(path, nodes=nodes, n_nodes=9) == Graph.from_edges([(2, 3), (1, 2)], None, 9)
    assert read_graph(path, nodes=nodes, first_index=1) == Graph.from_edges([(0, 1), (1, 2)])


def test_numbers_with_a_gap_are_indices_only_where_it_is_said(folder):
    path = folder("a.csv", "1,2\n2,4\n")
    assert read_graph(path).names == ("1", "2", "4")
    assert read_graph(path, nodes="index") == Graph.from_edges([(1, 2), (2, 4)])


def test_numbers_can_be_taken_as_names(folder):
    assert read_graph(folder("a.csv", "3,2\n2,1\n"), nodes="name").names == ("3", "2", "1")


def test_numbers_below_words_far_down_are_names_as_they_stand(folder):
    rows = [f"00{k},00{k + 1}" for k in range(60_000)]
    graph = read_graph(folder("a.csv", "\n".join([*rows, "x,y"])))
    assert graph.names[:2] == ("000", "001")
    assert graph.names[-1] == "y"


def test_blanks_beside_decimal_commas_are_parted_where_it_is_said(folder):
    path = folder("a.txt", "1 2 0,5\n2 3 0,7\n")
    with pytest.raises(GraphFileError, match=r"line 1: is '1 2 0' one cell.*pass delimiter="):
        read_graph(path)
    assert triples(read_graph(path, delimiter=" ")) == {("1", "2"): 0.5, ("2", "3"): 0.7}


def test_duplicates_are_passed_on(folder):
    path = folder("a.csv", "0,1,1\n1,0,2\n")
    assert read_graph(path, duplicates="sum").weights[0, 1] == 3
    with pytest.raises(GraphFileError, match=r"a\.csv: lines 1 and 2: edge \(0, 1\) is given more"):
        read_graph(path)


def test_duplicates_that_differ_are_told_by_name_and_line(folder):
    path = folder("a.csv", "from,to,w\nRome,Oslo,1\n\nOslo,Bergen,2\nOslo,Rome,1\nOslo,Rome,3\n")
    message = r"lines 2 and 6: edge \('Rome', 'Oslo'\) .* weights, 1 and 3; give each edge once"
    with pytest.raises(GraphFileError, match=message):
        read_graph(path)


@pytest.mark.parametrize(
    ("text", "column"),
    [
        ("from,to,length\n0,1,7\n", "length"),
        ("node1,node2,value\n0,1,7\n", "value"),
        ("km,u,v,note\n7,0,1,x\n", "km"),
    ],
)
def test_a_column_that_may_be_the_weight_is_not_passed_over(folder, text, column):
    path = folder("a.csv", text)
    message = rf"line 1: .*'{column}'.* pass weight='{column}' .* pass weight='unit'"
    with pytest.raises(GraphFileError, match=message):
        read_graph(path)
    assert read_graph(path, weight=column).weights[0, 1] == 7
    assert read_graph(path, weight="unit").weights[0, 1] == 1


def test_the_weight_by_its_name(folder):
    path = folder("a.csv", "strength,a,b\n5,0,1\n7,1,2\n")
    assert read_graph(path, weight="strength") == Graph.from_edges([(0, 1), (1, 2)], [5, 7])
    assert read_graph(path, weight="Strength") == Graph.from_edges([(0, 1), (1, 2)], [5, 7])
    both = folder("b.csv", "u,v,weight,km\n0,1,2,3\n")
    assert read_graph(both).weights[0, 1] == 2
    assert read_graph(both, weight="km").weights[0, 1] == 3
    assert read_graph(folder("c.csv", "0,1,7\n"), weight="unit").weights[0, 1] == 1
    numbered = folder("d.csv", ",source,target\n7,0,1\n8,1,2\n")
    assert read_graph(numbered) == Graph.from_edges([(0, 1), (1, 2)])


@pytest.mark.parametrize(
    ("text", "weight", "message"),
    [
        (
            "u,v,km\n0,1,3\n",
            "miles",
            "line 1: no column is named 'miles'; there are 'u', 'v', 'km'",
        ),
        ("u,v,km\n0,1,3\n", "u", "line 1: weight='u' is a column of nodes"),
        ("0,1,3\n", "km", "line 1: weight='km' names a column, but this line is no header"),
        ("a,km\n0,1\n", "km", "line 1: 2 columns; give source, target"),
    ],
)
def test_weights_that_are_no_column(folder, text, weight, message):
    with pytest.raises(GraphFileError, match=message):
        read_graph(folder("a.csv", text), weight=weight)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0,1,1\n1,2,-0.5\n", r"line 2: the weight must be .* got '-0.5'"),
        ("s,t,weight\n0,1,1\n1,2,nan\n", "line 3: the weight .* got 'nan'"),
        ("source,target,weight\n\n0,1,1\n\n1,2,heavy\n", "line 5: the weight .* got 'heavy'"),
        ("0,1,1\n1,2,inf\n", "line 2: the weight .* got 'inf'"),
        ("0,1,1\n1,2,1e999\n", "line 2: the weight"),
        ("0,1,1\n1,2,\n", "line 2: the weight .* got ''"),
        ("0,1,1\n1,2\n", "line 2: 2 columns, not a table of 3"),
        ("0,1,True\n1,2,False\n", "line 1: the third column should be weights, and holds 'True'"),
        (
            'c,d,1\n"a\nb",c,1\nd,e,x\n',
            "line 2: the quotes at '\"a' are open.*out of it",
        ),
        ("0,1\n1,2\n2\n", "line 3: 1 columns, not a table of 2"),
        ("a,b\n,c\n", "line 2: both nodes must be given"),
        ("0,1,1\n1,2,1,7\n", "line 2"),
        ("source,target\n0,1,2\n", "line 2: 3 columns under a header of 2"),
        ("0,1,2,3\n", "line 1: 4 columns; give source, target"),
        ("alone\nlonely\n", "line 1: 1 columns"),
        ("source,target\n", "no edges found"),
        ("# nothing\n\n", "no edges found"),
        ("0,0\n", "at least 2 nodes"),
    ],
)
def test_bad_edge_lists_name_the_line(folder, text, message):
    with pytest.raises(GraphFileError, match=message) as caught:
        read_graph(folder("edges.csv", text))
    assert "edges.csv" in str(caught.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("0,1\n1,-2\n", "line 2: a node must be a whole number >= 0, got '-2'"),
        ("0,1\n1.5,2\n", "line 2: a node must be a whole number >= 0, got '1.5'"),
        ("0,1\nb,2\n", "line 2: a node must be a whole number >= 0, got 'b'"),
        (f"0,1\n1,{10**15}\n", "claims 1,000,000,000,000,001 nodes"),
        (f"0,1\n1,{10**30}\n", "line 2: a node must be a whole number"),
    ],
)
def test_nodes_that_must_be_indices(folder, text, message):
    with pytest.raises(GraphFileError, match=message):
        read_graph(folder("a.csv", text), nodes="index")


def test_lines_are_counted_in_large_files_too(folder):
    rows = ["0,1,1"] * 300_000
    rows[250_000] = "0,1,-1"
    with pytest.raises(GraphFileError, match="line 250002: "):
        read_graph(folder("a.csv", "source,target,weight\n" + "\n".join(rows)))


@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 1000))
def test_written_edge_lists_read_the_same(tmp_path_factory, suffix, seed):
    rng = np.random.default_rng(seed)
    weights = rng.exponential(size=(6, 6)) ** 9 + 1e-300
    graph = Graph(np.triu(weights, 1) + np.triu(weights, 1).T)
    path = tmp_path_factory.mktemp("lists") / f"a{suffix}"
    write_graph(graph, path)
    assert read_graph(path) == graph


@settings(max_examples=60, deadline=None)
@given(names=NAMES)
@pytest.mark.parametrize("suffix", [".csv", ".tsv"])
def test_written_names_read_the_same(tmp_path_factory, names, suffix):
    graph = Graph.from_edges([(0, 1), (1, 2), (2, 3)], [1, 2, 0.1], names=names)
    path = tmp_path_factory.mktemp("names") / f"a{suffix}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that some names need what is said below
        write_graph(graph, path)
    assert read_graph(path, nodes="name") == graph


def test_an_edge_list_does_not_lose_nodes_silently(tmp_path):
    with pytest.raises(GraphError, match=r"node 2 has no edge.*write \.npz"):
        write_graph(Graph.from_edges([(0, 1)], n_nodes=3), tmp_path / "a.csv")
    assert not list(tmp_path.iterdir())


# --- npz ----------------------------------------------------------------------------------------


@settings(max_examples=30, deadline=None)
@given(names=st.none() | NAMES, flat=st.booleans())
def test_npz_keeps_everything(tmp_path_factory, names, flat):
    places = None if flat else np.random.default_rng(0).normal(size=(4, 3))
    graph = Graph.from_edges([(0, 2), (1, 2)], [0.1, 1 / 3], 4, names=names, coordinates=places)
    path = tmp_path_factory.mktemp("npz") / "a.npz"
    write_graph(graph, path)
    assert read_graph(path) == graph
    np.testing.assert_array_equal(sp.load_npz(path).toarray(), graph.weights.toarray())


@pytest.mark.parametrize("kind", ["csr", "csc", "coo"])
@pytest.mark.parametrize("compressed", [True, False])
@pytest.mark.parametrize("container", [sp.csr_array, sp.csr_matrix])
def test_what_scipy_saves(tmp_path, kind, compressed, container):
    graph = erdos_renyi(30, 0.2, weights="uniform", rng=0)
    path = tmp_path / "a.npz"
    sp.save_npz(path, container(graph.weights).asformat(kind), compressed=compressed)
    assert read_graph(path) == graph


@pytest.mark.parametrize("kind", [float, int, bool, np.float32, ">f8"])
def test_one_square_array_is_a_dense_matrix(tmp_path, kind):
    dense = grid(2, 3).weights.toarray().astype(kind)
    path = tmp_path / "a.npz"
    np.savez(path, W=dense)
    assert read_graph(path).fingerprint == grid(2, 3).fingerprint
    np.savez(path, dense, names=np.array(list("abcdef")))
    assert read_graph(path).names == tuple("abcdef")


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"W": np.zeros((2, 3))}, r"square matrix, got shape \(2, 3\)"),
        ({"W": np.zeros(4)}, "no single square array of numbers: found W; save it"),
        ({"W": np.array([["a", "b"]] * 2)}, "no single square array"),
        ({"W": np.eye(2), "A": np.eye(2)}, "found W, A; save it"),
        ({"coordinates": np.eye(2)}, "found coordinates"),
    ],
)
def test_arrays_that_are_no_dense_matrix(tmp_path, arrays, message):
    np.savez(tmp_path / "a.npz", **arrays)
    with pytest.raises(GraphFileError, match=message):
        read_graph(tmp_path / "a.npz")


def test_writing_replaces_a_file_whole(tmp_path):
    path = tmp_path / "a.npz"
    for graph in (grid(2, 2), grid(3, 3)):
        write_graph(graph, path)
    assert read_graph(path) == grid(3, 3)
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.npz"]
    with pytest.raises(GraphFileError, match=r"cannot write \.graphml; known: \.csv, \.tsv, \.npz"):
        write_graph(grid(2, 2), tmp_path / "a.graphml")
    with pytest.raises(GraphFileError, match="nowhere"):
        write_graph(grid(2, 2), tmp_path / "nowhere" / "a.npz")


# --- Matrix Market ------------------------------------------------------------------------------


@pytest.mark.parametrize("symmetry", ["symmetric", "general"])
@pytest.mark.parametrize("dense", [True, False])
def test_matrix_market(tmp_path, symmetry, dense):
    graph = erdos_renyi(20, 0.3, weights="uniform", rng=1)
    path = tmp_path / "a.mtx"
    matrix = graph.weights.toarray() if dense else sp.coo_array(graph.weights)
    scipy.io.mmwrite(path, matrix, symmetry=symmetry, precision=17)
    assert read_graph(path) == graph


def test_matrix_market_pattern_and_long_comments(folder):
    comment = "%" + "c" * 5000
    text = f"%%MatrixMarket matrix coordinate pattern symmetric\n{comment}\n%\n3 3 2\n2 1\n3 2\n"
    assert read_graph(folder("a.mtx", text)) == Graph.from_edges([(0, 1), (1, 2)])
    zipped = gzip.compress(text.encode())
    assert read_graph(folder("a.mtx.gz", zipped)) == Graph.from_edges([(0, 1), (1, 2)])


def test_entries_given_again_are_combined_as_asked(folder):
    head = "%%MatrixMarket matrix coordinate real symmetric\n3 3 3\n"
    path = folder("a.mtx", f"{head}2 1 1.5\n1 2 2\n3 2 1\n")
    for how, weight in (("sum", 3.5), ("max", 2.0), ("mean", 1.75)):
        assert triples(read_graph(path, duplicates=how)) == {("0", "1"): weight, ("1", "2"): 1.0}


# --- GraphML ------------------------------------------------------------------------------------

SOURCES = {
    "karate": nx.karate_club_graph(),
    "text nodes": nx.Graph([("a b", "<&>"), ("ü", "a b")]),
    "isolated": nx.empty_graph(4),
    "parallel": nx.MultiGraph([(0, 1), (0, 1), (1, 2)]),
    "loops": nx.Graph([(0, 0), (0, 1)]),
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
@pytest.mark.parametrize("suffix", [".graphml", ".graphml.gz"])
def test_graphml_reads_as_from_networkx(tmp_path, source, suffix):
    path = tmp_path / f"a{suffix}"
    nx.write_graphml(source, path)
    assert read_graph(path) == Graph.from_networkx(source)


def test_graphml_weights_of_two_types_labels_and_places(tmp_path):
    source = nx.Graph()
    source.add_node(0, label="first", x=0.5, y=1)
    source.add_node(1, label="second", x=2, y=3.0)
    source.add_node(2, label="third", x=4, y=5)
    source.add_edge(0, 1, weight=2, length=7.0)
    source.add_edge(1, 2, weight=0.25)
    path = tmp_path / "a.graphml"
    nx.write_graphml(source, path)
    graph = read_graph(path)
    assert graph.names == ("first", "second", "third")
    np.testing.assert_array_equal(graph.coordinates, [[0.5, 1], [2, 3], [4, 5]])
    assert triples(graph) == {("first", "second"): 2.0, ("second", "third"): 0.25}
    with pytest.raises(GraphFileError, match=r"edge 1 \('1' to '2'\) has no length, and edge 0"):
        read_graph(path, weight="length")
    assert set(triples(read_graph(path, weight="size")).values()) == {1.0}


def graphml(body: str, keys: str = "", default: str = "undirected") -> str:
    return (
        '<?xml version="1.0"?><graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        f'{keys}<graph edgedefault="{default}">{body}</graph></graphml>'
    )


TWO = '<node id="a"/><node id="b"/>'
WEIGHT = '<key id="w" for="edge" attr.name="weight" attr.type="double"><default>4</default></key>'


def test_graphml_defaults_and_edges_before_nodes(folder):
    text = graphml(f'<edge source="a" target="b"/>{TWO}', WEIGHT)
    assert triples(read_graph(folder("a.graphml", text))) == {("a", "b"): 4.0}


def test_parallel_edges_of_graphml_are_combined_as_asked(folder):
    edge = '<edge source="a" target="b"><data key="w">{}</data></edge>'
    path = folder("a.graphml", graphml(TWO + edge.format(2) + edge.format(5), WEIGHT))
    assert triples(read_graph(path)) == {("a", "b"): 7.0}
    assert triples(read_graph(path, duplicates="max")) == {("a", "b"): 5.0}


def test_what_other_programs_draw_is_not_ours(folder):
    drawn = '<data key="d"><y:Shape xmlns:y="urn:yed"><y:node id="z"/><y:key/></y:Shape></data>'
    body = f'<node id="a">{drawn}</node><node id="b"/><edge source="a" target="b"/>'
    text = graphml(body, '<key id="d" for="node" yfiles.type="nodegraphics"/>')
    assert triples(read_graph(folder("a.graphml", text))) == {("a", "b"): 1.0}


def test_labels_that_repeat_and_places_that_lack_are_not_used(folder):
    keys = '<key id="l" for="node" attr.name="label"/><key id="x" for="all" attr.name="lon"/>'
    body = "".join(
        f'<node id="{i}"><data key="l">same</data><data key="x">1</data></node>' for i in "ab"
    )
    graph = read_graph(folder("a.graphml", graphml(body, keys)))
    assert graph.names == ("a", "b")
    assert graph.coordinates is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (graphml(TWO, default="directed"), "directed; save G.to_undirected"),
        (graphml(TWO + '<edge source="a" target="b" directed="true"/>'), "edge 0 .* is directed"),
        (graphml(TWO + '<edge source="a" target="c"/>'), r"edge 0 \('a' to 'c'\): .* no node 'c'"),
        (graphml(TWO + '<edge source="a"/>'), "an? <edge> has no target"),
        (graphml('<node/><node id="b"/>'), "a <node> has no id"),
        (graphml(TWO + '<node id="a"/>'), "two nodes have the id 'a'"),
        (graphml(TWO + "<hyperedge/>"), "hyperedges"),
        (graphml('<node id="a"><graph/></node>'), "more than one graph"),
        (graphml(""), "at least 2 nodes"),
        (graphml(TWO + '<node id="c" xmlns="urn:x"/>'), "<node> of another namespace, 'urn:x'"),
        (graphml(TWO + '<edge xmlns="" source="a" target="b"/>'), "<edge> of another namespace"),
        (graphml('<node id="a"><data xmlns="urn:x" key="w"/></node>'), "<data> of another"),
        (graphml(TWO, '<key xmlns="urn:x" id="w"/>'), "<key> of another namespace"),
        (graphml(TWO).replace("graphml.graphdrawing.org", "x.org"), "no GraphML: .*'http://x.org"),
        ("<graphml></graphml>", "no <graph>"),
        ("<svg></svg>", "<svg>, not <graphml>"),
        ("<graphml><desc>", "not well-formed XML: .*line 1"),
        ("plain text", "not well-formed XML"),
        ('<?xml version="1.0" encoding="klingon"?><graphml/>', "not well-formed XML"),
    ],
)
def test_bad_graphml(folder, text, message):
    with pytest.raises(GraphFileError, match=message):
        read_graph(folder("a.graphml", text))


@pytest.mark.parametrize("weight", ["heavy", "nan", "-1", "inf", ""])
def test_bad_graphml_weights_name_the_edge(folder, weight):
    edge = f'<edge source="a" target="b"><data key="w">{weight}</data></edge>'
    with pytest.raises(GraphFileError, match=rf"edge 0 \('a' to 'b'\): weight .* got '{weight}'"):
        read_graph(folder("a.graphml", graphml(TWO + edge, WEIGHT)))


@pytest.mark.parametrize(("text", "fits"), [("2", True), ("1.7", False), ("2.0", False)])
def test_graphml_says_what_its_numbers_are(folder, text, fits):
    edge = f'<edge source="a" target="b"><data key="w">{text}</data></edge>'
    path = folder("a.graphml", graphml(TWO + edge, WEIGHT.replace("double", "int")))
    if fits:
        assert triples(read_graph(path)) == {("a", "b"): 2.0}
    else:
        with pytest.raises(GraphFileError, match=f"weight is '{text}', .* a whole number"):
            read_graph(path)


# --- GeoJSON ------------------------------------------------------------------------------------


def feature(kind: str, coordinates: object, **rest: object) -> dict[str, object]:
    geometry = {"type": kind, "coordinates": coordinates}
    return {"type": "Feature", "geometry": geometry, "properties": None, **rest}


def collection(*features: object) -> str:
    return json.dumps({"type": "FeatureCollection", "features": features})


def square(x: float, y: float, size: float = 1) -> list[list[float]]:
    return [[x, y], [x + size, y], [x + size, y + size], [x, y + size], [x, y]]


def in_system(crs: object, inner: object = "", corner: tuple[int, int] = (0, 0)) -> str:
    points = [feature("Point", [corner[0] + k, corner[1] + k % 2]) for k in range(4)]
    if inner != "":
        points[2]["crs"] = inner
    return json.dumps({"type": "FeatureCollection", "crs": crs, "features": points})


def called(name: object) -> dict[str, object]:
    return {"type": "name", "properties": {"name": name}}


@pytest.mark.parametrize(
    "name",
    ["urn:ogc:def:crs:OGC:1.3:CRS84", "urn:ogc:def:crs:OGC::CRS84", "EPSG:4326", "OGC:CRS84"],
)
def test_a_system_that_is_degrees_is_read(folder, name):
    assert read_graph(folder("a.geojson", in_system(called(name)))).crs == "EPSG:4326"


@pytest.mark.parametrize(
    "crs",
    [called(4326), {"type": "link", "properties": {"href": "http://x.org/crs"}}, "EPSG:28992", 7],
    ids=str,
)
def test_a_crs_that_names_no_system_is_refused(folder, crs):
    """The coordinates were taken for degrees, or for a plane, whatever the file said."""
    with pytest.raises(GraphFileError, match=r"crs. does not name a system; take it out"):
        read_graph(folder("a.geojson", in_system(crs)))


def test_one_file_has_one_system(folder):
    text = in_system(called("EPSG:4326"), called("EPSG:28992"))
    with pytest.raises(GraphFileError, match=r"feature 2 has a crs of its own.*save the file in"):
        read_graph(folder("a.geojson", text))
    path = folder("a.geojson", in_system(called("EPSG:28992"), corner=(178_000, 330_000)))
    with pytest.raises(GraphFileError, match=r"'EPSG:28992', and 'EPSG:4326' was asked for"):
        read_graph(path, crs="EPSG:4326")
    assert read_graph(path, crs="epsg:28992").crs == read_graph(path).crs == "EPSG:28992"


def test_a_border_that_crosses_itself_has_no_middle_elsewhere(folder):
    bow = [[0, 0], [10, 10], [10, 0], [0, 10.1], [0, 0]]  # its parts take each other off
    text = collection(feature("Polygon", [bow]), feature("Polygon", [square(20, 0)]))
    with pytest.raises(GraphFileError, match="feature 0: its border crosses itself"):
        read_graph(folder("a.geojson", text))


def test_points_are_joined_to_their_nearest(folder):
    places = np.random.default_rng(0).uniform((-5, -5), (5, 5), size=(40, 2))
    path = folder("a.geojson", collection(*(feature("Point", p) for p in places.tolist())))
    # So near the equator the globe is flat enough for the same neighbours.
    flat, round_one = Graph.from_points(places, 3), read_graph(path, n_neighbors=3)
    assert round_one.fingerprint == flat.fingerprint
    assert round_one.crs == "EPSG:4326"
    assert (read_graph(path).neighbor_counts >= 10).all()


def test_a_multipoint_of_one_is_a_point(folder):
    places = [[[5, 50]], [[6, 50]], [[5, 51]]]
    path = folder("a.geojson", collection(*(feature("MultiPoint", place) for place in places)))
    np.testing.assert_array_equal(read_graph(path).coordinates, [place[0] for place in places])
    path = folder("a.geojson", collection(feature("MultiPoint", [[5, 50], [6, 50]])))
    with pytest.raises(GraphFileError, match=r"feature 0: .*MultiPoint of one.*got 'MultiPoint'"):
        read_graph(path)


def test_few_points_are_all_joined_and_heights_left_out(folder):
    points = [feature("Point", [x, 0, 100], id=x) for x in range(4)]
    graph = read_graph(folder("a.json", collection(*points)))
    assert graph.n_edges == 6
    assert graph.names == ("0", "1", "2", "3")
    np.testing.assert_array_equal(graph.coordinates[:, 1], 0)


def test_distance_is_that_on_the_globe(folder):
    # Across the date line, and near the pole where 40 degrees of longitude are a short walk.
    for a, b, far in [([179.9, 0], [-179.9, 0], [178, 0]), ([0, 89], [40, 89], [0, 87])]:
        path = folder("a.geojson", collection(*(feature("Point", p) for p in (a, b, far))))
        graph = read_graph(path, n_neighbors=1)
        assert graph.weights[0, 1] == 1
        assert graph.weights[1, 2] == 0


def test_plane_coordinates_stay_in_their_plane(folder):
    places = np.random.default_rng(0).uniform(4e5, 6e5, size=(30, 2))
    path = folder("a.geojson", collection(*(feature("Point", p) for p in places.tolist())))
    assert read_graph(path, n_neighbors=4) == Graph.from_points(places, 4)


def test_polygons_that_share_a_border(folder):
    squares = [
        feature("Polygon", [square(0, 0)], properties={"name": "west"}),
        feature("Polygon", [square(1, 0)[::-1]], properties={"name": "east"}),
        feature("Polygon", [square(2, 1)], properties={"name": "corner only"}),
        feature("MultiPolygon", [[square(9, 9)], [square(2, 0)]], properties={"name": "islands"}),
    ]
    graph = read_graph(folder("a.geojson", collection(*squares)))
    assert triples(graph) == {
        ("west", "east"): 1.0,
        ("east", "islands"): 1.0,
        ("corner only", "islands"): 1.0,
    }
    np.testing.assert_allclose(graph.coordinates[:2], [[0.5, 0.5], [1.5, 0.5]])


def test_a_polygon_in_the_hole_of_another_touches_it():
    rings = [np.array(square(0, 0, 9)), np.array(square(3, 3)[::-1]), np.array(square(3, 3))]
    np.testing.assert_array_equal(touching(rings, [0, 0, 1]), [[0, 1]])


def test_rounding_does_not_part_neighbours():
    moved = np.array(square(1, 0)) + 1e-12
    np.testing.assert_array_equal(touching([np.array(square(0, 0)), moved], [0, 1]), [[0, 1]])


def test_polygon_grid_is_the_grid():
    rings = [np.array(square(x, y), dtype=float) for y in range(4) for x in range(5)]
    assert Graph.from_edges(touching(rings, range(20))).fingerprint == grid(4, 5).fingerprint


def test_centroids():
    triangle = np.array([[0.0, 0], [3, 0], [0, 3]])
    np.testing.assert_allclose(centroid([triangle]), [1, 1])
    np.testing.assert_allclose(centroid([triangle[::-1], triangle + 9]), [5.5, 5.5])
    np.testing.assert_allclose(centroid([np.array([[0.0, 0], [1, 1], [2, 2]])]), [1, 1])


def test_names_of_features(folder):
    def named(*properties: object, **options: object) -> Graph:
        points = [feature("Point", [k, 0], properties=p) for k, p in enumerate(properties)]
        return read_graph(folder("a.geojson", collection(*points)), **options)

    assert named({"name": "a"}, {"name": "b"}).names == ("a", "b")
    assert named({"name": "a", "id": 1}, {"name": "a", "id": 2}).names == ("1", "2")
    with pytest.raises(GraphFileError, match="feature 1 has no name"):
        named({"name": "a"}, {"name": None})
    with pytest.raises(GraphFileError, match=r"features 0 and 2 .*'a'.*names="):
        named({"name": "a"}, {"name": "b"}, {"name": "a"})
    assert named({"name": "a"}, {"name": None}, names=False).names is None
    with pytest.raises(ParameterError, match="names"):
        named({"name": "a"}, {"name": "b"}, names=True)
    with pytest.raises(GraphFileError, match=r"features 0 and 1 .*'a'"):
        named({"fips": "a"}, {"fips": "a"}, names="fips")
    assert named(None, {"name": True}).names is None
    path = folder("b.geojson", collection(*(feature("Point", [k, 0]) for k in range(2))))
    with pytest.raises(GraphFileError, match="feature 0 has no property 'fips'"):
        read_graph(path, names="fips")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "FeatureCollection"),
        ('{"type": "Feature"}', "FeatureCollection"),
        ('{"nodes": [], "links": []}', "FeatureCollection"),
        (collection(), "is empty"),
        (collection(3), 'feature 0: must be an object of "type": "Feature"'),
        (collection(feature("Point", [0, 0]), {"geometry": None}), "feature 1: must be an"),
        (collection({"type": "Feature", "geometry": None}), 'feature 0: must have "properties"'),
        (collection({"type": "Feature", "properties": {}}), "feature 0: must be a Point"),
        (collection(feature("LineString", [[0, 0], [1, 1]])), "got 'LineString'"),
        (collection(feature("Point", [0, 0])), "at least 2 nodes"),
        (collection(feature("Point", [0, "1"])), "feature 0: a position must be"),
        (collection(feature("Point", [0, True])), "feature 0: a position must be"),
        (collection(feature("Point", [0])), "feature 0: a position must be"),
        (collection(feature("Point", None)), "feature 0: a position must be"),
        (collection(feature("Polygon", [])), "rings of 3"),
        (collection(feature("Polygon", [[[0, 0], [1, 1]]])), "rings of 3"),
        (collection(feature("MultiPolygon", 7)), "no coordinates"),
        (
            collection(feature("Point", [0, 0]), feature("Polygon", [square(0, 0)])),
            r"mixed \(Point, Polygon\)",
        ),
        (collection(*[feature("Polygon", [square(0, 0)])] * 80), "they overlap"),
    ],
)
def test_bad_geojson(folder, text, message):
    with pytest.raises(GraphFileError, match=message):
        read_graph(folder("a.geojson", text))


# --- choosing the format ------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["a.doc", "a", "a.npz.gz", "a.gz"])
def test_unknown_suffixes_name_the_known(folder, name):
    with pytest.raises(GraphFileError, match=r"known: \.csv, .*\.graphml, \.mtx, \.gr, \.npz"):
        read_graph(folder(name, "0,1"))


def test_missing_files_folders_and_empty_ones(tmp_path, folder):
    with pytest.raises(GraphFileError, match=r"gone\.csv: there is no such file"):
        read_graph(tmp_path / "gone.csv")
    (tmp_path / "dir.csv").mkdir()
    with pytest.raises(GraphFileError, match="not a plain file"):
        read_graph(str(tmp_path / "dir.csv"))
    with pytest.raises(GraphFileError, match="the file is empty"):
        read_graph(folder("a.csv", ""))


def test_options_of_another_format_are_refused(folder):
    path = folder("a.csv", "0,1")
    with pytest.raises(ParameterError, match=r"n_jobs is no option for a\.csv; known: table"):
        read_graph(path, n_jobs=3)
    with pytest.raises(ParameterError, match="nodes must be 'auto', 'index' or 'name', got 'id'"):
        read_graph(path, nodes="id")


def test_importing_stays_light():
    heavy = "{'pandas', 'networkx', 'sklearn', 'scipy.io', 'scipy.spatial', 'defusedxml'}"
    code = f"import sys, cheapbandits.graphs; print(sorted({heavy} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, text=True)
    assert done.stdout.strip() == "[]"


def test_only_blanks_are_taken_off_a_label(folder):
    labels = ["x", "\u00a0z", "y\u3000"]
    nodes = "".join(
        f'<node id="{k}"><data key="l"> {label}\n</data></node>' for k, label in enumerate(labels)
    )
    text = (
        '<graphml><key id="l" for="node" attr.name="label"/><graph edgedefault="undirected">'
        f'{nodes}<edge source="0" target="1"/></graph></graphml>'
    )
    assert read_graph(folder("a.graphml", text)).names == tuple(labels)


@pytest.mark.parametrize(
    ("places", "found"),
    [
        ([("5,1", "50"), ("6", "51")], None),
        ([("5,1", "50,2"), ("6,3", "51,4")], None),
        ([("5.1W", "50"), ("6", "51"), ("", "")], None),
        ([("left", "top"), ("right", "top")], False),  # no numbers, and never meant as such
        ([("6", "51"), ("7", "52")], True),
    ],
)
def test_a_place_gone_wrong_in_graphml_is_not_dropped(tmp_path, places, found):
    keys = "".join(
        f'<key id="{k}" for="node" attr.name="{k}" attr.type="string"/>' for k in ("x", "y")
    )
    nodes = "".join(
        f'<node id="n{k}"><data key="x">{x}</data><data key="y">{y}</data></node>'
        for k, (x, y) in enumerate(places)
    )
    path = tmp_path / "a.graphml"
    path.write_text(
        f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{keys}<graph '
        f'edgedefault="undirected">{nodes}<edge source="n0" target="n1"/></graph></graphml>'
    )
    if found is None:
        with pytest.raises(GraphFileError, match=f"'n0' has no x and y .* but '{places[0][0]}'"):
            read_graph(path)
    else:
        assert (read_graph(path).coordinates is not None) == found
