"""Readings with a row a time and a column a site are refused on every road."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph

SITES = [f"W{k:02}" for k in range(1, 13)]
DAYS = [f"2024-05-{k:02}" for k in range(1, 13)]


def table(header, *columns, mark=","):
    rows = [header, *(mark.join(map(str, row)) for row in zip(*columns, strict=True))]
    return "\n".join([*rows, ""])


def sites(put, names):
    places = [(5 + k % 4 / 100, 50 + k // 4 / 100) for k in range(12)]
    return read_graph(put(table("station,lon,lat", names, *zip(*places, strict=True)), "s.csv"))


@pytest.fixture
def wells(put):
    return sites(put, SITES)


ROADS = [(None, None), ("W03", None), ("W03", False), (None, False), ("W03", "date")]
#: Twelve days of twelve wells, as many rows as there are sites.
WIDE = table(f"date,{','.join(SITES)}", DAYS, *([k + day for day in range(12)] for k in range(12)))
GERMAN = table("date;W02;W03 [mg/l]", DAYS, ["12,5"] * 12, ["3,5"] * 12, mark=";")
SAID = "line 1: the header has sites .*one row is one reading: .*columns 'station', 'date', 'value'"


@pytest.mark.parametrize(("column", "names"), ROADS)
@pytest.mark.parametrize("text", [WIDE, GERMAN], ids=["wide", "decimal commas"])
def test_a_column_a_site_is_refused(put, wells, text, column, names):
    path = put(text)
    with pytest.raises(ParameterError, match=SAID):
        read_import(path, wells, column=column, names=names)
    with pytest.raises(ParameterError, match=SAID):
        read_values(path, wells, column, names=names)


OTHERS = {
    "of one site": ("date,W03", DAYS, range(12)),
    "alone": ("W03", range(12)),
    "substances": ("parameter,W02,W03", ["zinc", "lead"] * 6, range(12), range(12)),
    "with a battery": ("time,W03,battery", DAYS, range(12), [12.5] * 12),
    "numbered": ("id,W02,W03", range(100, 112), range(12), range(12)),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_so_are_others_whose_rows_are_of_no_site(put, wells, kind):
    with pytest.raises(ParameterError, match="one row is one reading"):
        read_import(put(table(*OTHERS[kind])), wells, column="W03", names=False)


@pytest.mark.parametrize("names", [None, False])
def test_numbers_of_sites_are_known_under_dates(put, names):
    numbered = sites(put, range(1, 13))
    path = put(table("day,1,2,3", DAYS, *[range(12)] * 3))
    for column in (None, "3"):
        with pytest.raises(ParameterError, match=r"the header has sites .'1', '2', '3'"):
            read_import(path, numbered, column=column, names=names)


def test_a_sheet_is_refused_too(tmp_path, wells):
    path = tmp_path / "w.xlsx"
    pd.DataFrame({"date": DAYS, "W02": range(12), "W03": range(12)}).to_excel(path, index=False)
    for column, names in ROADS:
        with pytest.raises(ParameterError, match=r"row 1: the header has sites \('W02', 'W03'\)"):
            read_import(path, wells, column=column, names=names)


def test_a_column_of_sites_makes_them_rows(put, wells):
    """A matrix of distances has its sites twice, and a symbol may be called as a site is."""
    matrix = put(table("station,W02,W03", SITES, range(12), range(12)))
    assert read_import(matrix, wells, column="W03").rows[5].nodes == (5,)
    other = put(table("where,date,W02,W03", SITES, DAYS, range(12), range(12)))
    assert read_import(other, wells, column="W03").rows[5].nodes == (5,)
    letters = sites(put, "ABCDEFGHIJKL")
    one = put(table("zinc,B", range(12), range(12)))
    assert len(read_import(one, letters, column="B", names=False).rows) == 12
    with pytest.raises(ParameterError, match="no node is named 'a'"):
        read_import(put(table("plot,C,B", "abcdefghijkl", *[range(12)] * 2)), letters, column="B")
    years = put(table("1,2", range(12), range(12)))
    bare = read_graph(put(table("x,y", range(12), [k * k % 7 for k in range(12)]), "bare.csv"))
    assert len(read_import(years, bare).rows) == 13
