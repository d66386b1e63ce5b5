"""Numbers beside the ends of edges: weights where they are called so, else asked about."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph

ROWS = "\n1,2,5\n2,3,60\n3,1,7\n"
FAR = [
    "InputID,TargetID,Distance",  # as QGIS writes a matrix of distances
    "id,next_id,length",
    "station_a,station_b,distance",
    "A,B,km",
    "A,B,weight (km)",
    "point1,point2,cost",
    "origin,destination,distance_km",
    "fid,near_fid,near_dist",
    "COMID,DnHydroseq,LENGTHKM",
    "reach,downstream,length_km",
    "start,end,travel_time",
    "vertex1,vertex2,resistance",
    "i,j,d",
    "from,to,distance",
]


@pytest.mark.parametrize("header", FAR)
def test_a_distance_is_no_weight_whatever_the_ends_are_called(put, header):
    path = put(header + ROWS)
    name = header.split(",")[2]
    with pytest.raises(GraphFileError, match=r"line 1: .*far apart count as alike.*1/distance"):
        read_graph(path)
    with pytest.raises(GraphFileError, match="far apart count as alike"):
        read_graph(path, table="edges")
    assert read_graph(path, weight="unit").weights.max() == 1
    assert read_graph(path, weight=name).weights.max() == 60


@pytest.mark.parametrize("name", ["value", "zinc", "v", "year", "class"])
def test_numbers_under_an_unknown_word_are_asked_about(put, name):
    path = put(f"one,another,{name}{ROWS}")
    with pytest.raises(GraphFileError, match=rf"line 1: is '{name}' the weight.*weight='unit'"):
        read_graph(path)
    assert read_graph(path, weight=name).weights.max() == 60


@pytest.mark.parametrize(
    "name", ["weight", "W", "similarity", "strength", "capacity", "Count", "edge_weight", "nFlow"]
)
def test_numbers_under_a_word_for_alike_are_weights(put, name):
    assert read_graph(put(f"one,another,{name}{ROWS}")).weights.max() == 60
    assert read_graph(put(f"a,b,7{ROWS}")).weights.max() == 60  # without a header nothing is said


@pytest.mark.parametrize(
    "text",
    [
        "row,col,value\n1,1,3\n1,2,4\n2,1,5\n2,2,5\n",
        "row,column,zinc\n1,1,3\n1,2,4\n2,1,4\n2,2,5\n",
        "Row,Col,count\n1,1,3\n1,2,4\n2,1,4\n2,2,5\n",
    ],
)
def test_the_layout_of_a_field_is_no_network(put, text):
    path, column = put(text), text.split(",")[1]
    said = rf"line 1: .*place in a field.*--x '{column}' --y '[Rr]ow'"
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)
    assert read_graph(path, x=column, y=text[:3]).n_nodes == 4
    assert read_graph(put("row,col,weight\n1,2,4\n2,3,5\n")).n_edges == 2


@pytest.mark.parametrize(
    "text",
    [
        "HYRIV_ID,NEXT_DOWN\n1,2\n2,3\n3,0\n",
        "HYRIV_ID,OTHER\n20001,20002\n20002,20003\n20003,0\n20004,0\n",
        "name,downstream\n1,2\n2,0\n",
    ],
)
def test_a_river_that_ends_flows_into_no_node(put, text):
    path = put(text)
    with pytest.raises(GraphFileError, match=r"line 4: 0 .*there is none|line 3: 0 .*is none"):
        read_graph(path, table="edges")
    assert "0" in read_graph(path, nodes="name").names


def test_a_node_0_is_one_where_it_fits(put):
    assert read_graph(put("1 0\n2 0\n2 1\n", "t.edges")).n_nodes == 3
    assert read_graph(put("source,target\n5000,0\n0,1\n")).n_nodes == 3


NUMBERS = [
    ("Edge Weight", "double", (2.0, 3.0)),
    ("dist_km", "double", (2.0, 3.0)),
    ("Laenge", "float", (2.0, 2.0)),
    ("n_trips", "int", (2, 3)),
    ("v", "double", (2.0, 3.5)),  # nobody can tell what it is
]
OTHERS = [
    ("v", "double", (2.0, 2.0)),
    ("year", "int", (1990, 1991)),
    ("interaction", "string", "ab"),
]


def as_graphml(name, kind, values):
    edges = "".join(
        f'<edge source="n{k}" target="n{k + 1}"><data key="d">{value}</data></edge>'
        for k, value in enumerate(values)
    )
    return (
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        f'<key id="d" for="edge" attr.name="{name}" attr.type="{kind}"/>'
        '<graph edgedefault="undirected"><node id="n0"/><node id="n1"/><node id="n2"/>'
        f"{edges}</graph></graphml>"
    )


def as_networkx(name, values):
    graph = nx.path_graph(3)
    nx.set_edge_attributes(graph, dict(zip(graph.edges, values, strict=True)), name)
    return graph


@pytest.mark.parametrize(("name", "kind", "values"), NUMBERS)
def test_numbers_of_edges_are_not_dropped_without_a_word(put, name, kind, values):
    path = put(as_graphml(name, kind, values), "t.graphml")
    with pytest.raises(GraphFileError, match=f"'{name}'.*weight='{name}'.*weight='unit'"):
        read_graph(path)
    graph = as_networkx(name, values)
    with pytest.raises(GraphError, match=f"'{name}'.*weight='{name}'.*weight='unit'"):
        Graph.from_networkx(graph)
    for read in (
        lambda **how: read_graph(path, **how),
        lambda **how: Graph.from_networkx(graph, **how),
    ):
        assert read(weight="unit").weights.max() == 1
        assert read(weight=name).weights.max() == max(values)


@pytest.mark.parametrize(("name", "kind", "values"), OTHERS)
def test_what_is_no_weight_of_an_edge_is_let_be(put, name, kind, values):
    assert read_graph(put(as_graphml(name, kind, values), "t.graphml")).weights.max() == 1
    assert Graph.from_networkx(as_networkx(name, values)).weights.max() == 1
    streets = as_networkx("speed_kph", (30.5, 50.0))
    nx.set_edge_attributes(streets, 1, "osmid")
    assert Graph.from_networkx(streets).weights.max() == 1


@pytest.mark.parametrize("unit", ["km", "m", "mi", "Minutes"])
def test_a_weight_in_kilometres_is_a_distance(put, unit):
    path = put(f"source,target,weight,unit\na,b,5,{unit}\nb,c,7,{unit}\n")
    with pytest.raises(GraphFileError, match=rf"line 1: 'unit' says '{unit}'.*far apart count as"):
        read_graph(path)
    assert read_graph(path, weight="weight").weights.max() == 7
    assert read_graph(path, weight="unit").weights.max() == 1


@pytest.mark.parametrize("unit", ["m3/s", "trips", "", "1/km"])
def test_other_units_are_those_of_weights(put, unit):
    path = put(f"source,target,weight,unit\na,b,5,{unit}\nb,c,7,{unit}\n")
    assert read_graph(path).weights.max() == 7


@pytest.mark.parametrize("name", ["distance", "dist", "dist_matrix", "length", "travel_time"])
def test_an_array_of_distances_is_no_weight(tmp_path, name):
    square = 5 * (np.ones((3, 3)) - np.eye(3))
    np.savez(tmp_path / "far.npz", **{name: square})
    with pytest.raises(GraphFileError, match=rf"'{name}'.*far apart count as alike.*1/distance"):
        read_graph(tmp_path / "far.npz")


@pytest.mark.parametrize("name", ["arr_0", "weights", "W", "m", "adjacency", "matrix"])
def test_an_array_by_any_other_name_is(tmp_path, name):
    np.savez(tmp_path / "near.npz", **{name: 5 * (np.ones((3, 3)) - np.eye(3))})
    assert read_graph(tmp_path / "near.npz").weights.max() == 5


def test_graphml_of_jung_has_keys_without_a_name(tmp_path):
    """The id is what they are called: all weights were 1, without a word."""
    (path := tmp_path / "a.graphml").write_text(
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
        '<key id="weight" for="edge"><desc>w</desc></key><key id="label" for="node"/>'
        '<graph edgedefault="undirected"><node id="0"><data key="label">a</data></node>'
        '<node id="1"><data key="label">b</data></node>'
        '<edge source="0" target="1"><data key="weight">0.25</data></edge></graph></graphml>'
    )
    graph = read_graph(path)
    assert (graph.weights[0, 1], graph.names) == (0.25, ("a", "b"))
