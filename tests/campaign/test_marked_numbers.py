"""`#3` in a file: well number 3 to most people, the index 3 in our own exports."""

import csv

import openpyxl
import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.campaign.nodes import parse_nodes
from cheapbandits.errors import CheapBanditsError, ParameterError

WELLS = [str(k) for k in range(1, 13)]
HILLS = ["Mill", "Dam", "Oak", "Elm", "Ash", "Fir", "Bog", "Hut", "Inn", "Jay", "Kiln", "Lock"]
MARKED = [f"#{k}" for k in (1, 2, 4, 5, 7, 8, 10, 11, 12, 15, 16, 18)]


def net(names):
    return cb.Graph(cb.grid(3, 4).weights, names=names)


def written(folder, rows, kind="csv"):
    path = folder / f"r.{kind}"
    if kind == "csv":
        with path.open("w", newline="") as file:  # a bare # at the start may be a comment
            csv.writer(file, quoting=csv.QUOTE_NONNUMERIC).writerows(rows)
        return path
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)
    return path


ROWS = {
    "date": [("date", "well", "value"), ("2024-05-01", "#1", 1.5), ("2024-05-02", "#2", 2.5)],
    "value first": [("value", "well"), (1.5, "#1"), (2.5, "#2")],
    "site first": [("well", "value"), ("#1", 1.5), ("#2", 2.5)],
    "zeros": [("well", "value"), ("3", 1.5), ("#02", 2.5)],
}


@pytest.mark.parametrize("names", [WELLS, HILLS], ids=["numbers", "words"])
@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize(("kind", "column"), [("csv", None), ("csv", "value"), ("xlsx", "value")])
def test_below_a_heading_of_sites_it_is_asked_about(tmp_path, names, rows, kind, column):
    path = written(tmp_path, ROWS[rows], kind)
    with pytest.raises(ParameterError, match=r"(line|row) [23]: .*") as caught:
        read_import(path, net(names), column=column, names="well")
    assert "from 0" in str(caught.value) or "no node is named" in str(caught.value)


@pytest.mark.parametrize("column", [None, "value"])
def test_both_ways_out_work(tmp_path, column):
    graph = net(WELLS)
    path = written(tmp_path, [("well", "value"), ("#3", 1.5), ("#5", 2.5)])
    with pytest.raises(
        ParameterError,
        match=r"line 2: is '#3' a site, or the index 3 from 0 \(that is '4'\)\? Write the site as "
        r"the graph calls it, '3', without the #; for indices call the column nodes",
    ):
        read_import(path, graph, column=column)
    path = written(tmp_path, [("well", "value"), ("3", 1.5), ("5", 2.5)])
    assert [row.nodes for row in read_import(path, graph, column=column).rows] == [(2,), (4,)]
    path = written(tmp_path, [("nodes", "reading"), ("#3", 1.5), ("#5;#6", 2.5)])
    assert [row.nodes for row in read_import(path, graph).rows] == [(3,), (5, 6)]


@pytest.mark.parametrize("column", [None, "value"])
def test_sites_that_are_called_so_are_meant(tmp_path, column):
    graph = net(MARKED)
    path = written(tmp_path, [("site", "value"), ("#1", 1.5), ("#7", 2.5)])
    assert [row.nodes for row in read_import(path, graph, column=column).rows] == [(0,), (4,)]
    path = written(tmp_path, [("site", "value"), ("#1", 1.5), ("#3", 2.5)])
    with pytest.raises(ParameterError, match="line 3: no node is named '#3'"):
        read_import(path, graph, column=column)


@pytest.mark.parametrize("text", ["#3", "#0", "5"])
def test_where_sites_are_called_so_no_text_is_an_index(text):
    with pytest.raises(CheapBanditsError, match="no node is named") as caught:
        parse_nodes(text, net(MARKED))
    assert "index" not in str(caught.value)


def test_typed_it_is_an_index_as_the_help_says():
    assert parse_nodes("#3", net(WELLS)) == (3,)
