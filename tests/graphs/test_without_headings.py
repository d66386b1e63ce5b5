"""Columns without a heading: decimals that a comma parted, marks, and halves of a page."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphFileError, ParameterError
from cheapbandits.graphs import Graph, read_graph

SITES = "station,lat,lon\n" + "".join(f"S0{k},{50 + k / 7:.3f},{5 + k / 10}\n" for k in range(1, 7))


@pytest.fixture
def stations(put):
    return read_graph(put(SITES, "known.csv"))


PARTED = {
    "at the end": ("station,zn,", "S01,12,4", "S02,15,1", "S03,16,", "S04,9,07"),
    "with a date": ("date,station,zn,", "2024-05-01,S01,12,4", "2024-05-01,S02,15,1"),
    "before a date": ("station,zn,date,", "S01,12,4,2024-05-01", "S02,15,1,2024-05-02"),
    "before another": ("station,zn,,cd", "S01,12,4,0.5", "S02,15,1,0.25"),
    "two of them": ("station,zn,cd,,", "S01,12,4,0,5", "S02,15,1,0,25"),
    "semicolons": ("station;zn;", "S01;12;4", "S02;15;1"),
}


@pytest.mark.parametrize("kind", PARTED)
def test_a_number_that_goes_on_in_a_column_without_a_name_is_asked_about(put_rows, stations, kind):
    said = r"line 2: is 12 \| 4 in 'zn' and .* a number with a decimal comma\? Write 12\.4"
    with pytest.raises(ParameterError, match=said):
        read_import(put_rows(*PARTED[kind]), stations, column="zn")


def test_places_that_were_parted_are_asked_about(put_rows):
    places = [f"P{k},18109{k},1,33333{k},3" for k in range(6)]
    with pytest.raises(GraphFileError, match=r"is 181090 \| 1 in 'x' and 'y' a number"):
        read_graph(put_rows("plot,x,y,,", *places))
    places = [f"P{k},18109{k},33333{k},3" for k in range(6)]
    with pytest.raises(GraphFileError, match=r"is 333330 \| 3 in 'y' and column 4"):
        read_graph(put_rows("plot,x,y,", *places))


TAKEN = {
    "points": ("station,zn,", "S01,12.4,4", "S02,15.1,7"),
    "one point": ("station,zn,", "S01,12,4", "S02,15.1,7"),
    "named": ("station,zn,n", "S01,12,4", "S02,15,1"),
    "row names": (",station,zn", "1,S01,12", "2,S02,15"),
    "an empty end": ("station,zn,", "S01,12,", "S02,15,"),
    "words at the end": ("station,zn,n,", "S01,12,4,by the bridge", "S02,15,1,by the mill"),
    "decimals beside": ("station,zn,", "S01,12,4.5", "S02,15,1.25"),
    "good": ("station,zn,", "S01,12,ok", "S02,15,"),
    "words by all": ("station,zn,", "S01,12,by the bridge", "S02,15,by the mill"),
    "a remark": ("station,zn,remark", "S01,12,by the bridge", "S02,15,"),
    "a star in a remark": ("station,zn,remark", "S01,12,*", "S02,15,"),
}


@pytest.mark.parametrize("kind", TAKEN)
def test_other_numbers_are_taken(put_rows, stations, kind):
    found = read_import(put_rows(*TAKEN[kind]), stations, column="zn")
    assert [row.nodes for row in found.rows] == [(0,), (1,)]


MARKS = ["*", "?", "wrong!!", "repeat", "duplicate", "not measured", "verworfen", "<", "bad"]


@pytest.mark.parametrize("mark", MARKS)
@pytest.mark.parametrize("column", ["zn", "value"])
def test_a_mark_without_a_heading_is_heard(put_rows, stations, mark, column):
    path = put_rows(f"station,{column},", "S01,12.4,", f"S02,15.1,{mark}", "S03,9.8,")
    with pytest.raises(ParameterError, match=r"line 3: .* beside the values says"):
        read_import(path, stations, column="zn" if column == "zn" else None)


def test_signs_are_heard_farther_off_and_words_are_not(put_rows, stations):
    for mark in ("*", "?", "!!"):
        path = put_rows("station,zn,unit,", "S01,12.4,mg/kg,", f"S02,15.1,mg/kg,{mark}")
        with pytest.raises(ParameterError, match=r"line 3: .* beside the values says"):
            read_import(path, stations, column="zn")
    path = put_rows("station,zn,unit,", "S01,12.4,mg/kg,", "S02,15.1,mg/kg,M. Meier")
    assert read_import(path, stations, column="zn").passed_over[-1] == "column 4 (no name)"


def test_columns_without_a_heading_are_told(put_rows, stations):
    path = put_rows("station,zn,,x1,", "S01,12.4,7.5,a,b", "S02,15.1,8.5,a,b")
    found = read_import(path, stations, column="zn")
    assert found.passed_over == ("column 3 (no name)", "x1", "column 5 (no name)")
    numbered = put_rows(",station,zn,", "1,S01,12.4,", "2,S02,15.1,")
    assert read_import(numbered, stations, column="zn").passed_over == ()


def test_the_right_half_of_a_page_is_not_lost(put_rows, stations):
    for last in ("S03,9.8,S06,3.5", "S03,9.8,,"):
        path = put_rows("station,value,,", "S01,12.4,S04,14.4", "S02,15.1,S05,13.2", last)
        for column in (None, "value"):
            said = r"line 2: column 3 \(no name\) names sites as well: 'S04' beside 'S01'; put"
            with pytest.raises(ParameterError, match=said):
                read_import(path, stations, column=column)


UNITS = ["mg g", "cm m", "kg t", "l ml", "bar kPa", "Bq kBq", "ft m", "inch mm", "dB dBm", "W kW"]
UNITS += ["ha m²", "lbs kg", "mmol mol", "hPa Pa", "Hz kHz", "µg ng", "J kJ", "s min", "mi km"]
#: Told apart by a capital alone; seen: 900 mW beside 3 MW was taken.
UNITS += ["mW MW", "mg Mg", "mm Mm", "mSv MSv", "MV mV", "mPa MPa", "MW mw", "pg Pg"]


def beside(tmp_path, heading, cells, more=""):
    path = tmp_path / "r.csv"
    rows = [f"{name},{k + 1.5}{more},{cell}" for k, (name, cell) in enumerate(cells.items())]
    path.write_text("\n".join([f"station,value{',n' if more else ''},{heading}", *rows, ""]))
    return path


@pytest.mark.parametrize("heading", ["", "Eenheid", "zz"])
@pytest.mark.parametrize("units", UNITS)
def test_two_units_of_one_quantity_are_refused_under_any_heading(tmp_path, units, heading):
    """Seen: 20 mg beside 68 g was taken where no heading said that these are units."""
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])
    one, other = units.split()
    path = beside(tmp_path, heading, {"W1": one, "W2": other, "W3": one})
    said = rf"line 3: .* says '{other}', and '{one}' in line 2; convert .* \(or delete that column"
    with pytest.raises(ParameterError, match=said):
        read_import(path, graph, column="value")
    path = beside(tmp_path, heading, dict.fromkeys(graph.names, one))
    assert len(read_import(path, graph, column="value").rows) == 3


@pytest.mark.parametrize("units", ["C F", "c K", "CM M", "FT M"])
def test_letters_are_units_right_beside_the_values_only(tmp_path, units):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])
    one, other = units.split()
    path = beside(tmp_path, "", {"W1": one, "W2": other, "W3": one})
    with pytest.raises(ParameterError, match=r"line 3: .*, or give that column a heading \(kind\)"):
        read_import(path, graph, column="value")
    path = beside(tmp_path, "kind", {"W1": one, "W2": other, "W3": one})
    assert len(read_import(path, graph, column="value").rows) == 3


@pytest.mark.parametrize("heading", ["", "x7"])
@pytest.mark.parametrize(
    "kinds",
    ["A B", "N S", "M F", "in out", "sand clay", "yes no", "MA PA", "S M", "t f", "g cg3"],
)
def test_other_words_are_taken(tmp_path, heading, kinds):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])
    one, other = kinds.split()
    path = beside(tmp_path, heading, {"W1": one, "W2": other, "W3": one})
    assert len(read_import(path, graph, column="value").rows) == 3


def test_units_without_a_heading_are_of_the_numbers_before_them(tmp_path):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])
    path = beside(tmp_path, "", {"W1": "cm", "W2": "m", "W3": "m"}, more=",4")
    assert len(read_import(path, graph, column="value").rows) == 3
