"""A datum that a table names is advised by its own code, and no other is taken for it."""

from __future__ import annotations

import re

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.datums import _NAMES, datum_code

#: Where each is used.
NEAR = {4230: (50, 5), 4258: (50, 5), 4283: (-33, 148), 7844: (-33, 148), 4674: (-12, -48)}
HEAD = "agency_cd,site_no,dec_lat_va,dec_long_va,dec_coord_datum_cd"


@pytest.mark.parametrize(
    ("cell", "code"),
    [
        ("NAD83", 4269),
        ("NAD83 (2011)", 4269),
        ("NAD27", 4267),
        ("ED50", 4230),
        ("ETRS89", 4258),
        ("GDA94", 4283),
        ("GDA2020", 7844),
        ("SIRGAS 2000", 4674),
        ("North American Datum of 1983", 4269),
        ("EPSG:4269", 4269),
    ],
)
def test_the_code_of_the_datum_that_was_read_is_advised_and_works(put_rows, cell, code):
    pytest.importorskip("pyproj")
    lat, lon = NEAR.get(code, (38, -119))
    rows = (f"USGS,0701{k:04},{lat}.{k}12345,{lon}.{k}23456,{cell}" for k in range(1, 5))
    path = put_rows(HEAD, *rows)
    with pytest.raises(GraphFileError, match=rf"line 2: .*'{re.escape(cell)}'.*--crs EPSG:{code} "):
        read_graph(path)
    assert read_graph(path, crs=f"EPSG:{code}").n_nodes == 4
    for other in {4267, 4269, 4326} - {code}:
        with pytest.raises(GraphFileError, match=rf"line 2: .*and --crs EPSG:{other}: name"):
            read_graph(path, crs=f"EPSG:{other}")
        with pytest.raises(GraphError, match=f"row 0: .*EPSG:{other}"):
            Graph.from_frame(pd.read_csv(path), crs=f"EPSG:{other}")


def test_a_datum_that_is_not_known_has_no_example(put_rows):
    path = put_rows("lon,lat,datum", *(f"5.{k},50.{k},Helsinki 1988" for k in range(3)))
    with pytest.raises(GraphFileError, match=r"'Helsinki 1988'.*--crs EPSG:CODE \(epsg.io"):
        read_graph(path)


@pytest.mark.parametrize(
    ("head", "cell", "crs"),
    [
        ("lon,lat,datum", "WGS84", "EPSG:4326"),
        ("lon,lat,geodeticDatum", "WGS 84 (G1762)", "EPSG:4326"),
        ("lon,lat,datum", "NAD83", "EPSG:6318"),  # measured anew: a metre or two
        ("lon,lat,datum", "", "EPSG:4267"),
        ("lon,lat,datum", "Unknown", "EPSG:4267"),
        ("lon,lat,datum", "3.12.2021", "EPSG:4267"),
        ("lon,lat,vertical_datum", "NAVD88", "EPSG:4269"),
        ("lon (NAD27),lat (NAD27),v", "1", "EPSG:4267"),
        ("lon,lat,soil", "MGI", "EPSG:4326"),
        ("easting,northing,datum", "NAD83", "EPSG:26913"),
        ("easting,northing,datum", "WGS84", "EPSG:26913"),
        ("easting,northing,datum", "NAVD88", "EPSG:26913"),
    ],
)
def test_a_system_that_does_not_contradict_is_taken(put_rows, head, cell, crs):
    pytest.importorskip("pyproj")
    metres = ["412300,4145600", "412400,4145700", "412500,4145650"]
    places = metres if head.startswith("e") else [f"-105.{k}1,40.{k}1" for k in range(3)]
    assert read_graph(put_rows(head, *(f"{row},{cell}" for row in places)), crs=crs).n_nodes == 3


def test_a_plane_of_another_datum_is_refused(put_rows):
    pytest.importorskip("pyproj")
    rows = ["412300,4145600", "412400,4145700", "412500,4145650"]
    path = put_rows("easting,northing,datum", *(f"{row},NAD27" for row in rows))
    with pytest.raises(GraphFileError, match=r"'datum' says 'NAD27', and --crs EPSG:26913"):
        read_graph(path, crs="EPSG:26913")
    assert read_graph(path, crs="EPSG:26713").n_nodes == 3


def test_a_heading_that_names_another_datum(put_rows):
    pytest.importorskip("pyproj")
    path = put_rows("lon (NAD83),lat (NAD83)", "-105.11,40.12", "-105.21,40.22", "-105.3,40.3")
    with pytest.raises(GraphFileError, match="--crs EPSG:4269"):
        read_graph(path)
    with pytest.raises(GraphFileError, match=r"another datum than --crs EPSG:4267.*EPSG:4269"):
        read_graph(path, crs="EPSG:4267")
    assert read_graph(path, crs="EPSG:4269").n_nodes == 3


def test_the_codes_are_those_of_the_register():
    pyproj = pytest.importorskip("pyproj")
    for code in _NAMES:
        system = pyproj.CRS.from_epsg(code)
        assert system.is_geographic
        assert code in (datum_code(system.name), datum_code(system.datum.name)), system.name
