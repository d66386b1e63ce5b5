"""Hemispheres, zones and systems beside coordinates are known by their cells, in any language."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph


def places(row, *cells, start=0):
    """Return a row for each cell, {} for it and {k} for a digit."""
    return [row.replace("{}", cell).replace("{k}", str(k + start)) for k, cell in enumerate(cells)]


@pytest.mark.parametrize("cell", ["W", "west", "O", "Ouest"])
@pytest.mark.parametrize(
    "header", ["ew_ind", "E/W Indicator", "hem", "Ost/West", "cardinal", "Himmelsrichtung"]
)
def test_west_is_heard_under_any_header(put_rows, header, cell):
    path = put_rows(f"site,lat,lon,{header}", *places("S{k},40.{k},5.{k},{}", *[cell] * 4, start=1))
    with pytest.raises(GraphFileError, match=rf"line 2: .*'{cell}', and 'lon' is 5.1; .*negative"):
        read_graph(path)
    with pytest.raises(GraphError, match=f"row 0: .*'{cell}'"):
        Graph.from_frame(pd.read_csv(path))


@pytest.mark.parametrize(
    ("header", "row", "cells"),
    [
        ("lat,N/S Indicator,lon,E/W Indicator", "33.{k},S,-70.{k},{}", ["W"] * 3),
        ("lat,lon,one,other", "33.{k},70.{k},S,{}", ["W"] * 3),  # the two beside each other
        ("lat,side,lon", "{k}.1,{},5.{k}", ["N", "S", "N"]),  # both sides of the equator
        ("lat,hemisphere,lon", "3{k}.1,{},5.{k}", ["S"] * 10 + ["soth"]),  # a slip
    ],
)
def test_so_are_south_and_both(put_rows, header, row, cells):
    with pytest.raises(GraphFileError, match=r"line \d: .*says '[SW]'.*negative"):
        read_graph(put_rows(header, *places(row, *cells)))


@pytest.mark.parametrize(
    ("header", "row", "cells"),
    [
        ("lat,aspect,lon", "50.{k},{},5.{k}", ["N", "S", "S"]),  # slopes of one hill
        ("lat,aspect,lon", "50.{k},{},5.{k}", ["S", "W", "S"]),
        ("lat,lon,bank", "50.{k},5.{k},{}", ["E", "W", "W"]),
        ("lat,lon,note,medium", "50.{k},5.{k},x,{}", ["W"] * 3),  # water
        ("lat,lon,flag", "33.{k},-70.{k},{}", ["E"] * 3),  # estimated
        ("lat,flag,lon", "-33.{k},{},-70.{k}", ["N"] * 3),  # none
        ("lat,medium,lon", "-33.{k},{},-70.{k}", ["S"] * 3),  # signs are there
    ],
)
def test_letters_that_say_something_else_are_let_be(put_rows, header, row, cells):
    assert read_graph(put_rows(header, *places(row, *cells))).n_nodes == 3


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("Huso UTM", ["30N", "30N", "31N", "30N"]),
        ("huso", ["30", "30", "31", "30"]),
        ("fuseau", ["30", "30", "31", "30"]),
        ("zona", ["30S", "30S", "31S", "30S"]),
        ("foo", ["30T", "30T", "31T", "30T"]),
        ("foo", ["EPSG:25830", "EPSG:25830", "EPSG:25831", "EPSG:25830"]),
        ("sistema", ["ED50", "ED50", "ETRS89", "ED50"]),
        ("foo", ["UTM30", "UTM30", "UTM31", "UTM30"]),
        ("SRS_ID", ["25830", "25830", "25831", "25830"]),
        ("source CRS", ["ED50", "ED50", "ETRS89", "ED50"]),
        ("id of CRS", ["25830", "25830", "25831", "25830"]),
    ],
)
def test_two_zones_or_systems_under_any_header(put_rows, header, cells):
    path = put_rows(f"X,Y,{header}", *places("50000{k},440000{k},{}", *cells))
    with pytest.raises(GraphFileError, match=rf"line 4: .*'{cells[2]}', and '{cells[0]}' in line"):
        read_graph(path)


@pytest.mark.parametrize(
    ("header", "cells"),
    [
        ("foo", ["30T", "30T", "30T", "30T"]),
        ("zona", ["30T", "30U", "30T", "30T"]),  # one plane
        ("plot", ["1C", "2D", "3E", "4F"]),
        ("block", ["1C", "22D", "1C", "22D"]),
        ("block", ["1N", "2N", "1N", "2N"]),
        ("horizon", ["A12", "B12", "A12", "B12"]),
        ("age", ["30", "31", "30", "31"]),
        ("foo", ["UTM30", "UTM30", "UTM30", "UTM30"]),
        ("CRS sample", ["CRS-1", "CRS-2", "CRS-1", "CRS-2"]),  # a standard of the laboratory
        ("SRS_ID", ["25830", "25830", "", "25830"]),
        ("CRS no", ["1001", "1002", "1003", "1004"]),
    ],
)
def test_what_only_looks_like_zones_is_let_be(put_rows, header, cells):
    path = put_rows(f"X,Y,{header}", *places("50000{k},440000{k},{}", *cells))
    assert read_graph(path).n_nodes == 4


@pytest.mark.parametrize(("cell", "fits"), [("31U", False), ("32U", True), ("12C", True)])
def test_a_zone_under_any_header_and_a_system_that_was_asked_for(put_rows, cell, fits):
    pytest.importorskip("pyproj")
    path = put_rows("easting,northing,foo", *places("41230{k},514560{k},{}", *[cell] * 3))
    if fits:
        assert read_graph(path, crs="EPSG:32632").crs == "EPSG:32632"
        return
    with pytest.raises(GraphFileError, match=f"line 2: 'foo' says '{cell}', and --crs"):
        read_graph(path, crs="EPSG:32632")


def test_another_datum_of_degrees_under_any_header(put_rows):
    path = put_rows("lon,lat,sistema", *places("5.{k},50.{k},{}", *["NAD27"] * 3))
    with pytest.raises(GraphFileError, match="line 2: 'sistema' says 'NAD27', and degrees"):
        read_graph(path)


def test_a_workbook_that_shows_west(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["site", "lat", "lon"], ["A", 40.1, 5.1], ["B", 40.2, 5.2]):
        book.active.append(row)
    for cell in ("C2", "C3"):
        book.active[cell].number_format = '0.00"°W"'
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(GraphFileError, match=r"row 2: 'lon' shows '°W' beside 5.1; .*negative"):
        read_graph(tmp_path / "a.xlsx")
