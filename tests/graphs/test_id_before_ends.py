"""Edges with an id of their own in the first of three columns: the advice makes the network."""

from __future__ import annotations

import pytest

from cheapbandits.errors import GraphError
from cheapbandits.graphs import read_graph

ROWS = "\n1,5,6\n2,6,7\n3,7,5\n"
HEADS = [
    "id,from_node,to_node",
    "link_id,a,b",
    "pipe,start_node,end_node",
    "FID,FROM_ID,TO_ID",
    "OBJECTID,FNODE,TNODE",
    "id,noeud1,noeud2",
    "Kante,KnotenA,KnotenB",
]
SAID = (
    r"line 1: '.*' and '.*' are called as the ends .*--x .*; if they are edges, call these source"
)


@pytest.mark.parametrize("options", [{}, {"table": "edges"}, {"weight": "unit"}])
@pytest.mark.parametrize("head", HEADS)
def test_an_id_before_the_ends_is_told(put, head, options):
    first, *_ = head.split(",")
    with pytest.raises(GraphError, match=f"{SAID} and target, and delete '{first}'"):
        read_graph(put(head + ROWS), **options)
    assert read_graph(put("source,target\n5,6\n6,7\n7,5\n")).n_nodes == 3  # as advised


def test_the_numbers_of_rows_that_r_writes_are_told(put):
    rows = '\n"1","a","b"\n"2","b","c"\n"3","c","a"\n'
    with pytest.raises(GraphError, match=f"{SAID} and target$"):
        read_graph(put('"","V1","V2"' + rows))
    assert read_graph(put('"","source","target"' + rows)).n_nodes == 3


def test_weights_before_the_ends_are_told(put):
    rows = "\n0.5,5,6\n1.5,6,7\n2,7,5\n"
    with pytest.raises(GraphError, match=f"{SAID} and target$"):
        read_graph(put("weight,from_node,to_node" + rows))
    graph = read_graph(put("weight,source,target" + rows))
    assert sorted(graph.weights.data.tolist()) == [0.5, 0.5, 1.5, 1.5, 2, 2]


def test_a_third_column_that_is_an_end_may_be_called_so(put):
    with pytest.raises(GraphError, match="if it is an end of the edges, call their ends source"):
        read_graph(put("edge,here,there" + ROWS), table="edges")
