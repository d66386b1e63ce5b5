"""Street networks as OSMnx saves them: GraphML by networkx, every value a text, both directions."""

from __future__ import annotations

import zipfile

import networkx as nx
import pytest

from cheapbandits.errors import GraphFileError, ParameterError
from cheapbandits.graphs import Graph, read_graph


def streets(**about):
    """Return a small town: a one-way street, one both ways, two side by side, and a loop."""
    town = nx.MultiDiGraph(
        created_date="2026-11-01 10:00:00", created_with="OSMnx 2.0.1", simplified="True", **about
    )
    for node, (x, y) in {
        "42431": (5.1201, 52.0901),
        "42432": (5.1213, 52.0904),
        "42435": (5.1222, 52.0899),
        "42440": (5.1230, 52.0910),
    }.items():
        town.add_node(node, y=str(y), x=str(x), street_count="3", highway="crossing")
    line = "LINESTRING (5.1201 52.0901, 5.1207 52.0903, 5.1213 52.0904)"
    town.add_edge("42431", "42432", osmid="[77, 78]", oneway="True", length="85.3", geometry=line)
    for ends in (("42432", "42435"), ("42435", "42432")):
        town.add_edge(*ends, osmid="91", oneway="False", reversed="False", length="70.1")
    town.add_edge("42435", "42440", osmid="95", length="120.0")
    town.add_edge("42435", "42440", osmid="96", length="160.0")
    town.add_edge("42440", "42440", osmid="97", length="40.0")
    return town


@pytest.fixture
def saved(tmp_path):
    def save(town, name="town.graphml"):
        nx.write_graphml(town, tmp_path / name, encoding="utf-8")
        return tmp_path / name

    return save


def test_streets_are_joined_whichever_way_they_go(saved):
    graph = read_graph(saved(streets(crs="epsg:4326")))
    assert graph.names == ("42431", "42432", "42435", "42440")
    assert graph.edges()[0].tolist() == [[0, 1], [1, 2], [2, 3]]
    assert graph.edges()[1].tolist() == [1.0, 1.0, 1.0]
    assert graph.crs == "EPSG:4326"
    assert graph.coordinates[0].tolist() == [5.1201, 52.0901]


def test_named_data_are_the_weight_and_the_largest_counts(saved):
    graph = read_graph(saved(streets(crs="epsg:4326")), weight="length")
    assert graph.edges()[1].tolist() == [85.3, 70.1, 160.0]


def test_a_projected_town_keeps_its_system(saved):
    town = streets(crs="EPSG:32631")
    for number, (_, data) in enumerate(town.nodes(data=True)):
        data |= {"x": str(645_000.0 + 80 * number), "y": str(5_773_000.0 + 10 * number)}
    path = saved(town)
    assert read_graph(path).crs == "EPSG:32631"
    with pytest.raises(ParameterError, match="says that its coordinates are EPSG:32631"):
        read_graph(path, crs="EPSG:28992")


def test_other_directed_graphs_are_refused_unless_asked_for(saved):
    town = streets()
    del town.graph["created_with"]
    path = saved(town)
    with pytest.raises(GraphFileError, match=r"the graph is directed.*directed='join'"):
        read_graph(path)
    graph = read_graph(path, directed="join")
    assert graph.n_edges == 3
    assert graph.crs is None
    assert read_graph(path, directed="join", crs="EPSG:4326").crs == "EPSG:4326"
    with pytest.raises(ParameterError, match="directed must be 'join'"):
        read_graph(path, directed="both")


def test_parallel_edges_of_an_undirected_graph_are_summed_as_before(saved):
    town = nx.MultiGraph()
    town.add_edge("a", "b", weight=2.0)
    town.add_edge("a", "b", weight=3.0)
    town.add_edge("b", "c", weight=1.0)
    assert read_graph(saved(town)).edges()[1].tolist() == [5.0, 1.0]


def test_nodes_with_longitude_and_latitude_are_in_degrees(saved):
    town = nx.Graph()
    for name, lon in (("a", 5.1), ("b", 5.2)):
        town.add_node(name, lon=lon, lat=52.0)
    town.add_edge("a", "b")
    assert read_graph(saved(town)).crs == "EPSG:4326"


def test_a_plain_zip_of_one_known_file(saved, tmp_path):
    path = saved(streets(crs="epsg:4326"))
    archive = tmp_path / "town.zip"
    with zipfile.ZipFile(archive, "w") as made:
        made.write(path, "data/town.graphml")
        made.writestr("README.txt", "streets of a town")
    assert read_graph(archive) == read_graph(path)
    with zipfile.ZipFile(archive, "a") as made:
        made.writestr("b.csv", "source,target\na,b\n")
    with pytest.raises(GraphFileError, match=r"holds 3 files.*'data/town.graphml', 'b.csv'"):
        read_graph(archive)
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("a.csv", "x,y\n1,1\n2,5\n9,1\n")
    assert read_graph(archive, radius=5.0) == Graph.from_points([(1, 1), (2, 5), (9, 1)], radius=5)
    with zipfile.ZipFile(archive, "w") as made:
        made.writestr("a.doc", "x")
    with pytest.raises(GraphFileError, match=r"no graph format has the suffix \.doc"):
        read_graph(archive)
