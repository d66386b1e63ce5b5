"""Columns beside values that give them another form, or judge them, under any heading."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph

GRAPH = Graph.from_edges([(k, k + 1) for k in range(3)], names=["W1", "W2", "W3", "W4"])


@pytest.fixture
def take(tmp_path):
    """Return what reads four values, the last of them with another cell beside it."""

    def read(heading, usual, other, values="zinc", more=""):
        path = tmp_path / "lab.csv"
        cells = [usual, usual, usual, other]
        rows = [f'W{k},"{cell}",1{k}.5{more and ",3"}' for k, cell in enumerate(cells, start=1)]
        path.write_text("\n".join([f"site,{heading},{values}{more}", *rows, ""]), encoding="utf-8")
        return len(read_import(path, GRAPH, column=values).rows)

    return read


FORMS = [
    ("reported_as", "as received", "dry weight"),
    ("x9", "dry wt", "wet wt"),
    ("Bezug", "Trockenmasse", "Originalsubstanz"),
    ("basis", "Dry", "Wet"),
    ("form", "as N", "as NO3"),
    ("x9", "Nitrate as N", "nitrate as NO3"),
    ("x9", "AS CaCO3", "as Ca"),
    ("StatisticalBaseCode", "Mean", "Maximum"),
    ("x9", "daily mean", "Daily Max"),
    ("x9", "50th percentile", "95th percentile"),
    ("averaging_time", "24 HOUR", "1 HOUR"),
]


@pytest.mark.parametrize("values", ["zinc", "result"])
@pytest.mark.parametrize(("heading", "usual", "other"), FORMS)
def test_values_of_two_forms_are_refused(take, heading, usual, other, values):
    said = rf"line 5: '{heading}' beside the values says '.*{other}'.*: save the rows of one"
    with pytest.raises(ParameterError, match=said):
        take(heading, usual, other, values)
    assert take(heading, usual, usual, values) == 4


MARKS = [
    ("channel_flag", "0", "3", "pm25"),
    ("sensor flag", "0", "1", "pm25"),
    ("pm25_flags", "", "x", "pm25"),
    ("TMAX_ATTRIBUTES", ",,S", ",I,S", "TMAX"),
    ("KWALITEITSWAARDE_CODE", "00", "99", "waarde"),
    ("Kwaliteitsoordeel", "Normale waarde", "Hiaat waarde", "waarde"),
    ("Datenqualität", "1", "3", "Zink"),
    ("Grade Code", "10", "-2", "stage"),
    ("Resultatattribut", "", "mindre end", "resultat"),
    ("x9", "", "Inférieur à", "zinc"),
    ("kleiner", "nein", "ja", "zinc"),
    ("lippu", "", "L", "zinc"),
    ("CdRqAna", "1", "10", "RsAna"),
    ("Null Data Code", "", "AN", "Sample Measurement"),
    ("V01", "V", "N", "H01"),
    ("result_type", "TRG", "SUR", "zinc"),
]


@pytest.mark.parametrize(("heading", "usual", "other", "values"), MARKS)
def test_values_that_a_mark_says_do_not_hold_are_refused(take, heading, usual, other, values):
    said = rf"line 5: '{heading}' beside the values says '{other}'.*: save those that hold"
    with pytest.raises(ParameterError, match=said):
        take(heading, usual, other, values)
    assert take(heading, usual, usual, values) == 4


OTHERS = [
    ("season", "dry", "wet"),
    ("moisture", "moist", "dry"),
    ("rated", "as B", "as C"),
    ("state", "as built", "as found"),
    ("observer", "Max", "Min"),
    ("x9", "N", "NO3"),
    ("plot", "P50", "P95"),
    ("class", "TS", "OS"),
    ("n_averaged", "5", "6"),
    ("urban_flag", "0", "1"),
    ("rain_flag", "N", "Y"),
    ("lead_flag", "", "U"),
    ("V01", "V", "N"),
    ("soil quality", "1", "2"),
    ("Qualität", "1.5", "2.5"),
    ("attributes", "forest", "field"),
    ("zinc_attributes", ",,S", "T,,7"),
    ("grade", "1", "2"),
    ("basis", "clay", "sand"),
]


@pytest.mark.parametrize(("heading", "usual", "other"), OTHERS)
def test_what_tells_of_the_site_is_passed_over(take, heading, usual, other):
    assert take(heading, usual, other) == 4


def test_marks_of_another_column_are_not_heard(take):
    assert take("humidity_flag", "0", "3", more=",humidity") == 4
