"""Bipartite and directed networks of KONECT and SNAP, by what stands above their edges."""

from __future__ import annotations

import pytest

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import read_graph

ROWS = "1\t2\n1\t3\n2\t3\n3\t1\n"


@pytest.mark.parametrize("above", ["% bip unweighted\n% 4 3 3", "# A bipartite network of films"])
def test_two_kinds_of_nodes_are_not_one(put, above):
    with pytest.raises(CheapBanditsError, match=r"line 1: .*two kinds.*a letter before"):
        read_graph(put(f"{above}\n{ROWS}", "out.tsv"))
    mended = "".join("u{}\tv{}\n".format(*row.split()) for row in ROWS.splitlines())
    assert read_graph(put(f"{above}\n{mended}", "out.tsv")).n_nodes == 6
    assert read_graph(put(ROWS, "out.tsv")).n_nodes == 3


@pytest.mark.parametrize(
    "above",
    ["% asym unweighted", "# Directed graph (each unordered pair of nodes is saved once): a.txt"],
)
def test_edges_that_go_one_way_are_noted(put, above):
    path = put(f"{above}\n{ROWS}", "out.tsv")
    graph = read_graph(path)
    assert graph.n_edges == 3
    assert "joined whichever way" in " ".join(graph.notes)
    assert read_graph(path, directed="join").notes == ()


@pytest.mark.parametrize(
    "above",
    [
        "% sym unweighted",
        "# Undirected graph: ca-GrQc.txt",
        "# not a bipartite or directed graph",
        "# bip bop",
        "# directed by Ann",
        "# an undirected network",
    ],
)
def test_other_networks_are_as_they_were(put, above):
    graph = read_graph(put(f"{above}\n{ROWS}", "out.tsv"))
    assert (graph.n_nodes, graph.n_edges, graph.notes) == (3, 3, ())
