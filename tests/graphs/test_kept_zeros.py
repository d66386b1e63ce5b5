"""Plots 1.1 and 1.10 are one number to a spreadsheet: a 1.1 of its may be either."""

from __future__ import annotations

import openpyxl
import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph

PLOTS = [f"1.{k}" for k in range(1, 13)]
SAID = r"(line|row) \d+: is '1\.1' the site '1\.1', or '1\.10' as spreadsheets write it\?"


@pytest.fixture
def trial(put):
    rows = "".join(f"{plot},{50 + k / 7:.3f},{5 + k / 10}\n" for k, plot in enumerate(PLOTS))
    return read_graph(put("plot,lat,lon\n" + rows, "known.csv"), names="plot")


def names(path, graph, column, **options):
    found = read_import(path, graph, column=column, **options).rows
    return [graph.name(row.nodes[0]) for row in found]


def workbook(path, plots, shown="General"):
    book = openpyxl.Workbook()
    book.active.append(["plot", "zn"])
    for k, plot in enumerate(plots):
        book.active.append([plot, 10.5 + k])
        book.active.cell(k + 2, 1).number_format = shown
    book.save(path)
    return path


SPOILT = [1.7, 1.8, 1.9, 1.1, 1.11, 1.12]


@pytest.mark.parametrize("shown", ["General", "0.00"])
def test_a_workbook_with_numbers_is_asked_about(tmp_path, trial, shown):
    path = workbook(tmp_path / "read.xlsx", SPOILT, shown)
    with pytest.raises(ParameterError, match=SAID):
        names(path, trial, "zn")
    assert names(path, trial, "zn", names="plot") == [str(plot) for plot in SPOILT]


def test_so_is_text_that_a_spreadsheet_saved(put_rows, trial):
    rows = [f"{plot},{k}.5" for k, plot in enumerate(SPOILT)]
    with pytest.raises(ParameterError, match=SAID + ".*say --name-column plot"):
        names(put_rows("plot,zn", *rows), trial, "zn")
    with pytest.raises(ParameterError, match=SAID):
        names(put_rows("plot,value", *rows), trial, None)
    with pytest.raises(ParameterError, match=SAID + ".*write site,value above"):
        names(put_rows(*rows), trial, None)
    said = names(put_rows("site,value", *rows), trial, None, names="site")
    assert said == [str(plot) for plot in SPOILT]
    with pytest.raises(ParameterError, match=SAID):
        read_values(put_rows("plot,zn", *rows), trial, "zn")


def test_names_that_kept_their_zeros_are_taken(tmp_path, put_rows, trial):
    path = workbook(tmp_path / "read.xlsx", PLOTS, "@")
    assert names(path, trial, "zn") == PLOTS
    rows = [f"{plot},{k}.5" for k, plot in enumerate(PLOTS)]
    assert names(put_rows("plot,zn", *rows), trial, "zn") == PLOTS
    assert names(put_rows("plot,zn", *rows[1:9]), trial, "zn") == PLOTS[1:9]
    assert names(put_rows("nodes,reading", *rows[:9]), trial, None) == PLOTS[:9]


def test_other_names_are_taken(put):
    for plots in ([str(k) for k in range(1, 13)], [f"1-{k}" for k in range(1, 13)], PLOTS[:9]):
        rows = "".join(f"{plot},{k / 7:.3f},{k / 10}\n" for k, plot in enumerate(plots))
        graph = read_graph(put("plot,lat,lon\n" + rows, "known.csv"), names="plot")
        path = put("plot,zn\n" + "".join(f"{plot},{k}.5\n" for k, plot in enumerate(plots)))
        assert names(path, graph, "zn") == plots
