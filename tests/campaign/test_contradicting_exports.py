"""A row of an export whose nodes were cut is refused: it is an average, and no reading of one."""

from __future__ import annotations

import csv

import pytest

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError

GRAPH = cb.Graph(cb.grid(3, 3).weights, names=[f"A{k}" for k in range(9)])


@pytest.fixture
def rewritten(tmp_path, files_db):
    """Return what writes the only row of an export with other cells, and reads it."""
    with cb.Campaign.create(tmp_path.name, GRAPH, db=files_db, horizon=20) as campaign:
        campaign.observe(["A4", "A1", "A2", "A5"], 10.125)
        write_readings(campaign.history(), tmp_path / "e.csv", COLUMNS, GRAPH)
    with (tmp_path / "e.csv").open(newline="", encoding="utf-8") as file:
        (row,) = csv.DictReader(file)

    def read(**cells):
        with (tmp_path / "f.csv").open("w", newline="", encoding="utf-8") as file:
            writer = csv.DictWriter(file, row.keys())
            writer.writeheader()
            writer.writerow({**row, **cells})
        return [
            (found.nodes, found.reading) for found in read_import(tmp_path / "f.csv", GRAPH).rows
        ]

    return read


def test_as_it_was_it_is_read(rewritten):
    assert rewritten() == [((4, 1, 2, 5), 10.125)]


@pytest.mark.parametrize(
    ("cells", "said"),
    [
        ({"nodes": "4"}, "1 node in nodes where width says 4"),
        ({"nodes": "4", "width": ""}, "nodes 4 are 'A4; A1; A2; A5' there and 'A4' here"),
        ({"nodes": "4;1", "names": "A4;A1"}, "2 nodes in nodes where width says 4"),
        ({"nodes": "4", "names": ""}, "1 node in nodes where width says 4"),
    ],
)
def test_cells_that_contradict_each_other_are_refused(rewritten, cells, said):
    """Seen: with one node left in nodes, the average of eight was stored as a reading of it."""
    with pytest.raises(ParameterError, match=said):
        rewritten(**cells)


def test_a_width_of_our_own_files_only_is_compared(tmp_path):
    (tmp_path / "r.csv").write_text("site,width,value\nA1,12,3.5\n")
    found = read_import(tmp_path / "r.csv", GRAPH)
    assert [row.nodes for row in found.rows] == [(1,)]
    assert found.passed_over == ("width",)
