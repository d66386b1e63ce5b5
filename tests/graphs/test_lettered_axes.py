"""Headings with X or Y before what they are, ``X (Latitude)``: the word decides."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.lettered_axes import axis_name

DEGREES = [(24.00, 60.00), (24.03, 60.00), (24.00, 60.02), (24.06, 60.00)]
METRES = [(340012.0, 5500012.0), (340112.0, 5500012.0), (340012.0, 5500212.0)]


@pytest.fixture
def put(tmp_path):
    def write(head, places):
        path = tmp_path / "sites.csv"
        rows = [f"{name},{a},{b}" for name, (a, b) in zip("ABCD", places, strict=False)]
        path.write_text("\n".join([f"site,{head}", *rows, ""]), encoding="utf-8")
        return path

    return write


@pytest.mark.parametrize(
    "head",
    [
        *("X (Longitude),Y (Latitude)", "X [lon],Y [lat]", "x (long),y (lat)"),
        *("X (Lengtegraad),Y (Breedtegraad)", "X (geogr. Länge),Y (geogr. Breite)"),
        *("lon_x,lat_y", "X Longitude,Y Latitude", "POINT_X (Longitude),POINT_Y (Latitude)"),
        *("X (°),Y (°)", "X (deg),Y (deg)", "X (decimal degrees),Y (decimal degrees)"),
        *("X (°E),Y (°N)", "X_deg,Y_deg", "X °,Y °", "Länge (°),Breite (°)", "East (°),North (°)"),
        *("X (WGS84),Y (WGS84)", "X (WGS 84),Y (WGS 84)", "X (EPSG:4326),Y (EPSG:4326)"),
        *("X_WGS84,Y_WGS84", "X (Longitude WGS84),Y (Latitude WGS84)", "DD_X,DD_Y"),
    ],
)
def test_degrees_are_known_behind_a_letter(put, head):
    usual, lettered = (read_graph(put(h, DEGREES), n_neighbors=1) for h in ("lon,lat", head))
    assert lettered.crs == usual.crs == "EPSG:4326"
    assert (lettered.coordinates == usual.coordinates).all()
    assert (lettered.weights != usual.weights).nnz == 0


@pytest.mark.parametrize(
    ("head", "crs"),
    [
        *[("X (Latitude),Y (Longitude)", "EPSG:4326"), ("X [lat],Y [lon]", "EPSG:4326")],
        *[("x_lat,y_lon", "EPSG:4326"), ("X (Latitud),Y (Longitud)", "EPSG:4326")],
        *[("X (°N),Y (°E)", "EPSG:4326"), ("X (Breite °),Y (Länge °)", "EPSG:4326")],
        *[("X (N),Y (E)", None), ("X (North),Y (East)", None), ("X (Nord),Y (Ost)", None)],
        *[("X (Northing),Y (Easting)", None), ("X (Hochwert) [m],Y (Rechtswert) [m]", None)],
    ],
)
def test_the_word_decides_which_way(put, head, crs):
    places = METRES if crs is None else DEGREES
    graph = read_graph(put(head, [(b, a) for a, b in places]))
    assert graph.crs == crs
    assert graph.coordinates.tolist() == [list(place) for place in places]
    x, y = head.split(",")
    frame = pd.DataFrame(places, columns=[y, x])
    assert Graph.from_frame(frame[[x, y]]).coordinates.tolist() == graph.coordinates.tolist()
    with pytest.raises(GraphError, match="the first column is taken for x or the longitude"):
        Graph.from_points(frame[[x, y]])
    with pytest.raises(GraphFileError, match="which is the other way round"):
        read_graph(put(head, places), x=x, y=y)


@pytest.mark.parametrize(
    "head",
    [
        *("X (Easting),Y (Northing)", "X [Rechtswert],Y [Hochwert]", "X (E),Y (N)"),
        *("X (Easting m),Y (Northing m)", "X (Easting),Y (m)", "X (m E),Y (metres)"),
        *("utm_x (WGS84),utm_y (WGS84)", "Easting (WGS84),Northing (WGS84)"),
        *("X (WGS84 UTM 32N),Y (WGS84 UTM 32N)", "X (centroid),Y (centroid)"),
    ],
)
def test_planes_stay_planes(put, head):
    graph = read_graph(put(head, METRES))
    assert graph.crs is None
    assert graph.coordinates.tolist() == [list(place) for place in METRES]


@pytest.mark.parametrize(
    ("head", "said"),
    [
        ("X (Longitude DMS),Y (Latitude DMS)", "its unit is another"),
        ("X (Longitude NAD27),Y (Latitude NAD27)", "--crs EPSG:4267"),
        ("X (°W),Y (°N)", "counts to the west"),
        ("X (West),Y (Sud)", "counts to the west"),
        ("X (Breite),Y (Länge)", "are 'Y .Länge.' and 'X .Breite.' longitude and latitude"),
        ("X (Easting ft),Y (Northing m)", "two units"),
        ("X (foo),Y (bar)", "say two things of x and y, .* write the same in both"),
        ("X (m),Y (foo)", "say two things of x and y"),
        ("X (West),X (East),Y (South),Y (North)", "may both be a coordinate|are called alike"),
    ],
)
def test_what_cannot_be_meant_is_refused_with_what_is_true(put, head, said):
    width = head.count(",") + 1
    rows = [(*METRES[k],) * (width // 2) for k in range(3)]
    path = put(head, [(row[0], ",".join(map(str, row[1:]))) for row in rows])
    with pytest.raises(GraphFileError, match=said) as told:
        read_graph(path)
    assert ("two units" in str(told.value)) == (said == "two units")


def test_length_and_width_behind_letters_are_taken_when_they_are_named(put):
    path = put("X (Breite),Y (Länge)", [(b, a) for a, b in DEGREES])
    graph = read_graph(path, x="Y (Länge)", y="X (Breite)", crs="EPSG:4326")
    assert graph.coordinates.tolist() == [list(place) for place in DEGREES]


def test_a_grid_of_wgs84_behind_letters_says_what_to_do(put):
    path = put("X (WGS84),Y (WGS84)", METRES)
    with pytest.raises(GraphFileError, match="or metres"):
        read_graph(path)
    with pytest.raises(GraphFileError, match="rename these if they hold none"):
        read_graph(path, crs="EPSG:32632")


def test_other_words_beside_a_letter_say_nothing_of_it():
    names = ["x_est", "x_east", "wind_x", "X (north sensor)", "Tilt X (°)", "X (1e-7 deg)"]
    found = ["xest", "xeast", "windx", "x", "tiltx", "x"]
    assert [axis_name(name) for name in names] == found
    assert axis_name("X (lon/lat)") == "x"
    assert axis_name("Easting (X)") == "easting"
