"""What a refusal advises can be done without Python, and helps."""

from __future__ import annotations

import pytest

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import read_graph


def refused(path, match):
    with pytest.raises(CheapBanditsError, match=match) as caught:
        read_graph(path)
    return str(caught.value)


def test_half_a_place_among_many_columns(put):
    rows = "1,2,0.1,0.2,0\n2,3,0.1,0.2,0\n3,4,0.1,0.3,0\n4,1,0.2,0.1,0\n"
    said = refused(put(f"fbus,tbus,r,x,b\n{rows}"), "'x' is called as a coordinate.*source and tar")
    assert "--table edges" not in said  # it does not say which columns
    refused(put(f"source,target,r,x,b\n{rows}"), "call the one .* weight, or delete them")
    assert read_graph(put(f"source,target,weight,x,b\n{rows}")).n_edges == 4


def test_two_weights_of_one_edge(put):
    said = refused(put("A,B,100\nB,A,90\nB,C,5\n"), "give each edge once")
    assert "in Python duplicates='sum'" in said
    assert read_graph(put("A,B,100\nB,C,5\n")).n_edges == 2


def test_directed_edges(put):
    refused(
        put("Source,Target,Type,Weight\nA,B,Directed,1\nB,C,Directed,1\n"),
        "delete the column that says",
    )
    assert read_graph(put("Source,Target,Weight\nA,B,1\nB,C,1\n")).n_edges == 2


def test_a_header_that_is_a_node_too(put):
    rows = "1,2\n2,one\n"
    said = refused(put(f"one,other\n{rows}"), "a line source,target above if it is an edge")
    assert "in Python, header=" in said
    assert read_graph(put(f"source,target\n{rows}")).n_edges == 2
