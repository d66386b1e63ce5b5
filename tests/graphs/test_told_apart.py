"""Names under any heading: the only words before the coordinates, and nothing that only differs."""

from __future__ import annotations

import openpyxl
import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.files.used_columns import used_columns

PLACES = ("330238;5700544", "330370;5700604", "330626;5700066")


def table(head, *columns, places=PLACES):
    """Return a table of columns before the coordinates, and after them where ``x;y`` stands."""
    names = head.split(";")
    at = names.index("x")
    rows = zip(*columns[:at], places, *columns[at:], strict=True)
    return "\n".join([head, *(";".join(row) for row in rows), ""])


CODES = ("MS-1", "MS-2", "MS-3")
WORDS = ("Oberdorf (Süd)", "Markt 1", "Am Wehr")
DAYS = ("2024-05-01", "2024-05-02", "2024-05-03")
NAMED = [
    ("Messstelle;x;y", CODES),
    ("Standort;x;y;Zink", WORDS, ("1,5", "2,5", "3,5")),
    ("Kennung;x;y", ("0400100", "0400101", "0400102")),
    ("Datum;Punto;x;y", DAYS, CODES),
    ("Gemeinde;Probe;x;y", ("A", "A", "B"), CODES),
    ("Gauge;River;x;y", WORDS, ("Exe", "Exe", "Taw")),
    ("Punto;Nota;x;y", WORDS, ("", "asciutto", "")),
    ("x;y;Estación", CODES),
    ("x;y;Messstelle;Bemerkung", CODES, WORDS),
    ("Code station;Nom;x;y", ("0400100", "0400101", "0400102"), WORDS),
]


@pytest.mark.parametrize("given", NAMED, ids=lambda given: given[0])
def test_the_only_words_name_the_sites(put, given):
    path = put(table(*given))
    graph = read_graph(path)
    names = next(column for column in given[1:] if column in (CODES, WORDS) or column[0][0] == "0")
    assert graph.names == names
    assert used_columns(path).name == graph.named_by
    frame = pd.read_csv(path, sep=";", dtype={graph.named_by: str})
    assert Graph.from_frame(frame).named_by == graph.named_by
    assert read_graph(path, names=False).names is None


UNNAMED = {
    "Bemerkung": WORDS,
    "Datum": DAYS,
    "Zeit": ("2024-05-01T10:00:00Z", "2024-05-01T10:00:05Z", "2024-05-01T10:00:09Z"),
    "Uhrzeit": ("10:15", "10:20", "10:35"),
    "Monat": ("January 2024", "Feb 2024", "Dezember 2024"),
    "WKT": ("POINT (1 2)", "POINT (3 2)", "POINT (4 2)"),
    "Tag": ("1. Mai 2024", "2. Mai 2024", "3. Mai 2024"),
    "Foto": ("IMG_01.jpg", "IMG_02.jpg", "IMG_03.jpg"),
    "Link": ("http://a/1", "http://a/2", "http://a/3"),
    "Schlüssel": tuple(f"0a1b2c3d-0000-4000-8000-00000000000{k}" for k in "abc"),
    "Wert": ("<0,5", "<0,6", "<0,7"),
    "Tiefe": ("1 m", "2 m", "3 m"),
    "Ort": ("48,1 11,2", "48,2 11,3", "48,3 11,4"),
    "MGRS": ("32U PU 11 12", "32U PU 12 12", "32U PU 13 12"),
    "Nummer": ("1", "2", "3"),
    "Lücke": ("MS-1", "", "MS-3"),
    "Doppelt": ("MS-1", "ms-1", "MS-3"),
}


@pytest.mark.parametrize("called", UNNAMED)
def test_what_only_differs_names_nothing(put, called):
    assert read_graph(put(table(f"x;y;{called}", UNNAMED[called]))).names is None
    if called != "Bemerkung":  # which stands behind
        assert read_graph(put(table(f"{called};x;y", UNNAMED[called]))).names is None


def test_words_beside_other_words_may_be_remarks(put):
    text = table("OBJECTID;Notes;x;y", ("1", "2", "3"), WORDS)
    assert read_graph(put(text)).names is None
    text = table("Art;Bemerkung;x;y", ("Eiche", "Eiche", "Buche"), ("nass", "am Weg", "tot"))
    assert read_graph(put(text)).names is None


def test_two_that_may_are_asked_about(put):
    path = put(table("Kennung;Ort;x;y", CODES, WORDS))
    with pytest.raises(GraphFileError, match=r"line 1: 'Kennung' and 'Ort' .*--name-column Kennun"):
        read_graph(path)
    assert read_graph(path, names="Ort").names == WORDS
    with pytest.raises(GraphError, match="'Kennung' and 'Ort' may name the sites"):
        Graph.from_frame(pd.read_csv(path, sep=";"))


def test_what_may_number_samples_names_nothing(put):
    places = (PLACES[0], PLACES[0], PLACES[2])
    assert read_graph(put(table("Probe;x;y", CODES, places=places))).names is None


def book(path, names):
    sheet = openpyxl.Workbook()
    for row in [("plot", "x", "y"), *((name, k, k * k) for k, name in enumerate(names))]:
        sheet.active.append(row)
    sheet.save(path)
    return path


@pytest.mark.parametrize("names", [("1-40", "1-4", "1-5"), ("1-2", "1-4", "1-5")])
def test_a_name_that_became_a_date_is_told(tmp_path, names):
    days = [
        pd.Timestamp(f"2024-{name}").to_pydatetime() if "0" not in name else name for name in names
    ]
    path = book(tmp_path / "t.xlsx", days)
    said = r"row [23]: the name '2024-01-0[24] 00:00:00' in 'plot'.*as text, type the names again"
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)
    assert read_graph(path, names="plot").n_nodes == 3
    assert read_graph(book(tmp_path / "u.xlsx", names)).names == names


SPOILT = ["04. Jan", "4-Jan", "Jan 04", "Apr-40", "2024-01-04", "04.01.2024", "1,00E+05", "5. Mrz"]


@pytest.mark.parametrize("spoilt", SPOILT)
def test_and_in_what_a_spreadsheet_saved(put, spoilt):
    text = table("plot;x;y", ("1-40", spoilt, "3-40"))
    with pytest.raises(GraphFileError, match=r"line 3: the name .* type the names again"):
        read_graph(put(text))
    assert read_graph(put(text), names="plot").names == ("1-40", spoilt, "3-40")


@pytest.mark.parametrize(
    "names",
    [("1-Jan", "2-Jan", "3-Jan"), ("1. Mrz", "4. Apr", "5. Mai"), ("1E+05", "2E+05", "4.93E+11")],
)
def test_and_where_it_made_dates_of_all_of_them(put, names):
    text = table("plot;x;y", names)
    with pytest.raises(GraphFileError, match=r"line 2: the name .* type the names again"):
        read_graph(put(text))
    assert read_graph(put(text), names="plot").names == names


def test_days_may_be_names_in_a_text(put):
    assert read_graph(put(table("name;x;y", DAYS))).names == DAYS
    codes = ("MAR-01", "KAT-02", "SEP-03")
    assert read_graph(put(table("name;x;y", codes))).names == codes
