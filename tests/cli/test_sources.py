"""Fields from files: each node has one value."""

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.cli.sources import open_field, open_graph


def test_a_name_with_two_values_leaves_no_node_with_chance_numbers(tmp_path):
    graph = cb.Graph.from_edges([(0, 1), (1, 2)], names=["a", "b", "c"])
    file = tmp_path / "values.csv"
    file.write_text("node,value\nb,0.2\nc,0.3\na,0.1\n")
    np.testing.assert_array_equal(open_field("g.csv", str(file), graph, 0), [0.1, 0.2, 0.3])
    file.write_text("node,value\nb,0.2\nb,0.3\na,0.1\n")
    with pytest.raises(cb.ParameterError, match="more than one value for b"):
        open_field("g.csv", str(file), graph, 0)


@pytest.fixture
def named():
    return cb.Graph.from_edges([(0, 1), (1, 2)], names=["a", "b", "c"])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("0.1\n0.2\n0.3\n", [0.1, 0.2, 0.3]),
        ("value\n1\n2\n3\n", [1, 2, 3]),
        ("c,3\na,1\nb,2\n", [1, 2, 3]),
        ("c;0,3\na;0,1\nb;2\n", [0.1, 2, 0.3]),
        ("\ufeffplace\theat\r\na\t1\r\nb\t2\r\nc\t3\r\n", [1, 2, 3]),
        ("id,node,x,value\n7,b,0,2\n8,a,0,1\n9,c,0,3\n", [1, 2, 3]),
        ("# heat\na,1\n# more\nb,2\nc,3\n", [1, 2, 3]),
    ],
)
def test_values_however_they_are_laid_out(tmp_path, named, text, expected):
    (tmp_path / "v.csv").write_text(text)
    found = open_field("g.csv", str(tmp_path / "v.csv"), named, 0)
    np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a,1\nb,2\na,3\n", r"line 3: more than one value for a \(see line 1\)"),
        ("a,1\nb,2\n", "2 values for 3 nodes: none for c"),
        ("1\n2\n", "2 values for 3 nodes; give one a node"),
        ("a,1\nb,2\nd,3\n", "line 3: no node is named 'd'"),
        ("nodes,reading\na;b,1\nc,2\n", "line 2: 'a;b' are several nodes.*at every site"),
        ("a,1,5\nb,2\nc,3\n", "line 1: 3 columns"),
        ("a,1\nb,2,5\nc,3\n", "line 2: 3 columns"),
        ("a,1\nb,1_5\nc,3\n", "line 2: the value must be a finite decimal number, got '1_5'"),
        ("a,1\nb,nan\nc,3\n", "line 2: the value"),
        ("a,1\nb,1e400\nc,3\n", "line 2: the value"),
        ("a,1\nb,1e308\nc,-1e308\n", r"line 2: the value must be within 1e\+100"),
        ("a,1\nb,\u0663\nc,3\n", "line 2: the value"),
        ("a;1,234\nb;2\nc;3\n", "line 1: the comma may part decimals or thousands"),
        *(
            (f"{first}\n1\n2\n3\n", f"line 1: is '.*' a header, or a value gone wrong.*{mend}")
            for first, mend in [
                ("nan", "write value"),
                ("NA", "write value"),
                ("-", "write value"),
                ("1_5", "write value"),
                ("0x10", "write value"),
                ("\u0663", "write value"),
                ("2kg", "write 2, without the unit"),
            ]
        ),
        ("a,nan\na,1\nb,2\nc,3\n", "line 1: is 'nan' a header, or a value gone wrong"),
        ("", "the file is empty"),
        ("# nothing\n", "only blank lines"),
    ],
)
def test_values_that_are_refused(tmp_path, named, text, message):
    file = tmp_path / "v.csv"
    file.write_text(text)
    with pytest.raises(cb.ParameterError, match=message) as caught:
        open_field("g.csv", str(file), named, 0)
    assert str(caught.value).startswith(f"{file}: ")


@pytest.mark.parametrize(
    "source", ["grid:٣x3", "grid:1_0x3", "grid:9" + "9" * 400 + "x2", "grid:x"]
)
def test_sizes_that_are_none(source):
    with pytest.raises(cb.ParameterError, match="is no size; write grid:1000x1000"):
        open_graph(source)


def test_a_link_that_leads_nowhere_is_told_as_one(terminal):
    (terminal.folder / "loop.csv").symlink_to("loop.csv")
    (terminal.folder / "gone.csv").symlink_to("nosuch.csv")
    for name in ("loop.csv", "gone.csv"):
        done = terminal.run("info", name)
        assert (done.returncode, "did you mean" in done.stderr) == (2, False)
        assert "a link that leads to no file" in done.stderr


def test_where_a_matrix_counts_from_1_it_is_said(tmp_path, capsys):
    path = tmp_path / "m.MTX"
    path.write_text("%%MatrixMarket matrix coordinate real symmetric\n3 3 2\n2 1 1\n3 2 1\n")
    assert open_graph(str(path)).n_nodes == 3
    assert "row 1 is node 0" in capsys.readouterr().err


@pytest.mark.parametrize("suffix", ["mtx", "general.mtx", "array.mtx", "npz", "dense.npz", "gr"])
def test_so_are_those_of_matrices_and_roads(tmp_path, capsys, suffix):
    """Seen: a diagonal was left out without a word."""
    path = tmp_path / f"a.{suffix}"
    full = np.array([[0, 1, 0], [1, 3, 1], [0, 1, 2.5]])
    if suffix == "npz":
        sp.save_npz(path, sp.coo_array(full))
    elif suffix == "dense.npz":
        np.savez(path, weights=full)
    elif suffix == "gr":
        arcs = [(1, 2), (2, 1), (2, 2), (2, 3), (3, 3)]
        path.write_text("p sp 3 5\n" + "".join(f"a {u} {v} 7\n" for u, v in arcs))
    else:
        kept = full if suffix == "array.mtx" else sp.coo_array(full)
        symmetry = "general" if "general" in suffix else "symmetric"
        scipy.io.mmwrite(path, kept, symmetry=symmetry)
    assert open_graph(str(path)).n_edges == 2
    said = capsys.readouterr().err
    assert "note: 2 edges join a node to itself, and so nothing: left out" in said
    assert "lengths" not in said  # all the same


def test_lengths_of_roads_are_said_to_be_passed_over(tmp_path, capsys):
    path = tmp_path / "a.gr"
    path.write_text("p sp 3 3\na 1 2 7\na 2 1 7\na 2 3 90\n")
    assert open_graph(str(path)).n_edges == 2
    said = capsys.readouterr().err
    assert "note: the lengths of arcs are passed over: every edge weighs 1" in said
    assert cb.read_graph(path, weight="inverse").notes == ()


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        (["a,b", "b,c", "a,b", "b,a", "c,d"], "1 of 3 edges stands in several rows, and counts"),
        (["a,b", "a,b", "b,c", "c,b"], "2 of 2 edges stand in several rows, and count once: 4"),
        (["a,b,2", "b,c,1", "a,b,2"], "1 of 2 edges stands in several rows"),
        (["a,b", "b,c", "b,a"], None),  # one of a directed network goes both ways
        (["a,b", "b,c", "c,d"], None),
        (["a,b", "b,a", "b,c", "c,b"], None),  # in both directions, as many programs write
        (["a,b", "b,a", "a,a", "b,c", "c,b"], None),
    ],
)
def test_edges_in_several_rows_are_counted(tmp_path, capsys, rows, said):
    path = tmp_path / "trips.csv"
    path.write_text("\n".join(["source,target" + ",weight" * (rows[0].count(",") - 1), *rows, ""]))
    open_graph(str(path))
    found = capsys.readouterr().err
    assert (said in found) if said else ("several rows" not in found)
    assert "several rows" not in " ".join(cb.read_graph(path, duplicates="sum").notes)


@pytest.mark.parametrize("suffix", ["csv", "graphml"])
def test_edges_that_join_a_node_to_itself_are_counted(tmp_path, capsys, suffix):
    path = tmp_path / f"a.{suffix}"
    pairs = [(0, 1), (1, 1), (1, 2), (2, 2)]
    if suffix == "csv":
        path.write_text("".join(f"{u},{v}\n" for u, v in pairs))
    else:
        nodes = "".join(f'<node id="{k}"/>' for k in range(3))
        edges = "".join(f'<edge source="{u}" target="{v}"/>' for u, v in pairs)
        head = '<graphml><graph edgedefault="undirected">'
        path.write_text(f"{head}{nodes}{edges}</graph></graphml>")
    assert open_graph(str(path)).n_edges == 2
    assert "note: 2 edges join a node to itself" in capsys.readouterr().err


def test_a_note_is_printed_and_no_warning_beside_it(tmp_path, capsys):
    (tmp_path / "g.csv").write_text("user,item\n1,2\n2,3\n3,1\n")
    assert open_graph(str(tmp_path / "g.csv")).n_nodes == 3  # a warning would be an error here
    assert capsys.readouterr().err.count("'user' and 'item' are the ends of edges") == 1
