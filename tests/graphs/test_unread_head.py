"""A header of two words is told of, not called a reading gone wrong."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import Graph

GRAPH = Graph.from_edges([(0, 1), (1, 2), (2, 3)], names=["W1", "W2", "3", "4"])


@pytest.mark.parametrize(
    ("head", "asked"),
    [
        ("site,zinc", "zinc"),
        ("Station,PM10", "PM10"),
        ("name,value (mg/l)", "value (mg/l)"),
        ("nodes,zinc", "zinc"),
        ("site\tZink", "Zink"),
    ],
)
def test_a_header_of_two_words_asks_for_the_values(put, head, asked):
    mark = "\t" if "\t" in head else ","
    path = put(f"{head}\nW1,1.5\nW2,2.5\n".replace(",", mark))
    said = asked if asked.isalnum() else f"'{asked}'"
    with pytest.raises(CheapBanditsError, match=r"line 1: this is a header.*leave the") as caught:
        read_import(path, GRAPH)
    assert f"(--values {said};" in str(caught.value)
    assert [row.reading for row in read_import(path, GRAPH, column=asked).rows] == [1.5, 2.5]


def test_the_other_column_is_advised_where_the_last_names_sites(put):
    path = put("count,site\n3,4\n5,3\n")
    with pytest.raises(CheapBanditsError, match=r"\(--values count;"):
        read_import(path, GRAPH)
    found = read_import(path, GRAPH, column="count").rows
    assert [(row.nodes, row.reading) for row in found] == [((3,), 3), ((2,), 5)]


@pytest.mark.parametrize("row", ["W1,broken", "W1,n/a", "W9,NA", "W9,1..5", "W9,<5"])
def test_a_row_gone_wrong_is_no_header(put, row):
    with pytest.raises(CheapBanditsError) as caught:
        read_import(put(f"{row}\nW2,2.5\n"), GRAPH)
    assert "this is a header" not in str(caught.value)
