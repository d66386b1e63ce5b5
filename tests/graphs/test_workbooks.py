"""Excel workbooks as tables of sites, written by openpyxl."""

from __future__ import annotations

import datetime
import re
import sys
import zipfile

import numpy as np
import openpyxl
import pandas as pd
import pytest
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.styles import Font

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError, GraphFileError, MissingExtraError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.files.cell_comments import comments_by_row
from cheapbandits.graphs.files.guard import Source
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
    assert [row.reading for row in read_import(path, graph, None, "pilot").rows] == zinc[
        ::4
    ].tolist()
    with pytest.raises(ParameterError, match="row 3: no value in 'pilot'"):
        read_values(path, graph, "pilot")


def test_of_several_sheets_one_is_named(tmp_path):
    path = write(tmp_path / "soil.xlsx", soil=table(), notes=[["by", "me"]])
    with pytest.raises(GraphFileError, match=r"has the sheets 'soil', 'notes'.*--layer"):
        read_graph(path)
    assert read_graph(path, layer="soil").n_nodes == 40
    with pytest.raises(GraphFileError, match="no sheet is called 'more'; there are 'soil'"):
        read_graph(path, layer="more")


def test_a_hidden_sheet_is_read_where_it_is_asked_for(tmp_path):
    """Seen: what somebody had put away was read, for the sheet that one sees was empty."""
    path = write(tmp_path / "soil.xlsx", soil=table(), notes=[])
    for state in ("hidden", "veryHidden"):
        book = openpyxl.load_workbook(path)
        book["soil"].sheet_state = state
        book.active = 1
        book.save(tmp_path / "a.xlsx")
        with pytest.raises(GraphFileError, match=r"anything in it, 'soil', is hidden.*--layer"):
            read_graph(tmp_path / "a.xlsx")
        assert read_graph(tmp_path / "a.xlsx", layer="soil").n_nodes == 40


def test_characters_that_are_written_by_their_numbers(tmp_path):
    """Seen: a site called A_x0042_1, which every spreadsheet program shows as AB1."""
    rows = [["name", "x", "y"], ["A_x0042_1", 0, 1], ["_x005F_x0042_", 1, 1], ["b_x_1", 2, 5]]
    rows += [["_xD83D__xDE00_", 3, 1], ["_x00e9", 4, 4]]
    read = read_graph(write(tmp_path / "a.xlsx", soil=rows))
    assert read.names == ("AB1", "_x0042_", "b_x_1", "\U0001f600", "_x00e9")
    for odd in ("A_x0007_1", "A_xD83D_1"):
        path = write(tmp_path / "b.xlsx", soil=[*rows, [odd, 7, 7]])
        with pytest.raises(GraphFileError, match="may hold no control"):
            read_graph(path)


def test_a_zero_that_the_sheet_does_not_show(tmp_path):
    """Seen: links to empty cells, which one sees empty, were readings of 0."""
    path = write(tmp_path / "soil.xlsx", soil=[["name", "x", "y", "zinc"], *SITES_WITH_A_ZERO])
    assert read_graph(path, n_neighbors=2).n_nodes == 4
    book = openpyxl.load_workbook(path)
    book["soil"].sheet_view.showZeros = False
    book.save(path)
    with pytest.raises(GraphFileError, match="shows no zeros, and the cell D4 holds one"):
        read_graph(path)
    book["soil"]["D4"] = None
    book.save(path)
    assert read_graph(path, n_neighbors=2).n_nodes == 4


SITES_WITH_A_ZERO = [["A", 1, 1, 3.5], ["B", 2, 1, 4], ["C", 1, 2, 0], ["D", 5, 1, 6]]


def test_a_row_of_hardly_any_height_is_hidden(tmp_path):
    path = write(tmp_path / "soil.xlsx", soil=table())
    book = openpyxl.load_workbook(path)
    for height, fine in ((0.5, False), (15, True)):
        book["soil"].row_dimensions[7].height = height
        book.save(path)
        if fine:
            assert read_graph(path).n_nodes == 40
        else:
            with pytest.raises(GraphFileError, match=r"1 of its rows are hidden.*row 7 the first"):
                read_graph(path)


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
    with pytest.raises(GraphFileError, match=r"IW1 is in column 257, .* at most 256"):
        read_graph(path)


def altered(path, change):
    """Write the workbook again, with each part changed."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            archive.writestr(name, change(name, data))


def sheet(*cells):
    """Return a sheet of three sites, with cells as they are written there in place of some."""
    rows = [("x", "y"), (1, 2), (3, 4), (5, 7)]
    found = {
        f"{'AB'[k]}{r}": f'<c r="{"AB"[k]}{r}"><v>{cell}</v></c>'
        if isinstance(cell, int)
        else f'<c r="{"AB"[k]}{r}" t="str"><v>{cell}</v></c>'
        for r, row in enumerate(rows, start=1)
        for k, cell in enumerate(row)
    }
    found |= dict(cells)
    lines = [f'<row r="{r}">{found[f"A{r}"]}{found[f"B{r}"]}</row>' for r in range(1, 5)]
    return [*lines, *(text for place, text in cells if place == "more")]


@pytest.fixture
def book(tmp_path):
    """Write a workbook whose sheet has just these rows, of which it says what it likes."""

    def make(lines, said="A1:B4"):
        path = write(tmp_path / "a.xlsx", soil=[["x"]])
        text = (
            '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
            f'<dimension ref="{said}"/><sheetData>{"".join(lines)}</sheetData></worksheet>'
        )
        altered(path, lambda name, data: text.encode() if "sheet1" in name else data)
        return path

    return make


def test_a_sheet_is_read_whatever_it_says_of_its_size(book):
    for said in ("A1:B4", "A1", "A1:XFD1048576", "A1:B3"):
        assert read_graph(book(sheet(), said)).coordinates.tolist() == [[1, 2], [3, 4], [5, 7]]


FAR = ("more", '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>')
BELOW = ("more", '<row r="1048576"><c r="A1048576"><v>1</v></c></row>')
RIGHT = ("more", '<row r="5"><c r="XFD5"><v>1</v></c></row>')


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ([FAR], "row 1048576 has 1,048,571 empty rows|XFD1048576 is in column"),
        ([BELOW], r"row 1048576 has 1,048,571 empty rows above it; delete"),
        ([RIGHT], "the cell XFD5 is in column 16,384, .*delete"),
        ([("A3", '<c r="A3"><v>1_0</v></c>')], "the cell A3 holds '1_0', which is no number"),
        ([("A3", '<c r="A3" t="str"><v>1_0</v></c>')], "row 3: must be .* got '1_0' in 'x'"),
        ([("A3", '<c r="A3"><v>\u0663</v></c>')], "the cell A3 holds"),
        ([("A3", '<c r="A9"><v>5</v></c>')], "row 3 holds a cell 'A9'"),
        ([("A3", '<c r="B3"><v>5</v></c>')], "row 3: the cells are not in order"),
        ([("A3", '<c r="A3"><v>5</v><v>6</v></c>')], "row 3: a cell has two values"),
        (
            [("A3", '<c r="A3" t="inlineStr"><is><t>1.5</t><t>7</t></is></c>')],
            "the cell A3 has two texts",
        ),
        ([("A3", '<c r="A3"><v>1<x>2</x>3</v></c>')], "the cell A3 holds more than a value"),
        ([("A3", '<c r="A3"><f>1+2</f></c>')], "the cell A3 holds a formula that was"),
        ([("A3", '<c r="A3"><f>1+2</f><v /></c>')], "the cell A3 holds a formula that was never"),
        ([("B4", '<c r="B4" t="n"><f>1+2</f><v> </v></c>')], "the cell B4 holds a formula"),
        ([("A1", '<c r="A1" t="s"><v>-1</v></c>')], "the cell A1 is damaged"),
        ([("more", '<row r="3"><c r="A3"><v>9</v></c></row>')], "row '3' comes after row 4"),
        ([("more", '<row r="99999999999"/>')], "row '99999999999' comes after"),
    ],
)
def test_cells_that_openpyxl_would_take_for_others(book, cells, message):
    with pytest.raises(GraphFileError, match=message):
        read_graph(book(sheet(*cells)))


def test_a_formula_is_0_until_somebody_computes_it(tmp_path):
    """Seen: XlsxWriter stores 0 for every formula and asks to compute them; 0 was read."""
    frame = pd.DataFrame({"name": list("abc"), "x": [1.0, 2.0, 4.0], "y": [2.0, 5.0, 3.0]})
    frame.to_excel(tmp_path / "a.xlsx", index=False)

    def computed(value, asked):
        def change(name, data):
            if name == "xl/workbook.xml":
                assert data.count(b'fullCalcOnLoad="1"') == 1
                return data.replace(b'fullCalcOnLoad="1"', f'fullCalcOnLoad="{asked}"'.encode())
            if name == "xl/worksheets/sheet1.xml":
                cell = re.compile(rb'<c r="B3"([^>]*)>.*?</c>')
                new = rb'<c r="B3"\1><f>B2*2</f><v>%d</v></c>' % value
                data, times = cell.subn(new, data)
                assert times == 1
            return data

        (tmp_path / "b.xlsx").write_bytes((tmp_path / "a.xlsx").read_bytes())
        altered(tmp_path / "b.xlsx", change)
        return tmp_path / "b.xlsx"

    with pytest.raises(GraphFileError, match="the cell B3 holds a formula that was never computed"):
        read_graph(computed(0, 1))
    for value, asked in ((2, 1), (0, 0)):
        assert read_graph(computed(value, asked)).coordinates[1, 0] == value


def test_a_formula_may_give_an_empty_text(book):
    cells = '<c r="B3"><v>4</v></c><c r="C3" t="str"><f>""</f><v></v></c>'
    assert read_graph(book(sheet(("B3", cells)))).n_nodes == 3


def test_many_sheets_of_few_cells_take_no_longer(tmp_path):
    book = openpyxl.Workbook()
    for _ in range(3):
        book.create_sheet().cell(60_000, 1, "x")
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(GraphFileError, match="empty rows"):
        read_graph(tmp_path / "a.xlsx")


def test_a_sheet_that_is_not_asked_for_may_be_as_it_likes(tmp_path):
    path = write(tmp_path / "a.xlsx", soil=table(), wide=[list(range(300))])
    with pytest.raises(GraphFileError, match="the sheet 'wide': the cell IW1"):
        read_graph(path)
    assert read_graph(path, layer="soil").n_nodes == 40


def test_two_parts_of_one_name(tmp_path):
    path = write(tmp_path / "a.xlsx", soil=table())
    with pytest.warns(UserWarning, match="Duplicate name"), zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/worksheets/sheet1.xml", "<worksheet/>")
    with pytest.raises(GraphFileError, match="two of its parts have the same name"):
        read_graph(path)


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


def test_names_are_read_as_they_are_shown(tmp_path):
    """007 is the number 7 with a format; on the map, and in a CSV of the sheet, it is 007."""
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.append(["plot", "x", "y"])
    for k in range(3):
        sheet.append([k + 7, k, k * k])
        sheet.cell(row=k + 2, column=1).number_format = "000"
    bars = BarChart()
    bars.add_data(Reference(sheet, min_col=2, min_row=2, max_row=4))
    book.create_chartsheet("Chart").add_chart(bars)
    book.save(tmp_path / "a.xlsx")
    graph = read_graph(tmp_path / "a.xlsx")
    assert graph.names == ("007", "008", "009")
    assert graph.coordinates[2].tolist() == [2, 4]
    with pytest.raises(GraphFileError, match="'Chart' is a sheet with a chart and no cells"):
        read_graph(tmp_path / "a.xlsx", layer="Chart")


def test_merged_cells_under_the_header_are_refused(tmp_path):
    """Only the first of them holds anything: names and values of the others would be lost."""
    book = openpyxl.Workbook()
    sheet = book.active
    for row in table():
        sheet.append(row)
    sheet.merge_cells("H1:J1")
    book.save(tmp_path / "a.xlsx")
    assert read_graph(tmp_path / "a.xlsx").n_nodes == 40
    sheet.merge_cells("A5:A7")
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(GraphFileError, match=r"the cells A5:A7 are merged.*fill"):
        read_graph(tmp_path / "a.xlsx", names=False)


def zincs(path, formats, values, hidden=()):
    """Write sites with such numbers, each in its own format; some rows may be hidden."""
    book = openpyxl.Workbook()
    book.active.append(["name", "x", "y", "zinc"])
    for k, (shape, value) in enumerate(zip(formats, values, strict=True)):
        book.active.append([f"P{k}", k, k * k, value])
        book.active.cell(k + 2, 4).number_format = shape
    for row in hidden:
        book.active.row_dimensions[row].hidden = True
    book.save(path)
    return path


@pytest.mark.parametrize(
    ("formats", "said"),
    [
        (["0%", "General", "0"], r"row 2: 'zinc' shows 5 %, and holds 0.05; .*plain numbers"),
        (["0", "0.0%;[Red]-0.0%", "0"], "row 3: 'zinc' shows 10 %"),
        (["0%", "0%", "0%"], "row 2: 'zinc' shows 5 %"),
        (['0.00" mg/kg"', '0.00" ug/kg"', "0"], "row 3: 'zinc' says 'ug/kg', and 'mg/kg' in row 2"),
        ([r"0\ \m\g", "General", '0 "g"'], "row 4: 'zinc' says 'g', and 'mg' in row 2"),
        (['0" mg/kg"', '0.0" mg/kg"', "0"], "row 4: .*shows nothing beside 5, and 'mg/kg' beside"),
        (["0", "0.0", '0.0" g"'], "row 4: .*shows 'g' beside 5, and nothing beside 0.05 in row 2"),
        (["0", '0.0"*"', "0"], r"row 3: .*shows '\*' beside 0.1.*empty a cell .*one format"),
        (['"ca. "0.0', "0", "0"], r"row 2: .*shows 'ca\.' beside 0.05"),
        (["[$€-407] 0.00", "[$$-409]0.00", "0"], r"row 3: 'zinc' says '\$', and '€' in row 2"),
    ],
)
def test_what_is_shown_beside_a_number_is_heard(tmp_path, formats, said):
    path = zincs(tmp_path / "soil.xlsx", formats, [0.05, 0.1, 5])
    with pytest.raises(ParameterError, match=said):
        read_values(path, read_graph(path), "zinc")


@pytest.mark.parametrize(
    "formats",
    [
        ["0.00", "General", "#,##0.00;[Red]-#,##0.00"],
        ["0.00E+00", "# ?/?", "_-* #,##0.00_-;-* #,##0.00_-"],
        ['0" mg/kg"', '0.0" mg/kg"', '0 "mg/kg";-0 "mg/kg"'],
        ["#'##0.0", "General", r"#\ ##0.0"],  # what parts thousands is no unit
        ['#"."##0', '"+"0.0;"-"0.0', "0.0_)"],
        ["#,##0", "0", "@"],
        # Accounts show a zero as a dash on a line of its own; elsewhere parts are for other signs.
        ['_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', '0;"-";0', '[<0]"n.d.";0.0'],
        ["_-* #,##0_-", '0;-0;"n.d."', "[=0]0;0.00"],
    ],
)
def test_formats_that_only_show_the_number_make_no_difference(tmp_path, formats):
    path = zincs(tmp_path / "soil.xlsx", formats, [0.05, 0.1, 5])
    assert read_values(path, read_graph(path), "zinc").tolist() == [0.05, 0.1, 5]


@pytest.mark.parametrize(
    "shape",
    ["0;-0", "0;[Red]0", "#,##0;(#,##0)", "0_);\\(0\\)", "0", "General", '0;"-"0', "0;\u22120"],
)
def test_formats_that_tell_that_a_number_is_negative(tmp_path, shape):
    path = zincs(tmp_path / "soil.xlsx", [shape] * 3, [3, -4, 5])
    assert read_values(path, read_graph(path), "zinc").tolist() == [3, -4, 5]


def test_a_unit_that_only_some_empty_cells_show_is_none(tmp_path):
    path = zincs(tmp_path / "soil.xlsx", ["0", '0" g"', "0"], [3, None, 4])
    found = read_import(path, read_graph(path), column="zinc")
    assert [row.reading for row in found.rows] == [3, 4]


def test_a_unit_that_is_shown_agrees_with_the_one_that_is_said(tmp_path):
    path = zincs(tmp_path / "soil.xlsx", ['0" mg/kg"'] * 3, [3, 4, 5])
    book = openpyxl.load_workbook(path)
    for heading in ("zinc (mg/kg)", "zinc (total)"):
        book.active["D1"] = heading
        book.save(path)
        assert read_values(path, read_graph(path), "zinc").tolist() == [3, 4, 5]
    book.active["D1"] = "zinc (ug/kg)"
    book.save(path)
    with pytest.raises(ParameterError, match=r"row 2: .*shows 'mg/kg' .* said to be 'ug/kg'"):
        read_values(path, read_graph(path), "zinc")


@pytest.mark.parametrize(
    ("shape", "value", "seen"),
    [
        ("#,##0.0,", 271_000, "271"),
        ('0.0,,"M"', 2_500_000, "2.5"),
        ("0,.0", 2_500, "2.5"),
        ('"n.d."', 5, "'n.d.'"),
        ('0;-0;"n.d."', 0, "'n.d.'"),
        ("0;-0;;@", 0, "nothing"),
        ("0;0", -4, "4"),
        ("General;General;0", -4, "4"),
        ("#,##0.00;#,##0.00", -4, "4"),
        (";;;", 5, "nothing"),
        ('[<10]"unter 10";0.0', 5, "'unter 10'"),
        ('0;"neg"', -5, "'neg'"),
    ],
)
def test_numbers_that_are_not_the_ones_that_are_seen_are_refused(tmp_path, shape, value, seen):
    path = zincs(tmp_path / "soil.xlsx", ["0", "0", shape], [3, 4, value])
    graph = read_graph(path)
    with pytest.raises(ParameterError, match=f"row 4: 'zinc' shows {seen}, and holds {value}; "):
        read_values(path, graph, "zinc")


def test_a_place_that_is_not_the_one_that_is_seen_is_refused(tmp_path):
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 3, [1, 2, 3])
    book = openpyxl.load_workbook(path)
    book.active["B3"].number_format = "0.0,"
    book.save(path)
    with pytest.raises(GraphFileError, match=r"row 3: 'x' shows 0\.001, and holds 1; "):
        read_graph(path)


@pytest.mark.parametrize("struck", [("A3", "B3", "C3", "D3"), ("D3",)])
def test_rows_that_are_struck_through_are_not_read(tmp_path, struck):
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 3, [1, 2, 3])
    book = openpyxl.load_workbook(path)
    for cell in (*struck, "B9"):  # an empty one says nothing
        book.active[cell].font = Font(strike=True)
    book.save(path)
    said = rf"'Sheet': the cell {struck[0]} is struck through.*delete row 3, or take the line"
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)


def in_runs(path, where, *runs):
    """Write runs of text into a cell, each struck through or not."""
    book = openpyxl.load_workbook(path)
    blocks = [TextBlock(InlineFont(strike=struck), text) for text, struck in runs]
    book.active[where] = CellRichText(*blocks)
    book.save(path)
    return path


@pytest.mark.parametrize("inline", [True, False])
@pytest.mark.parametrize(
    "runs",
    [
        [("13", True), ("18", False)],
        [("13.1", True), (" 31", False)],
        [("13.1", True)],
        [("18", None), (" 13", True)],
    ],
)
def test_text_that_is_struck_through_within_a_cell_is_not_read(tmp_path, runs, inline):
    """Seen: 13 with a line through it, and 18, was read as 1318."""
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 3, [1, 2, 3])
    in_runs(path, "D3", *runs)
    if not inline:
        share_texts(path)
    with pytest.raises(GraphFileError, match=r"'Sheet': in the cell D3 some text is struck thro"):
        read_graph(path)


@pytest.mark.parametrize("inline", [True, False])
def test_other_runs_of_text_are_read(tmp_path, inline):
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 3, [1, 2, 3])
    in_runs(path, "A3", ("P", False), ("02", None), (" ", True))
    other = openpyxl.load_workbook(path, rich_text=True)
    other.create_sheet("old")["A1"] = CellRichText(TextBlock(InlineFont(strike=True), "gone"))
    other.save(path)
    if not inline:
        share_texts(path)
    assert read_graph(path, layer="Sheet").names[1] == "P02"


def with_raised(path, where, *runs):
    """Write runs of text into a cell, each with its way up or down."""
    book = openpyxl.load_workbook(path, rich_text=True)
    blocks = [TextBlock(InlineFont(vertAlign=way), text) for text, way in runs]
    book.active[where] = CellRichText(*blocks)
    book.save(path)
    return path


@pytest.mark.parametrize("inline", [True, False])
@pytest.mark.parametrize(
    ("where", "text", "mark", "said"),
    [
        ("D3", "12.5", "1", r"row 3: .*, got '12\.5¹' in 'zinc'; '¹' is raised .*write 12\.5 if"),
        ("D2", "10", "2", r"row 2: .*, got '10²' in 'zinc'; .* or the number in full"),
        ("D4", "12.5", "1)", r"got '12\.5¹⁾'"),
        ("B3", "20", "1", r"got '20¹'"),
    ],
)
def test_raised_digits_are_no_part_of_a_number(tmp_path, where, text, mark, said, inline):
    """Seen: 12.5 with the mark of a footnote, 1, was read as 12.51."""
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 3, [1, 2, 3])
    with_raised(path, where, (text, None), (mark, "superscript"))
    if not inline:
        share_texts(path)
    with pytest.raises((GraphFileError, ParameterError), match=said):
        read_values(path, read_graph(path), column="zinc")


@pytest.mark.parametrize("inline", [True, False])
def test_lowered_digits_behind_a_digit_are_none_either(tmp_path, inline):
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 3, [1, 2, 3])
    with_raised(path, "D3", ("12.5", None), ("1", "subscript"))
    if not inline:
        share_texts(path)
    with pytest.raises(ParameterError, match=r"got '12\.5₁'"):
        read_values(path, read_graph(path), column="zinc")


@pytest.mark.parametrize("inline", [True, False])
def test_raised_and_lowered_text_is_read_as_it_is_shown(tmp_path, inline):
    """Names keep it, so that none becomes another; words and units are what they were."""
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 3, [1, 2, 3])
    with_raised(path, "A3", ("P0", None), ("3", "superscript"))
    with_raised(path, "A2", ("CO", None), ("2", "subscript"), (" site", None))
    with_raised(path, "A4", ("1", None), ("st", "superscript"))
    with_raised(path, "B1", ("x (m", None), (")", None))
    with_raised(path, "D1", ("zinc (g/m", None), ("2", "superscript"), (")", None))
    if not inline:
        share_texts(path)
    graph = read_graph(path)
    assert list(graph.names) == ["CO2 site", "P0³", "1st"]
    np.testing.assert_array_equal(read_values(path, graph, column="zinc (g/m²)"), [1, 2, 3])


def test_a_raised_digit_makes_no_site_of_another(tmp_path):
    """Seen: W0 with a footnote 3 was a second reading of W03."""
    where = write(
        tmp_path / "w.xlsx",
        s=[["station", "x", "y"], *[[f"W0{k}", k, k * k] for k in (1, 2, 3)], ["W0", 9, 9]],
    )
    sites = read_graph(where)
    path = tmp_path / "r.xlsx"
    write(path, first=[["station", "value"], ["W01", 1.5], ["W02", 2.5], ["x", 3.5]])
    with_raised(path, "A4", ("W0", None), ("3", "superscript"))
    with pytest.raises((GraphFileError, ParameterError), match="W0³"):
        read_import(path, sites, column="value")


@pytest.mark.parametrize("height", ["0", "0.0"])
def test_rows_without_a_height_are_hidden(tmp_path, height):
    """Other programs hide rows so, and say nothing of it."""
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 3, [1, 2, 3])
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    parts[sheet] = parts[sheet].replace(b'<row r="3"', f'<row r="3" ht="{height}"'.encode())
    parts[sheet] = parts[sheet].replace(b'<row r="4"', b'<row r="4" ht="12.5"')
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    with pytest.raises(GraphFileError, match=r"1 of its rows are hidden, .*row 3 the first"):
        read_graph(path)


def share_texts(path):
    """Move the runs of cells to the list of a workbook's texts, as Excel keeps them."""
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    texts = []
    for name in [name for name in parts if name.startswith("xl/worksheets/sheet")]:
        sheet = parts[name].decode()
        for found in re.findall(r'<c [^>]*t="inlineStr"[^>]*>.*?</c>', sheet):
            cell = re.sub("<is>.*</is>", f"<v>{len(texts)}</v>", found.replace("inlineStr", "s"))
            sheet = sheet.replace(found, cell)
            texts.append(re.search("<is>(.*)</is>", found)[1])
        parts[name] = sheet.encode()
    whole = "".join(f"<si>{text}</si>" for text in texts)
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    parts["xl/sharedStrings.xml"] = f'<sst xmlns="{main}">{whole}</sst>'.encode()
    kind = "application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml"
    told = f'<Override PartName="/xl/sharedStrings.xml" ContentType="{kind}"/></Types>'.encode()
    types = parts["[Content_Types].xml"]
    parts["[Content_Types].xml"] = types.replace(b"</Types>", told)
    with zipfile.ZipFile(path, "w") as archive:
        for name, part in parts.items():
            archive.writestr(name, part)


def test_hidden_rows_are_not_read_unseen(tmp_path):
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 4, [1, 2, 3, 4], hidden=(3, 5))
    with pytest.raises(GraphFileError, match=r"'Sheet': 2 of its rows are hidden.*row 3 the first"):
        read_graph(path)
    # A header that is hidden, and an empty row below the table, hide no site.
    path = zincs(tmp_path / "soil.xlsx", ["0"] * 4, [1, 2, 3, 4], hidden=(1, 9))
    assert read_graph(path).n_nodes == 4


def test_a_workbook_without_a_column_is_asked_for_one(tmp_path):
    path = write(tmp_path / "v.xlsx", v=[["name", "value"], ["P01", 3.0]])
    graph = Graph.from_edges([(0, 1)], names=["P01", "P02"])
    with pytest.raises(
        ParameterError, match=r"a workbook .*: say which .*--values COLUMN \(--values value\)"
    ):
        read_values(path, graph)
    for column in ("value", None):  # of two columns one names the sites
        assert [row.reading for row in read_import(path, graph, column=column).rows] == [3.0]
    path = write(tmp_path / "w.xlsx", v=[["name", "value", "depth"], ["P01", 3.0, 2.5]])
    with pytest.raises(
        ParameterError, match=r"a workbook .*: say which .*--values COLUMN \(--values value\)"
    ):
        read_import(path, graph)


@pytest.mark.parametrize("shown", ['"<"0.0', '"< "0.0" mg"', "\\>0", '"≤"0'])
def test_a_limit_that_only_the_format_shows_is_seen(tmp_path, shown):
    path = write(tmp_path / "v.xlsx", v=[["name", "value"], ["P01", 3.0], ["P02", 0.5]])
    book = openpyxl.load_workbook(path)
    book["v"]["B3"].number_format = shown
    book.save(path)
    graph = Graph.from_edges([(0, 1)], names=["P01", "P02"])
    with pytest.raises(
        ParameterError, match=r"row 3: 'value' shows '.*' beside 0\.5: it is a limit"
    ):
        read_import(path, graph, column="value")


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        ('0"."00', "another number"),
        (r"0\.00", "another number"),
        ('0","0', "another number"),
        ('0"."000', "another number"),
        ('"0."00', "another number"),
        ('0"0"', "another number"),
        ('"1"0', "another number"),
        ('0.0" x1000"', "another number"),
        ('0.0" *10³"', "another number"),
        ('0.0" Mio."', "another number"),
        ('0.0"e3"', "another number"),
        ("-0.0", "-1210"),
        ('"-"0.0', "-1210"),
        (r"\-0.0;\-0.0", "-1210"),
        ("0.0-", "-1210"),
        ('"-"General', "-1210"),
    ],
)
def test_a_format_that_shows_another_number_is_refused(tmp_path, shown, said):
    path = zincs(tmp_path / "v.xlsx", [shown] * 3, [1210, 470, 330])
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["P0", "P1", "P2"])
    with pytest.raises(ParameterError, match=f"row 2: 'zinc' shows {said}.*, and holds 1210"):
        read_import(path, graph, column="zinc")


@pytest.mark.parametrize(
    "shown",
    [
        *("0.00", "#,##0.00", r"#\ ##0", r"#\.##0", r"#\'##0.0", r"#\.##0\.##0", '#" "##0.0'),
        *('0" m2"', '0.0" m³/s"', '0"."', r"0\.", "0.00E+00", "0.00E-00", "# ?/?", "0.0;-0.0"),
        *("#,##0.00_);(#,##0.00)", '_-* #,##0.00_-;-* #,##0.00_-;_-* "-"??_-;_-@_-', '0.0" x"'),
        *(
            "#,##0.00;[Red]-#,##0.00",
            '[<0]"-"0.0;0.0',
            '0.0" 1/min"',
            '"No "0',
            '0" mil/l"',
            '0" miles"',
        ),
    ],
)
def test_a_format_that_shows_the_number_is_taken(tmp_path, shown):
    path = zincs(tmp_path / "v.xlsx", [shown] * 3, [1210, 470, 330])
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["P0", "P1", "P2"])
    assert len(read_import(path, graph, column="zinc").rows) == 3


@pytest.mark.parametrize(
    ("x", "y", "said"),
    [
        ('0" ft"', '0" m"', "'x' shows 'ft', and 'y' shows 'm': convert both"),
        ('0" km"', '0.0" m"', "'x' shows 'km', and 'y' shows 'm': convert both"),
        ('0" m"', '0" m"', None),
        ('0.0" m"', '0" metre"', None),
        ('0" m"', "0", None),
        ('0" E"', '0" N"', None),
        ('0" m E"', '0" m N"', None),
        ('0"°E"', '0"°N"', None),
    ],
)
def test_coordinates_that_are_shown_in_two_units_are_refused(tmp_path, x, y, said):
    path = zincs(tmp_path / "v.xlsx", ["0"] * 5, [3, 4, 5, 7, 6])
    book = openpyxl.load_workbook(path)
    for row in range(2, 7):
        book.active.cell(row, 2).number_format = x
        book.active.cell(row, 3).number_format = y
    book.save(path)
    if said is None:
        assert read_graph(path).n_nodes == 5
    else:
        with pytest.raises(GraphFileError, match=f"row 2: {said}"):
            read_graph(path)


def commented(path, at, text):
    book = openpyxl.load_workbook(write(path, soil=table()))
    book["soil"][at].comment = Comment(text, "Anna")
    book.save(path)
    return path


def test_comments_on_cells_are_named_as_a_column_of_remarks_is(tmp_path):
    path = commented(tmp_path / "soil.xlsx", "D7", "broken, ignore")
    plain = write(tmp_path / "plain.xlsx", soil=table())
    graph = read_graph(path, n_neighbors=6)
    assert graph == read_graph(plain, n_neighbors=6)
    found = read_import(path, graph, None, "zinc")
    assert found.understood["passed_over"] == ["pilot", "comments on cells"]
    assert read_import(plain, graph, None, "zinc").understood["passed_over"] == ["pilot"]
    assert [row.reading for row in found.rows] == [float(row[3]) for row in table()[1:]]
    heading = commented(tmp_path / "heading.xlsx", "D1", "by XRF")
    assert read_import(heading, graph, None, "zinc").understood["passed_over"] == ["pilot"]
    with pytest.raises(ParameterError, match="row 7: 'comments on cells' beside the values"):
        read_import(commented(tmp_path / "limit.xlsx", "D7", "<"), graph, None, "zinc")


def test_texts_of_comments(tmp_path):
    def told(*runs):
        inner = "".join(f"<r><t>{run}</t></r>" for run in runs)
        part = f'<comments><commentList><comment ref="B3"><text>{inner}</text></comment>'
        kind = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/comments"
        rels = f'<Relationships><Relationship Type="{kind}" Target="../comments1.xml"/>'
        parts = {
            "xl/comments1.xml": f"{part}</commentList></comments>".encode(),
            "xl/worksheets/_rels/sheet1.xml.rels": f"{rels}</Relationships>".encode(),
        }
        return comments_by_row(source, parts, "xl/worksheets/sheet1.xml")

    source = Source(write(tmp_path / "soil.xlsx", soil=table()))
    assert told("Anna:", "\nprobe  broken") == {3: "probe broken"}
    assert told("time: 10:30") == {3: "time: 10:30"}
    words = "[Threaded comment]\n\nYour version of Excel...\n\nComment:\n    spike, see log"
    assert told(words) == {3: "spike, see log"}
    assert told(" ") == {}
    with pytest.raises(GraphFileError, match="its comments are no XML"):
        told("<broken>")


def test_a_listed_text_written_twice_is_refused(tmp_path):
    """Of <si><t>1.5</t><t>7</t></si> openpyxl takes the last."""
    path = write(tmp_path / "a.xlsx", soil=[["x", "y", "zn"], [1, 2, "1.5"], [2, 3, "2"]])
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("xl/sharedStrings.xml", "<sst><si><t>1.5</t><t>7</t></si></sst>")
    with pytest.raises(GraphFileError, match=r"a cell has two texts, '1.5</t><t>7'; save it again"):
        read_graph(path)


def test_names_that_a_format_makes_are_asked_about(tmp_path):
    """7 in the format "W"000 is shown as W007; plain 000 is honoured."""
    book = openpyxl.Workbook()
    for row in [["site", "x", "y", "zn"], [7, 1, 2, 3], [8, 2, 3, 4], [9, 4, 4, 5]]:
        book.active.append(row)
    for k in (2, 3, 4):
        book.active.cell(row=k, column=1).number_format = '"W"000'
    book.save(path := tmp_path / "a.xlsx")
    with pytest.raises(GraphFileError, match=r"row 2: 'site' shows 'W' .*--name-column site"):
        read_graph(path)
    assert read_graph(path, names="site").names == ("7", "8", "9")
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["7", "8", "9"])
    with pytest.raises(CheapBanditsError, match=r"row 2: 'site' shows 'W'"):
        read_import(path, graph, column="zn")
    assert len(read_import(path, graph, column="zn", names="site").rows) == 3
