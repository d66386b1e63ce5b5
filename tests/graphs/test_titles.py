"""Titles above the header of a table as text: the refusal says where the header stands."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import Graph, read_graph

GRAPH = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])


@pytest.mark.parametrize("title", ["Lab report 4711", "Results", '"Report, of May"', "a\n\nb c"])
@pytest.mark.parametrize("mark", [",", ";", "\t"])
def test_the_header_is_said_to_stand_below(put, title, mark):
    rows = "site,value\nW1,5\nW2,6\n".replace(",", mark)
    line = title.count("\n") + 2
    for column in (None, "value"):
        with pytest.raises(CheapBanditsError, match=f"is a title.*in row {line}: delete what is"):
            read_import(put(f"{title}\n{rows}"), GRAPH, column=column)
        assert len(read_import(put(rows), GRAPH, column=column).rows) == 2


def test_a_logger_with_a_title_has_no_wrong_quotes(put):
    path = put('"Plot Title: 1"\n"#","Date Time, GMT+01:00","Temp, C"\n1,05/01/24 00:00,12.5\n')
    with pytest.raises(CheapBanditsError, match=r"line 1: .*is a title.*row 2: delete"):
        read_graph(path)


def test_a_title_with_a_comma_is_not_taken_for_a_header(put):
    with pytest.raises(CheapBanditsError) as caught:
        read_import(put("Lab report, May\nsite,value\nW1,5\n"), GRAPH)
    assert "--values May" not in str(caught.value)


@pytest.mark.parametrize(
    "text",
    [
        "a b 1\nb c 2\n",
        "Rome Oslo\nOslo Bergen\nBergen Rome\n",
        "from to weight\na b 0,5\nb c 1,5\n",
    ],
)
def test_blanks_may_divide(put, text):
    assert read_graph(put(text, "a.txt")).n_edges >= 2
