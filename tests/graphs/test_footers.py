"""Means, totals and remarks below readings: told to be deleted, and never a slip in a name."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph

READINGS = "site,date,{}\nA,2024-05-01,12.5\nB,2024-05-01,13.5\nC,2024-05-02,15.5\n{}\n"
NAMED = Graph.from_edges([(0, 1), (1, 2)], names=["A", "B", "C"])


@pytest.mark.parametrize("column", ["zinc", "value", None])
@pytest.mark.parametrize(
    ("end", "line", "said"),
    [
        ("Mean,,13.8", 5, "'Mean' below all"),
        ("Total,,41.5\nMean:,,13.8", 5, "'Total' below all"),
        ("Mittelwert,,13.8\nQuelle: Amt,,", 5, "'Mittelwert' below all"),
        ("Source: EPA,,", 5, "'Source: EPA' below all"),
        ("* estimated,,", 5, r"'\* estimated' below all"),
        ("all values in mg per kg,,", 5, "'all values in mg per kg' below all"),
        ("A,2024-05-03,3\n,Mean,13.8", 6, "'Mean' below all"),
        (",,13.8", 5, "a row without a name below all"),
    ],
)
def test_what_stands_below_readings_is_told_to_be_deleted(put, column, end, line, said):
    path = put(READINGS.format(column or "value", end))
    for read in (read_import, read_values):
        with pytest.raises(ParameterError, match=rf"line {line}: {said} others.*; delete the row"):
            read(path, NAMED, column=column)


@pytest.mark.parametrize(
    "end",
    ["D,2024-05-03,3", "a,2024-05-03,3", "D,,", "Total,,3\nD,2024-05-03,3", "site: D,2024-05-03,3"],
)
def test_a_slip_in_the_name_of_a_site_is_no_footer(put, end):
    with pytest.raises(ParameterError, match=r"line 5: no node is named|line 5: .*got ''"):
        read_import(put(READINGS.format("value", end)), NAMED, column="value")


def test_a_site_may_be_called_as_a_total_is(put):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["A", "B", "Total"])
    text = READINGS.format("zinc", "Total,2024-05-03,3").replace("C,2024-05-02", "A,2024-05-02")
    assert len(read_import(put(text), graph, column="zinc").rows) == 4
