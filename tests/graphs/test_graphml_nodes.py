"""What nodes of GraphML files are called, and where they lie: by the words that tables go by."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import read_graph


@pytest.fixture
def saved(tmp_path):
    def save(*data, ids=None):
        path = nx.path_graph(len(data))
        for node, found in enumerate(data):
            path.nodes[node].update(found)
        nx.relabel_nodes(path, dict(enumerate(ids or range(len(data)))), copy=False)
        nx.write_graphml(path, tmp_path / "a.graphml")
        return tmp_path / "a.graphml"

    return save


@pytest.mark.parametrize("key", ["label", "Label", "name", "NAME", "station", "Site ID", "id"])
def test_data_that_are_called_as_sites_are_name_the_nodes(saved, key):
    path = saved({key: "3"}, {key: "1"}, {key: "2"})
    assert read_graph(path).names == ("3", "1", "2")
    assert read_graph(path, names=False).names == ("0", "1", "2")


@pytest.mark.parametrize(
    ("labels", "said"),
    [
        (["3", "1", None, "5"], "the node '2' has no 'label' to be its name"),
        (["3", "1", "", "5"], "the node '2' has no 'label' to be its name"),
        (["3", "1", "3", "5"], "the node '2' has the same 'label' as the node '0', '3'"),
    ],
)
def test_a_slip_in_them_is_refused_as_in_tables(saved, labels, said):
    path = saved(*({} if label is None else {"label": label} for label in labels))
    with pytest.raises(GraphFileError, match=f"{said}; correct it, or .*--name-column"):
        read_graph(path)
    assert read_graph(path, names=False).names == ("0", "1", "2", "3")


def test_a_few_kinds_are_no_names_and_a_number_is_none_beside_ids_of_words(saved):
    kinds = [{"code": "A", "id": k} for k in (7, 8, 9)]
    assert read_graph(saved(*kinds)).names == ("7", "8", "9")
    assert read_graph(saved(*kinds, ids=["Ghent", "Liege", "Namur"])).names[0] == "Ghent"


def test_names_that_are_asked_for(saved):
    path = saved({"label": "a", "Gauge": "G1"}, {"label": "b", "Gauge": "G2"})
    assert read_graph(path, names="Gauge").names == ("G1", "G2")
    with pytest.raises(GraphFileError, match=r"a\.graphml: .*no column is called 'gorge'"):
        read_graph(path, names="gorge")


@pytest.mark.parametrize("keys", [("Longitude", "Latitude"), ("LON", "LAT"), ("Easting", "Nord")])
def test_coordinates_in_any_spelling(saved, keys):
    lon, lat = keys
    path = saved({lon: 5.0, lat: 50.0, "x": 1, "y": 2}, {lon: 5.1, lat: 50.1, "x": 3, "y": 4})
    graph = read_graph(path)
    degrees = lat != "Nord"
    expected = [[5.0, 50.0], [5.1, 50.1]] if degrees else [[1, 2], [3, 4]]
    np.testing.assert_array_equal(graph.coordinates, expected)
    assert graph.crs == ("EPSG:4326" if degrees else None)


def test_coordinates_that_differ_under_one_name_are_refused(saved):
    path = saved({"x": 1, "y": 2, "X": 5}, {"x": 3, "y": 4, "X": 6})
    with pytest.raises(GraphFileError, match="'x' and 'X' of the nodes may both be a coordinate"):
        read_graph(path)


def test_weights_under_a_key_of_nodes_are_refused(tmp_path):
    """Seen: every edge weighed 1."""
    path = tmp_path / "g.graphml"
    edges = "".join(
        f'<edge source="{a}" target="{b}"><data key="d">2</data></edge>' for a, b in ("ab", "bc")
    )
    nodes = "".join(f'<node id="{name}"/>' for name in "abc")
    for domain in ("node", "edge"):
        path.write_text(
            '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">'
            f'<key id="d" for="{domain}" attr.name="weight" attr.type="double"/>'
            f'<graph edgedefault="undirected">{nodes}{edges}</graph></graphml>'
        )
        if domain == "edge":
            assert read_graph(path).weights.max() == 2
        else:
            with pytest.raises(GraphFileError, match=r'is for nodes; say for="edge"'):
                read_graph(path)


def test_degrees_that_are_none_are_said(saved):
    """Seen: a plane, without a word."""
    graph = read_graph(saved({"lat": 95.0, "lon": 5.0}, {"lat": 50.0, "lon": 6.0}))
    assert graph.crs is None
    assert "'lon' and 'lat' of the nodes are called as degrees are" in graph.notes[0]
    assert not read_graph(saved({"lat": 49.0, "lon": 5.0}, {"lat": 50.0, "lon": 6.0})).notes
