"""Refusals that name what is the matter, and not something beside it."""

from __future__ import annotations

import json

import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.site_values import read_site_values


def test_a_point_among_decimal_commas_names_both(tmp_path):
    path = tmp_path / "de.csv"
    path.write_text("well;zinc\nW01;1.234\nW02;640,5\nW03;2.100\nW04;800\n")
    sites = cb.Graph.from_points([(k, k % 2) for k in range(4)], names=[f"W0{k}" for k in "1234"])
    with pytest.raises(CheapBanditsError, match=r"line 2.*line 3 .*'640,5'.*got '1.234'"):
        read_site_values(Source(path), "zinc", sites)


def test_the_json_of_cytoscape_is_a_network(tmp_path):
    nodes = [{"data": {"id": "a"}}, {"data": {"id": "b"}}]
    edges = [{"data": {"source": "a", "target": "b"}}]
    path = tmp_path / "cy.json"
    path.write_text(json.dumps({"elements": {"nodes": nodes, "edges": edges}}))
    with pytest.raises(GraphError, match="this is a network"):
        cb.read_graph(path)


def test_pairs_without_places():
    for pairs in ({(0, 1), (1, 2)}, ((k, k + 1) for k in range(2))):
        with pytest.raises(GraphError, match=r"give list\(pairs\)"):
            cb.Graph.from_edges(pairs)
    assert cb.Graph.from_edges([*{(0, 1), (1, 2)}]).n_edges == 2  # as it says


@pytest.mark.parametrize("third", [["main road", "", "gravel", ""], ["1", "road", "2", "3"]])
def test_notes_with_gaps_are_no_weights(tmp_path, third):
    """Seen: "correct or delete the line"."""
    path = tmp_path / "net.csv"
    ends = ("a,b", "b,c", "c,d", "d,a")
    path.write_text("".join(f"{end},{note}\n" for end, note in zip(ends, third, strict=True)))
    with pytest.raises(CheapBanditsError, match="or delete that column if it holds no weights"):
        cb.read_graph(path)


@pytest.mark.parametrize("head", ["name,ละติจูด,ลองจิจูด", "name,अक्षांश,देशांतर", "name,위도,경도"])
def test_headings_whose_vowels_are_marks_are_headings(tmp_path, head):
    """Seen: the header was refused as a wrong weight."""
    path = tmp_path / "sites.csv"
    path.write_text(f"{head}\nS0,37.1234,127.5678\nS1,37.2,127.6\nS2,37.3,127.5\n")
    with pytest.raises(GraphError, match="a place or an edge between two nodes"):
        cb.read_graph(path)


def test_semicolons_beside_decimal_commas_without_a_header_are_named(tmp_path):
    path = tmp_path / "readings.csv"
    path.write_text("W01;1,5;ok\nW02;2,5;ok\nW03;3,5;ok\n")
    sites = cb.Graph.from_points([(k, k % 2) for k in range(4)], names=[f"W0{k}" for k in "1234"])
    with pytest.raises(CheapBanditsError, match="put a header such as site;value;note above"):
        read_import(path, sites)
