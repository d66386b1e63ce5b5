"""Nodes of a GraphML file that data name: other numbers of a table are not their names."""

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import read_graph


def file(key):
    data = f'<key id="d0" for="node" attr.name="{key}" attr.type="string"/>'
    nodes = "".join(f'<node id="{k}"><data key="d0">{k + 1}</data></node>' for k in range(5))
    edges = "".join(f'<edge source="{k}" target="{k + 1}"/>' for k in range(4))
    graph = f'<graph edgedefault="undirected">{nodes}{edges}</graph>'
    return f'<graphml xmlns="http://graphml.graphdrawing.org/xmlns">{data}{graph}</graphml>'


def test_ids_are_not_taken_for_labels(put):
    """Seen: every reading stored one node off, as the ids 0, 1, ... fit labels 1, 2, ..."""
    graph = read_graph(put(file("label"), "g.graphml"))
    assert (graph.named_by, graph.names) == ("label", ("1", "2", "3", "4", "5"))
    with pytest.raises(CheapBanditsError, match="named by 'label', and 'Id' may be other numbers"):
        read_import(put("Id,value\n1,2.5\n2,3.5\n3,4\n", "ids.csv"), graph)
    rows = read_import(put("label,value\n1,2.5\n2,3.5\n3,4\n", "labels.csv"), graph).rows
    assert [row.nodes for row in rows] == [(0,), (1,), (2,)]


def test_ids_of_the_file_are_names_under_any_heading(put):
    graph = read_graph(put(file("colour"), "g.graphml"))
    assert graph.named_by is None
    rows = read_import(put("node,value\n1,2.5\n2,3.5\n3,4\n", "ids.csv"), graph).rows
    assert [row.nodes for row in rows] == [(1,), (2,), (3,)]
