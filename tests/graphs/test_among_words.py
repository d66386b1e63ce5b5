"""Coordinates whose headings say more: read where nothing else is called so, or asked about."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import CheapBanditsError, GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.among_words import advised
from cheapbandits.graphs.which_column import coordinate_pairs

LAT, LON = (48.012, 48.025, 48.04), (11.016, 11.053, 11.028)


def degrees(head, *, lat=LAT, lon=LON, more=("5", "6", "7")):
    """Return a table of a name, a latitude and a longitude, and more under further headings."""
    rest = head.count(",") - 2
    rows = zip("PQR", lat, lon, *[more] * rest, strict=True)
    return "\n".join([head, *(",".join(map(str, row)) for row in rows), ""])


EPICOLLECT = (
    "ec5_uuid,created_at,lat_5_Location,long_5_Location,accuracy_5_Location,"
    "UTM_Northing_5_Location,UTM_Easting_5_Location,UTM_Zone_5_Location,1_Name\n"
    "0a,2024-05-01,48.0095,11.0094,5,5300956,690948,32U,P\n"
    "1a,2024-05-01,48.0005,11.0008,5,5300057,690085,32U,Q\n"
    "2a,2024-05-01,48.0083,11.0073,5,5300835,690736,32U,R\n"
)
AROUND = [
    "name,_location_latitude,_location_longitude",
    "name,GPSLatitude,GPSLongitude",
    "name,site lat,site long",
    "name,LAT_WGS_84,LON_WGS_84",
    "name,latitude_dd,longitude_dd",
    "name,lat_5,long_5,accuracy_5",
    "name,Lat_N,Lon_E",
    "name,dec_lat_va,dec_long_va",
]


def test_a_form_is_read(put):
    graph = read_graph(put(EPICOLLECT))
    assert graph.crs == "EPSG:4326"
    assert graph.coordinates[0].tolist() == [11.0094, 48.0095]
    assert (graph.names, graph.named_by) == (("P", "Q", "R"), "1_Name")


@pytest.mark.parametrize("head", AROUND)
def test_degrees_among_other_words(put, head):
    path = put(degrees(head))
    graph = read_graph(path)
    assert (graph.crs, graph.names) == ("EPSG:4326", ("P", "Q", "R"))
    assert graph.coordinates.tolist() == [list(place) for place in zip(LON, LAT, strict=True)]
    _, y, x, *_ = head.split(",")
    for other in (read_graph(path, x=x, y=y), Graph.from_frame(pd.read_csv(path))):
        assert (other.crs, other.coordinates.tolist()) == (graph.crs, graph.coordinates.tolist())


def test_metres_among_other_words(put):
    graph = read_graph(put("name,Northing_m,Easting_m\nP,53009,6909\nQ,53000,6900\nR,53008,6907\n"))
    assert (graph.crs, graph.coordinates[0].tolist()) == (None, [6909, 53009])
    text = "Standort;Ost;Nord\nA0;330238;5700544\nA1;330370;5700604\nA2;330626;5700066\n"
    assert read_graph(put(text)).coordinates[0].tolist() == [330238, 5700544]


ASKED = {
    "lat_rad,lon_rad": "--x COLUMN",
    "lat_NAD27,lon_NAD27": "--x COLUMN",
    "lat_deg,lon_deg,lat_min,lon_min": "--x COLUMN",
    "Lat_N,Lon_W": "--x COLUMN",
    "site_lat_rad,site_lon_rad": "--x COLUMN",
    "start_lat,start_lon,end_lat,end_lon": "'start_lon' and 'end_lon'",
    "wind_y,wind_x": "--x 'wind_x' --y 'wind_y'",
    "N,E": "--x 'E' --y 'N'",
    "Y_L93,X_L93,depth": "--x 'X_L93' --y 'Y_L93'",
    "north,east,south,west": "--x COLUMN",
}


@pytest.mark.parametrize("head", ASKED)
def test_what_may_be_something_else_is_asked_about(put, head):
    with pytest.raises(GraphFileError) as refused:
        read_graph(put(degrees(f"name,{head}")))
    assert ASKED[head] in str(refused.value)


def test_errors_of_degrees_are_no_places(put):
    near = {"lat": (0.001, 0.002, 0.004), "lon": (0.001, -0.002, 0.003)}
    path = put(degrees("name,lat_error,lon_error", **near))
    with pytest.raises(GraphFileError, match=r"as errors do; .*--x 'lon_error'"):
        read_graph(path)
    named = {"x": "lon_error", "y": "lat_error", "crs": "EPSG:4326"}
    assert read_graph(path, **named).coordinates[0].tolist() == [0.001, 0.001]
    with pytest.raises(GraphError, match="as errors do"):
        Graph.from_frame(pd.read_csv(path))
    text = "name,Easting_RMS,Northing_RMS\nA,0.012,0.31\nB,0.114,0.22\nC,0.132,0.21\n"
    with pytest.raises(GraphFileError, match=r"as errors do; .*--x 'Easting_RMS' --y"):
        read_graph(put(text))
    # Beside the true ones they are not looked at.
    text = degrees("name,lat,lon,lat_error,lon_error", more=("0.1", "0.2", "0.3"))
    assert read_graph(put(text)).coordinates[0].tolist() == [LON[0], LAT[0]]


def test_pixels_and_speeds_are_no_places(put):
    for head in ("name,lat_pixel,lon_pixel", "name,velocity_lat,velocity_lon"):
        path = put(degrees(head, lat=(8, 82, 83.5), lon=(12, 13.25, 11)))
        with pytest.raises(GraphFileError, match=r"few decimals, .*--crs EPSG:4326"):
            read_graph(path)


def test_degrees_minutes_and_seconds_in_one_number(put):
    """Seen: the advice, --crs EPSG:4326, led to 'in another order, or metres?'."""
    for head in ("name,lat_va,long_va", "name,lat,lon"):
        path = put(degrees(head, lat=(385012, 385159, 384901), lon=(901230, 901145, 901359)))
        with pytest.raises(CheapBanditsError, match=r"minutes and seconds in one number.*minutes/"):
            read_graph(path)


def test_another_datum_in_a_heading_that_the_user_names(put):
    path = put(degrees("name,latitude_nad27,longitude_nad27"))
    named = {"x": "longitude_nad27", "y": "latitude_nad27"}
    with pytest.raises(CheapBanditsError, match=r"'nad27' is not known.*EPSG:4267"):
        read_graph(path, **named)
    with pytest.raises(CheapBanditsError, match=r"another datum than --crs EPSG:4326.*EPSG:4267"):
        read_graph(path, crs="EPSG:4326", **named)


def test_advice_needs_one_pair():
    assert advised(["a_x", "a_y", "b_x", "b_y"]) == "--x COLUMN --y COLUMN"
    assert advised(["Coordonnée X (L93)", "Coordonnée Y (L93)"]).endswith("'Coordonnée Y (L93)'")


@pytest.mark.parametrize("words", ["{} q", "{}", "{}_" + 60 * "x_" + "{{}}"])
def test_the_pairs_of_many_headings_are_as_many_as_the_headings(words):
    columns = [words.format(axis).format(k) for axis in ("lat", "lon") for k in range(300)]
    assert 1 <= len(coordinate_pairs(columns)) < 2 * len(columns)


def test_two_of_many_headings_that_are_called_alike_are_still_asked_about(put):
    text = "lat q,lat q,lon q,lon q\n48.012,48.012,11.016,11.016\n48.025,48.025,11.053,11.054\n"
    with pytest.raises(GraphFileError, match="two columns are called 'lon q'; rename"):
        read_graph(put(text))


def test_any_two_of_many_pairs_may_be_named(put):
    text = "lat q,lat q b,lon q,lon q b\n1.5,48.012,1.5,11.016\n2.5,48.025,2.5,11.053\n"
    graph = read_graph(put(text), x="lon q b", y="lat q b")
    assert graph.crs is not None
