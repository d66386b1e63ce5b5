"""A column that is named is that column: what stands in brackets, behind points, beside signs."""

from __future__ import annotations

import json

import openpyxl
import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.column_names import place_of
from cheapbandits.graphs.files.heading_units import heading_unit

OTHERS = [
    ("zinc (dissolved)", "zinc (total)"),
    ("zinc (mg/l)", "zinc (ug/l)"),
    ("zinc (mg/l)", "zinc_ug_l"),
    ("Temp (C)", "Temp (F)"),
    ("zinc (2024)", "zinc (2023)"),
    ("zinc [old]", "zinc [new]"),
    ("x (m)", "x (km)"),
    ("PM1.0", "PM10"),
    ("zinc_1.5", "zinc_15"),
    ("zinc 1 5", "zinc 15"),
    ("NO2", "NO2-"),
    ("NO2-", "NO2"),
    ("zinc (total)", "zinc"),
    ("zinc (total)", "zinc (total, dissolved)"),
    ("depth 1-5", "depth 15"),
    ("a" * 120 + "b", "a" * 120 + "c"),
]


@pytest.mark.parametrize(("asked", "there"), OTHERS)
def test_another_quantity_is_another_column(asked, there):
    """Seen: total zinc was taken for dissolved, and PM10 for PM1.0, without a word."""
    with pytest.raises(GraphError, match=r"no column is called .*there are"):
        place_of(["site", there], asked, heading_unit)


@pytest.mark.parametrize(("asked", "there"), OTHERS[:-2])
def test_the_other_one_is_named(asked, there):
    with pytest.raises(GraphError) as caught:
        place_of(["site", there], asked, heading_unit)
    assert f"; did you mean '{there}'? there are" in str(caught.value)


@pytest.mark.parametrize(
    ("asked", "there"),
    [
        ("zinc", "zinc (mg/l)"),
        ("zinc", "Zinc (total) [mg/l]"),
        ("zinc (total)", "zinc (total) [mg/l]"),
        ("zinc (MG/L)", " Zinc [mg/l] "),
        ("zinc total", "zinc.total"),
        ("Cs137", "Cs-137"),
        ("pm2.5", "PM2.5 (µg/m³)"),
        ("PM2.5", "PM2.5_ug_m3"),
        ("Länge", "LANGE"),
        ("NO2-", "NO₂⁻"),
        ("No", "No."),
    ],
)
def test_another_spelling_is_the_same_column(asked, there):
    assert place_of(["site", there, "other"], asked, heading_unit) == 1


def test_of_two_that_fit_none_is_taken():
    for columns in (["zinc (total)", "zinc (dissolved)"], ["zinc (mg/l)", "zinc_ug_l"]):
        with pytest.raises(GraphError, match=r"no column .* did you mean '.*' or '.*'\? there"):
            place_of(columns, "zinc", heading_unit)
    assert place_of(["zinc (total)", "zinc"], "Zinc ") == 1


SITES = "station (old),station,x (km),y (km),zinc (total)\nA,W1,1,2,35\nB,W2,3,4,40\nC,W3,2,2,50\n"


def test_in_tables_and_workbooks(put, tmp_path):
    path = put(SITES)
    graph = read_graph(path, x="x (km)", y="y (km)", names="station", n_neighbors=1)
    assert read_values(path, graph, "Zinc (Total)").tolist() == [35, 40, 50]
    book = openpyxl.Workbook()
    for row in SITES.splitlines():
        book.active.append([int(c) if c.isdecimal() else c for c in row.split(",")])
    book.save(tmp_path / "sites.xlsx")
    for file in (path, tmp_path / "sites.xlsx"):
        for options in (
            {"x": "x (m)", "y": "y (m)"},
            {"x": "x", "y": "y", "names": "station (new)"},
        ):
            with pytest.raises(GraphError, match=r"no column is called '.*\((m|new)\)'; did you"):
                read_graph(file, **options)
        with pytest.raises(CheapBanditsError, match=r"'zinc \(dissolved\)'; did you mean 'zinc \("):
            read_values(file, graph, "zinc (dissolved)")
        with pytest.raises(CheapBanditsError, match=r"no column is called .station .new.."):
            read_import(file, graph, column="zinc", names="station (new)")


def test_in_geojson(tmp_path):
    features = [
        {
            "type": "Feature",
            "properties": {"station (old)": f"W{k}", "PM10": k},
            "geometry": {"type": "Point", "coordinates": [5 + k / 10, 50]},
        }
        for k in range(4)
    ]
    path = tmp_path / "a.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    with pytest.raises(GraphError, match=r"'station \(new\)'; did you mean 'station \(old\)'\?"):
        read_graph(path, names="station (new)")
    graph = read_graph(path, names="Station", n_neighbors=1)
    assert (graph.named_by, graph.name(2)) == ("station (old)", "W2")
    with pytest.raises(CheapBanditsError, match=r"'PM1.0'; did you mean 'PM10'\?"):
        read_values(path, graph, "PM1.0")


@pytest.mark.parametrize(
    ("by", "heading"),
    [("No (field)", "No (lab)"), ("ID [old]", "ID [new]"), ("well 1.5", "well 15")],
)
def test_plain_numbers_under_another_heading_are_asked_about(put, by, heading):
    """Seen: numbers of samples in a laboratory were taken for those of wells in a field."""
    graph = read_graph(put(f"{by},x,y\n1,1,1\n2,2,5\n3,9,3\n4,4,4\n"), names=by, n_neighbors=1)
    rows = "4,1.5\n3,2.5\n2,9.5\n1,4.5\n"
    with pytest.raises(CheapBanditsError, match=r"may be other numbers"):
        read_import(put(f"{heading},reading\n{rows}", "r.csv"), graph)
    with pytest.raises(CheapBanditsError, match=r"may be other numbers"):
        read_values(put(f"{heading},zinc\n{rows}", "v.csv"), graph, "zinc")
    for same in (by, by.upper(), f" {by}"):
        found = read_import(put(f"{same},reading\n{rows}", "s.csv"), graph).rows
        assert [graph.name(row.nodes[0]) for row in found] == ["4", "3", "2", "1"]
