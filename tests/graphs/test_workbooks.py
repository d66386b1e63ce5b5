"""Excel workbooks as tables of sites, written by openpyxl."""

from __future__ import annotations

import datetime
import sys
import zipfile

import openpyxl
import pytest

from cheapbandits.campaign.importing import read_readings
from cheapbandits.errors import GraphFileError, MissingExtraError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph
from tests.graphs.test_sites import lines, survey


def table():
    x, y, zinc = survey()
    names = [f"P{k + 1:02}" for k in range(len(x))]
    pilot = [None if k % 4 else value for k, value in enumerate(zinc.tolist())]
    day = datetime.date(1990, 5, 1)
    rows = zip(names, x.tolist(), y.tolist(), zinc.tolist(), pilot, strict=True)
    return [["plot", "X (m)", "Y (m)", "zinc", "pilot", "day"], *[[*row, day] for row in rows]]


def write(path, **sheets):
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for row in rows:
            sheet.append(row)
    book.save(path)
    return path


def test_a_workbook_is_a_table_of_sites(tmp_path):
    x, y, zinc = survey()
    path = write(tmp_path / "soil.xlsx", soil=table(), notes=[])
    graph = read_graph(path, n_neighbors=6, crs="EPSG:28992")
    names = [f"P{k + 1:02}" for k in range(40)]
    (tmp_path / "soil.csv").write_text(lines("plot,x,y,zinc", [names, x, y, zinc]))
    assert graph == read_graph(tmp_path / "soil.csv", n_neighbors=6, crs="EPSG:28992")
    assert read_values(path, graph, "zinc").tolist() == zinc.tolist()
    assert [row.reading for row in read_readings(path, graph, None, "pilot")] == zinc[::4].tolist()
    with pytest.raises(ParameterError, match="row 3: no value in 'pilot'"):
        read_values(path, graph, "pilot")


def test_of_several_sheets_one_is_named(tmp_path):
    path = write(tmp_path / "soil.xlsx", soil=table(), notes=[["by", "me"]])
    with pytest.raises(GraphFileError, match=r"has the sheets 'soil', 'notes'.*--layer"):
        read_graph(path)
    assert read_graph(path, layer="soil").n_nodes == 40
    with pytest.raises(GraphFileError, match="no sheet is called 'more'; there are 'soil'"):
        read_graph(path, layer="more")


def test_gaps_and_empty_rows(tmp_path):
    rows = table()
    path = write(tmp_path / "a.xlsx", soil=[[], *rows[:20], [], [None, None], *rows[20:], [""]])
    assert read_graph(path).n_nodes == 40
    rows[7][1] = None
    path = write(tmp_path / "b.xlsx", soil=rows)
    with pytest.raises(GraphFileError, match=r"row 8: the site has no 'X \(m\)'"):
        read_graph(path)
    rows[7][1] = "12 m"
    path = write(tmp_path / "c.xlsx", soil=rows)
    with pytest.raises(GraphFileError, match="row 8: must be a finite decimal number, got '12 m'"):
        read_graph(path)


def test_without_a_header_columns_have_numbers(tmp_path):
    x, y, zinc = survey()
    rows = list(zip(x.tolist(), y.tolist(), zinc.tolist(), strict=True))
    path = write(tmp_path / "a.xlsx", soil=rows)
    assert read_graph(path).coordinates[0].tolist() == [x[0], y[0]]
    assert read_values(path, read_graph(path), "3").tolist() == zinc.tolist()


def test_what_is_no_workbook_is_refused(tmp_path):
    path = tmp_path / "a.xlsx"
    path.write_text("plot,x,y\n")
    with pytest.raises(GraphFileError, match=r"this is no \.xlsx workbook"):
        read_graph(path)
    good = write(tmp_path / "b.xlsx", soil=table()).read_bytes()
    path.write_bytes(good[: len(good) // 2])
    with pytest.raises(GraphFileError, match="damaged workbook"):
        read_graph(path)
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("hello.xml", "<a/>")
    with pytest.raises(GraphFileError, match="damaged workbook"):
        read_graph(path)
    write(path, soil=[])
    with pytest.raises(GraphFileError, match="no sheet holds anything"):
        read_graph(path)
    write(path, soil=[[f"c{k}" for k in range(300)], list(range(300))])
    with pytest.raises(GraphFileError, match="more than 256 columns"):
        read_graph(path)


def altered(path, change):
    """Write the workbook again, with each part changed."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, change(name, data))


def test_entities_and_bombs_are_refused(tmp_path):
    path = write(tmp_path / "a.xlsx", soil=table())
    entity = b'<!DOCTYPE a [<!ENTITY b "c">]>'
    altered(path, lambda name, data: entity + data if "sheet1" in name else data)
    with pytest.raises(GraphFileError, match="refused as unsafe"):
        read_graph(path)
    path = write(tmp_path / "b.xlsx", soil=table())
    blanks = b" " * (80 * 2**20)
    altered(path, lambda name, data: data + blanks if "sheet1" in name else data)
    with pytest.raises(GraphFileError, match="a decompression bomb"):
        read_graph(path)


def test_without_the_extra(tmp_path, monkeypatch):
    path = write(tmp_path / "a.xlsx", soil=table())
    monkeypatch.setitem(sys.modules, "openpyxl", None)
    with pytest.raises(MissingExtraError, match=r"cheapbandits\[excel\]"):
        read_graph(path)
