"""Coordinates that a header, a column or ``--crs`` says something else of are refused."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph

PLACES = ("a,40.1,105.1", "b,40.2,105.2", "c,40.3,105.3")


@pytest.mark.parametrize(
    ("y", "x"),
    [
        ("Latitude_N", "Longitude_W"),
        ("LatN", "LonW"),
        ("lat", "lonw"),
        ("North", "West"),
        ("lat_s", "lon_e"),
        ("Latitude South", "Longitude East"),
        ("lat", "west longitude"),
        ("Southing", "Easting"),
        ("Latitud Norte", "Longitud Oeste"),
        ("Latitud Sur", "Longitud Este"),
        ("nördliche Breite", "westliche Länge"),
    ],
)
def test_west_is_not_east_even_if_its_column_is_named(put_rows, y, x):
    path = put_rows(f"Name,{y},{x}", *PLACES)
    said = r"line 1: .*counts to the west or south.*negative"
    with pytest.raises(GraphFileError, match=said):
        read_graph(path, x=x, y=y, crs="EPSG:4326")
    with pytest.raises(GraphFileError, match=said):
        read_graph(path, x=x, y=y)
    frame = pd.DataFrame({y: [40.1, 40.2], x: [105.1, 105.2]})
    with pytest.raises(GraphError, match="counts to the west or south"):
        Graph.from_frame(frame, x=x, y=y)


@pytest.mark.parametrize(
    ("header", "row", "said"),
    [
        ("GPSLatitude,GPSLatitudeRef,GPSLongitude,GPSLongitudeRef", "40.{},N,105.{},W", "'W'"),
        ("GPSLatitude,GPSLatitudeRef,GPSLongitude,GPSLongitudeRef", "40.{},North,5.{},West", "We"),
        ("breedte,ns,lengte,ew", "40.{},N,105.{},W", "'ew' says 'W'"),
        ("lat,x,lon,quadrant", "40.{},1,105.{},NW", "'quadrant' says 'NW'"),
    ],
)
def test_a_sign_in_a_column_is_heard_beside_columns_that_were_named(put_rows, header, row, said):
    path = put_rows(header, *(row.format(k, k) for k in (1, 2, 3)))
    y, _, x, _ = header.split(",")
    with pytest.raises(GraphFileError, match=rf"line 2: .*{said}.*negative"):
        read_graph(path, x=x, y=y, crs="EPSG:4326")
    with pytest.raises(GraphError, match=f"row 0: .*{said}"):
        Graph.from_frame(pd.read_csv(path), x=x, y=y, crs="EPSG:4326")


def test_names_that_say_east_and_north_are_taken(put_rows):
    for y, x in (("Latitude_N", "Longitude_E"), ("y_wgs", "x_wgs"), ("lats", "lons")):
        assert (
            read_graph(put_rows(f"Name,{y},{x}", *PLACES), x=x, y=y, crs="EPSG:4326").n_nodes == 3
        )


UTM = ("412300,5145600,{}", "412300,5245600,{}", "413300,5145600,{}")


@pytest.mark.parametrize(
    ("header", "rows", "crs", "said"),
    [
        ("x (ft),y (ft)", UTM, "EPSG:32632", "'x .ft.' has another unit.*metre"),
        ("easting (US ft),northing (US ft)", UTM, "EPSG:32632", "another unit.*metre"),
        ("easting (m),northing (m)", UTM, "EPSG:2263", "another unit.*foot"),
        ("easting_km,northing_km", UTM, "EPSG:32632", "no unit of"),
        ("easting,northing,epsg", [row.format(32631) for row in UTM], "EPSG:32632", "'32631'"),
        ("x,y,crs", [row.format("EPSG:28992") for row in UTM], "EPSG:27700", "'EPSG:28992'"),
        ("easting,northing,UTM zone", [row.format("31U") for row in UTM], "EPSG:32632", "'31U'"),
        ("easting,northing,zone", [row.format("32S") for row in UTM], "EPSG:32631", "'32S'"),
    ],
)
def test_a_system_that_the_table_contradicts_is_refused(put_rows, header, rows, crs, said):
    pytest.importorskip("pyproj")
    path = put_rows(header, *(row.replace(",{}", "") for row in rows))
    x, y = header.split(",")[:2]
    with pytest.raises(GraphFileError, match=rf"line [12]: .*{said}"):
        read_graph(path, x=x, y=y, crs=crs)
    with pytest.raises(GraphError, match=said):
        Graph.from_frame(pd.read_csv(path), x=x, y=y, crs=crs)


@pytest.mark.parametrize(
    ("header", "cell"),
    [
        ("easting,northing,epsg", "32632"),
        ("easting,northing,crs", "EPSG:32632"),
        ("easting,northing,UTM zone", "32U"),
        ("easting,northing,UTM", "32"),
        ("easting (m),northing (m),datum", "WGS84"),
        ("easting,northing,band", "red"),
        ("easting,northing,band", "1"),
        ("easting,northing,zone", "2"),
    ],
)
def test_a_system_that_the_table_confirms_is_taken(put_rows, header, cell):
    pytest.importorskip("pyproj")
    path = put_rows(header, *(row.format(cell) for row in UTM))
    assert read_graph(path, crs="EPSG:32632").crs == "EPSG:32632"


@pytest.mark.parametrize(
    ("header", "one", "other"),
    [
        ("utm_e,utm_n,band", "31U", "32U"),
        ("x,y,utm", "31N", "32N"),
        ("easting,northing,Grid", "31U", "32U"),
        ("easting,northing,coord_type", "UTM31", "UTM32"),
        ("easting,northing,UTM coordinates", "31U 412300 5145600", "32U 412300 5245600"),
        ("x,y,HorizontalCoordinateReferenceSystemDatumName", "NAD27", "NAD83"),
    ],
)
def test_two_zones_or_datums_are_not_one_plane(put_rows, header, one, other):
    path = put_rows(header, UTM[0].format(one), UTM[1].format(other), UTM[2].format(one))
    with pytest.raises(GraphFileError, match=rf"line 3: .*'{other}', and '{one}' in line 2"):
        read_graph(path)
    assert read_graph(put_rows(header, *(row.format(one) for row in UTM))).n_nodes == 3


def test_the_datum_of_heights_is_none_of_places(put_rows):
    path = put_rows(
        "lon,lat,VerticalDatum", "5.1,50.1,NAVD88", "5.2,50.1,NGVD29", "5.3,50.2,NAVD88"
    )
    assert read_graph(path).n_nodes == 3


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("distance_m", "depth_cm"),
        ("x_m", "y_km"),
        ("easting_m", "northing_ft"),
        ("x, m", "y, km"),
        ("X m", "Y cm"),
        ("x.m.", "y.cm."),
        ("distance (m)", "depth_cm"),
        ("distanceM", "depthCm"),
        ("pos_x_dm_1", "pos_y_mm_1"),
        ("x_deg", "y_m"),
    ],
)
def test_two_units_behind_any_mark_are_refused(put_rows, x, y):
    """Seen: metres beside centimetres were taken where the units did not stand in brackets."""
    rows = [f"P{k},{k},{k * k}" for k in range(5)]
    path = put_rows(f'pt,"{x}","{y}"', *rows)
    with pytest.raises(GraphFileError, match="have two units; bring both to one"):
        read_graph(path, x=x, y=y)
    mended = put_rows("pt,distance_m,depth_m", *rows)
    assert read_graph(mended, x="distance_m", y="depth_m").n_nodes == 5


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ("x_m", "y_m"),
        ("x.m.", "y.m."),
        ("x (m)", "y_m"),
        ("x_km", "y_kilometres"),
        ("x_yd", "y_yards"),
        ("x_usft", "y_ft"),
        ("x_me", "y_mn"),
        ("X_METERS", "Y_METRES"),
        ("easting_m", "northing"),
        ("m", "km"),
        ("x_min", "y_max"),
        ("pos_x_mm", "pos_y_mm"),
        ("lon_deg", "lat_deg"),
    ],
)
def test_one_unit_however_it_is_spelt_is_taken(put_rows, x, y):
    path = put_rows(f'pt,"{x}","{y}"', *(f"P{k},{k},{k * k}" for k in range(5)))
    assert read_graph(path, x=x, y=y).n_nodes == 5
