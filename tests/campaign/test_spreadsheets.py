"""CSV tables hold no formulas, and what is written is read back equal."""

import csv

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings
from cheapbandits.campaign.exports.spreadsheet import armed, neutral
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError
from cheapbandits.text import clean_text

NAMES = [
    "=cmd|' /C calc'!A0",
    "+1",
    "-2",
    "@SUM(1)",
    "'=x",
    "''-y",
    "O'Hare",
    "\uff1d1",
    "a,=b",
    "x| =c",
]
SIGNS = "=+-@\uff1d\uff0b\uff0d\uff20"


@given(st.text(st.sampled_from("'=+-@a;,|\t \n\uff1d" + "é"), max_size=12))
def test_there_and_back(text):
    written = neutral(text)
    assert armed(written) == text
    for separator in ";,|\t\n":
        for cell in written.split(separator):
            assert cell.strip()[:1] not in SIGNS or not cell.strip()


@pytest.fixture
def hostile(file_db):
    names = [*NAMES, "plain", "木"]
    ring = np.roll(np.eye(12), 1, axis=1)
    graph = cb.Graph(ring + ring.T, names=names)
    with cb.Campaign.create("h", graph, db=file_db, horizon=20) as campaign:
        yield campaign


def test_an_export_holds_no_formula_and_is_imported_equal(hostile, tmp_path):
    for node in range(12):
        hostile.observe([node], node / 8)
    for ask in hostile.ask(3, assignee="=TEAM()"):
        hostile.tell(ask, -0.5)
    out = write_readings(hostile.history(), tmp_path / "t.csv", COLUMNS, hostile.graph)
    with out.open(newline="", encoding="utf-8") as file:
        cells = [cell for row in list(csv.reader(file))[1:] for cell in row]
    text = [cell for cell in cells if not _is_number(cell)]
    assert not [cell for cell in text if cell.lstrip()[:1] in SIGNS and cell]
    assert neutral("=TEAM()") in text
    rows = read_import(out, hostile.graph).rows
    known = [(tuple(row["nodes"]), row["reading"]) for row in hostile.history()]
    assert [(row.nodes, row.reading) for row in rows] == known


def test_names_that_were_exported_are_read_as_the_same_nodes(hostile, tmp_path):
    file = tmp_path / "n.csv"
    with file.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["nodes", "reading"])
        writer.writerows([neutral(name), 0.5] for name in hostile.graph.names)
    assert [row.nodes for row in read_import(file, hostile.graph).rows] == [(i,) for i in range(12)]
    file.write_text("nodes,reading\n'plain,1\n")
    with pytest.raises(ParameterError, match="'plain"):
        read_import(file, hostile.graph)


def test_too_large_a_reading_is_refused_by_its_line(hostile, tmp_path):
    file = tmp_path / "n.csv"
    file.write_text("nodes,reading\nplain,1\nplain,1e60\n")
    with pytest.raises(ParameterError, match=r"line 3.*too large to count with"):
        read_import(file, hostile.graph, hostile.spec)


def _is_number(cell):
    try:
        float(cell)
    except ValueError:
        return False
    return True


def test_the_reason_of_an_end_is_clean(hostile):
    with pytest.raises(ParameterError, match="the reason"):
        hostile.finish("done\x1b]0;x\x07")
    assert clean_text(hostile.finish("done").body["reason"], "it") == "done"
