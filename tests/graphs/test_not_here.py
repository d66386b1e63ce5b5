"""What spreadsheets and loggers write, and is no table of sites: read, or told the way in."""

from __future__ import annotations

import json

import numpy as np
import openpyxl
import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError, GraphFileError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph
from tests.graphs.test_workbooks import altered, write

SITES = "site\tx\ty\nMühle\t1\t2\nÖl\t2\t5\nC\t3\t1\n"
GRAPH = Graph.from_edges([(0, 1), (1, 2)], names=["Mühle", "Öl", "C"])


@pytest.mark.parametrize("suffix", [".xls", ".ods", ".xlsm", ".xlsb", ".numbers", ".xls.gz"])
def test_other_spreadsheets_are_saved_as_one_that_is_read(tmp_path, suffix):
    path = tmp_path / f"t{suffix}"
    path.write_bytes(b"\xd0\xcf\x11\xe0" + bytes(100))
    with pytest.raises(GraphFileError, match=rf"{suffix[:4]}.* save it as .xlsx or CSV"):
        read_graph(path)


@pytest.mark.parametrize("start", [b"\xd0\xcf\x11\xe0", b"PK\3\4"])
@pytest.mark.parametrize("read", [read_graph, lambda path: read_import(path, GRAPH).rows])
def test_a_workbook_that_is_called_a_text(tmp_path, start, read):
    path = tmp_path / "t.csv"
    path.write_bytes(start + bytes(100))
    with pytest.raises(CheapBanditsError, match=r"save it as .xlsx or CSV"):
        read(path)


def test_an_array_of_numpy_says_how_it_becomes_text(tmp_path):
    values = np.array([1.5, 2.25, 1 / 3])
    np.save(tmp_path / "v.npy", values)
    with pytest.raises(CheapBanditsError, match=r"array of NumPy .*numpy.savetxt\('values.csv'"):
        read_values(tmp_path / "v.npy", GRAPH)
    np.savetxt(tmp_path / "values.csv", np.load(tmp_path / "v.npy"))
    assert read_values(tmp_path / "values.csv", GRAPH).tolist() == values.tolist()


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "latin-1"])
@pytest.mark.parametrize("suffix", [".geojson", ".json"])
def test_a_map_in_another_coding_says_how_it_is_saved(tmp_path, coding, suffix):
    """Seen: "'utf-8' codec can't decode byte 0xff", and no way out."""
    places = {"Öl": [5.1, 52.1], "Mühle": [5.1, 52.2]}
    features = [
        {
            "type": "Feature",
            "properties": {"name": name},
            "geometry": {"type": "Point", "coordinates": place},
        }
        for name, place in places.items()
    ]
    head = '{"type": "FeatureCollection", "features":\n'
    text = f"{head}{json.dumps(features, ensure_ascii=False)}}}"
    path = tmp_path / f"m{suffix}"
    path.write_bytes(text.encode(coding))
    with pytest.raises(GraphFileError, match=r"JSON is UTF-8: save it so") as told:
        read_graph(path)
    assert ("line 2: not UTF-8" in str(told.value)) == (coding == "latin-1")
    path.write_text(text, encoding="utf-8-sig")
    assert read_graph(path).names == ("Öl", "Mühle")


@pytest.mark.parametrize("start", ["<html>", "\n<!DOCTYPE html>", "<TABLE border=0>", "<table>"])
@pytest.mark.parametrize("read", [read_graph, lambda path: read_import(path, GRAPH).rows])
def test_a_web_page_that_is_called_a_table(tmp_path, start, read):
    """Seen: "no sites found", "1 columns; give source, target"."""
    path = tmp_path / "t.csv"
    path.write_text(start + "\n<tr><td>site</td><td>x</td></tr>\n<tr><td>A</td><td>1</td></tr>\n")
    with pytest.raises(CheapBanditsError, match=r"web page \(HTML\) and no table"):
        read(path)


def test_a_strict_workbook_is_called_so(tmp_path):
    path = write(tmp_path / "t.xlsx", soil=[("site", "x", "y"), ("A", 1, 2), ("B", 2, 5)])
    plain, strict = b"http://schemas.openxmlformats.org/", b"http://purl.oclc.org/ooxml/"
    for name in (b"spreadsheetml/", b"officeDocument/"):
        spelt = plain + name + b"2006/", strict + name
        altered(path, lambda _, data, spelt=spelt: data.replace(*spelt))
    with pytest.raises(GraphFileError, match="'Strict Open XML', which is not read; save it as"):
        read_graph(path)


def test_a_character_that_cannot_be_seen_is_written_out(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("site,value\nMühle,11.8\nÖl,12\u200b\nC,3\n", encoding="utf-8")
    with pytest.raises(CheapBanditsError, match=r"cannot be seen \(\\u200b\) was read: write 12"):
        read_import(path, GRAPH)


@pytest.mark.parametrize("coding", ["utf-16", "utf-16-le", "utf-16-be"])
def test_unicode_text_of_excel_is_read(tmp_path, coding):
    path = tmp_path / "t.txt"
    mark = "" if coding == "utf-16" else "\ufeff"
    path.write_bytes((mark + SITES).replace("\n", "\r\n").encode(coding))
    assert read_graph(path).names == ("Mühle", "Öl", "C")
    path.write_bytes((mark + "source\ttarget\n1\t2\n2\t3\n").encode(coding))
    assert read_graph(path).n_edges == 2
    path.write_bytes((mark + "1\t2\n2\t3\n").encode(coding))
    assert read_graph(path).n_edges == 2
    path.write_bytes((mark + "site\tvalue\nÖl\t5\n").encode(coding))
    assert read_import(path, GRAPH).rows[0].nodes == (1,)


def test_texts_that_are_cut_or_of_another_coding(tmp_path):
    path = tmp_path / "t.csv"
    for data in (SITES.encode("cp1252"), SITES.encode("utf-16")[:-1], SITES.encode("utf-16")[2:]):
        path.write_bytes(data)
        with pytest.raises(GraphFileError, match=r"text.*save it as UTF-8 \(Excel: .*'CSV UTF-8'"):
            read_graph(path)
    path.write_bytes(SITES.encode("utf-32"))
    with pytest.raises(GraphFileError, match=r"text in UTF-32; save it as UTF-8"):
        read_graph(path)


UNITS = [
    "site,x,y,zinc\n,m,m,mg/kg\nA,956.0,947.8,0.5\nB,56.6,84.9,1.5\nC,5,7,3\n",
    "site,lat,lon\n-,°,°\nA,48.0,11.8\nB,46.6,11.9\nC,45,12\n",
]


@pytest.mark.parametrize("text", UNITS)
@pytest.mark.parametrize("table", [None, "points"])
def test_units_under_the_header_are_told(put, text, table):
    with pytest.raises(GraphFileError, match=r"line 2: '.*' seem to be units; delete this line"):
        read_graph(put(text), table=table)


def test_and_what_is_none_is_not(put):
    assert read_graph(put("x,y\ny,b\nb,x\n")).n_edges == 3
    with pytest.raises(GraphFileError, match=r"line 2: the site has no 'x'"):
        read_graph(put("site,x,y\nA,NA,NA\nB,2,3\nC,3,1\n"))


def book(path, rows):
    sheet = openpyxl.Workbook()
    for row in rows:
        sheet.active.append(row)
    sheet.save(path)
    return path


def test_units_times_and_edges_in_a_workbook(tmp_path):
    path = tmp_path / "t.xlsx"
    rows = [("site", "x", "y"), ("", "m", "m"), ("A", 1, 2), ("B", 2, 5)]
    with pytest.raises(GraphFileError, match=r"row 2: 'm' and 'm' .* delete this line"):
        read_graph(book(path, rows))
    rows = [("time", "A", "B"), ("2024-05-01 00:00", 1, 2), ("2024-05-01 01:00", 2, 5)]
    with pytest.raises(GraphFileError, match="row 1: the rows seem to be times"):
        read_graph(book(path, rows))
    rows = [("source", "target", "weight"), ("A", "B", 2), ("B", "C", 1)]
    with pytest.raises(GraphFileError, match=r"row 1: .*ends of edges.*save the sheet as CSV"):
        read_graph(book(path, rows))


TIMES = [
    "timestamp,A0,A1,A2\n2024-05-01 00:00,0,1,2\n2024-05-01 01:00,1,2,3\n",
    "Zeit;A0;A1\n01.05.2024 00:00;0,5;1,5\n01.05.2024 01:00;1,5;\n",
]


@pytest.mark.parametrize("text", TIMES)
def test_a_column_a_site_is_told(put, text):
    with pytest.raises(GraphFileError, match=r"line 1: the rows seem to be times .*melt"):
        read_graph(put(text))


LOGGER = '"TOA5","CR1000"\nTIMESTAMP,RECORD,Temp_Avg\n"2024-05-01 00:00:00",0,0.5\n'


def test_a_loggers_file_is_told(put):
    with pytest.raises(GraphFileError, match=r"line 1: 'TOA5': this is a logger's file"):
        read_graph(put(LOGGER))
    with pytest.raises(CheapBanditsError, match=r"line 1: 'TOA5': this is a logger's file"):
        read_import(put(LOGGER), GRAPH, column="Temp_Avg")


ALIKE = [("River A", "river a"), ("River A", "River  A"), ("Bach", "Bach\u00a0"), ("Öle", "öle")]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_nodes_that_look_alike_are_asked_about(put, one, other):
    path = put(f"from,to\n{one},River B\n{other},River C\n")
    with pytest.raises(GraphFileError, match=r"line 3: .* look alike: one node\?.*--table edges"):
        read_graph(path)
    assert read_graph(path, table="edges").n_nodes == 4
    assert read_graph(path, nodes="name").n_nodes == 4


def test_letters_may_differ_by_case(put):
    assert read_graph(put("from,to\nA,b\na,B\nA,a\nb,B\n")).n_nodes == 4


WIDTHS = ("5s", "15s", "16n", "20d", "12n")


@pytest.mark.parametrize("mark", [",", "\t", ";"])
def test_widths_of_columns_under_a_header_are_no_row(tmp_path, mark):
    head = ("agency_cd", "site_no", "dec_long_va", "dec_lat_va", "alt_va")
    sites = [("USGS", f"012345{k}", f"-93.013{k}", f"45.023{k * k}", "8") for k in range(1, 5)]
    texts = [mark.join(row) for row in (head, WIDTHS, *sites)]
    path = tmp_path / "t.rdb.txt"
    path.write_text("\n".join(["# USGS", *texts, ""]))
    said = r"3: '5s 15s 16n 20d 12n' are the widths of the columns.*; delete this line"
    for options in ({}, {"x": "dec_long_va", "y": "dec_lat_va"}):
        with pytest.raises(GraphFileError, match=said):
            read_graph(path, **options)
    book = openpyxl.Workbook()
    for row in (head, WIDTHS, *sites):
        book.active.append([float(cell) if "." in cell else cell for cell in row])
    book.save(tmp_path / "t.xlsx")
    with pytest.raises(GraphFileError, match=r"row 2: '5s 15s .*; delete this line"):
        read_graph(tmp_path / "t.xlsx")
    path.write_text("\n".join(["# USGS", texts[0], *texts[2:], ""]))
    graph = read_graph(path)
    assert (graph.named_by, graph.n_nodes, graph.crs) == ("site_no", 4, "EPSG:4326")


@pytest.mark.parametrize("column", ["value", None, "zinc"])
def test_widths_of_columns_of_readings_are_no_row(tmp_path, column):
    path = tmp_path / "r.txt"
    path.write_text(f"site\t{column or 'value'}\n15s\t12n\nÖl\t12.5\nC\t13\n", encoding="utf-8")
    with pytest.raises(CheapBanditsError, match=r"line 2: '15s 12n' are the widths.* delete this"):
        read_import(path, GRAPH, column=column)


def test_nodes_that_are_called_as_widths_are_may_be_nodes(tmp_path):
    path = tmp_path / "e.tsv"
    for text in ("source\ttarget\n1s\t2s\n2s\t3n\n", "1s\t2s\n2s\t3n\n", "a\t1s\n1s\t2s\n2s\ta\n"):
        path.write_text(text)
        assert read_graph(path).n_nodes == 3
    path.write_text("name\tx\ty\n5s\t1\t2\n6s\t3\t5\n7s\t3\t1\n")
    assert read_graph(path).names == ("5s", "6s", "7s")


@pytest.mark.parametrize("first", ["sep=;", "SEP=,", '"sep=;"', "sep=\t", "sep=;;;", "\nsep=|"])
@pytest.mark.parametrize(
    ("table", "read"),
    [
        ("lon;lat\n5,1;50,1\n5,2;50,2\n", read_graph),
        ("site;value\nC;12,5\n", lambda path: read_import(path, GRAPH)),
        ("site;Zn\nC;12,5\n", lambda path: read_import(path, GRAPH, column="Zn")),
    ],
)
def test_a_word_to_excel_is_no_header(put, first, table, read):
    """Seen: 'no column is called as values are', and its advice led to another refusal."""
    line = first.count("\n") + 1
    with pytest.raises(CheapBanditsError, match=rf"line {line}: .*no header; delete this line"):
        read(put(f"{first}\n{table}"))
    assert read(put(table))
    assert read_graph(put("sep,x,y\nA,1,2\nB,2,3\n")).n_nodes == 2


@pytest.mark.parametrize("suffix", [".geojsonl", ".geojsons", ".geojsonl.gz"])
def test_a_feature_a_line_is_told_the_way_in(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    path.write_text('{"type": "Feature"}\n{"type": "Feature"}\n')
    with pytest.raises(GraphFileError, match=rf"one FeatureCollection \(ogr2ogr .*a{suffix}"):
        read_graph(path)
