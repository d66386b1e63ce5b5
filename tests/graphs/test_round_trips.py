"""What is written is read back equal, in every format, whoever writes it; two ways read alike."""

from __future__ import annotations

import json
import re
import warnings

import networkx as nx
import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

from cheapbandits.errors import GraphError, GraphFileError, ParameterError
from cheapbandits.graphs import Graph, read_graph, write_graph
from cheapbandits.graphs.files.columns import find_layout
from cheapbandits.graphs.files.edge_table import _general, _plain
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import text_of

CLEAN = st.text(
    st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp", "Cf", "Cn"]), min_size=1, max_size=6
).filter(str.strip)
WEIGHTS = st.floats(1e-300, 1e100) | st.sampled_from([1.0, 0.1 + 0.2, 5e-324, 1e100, 1 / 3])


@st.composite
def named_graphs(draw):
    """Connected graphs with names and any weights that there are."""
    names = draw(st.lists(CLEAN, min_size=3, max_size=6, unique=True))
    n = len(names)
    more = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, n - 1)), max_size=4))
    pairs = sorted({(k, k + 1) for k in range(n - 1)} | {(min(p), max(p)) for p in more})
    pairs = [pair for pair in pairs if pair[0] != pair[1]]
    weights = draw(st.lists(WEIGHTS, min_size=len(pairs), max_size=len(pairs)))
    return Graph.from_edges(pairs, weights, n, names=names)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("trips")


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".npz"])
@settings(max_examples=60, deadline=None)
@given(graph=named_graphs())
def test_what_we_write(folder, suffix, graph):
    path = folder / f"a{suffix}"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that names are read with nodes="name", see below
        write_graph(graph, path)
    back = read_graph(path, **({} if suffix == ".npz" else {"nodes": "name"}))
    # An edge list has its nodes in the order in which they appear.
    order = [back.index(name) for name in graph.names]
    np.testing.assert_array_equal(
        back.weights.toarray()[np.ix_(order, order)], graph.weights.toarray()
    )
    assert set(back.names) == set(graph.names)


@pytest.mark.parametrize("names", [["NA", "b", "c"], ["2024-01-01", "x", "y"], ["n1", "N1", "z"]])
def test_names_that_reading_asks_about_are_told_of_at_writing(folder, names):
    """Seen: what was written without a word was refused when it was read."""
    graph = Graph.from_edges([(0, 1), (1, 2)], names=names)
    path = folder / "asked.csv"
    with pytest.warns(UserWarning, match=r"asked.csv: read it with nodes='name', or write .npz"):
        write_graph(graph, path)
    with pytest.raises(GraphFileError):
        read_graph(path)
    assert read_graph(path, nodes="name") == graph
    write_graph(graph, folder / "asked.npz")
    assert read_graph(folder / "asked.npz") == graph


@pytest.mark.parametrize("names", ["abc", ["1", "2", "3"], ["0", "1", "2"], ["W 1", "W 2", "é;,"]])
def test_other_names_are_written_without_a_word(folder, names):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=list(names))
    write_graph(graph, folder / "plain.csv")
    back = read_graph(folder / "plain.csv")
    assert [back.name(k) for k in range(3)] == list(names)


def test_coordinates_that_are_lost_are_told_of(folder):
    graph = Graph.from_edges([(0, 1), (1, 2)], coordinates=[[0, 0], [1, 0], [2, 1]])
    with pytest.warns(UserWarning, match=r"no coordinates, so that these are lost; write \.npz"):
        write_graph(graph, folder / "places.csv")
    write_graph(graph, folder / "places.npz")
    assert read_graph(folder / "places.npz") == graph


def test_nodes_that_are_called_as_our_columns_are(folder):
    graph = Graph.from_edges([(0, 1), (1, 2)], [2.0, 0.5], names=["source", "target", "weight"])
    write_graph(graph, folder / "called.csv")
    assert read_graph(folder / "called.csv") == graph


@settings(max_examples=60, deadline=None)
@given(graph=named_graphs(), symmetry=st.sampled_from(["symmetric", "general"]))
def test_matrix_market(folder, graph, symmetry):
    path = folder / "a.mtx"
    scipy.io.mmwrite(path, sp.coo_array(graph.weights), symmetry=symmetry, precision=17)
    assert read_graph(path) == Graph(graph.weights)


@settings(max_examples=60, deadline=None)
@given(graph=named_graphs())
def test_graphml(folder, graph):
    source = nx.Graph()
    source.add_nodes_from(graph.names)
    pairs, weights = graph.edges()
    for (i, j), weight in zip(pairs.tolist(), weights.tolist(), strict=True):
        source.add_edge(graph.names[i], graph.names[j], weight=weight)
    nx.write_graphml(source, folder / "a.graphml")
    assert read_graph(folder / "a.graphml") == graph


@settings(max_examples=40, deadline=None)
@given(
    names=st.lists(CLEAN, min_size=2, max_size=6, unique=True),
    seed=st.integers(0, 99),
    ascii_only=st.booleans(),
)
def test_geojson(folder, names, seed, ascii_only):
    places = np.random.default_rng(seed).uniform((-180, -90), (180, 90), size=(len(names), 2))
    features = [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": place},
            "properties": {"name": name},
        }
        for place, name in zip(places.tolist(), names, strict=True)
    ]
    document = {"type": "FeatureCollection", "features": features}
    text = json.dumps(document, ensure_ascii=ascii_only)
    (folder / "a.geojson").write_text(text, encoding="utf-8")
    expected = Graph.from_points(places, names=names, crs="EPSG:4326")
    assert read_graph(folder / "a.geojson") == expected


CELLS = st.sampled_from(["0", "1", "2", "12", "007", "+1", "-1", "1.5", "x", "", "1e3", " 3", "4 "])
MARKS = st.sampled_from(["1", "0.5", ".5", "2.", "1e-3", "1E+2", "-1", "1e400", "x", "1_0", " 7"])


@settings(max_examples=300, deadline=None)
@given(
    rows=st.lists(st.tuples(CELLS, CELLS, MARKS), min_size=1, max_size=4),
    delimiter=st.sampled_from([",", ";", "\t", "|", " "]),
    end=st.sampled_from(["\n", "\r\n", "\n\n", " \n"]),
    last=st.booleans(),
    mark=st.booleans(),
)
def test_the_quick_way_and_the_careful_way_agree(folder, rows, delimiter, end, last, mark):
    text = end.join(delimiter.join(row) for row in rows) + end * last
    path = folder / "a.csv"
    path.write_bytes(b"\xef\xbb\xbf" * mark + text.encode())
    source = Source(path)
    layout, quick, first = None, None, None
    try:
        layout = find_layout(source, text_of(source), delimiter, False)
        quick = _plain(source, layout)
    except GraphFileError as error:
        first = str(error)
    if first is not None and layout is not None:
        with pytest.raises(GraphFileError, match=re.escape(first[:60])):
            _general(source, text_of(source), layout)
    if quick is None:
        return
    careful = _general(source, text_of(source), layout)
    assert [careful.labels[k] for k in careful.ends.ravel()] == [str(k) for k in quick.ends.ravel()]
    np.testing.assert_array_equal(careful.weights, quick.weights)
    assert [careful.line(k) for k in range(len(rows))] == [quick.line(k) for k in range(len(rows))]


@pytest.mark.parametrize("character", ["\n", "\r", "\x1b", "\x9b", "\u2028", "\u202e", "\ud800"])
def test_names_are_refused_in_every_door(character):
    name = f"b{character}"
    with pytest.raises(GraphError, match="the name of node 1"):
        Graph.from_edges([(0, 1)], names=["a", name])
    with pytest.raises(GraphError, match="the name of node 1"):
        Graph.from_points([[0, 0], [1, 1]], names=["a", name])
    with pytest.raises(GraphError, match="the name of node 1"):
        Graph.from_networkx(nx.Graph([("a", name)]))


@pytest.mark.parametrize("duplicates", ["zz", None, 3, ""])
def test_duplicates_that_mean_nothing_are_refused_also_where_there_are_none(folder, duplicates):
    with pytest.raises(GraphError, match="duplicates must be 'same', 'sum', 'max' or 'mean', got"):
        Graph.from_edges([(0, 1)], duplicates=duplicates)
    for name, text in {
        "b.csv": "0,1\n",
        "b.mtx": "%%MatrixMarket matrix coordinate pattern symmetric\n2 2 1\n2 1\n",
    }.items():
        (folder / name).write_text(text)
        with pytest.raises(GraphError, match="duplicates must be"):
            read_graph(folder / name, duplicates=duplicates)


@pytest.mark.parametrize("delimiter", ["ab", "", "\n", '"', ",,", 7])
def test_delimiters_that_divide_nothing(folder, delimiter):
    (folder / "c.csv").write_text("0,1\n")
    with pytest.raises(ValueError, match="delimiter must be one character"):
        read_graph(folder / "c.csv", delimiter=delimiter)


@pytest.mark.parametrize(("rule", "weight"), [("sum", 3.5), ("max", 2), ("mean", 1.75)])
@pytest.mark.parametrize("kind", ["symmetric", "general"])
def test_matrix_market_duplicates_by_rule(folder, kind, rule, weight):
    entries = "2 1 1.5\n2 1 2\n" if kind == "symmetric" else "2 1 1.5\n2 1 2\n1 2 1.5\n1 2 2\n"
    count = entries.count("\n")
    text = f"%%MatrixMarket matrix coordinate real {kind}\n2 2 {count}\n{entries}"
    (folder / "d.mtx").write_text(text)
    assert read_graph(folder / "d.mtx", duplicates=rule).weights[0, 1] == weight


def test_matrix_market_arrays(folder):
    for kind, body in {"general": "0\n1.5\n1.5\n0\n", "symmetric": "0\n1.5\n0\n"}.items():
        (folder / "e.mtx").write_text(f"%%MatrixMarket matrix array real {kind}\n2 2\n{body}")
        assert read_graph(folder / "e.mtx") == Graph.from_edges([(0, 1)], [1.5])


@pytest.mark.parametrize("scale", [1e-310, 1e-300, 1e-160, 1.0, 1e50, 1e99])
def test_neighbours_do_not_depend_on_the_unit(scale):
    points = np.random.default_rng(0).random((60, 2))
    assert Graph.from_points(points * scale).fingerprint == Graph.from_points(points).fingerprint
    near = Graph.from_points(points, weights="gaussian").weights
    scaled = Graph.from_points(points * scale, weights="gaussian").weights
    np.testing.assert_allclose(scaled.toarray(), near.toarray(), rtol=1e-6)


@pytest.mark.parametrize("size", [2e100, 1e200, 1.7e308, np.inf, np.nan])
def test_points_and_weights_that_are_too_large(size):
    with pytest.raises(GraphError, match="coordinates must be finite and within"):
        Graph.from_points([[0, 0], [size, 1], [-1, -size]])
    for make in (
        lambda: Graph.from_edges([(0, 1)], [size]),
        lambda: Graph([[0, size], [size, 0]]),
    ):
        with pytest.raises(GraphError, match=r"weights must be (finite|at most 1e\+100)"):
            make()


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("f.csv", {"weight": ["w"]}),
        ("f.csv", {"header": "no"}),
        ("f.csv", {"n_nodes": "3"}),
        ("f.csv", {"first_index": 2}),
        ("f.csv", {"nodes": []}),
        ("f.csv", {"max_bytes": "many"}),
        ("f.csv", {"max_ratio": float("nan")}),
        ("f.geojson", {"names": {}}),
        ("f.geojson", {"n_neighbors": "3"}),
        ("f.graphml", {"weight": 3}),
    ],
)
def test_options_of_a_wrong_type(folder, name, options):
    (folder / name).write_text("0,1\n")
    with pytest.raises(ParameterError):
        read_graph(folder / name, **options)
