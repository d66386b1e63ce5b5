"""Readings by index without a header, and sites whose whole numbers got decimals."""

from __future__ import annotations

import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import

NAMES = ["3", "1", "2", "4", "10"]
GRAPH = cb.Graph.from_edges([(0, 1), (1, 2), (2, 3), (3, 4)], names=NAMES)


def test_nothing_but_readings_by_index_are_no_comments(tmp_path):
    path, rows = tmp_path / "a.csv", "#0,5.5\n#2,6.5\n"
    path.write_text(rows)
    with pytest.raises(cb.ParameterError, match="a line nodes,reading above"):
        read_import(path, GRAPH)
    path.write_text(f"nodes,reading\n{rows}")
    assert [(row.nodes, row.reading) for row in read_import(path, GRAPH).rows] == [
        ((0,), 5.5),
        ((2,), 6.5),
    ]
    path.write_text("# 0,5.5\n#no readings yet\n")
    with pytest.raises(cb.ParameterError, match="only blank lines and comments"):
        read_import(path, GRAPH)


@pytest.mark.parametrize("name", ["1.0", "1,0", "1,"])
def test_whole_numbers_with_decimals_are_told(tmp_path, name):
    path = tmp_path / "a.csv"
    path.write_text(f"site;reading\n{name};11,5\n2;12,5\n")
    with pytest.raises(cb.ParameterError, match="did you mean '1'"):
        read_import(path, GRAPH)
