"""What is said of a file stays short, however long its cells and headings are."""

from __future__ import annotations

import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.cli.campaign.columns_shown import understood_shown
from cheapbandits.errors import CheapBanditsError, ProbeError
from cheapbandits.policies.reading import check_row


def test_a_group_with_one_node_20_000_times(load):
    """Seen: a refusal of 60 kB, all indices."""
    with pytest.raises(CheapBanditsError, match="one or more different nodes") as caught:
        load("nodes,reading", ";".join(["A1"] * 20_000) + ",5")
    assert len(str(caught.value)) < 1_000


def test_shares_of_20_000_nodes():
    with pytest.raises(ProbeError, match="20000 shares") as caught:
        check_row(range(20_000), [0.5] * 20_000, 20_000)
    assert len(str(caught.value)) < 1_000


def test_a_heading_of_600_kilobytes(tmp_path):
    long = "z" * 600_000
    path = tmp_path / "r.csv"
    path.write_text(f"s{long},{long}\nA,1.5\nB,2.5\n")
    graph = cb.Graph.from_edges([(0, 1)], names=["A", "B"])
    found = read_import(path, graph, column=long)
    assert found.column == long
    assert max(map(len, understood_shown(found, graph))) < 1_000
