"""Which columns are the ends of an edge, and which nodes there are: none that no line names."""

from __future__ import annotations

import numpy as np
import pytest

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import read_graph


def ends(graph):
    return sorted(tuple(sorted(map(graph.name, pair))) for pair in graph.edges()[0].tolist())


@pytest.mark.parametrize(
    "text",
    [
        "from,to,weight,source\nA,B,1,OSM\nB,C,2,survey\nC,A,1,OSM\n",
        "source,from,to,weight\nOSM,A,B,1\nsurvey,B,C,2\nOSM,C,A,1\n",
        "source,target,weight,to\nA,B,1,x\nB,C,2,x\nC,A,1,x\n",
        "i,u,v,weight\n1,A,B,1\n2,B,C,2\n3,C,A,1\n",
        "end,node1,node2,w\n1,A,B,1\n2,B,C,2\n3,C,A,1\n",
    ],
)
def test_ends_go_by_pairs(put, text):
    assert ends(read_graph(put(text))) == [("A", "B"), ("A", "C"), ("B", "C")]


@pytest.mark.parametrize(
    "text",
    [
        "u,v,from,to,weight\n1,2,x,y,1\n2,3,y,z,1\n3,4,z,w,2\n",
        "source,target,start,end,weight\n1,2,x,y,1\n2,3,y,z,1\n3,4,z,w,2\n",
    ],
)
def test_two_pairs_of_ends_are_asked_about(put, text):
    first = text.split(",")[:4]
    with pytest.raises(GraphFileError, match=r"line 1: .*may both be the ends.*rename") as refused:
        read_graph(put(text))
    assert all(f"'{name}'" in str(refused.value) for name in first)


def test_depths_are_no_ends(put):
    text = "hole_id,from,to,weight\nDH1,0,1,0.5\nDH1,1,2,0.7\nDH2,0,1,0.5\n"
    with pytest.raises(GraphFileError, match=r"line 1: 'hole_id'.*--table edges"):
        read_graph(put(text))
    assert read_graph(put(text), table="edges").n_edges == 2


MISSING = ["NA", "N/A", "NULL", "null", "None", "nan", "NaN", "<NA>", "#N/A", "#REF!", "-", "?"]


@pytest.mark.parametrize("none", [*MISSING, "-9999", "-1"])
@pytest.mark.parametrize("nodes", ["ABC", "123"])
def test_a_missing_end_is_no_node(put, none, nodes):
    a, b, c = nodes
    text = f"source,target\n{a},{b}\n{b},{none}\n{c},{none}\n{a},{c}\n"
    if (none, nodes) != ("-1", "ABC"):
        with pytest.raises(GraphFileError, match=r"line 3: .*both nodes must be given"):
            read_graph(put(text))
    assert read_graph(put(text), nodes="name").n_nodes == 4


def test_names_that_only_look_so_are_kept(put):
    graph = read_graph(put("source,target\nNa,K\nK,Nan\nNan,x-1\n"))
    assert graph.names == ("Na", "K", "Nan", "x-1")


def test_whole_numbers_that_pandas_wrote_with_a_point_are_the_same_nodes(put):
    graph = read_graph(put(",source,target,weight\n0,1,2.0,1.0\n1,2,3.0,1.0\n2,3,1.0,1.0\n"))
    assert (graph.n_nodes, graph.names) == (3, ("1", "2", "3"))
    graph = read_graph(put("source,target\n11.0,12.0\n12.0,15.0\n"))
    assert graph.names == ("11", "12", "15")
    with pytest.raises(GraphFileError, match=r"line 3: '2' and '2\.0'"):
        read_graph(put("source,target\nA,2.0\nB,2\nA,B\n"))
    assert read_graph(put("source,target\n1,2.0\n2,1\n"), nodes="name").n_nodes == 3


@pytest.mark.parametrize(
    ("pairs", "names"),
    [
        ([(11, 12), (12, 13), (13, 15)], ("11", "12", "13", "15")),
        ([(1, 2), (2, 3), (3, 5), (5, 1)], ("1", "2", "3", "5")),
        ([(0, 1), (1, 2), (2, 50), (50, 0)], ("0", "1", "2", "50")),
        ([(2, 3), (3, 4)], ("2", "3", "4")),
        ([(5000, 0), (0, 1)], ("5000", "0", "1")),
        ([(0, 1), (1, 2)], None),
        ([(1, 2), (2, 3)], ("1", "2", "3")),
    ],
)
def test_there_is_no_node_that_no_line_names(put, pairs, names):
    text = "".join(f"{u},{v}\n" for u, v in pairs)
    for path in (put("source,target\n" + text), put(text.replace(",", " "), "t.edges")):
        graph = read_graph(path)
        assert graph.names == names
        assert graph.n_nodes == np.unique(pairs).size
        assert (graph.neighbor_counts > 0).all()


def test_who_says_indices_gets_them(put):
    path = put("source,target\n1,2\n2,3\n3,5\n")
    assert read_graph(path, nodes="index").n_nodes == 6
    assert read_graph(path, n_nodes=8).n_nodes == 8
    assert read_graph(path, first_index=1).n_nodes == 5
    # A matrix states its shape: rows without entries are nodes.
    banner = "%%MatrixMarket matrix coordinate real symmetric\n"
    assert read_graph(put(f"{banner}5 5 1\n3 1 1.5\n", "t.mtx")).n_nodes == 5


def test_weights_in_two_units_are_refused(put):
    text = "from,to,weight,weight_unit\nA,B,10,g\nB,C,5,kg\n"
    with pytest.raises(GraphFileError, match=r"line 3: 'weight_unit' says 'kg', and 'g' in line 2"):
        read_graph(put(text))
    assert read_graph(put(text.replace("kg", "g"))).n_edges == 2


@pytest.mark.parametrize(
    "text",
    [
        "fbus,tbus,r,x\n1,2,0.01,0.05\n2,3,0.02,0.04\n3,1,0.01,0.03\n",  # MATPOWER
        "Stop A,Stop B,line,riders\na,b,12,400\nb,c,12,300\nc,a,13,100\n",
    ],
)
def test_what_to_do_of_edges_with_more_columns_is_said_at_once(put, text):
    """Seen: call two columns source and target; and then, of the others, delete them."""
    said = "call the columns of their ends source and target, and weight the one .* or delete"
    with pytest.raises(GraphFileError, match=said):
        read_graph(put(text))
    head, *rows = text.splitlines()
    names = head.split(",")
    weighed = "\n".join([",".join(["source", "target", names[2], "weight"]), *rows, ""])
    assert len({*read_graph(put(weighed)).edges()[1].tolist()}) == 3
    bare = [",".join(row.split(",")[:2]) for row in rows]
    assert read_graph(put("\n".join(["source,target", *bare, ""]))).n_edges == 3
