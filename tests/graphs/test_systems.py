"""Reference systems: kept with the graph, and the way to longitude and latitude."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from cheapbandits.campaign.exports import group_geojson, group_kml, group_plan
from cheapbandits.campaign.exports.places import degrees, unsure
from cheapbandits.errors import GraphError, GraphFileError, MissingExtraError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph, systems, to_wgs84, write_graph
from cheapbandits.graphs.files.used_columns import used_columns
from cheapbandits.graphs.systems import known_system
from tests.graphs.test_sites import lines, survey

#: The spire that the Dutch grid is measured from, as its land registry gives it.
AMERSFOORT = (155_000.0, 463_000.0), (5.38720, 52.15517)


def forget():
    for cached in (systems.parsed, to_wgs84._transformer):
        cached.cache_clear()


@pytest.fixture
def no_pyproj(monkeypatch):
    """Play an installation without the extra, from the call on."""

    def leave():
        forget()
        monkeypatch.setitem(sys.modules, "pyproj", None)

    yield leave
    forget()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("EPSG:4326", "EPSG:4326"),
        ("wgs84", "EPSG:4326"),
        ("urn:ogc:def:crs:OGC:1.3:CRS84", "EPSG:4326"),
        ("http://www.opengis.net/def/crs/EPSG/0/28992", "EPSG:28992"),
        ("epsg:28992", "EPSG:28992"),
        ("28992", "EPSG:28992"),
        ("+proj=utm +zone=32 +datum=WGS84", "EPSG:32632"),
    ],
)
def test_a_system_is_known_by_many_names(text, meant):
    assert known_system(text) == meant


@pytest.mark.parametrize(
    "text", ["the dutch one", "EPSG:99999999", "EPSG:5773", "/etc/passwd", "+proj=nothing", ""]
)
def test_what_is_no_system_of_places_is_refused(text):
    with pytest.raises(GraphError, match="EPSG:28992"):
        known_system(text)


def test_places_of_a_national_grid_are_where_they_are():
    place, truth = AMERSFOORT
    graph = Graph.from_points([place, (156_000.0, 463_000.0)], crs="epsg:28992")
    assert graph.crs == "EPSG:28992"
    assert graph.coordinates.tolist()[0] == list(place)
    assert degrees(graph)[0] == pytest.approx(truth, abs=2e-5)
    assert "EPSG:28992" in repr(graph)
    # The middle of a zone on the equator, exactly.
    zone = Graph.from_points([(500_000.0, 0.0), (500_000.0, 1_000.0)], crs="EPSG:32632")
    assert degrees(zone)[0] == pytest.approx((9.0, 0.0), abs=1e-9)


def test_every_export_is_in_degrees():
    place, truth = AMERSFOORT
    graph = Graph.from_points([place, (156_000.0, 463_000.0)], crs="EPSG:28992")
    feature = group_geojson(graph, [0])["features"][0]
    assert feature["geometry"]["coordinates"] == pytest.approx(truth, abs=2e-5)
    assert "<coordinates>5.387" in group_kml(graph, [0], "t")
    home = group_plan(graph, [0])["mission"]["plannedHomePosition"]
    assert home[:2] == pytest.approx(truth[::-1], abs=2e-5)


def test_degrees_of_another_datum_become_those_of_gps():
    # Potsdam's datum: a hundred metres from where GPS has the same numbers.
    points = [(11.5, 48.1), (11.6, 48.2), (11.7, 48.0)]
    graph = Graph.from_points(points, crs="EPSG:4314")
    assert graph.crs == "EPSG:4326"
    away = np.abs(graph.coordinates - points).max()
    assert 1e-4 < away < 1e-2
    with pytest.raises(GraphError, match="from_points do"):
        Graph(np.ones((3, 3)), coordinates=points, crs="EPSG:4314")


def test_coordinates_of_another_system_are_found_out(tmp_path):
    x, y, zinc = survey()
    path = tmp_path / "soil.csv"
    path.write_text(lines("x,y,zinc", [y, x, zinc]))
    with pytest.raises(GraphFileError, match=r"soil\.csv.*UTM zone 32N|soil\.csv.*far from where"):
        read_graph(path, crs="EPSG:2193")
    with pytest.raises(GraphFileError, match="longitudes are from -180"):
        read_graph(path, crs="EPSG:4326")


def table_of(path, header, *columns):
    path.write_text(lines(header, columns))
    return path


@pytest.mark.parametrize(
    ("crs", "exchanged"),
    [
        ("EPSG:28992", (332_000.0, 180_000.0)),
        ("EPSG:4258", (52.1, 5.1)),
        ("EPSG:2056", (1.2e6, 2.6e6)),
    ],
)
def test_exchanged_coordinates_are_refused_where_that_can_be_seen(tmp_path, crs, exchanged):
    x, y = (np.array([v, 1.0002 * v, 1.0005 * v]) for v in exchanged)
    path = table_of(tmp_path / "a.csv", "x,y", x, y)
    with pytest.raises(GraphFileError, match=r"a\.csv: (x and y are exchanged|.*far from where)"):
        read_graph(path, crs=crs)
    assert read_graph(path, x="y", y="x", crs=crs).crs in (crs, "EPSG:4326")


def test_exchanged_degrees_are_places_too(tmp_path):
    """Nobody can tell: of a table with x and y alone, and degrees that are both below 90."""
    path = table_of(
        tmp_path / "a.csv", "x,y", np.array([52.1, 52.2, 52.3]), np.array([5.1, 5.2, 5])
    )
    assert read_graph(path, crs="EPSG:4326").coordinates.tolist()[0] == [52.1, 5.1]


def test_columns_that_say_that_they_are_the_other_way_round(tmp_path):
    path = tmp_path / "a.csv"
    for header in ("lat,lon", "Northing,Easting"):
        path.write_text(f"{header}\n52.1,5.1\n52.2,5.2\n52.3,5.1\n")
        y, x = header.split(",")
        assert read_graph(path).coordinates.tolist()[0] == [5.1, 52.1]
        with pytest.raises(GraphFileError, match="the other way round"):
            read_graph(path, x=y, y=x)


@pytest.mark.parametrize("crs", ["EPSG:32631", "EPSG:3857", "EPSG:28992"])
def test_degrees_are_not_taken_for_metres(tmp_path, crs):
    path = tmp_path / "a.csv"
    path.write_text("x,y\n5.1,52.1\n5.2,52.2\n5.3,52.1\n")
    with pytest.raises(GraphFileError, match=r"look like degrees.*--crs EPSG:4326"):
        read_graph(path, crs=crs)


def test_a_zone_may_be_used_for_a_whole_country_and_a_plane_of_ones_own_near_its_origin():
    bergen = [(-31_000.0, 6_730_000.0), (-32_000.0, 6_731_000.0)]
    assert Graph.from_points(bergen, crs="EPSG:25833").crs == "EPSG:25833"
    own = "+proj=tmerc +lat_0=52 +lon_0=5 +k=1 +datum=WGS84"
    assert Graph.from_points([(0.0, 0.0), (40.0, 30.0)], crs=own).crs is not None


def test_a_system_that_cannot_be_used_is_not_forgotten_without_a_word(tmp_path):
    (tmp_path / "a.prj").write_text('PROJCS["mine"')
    head = "ncols 2\nnrows 2\nxllcorner 178000\nyllcorner 330000\ncellsize 100\n"
    (tmp_path / "a.asc").write_text(f"{head}1 2\n3 4\n")
    with pytest.raises(GraphFileError, match=r"a\.asc: it names a system .*--crs CODE"):
        read_graph(tmp_path / "a.asc")
    graph = read_graph(tmp_path / "a.asc", crs="EPSG:28992")
    assert graph.crs == "EPSG:28992"
    assert read_values(tmp_path / "a.asc", graph, "1").tolist() == [1, 2, 3, 4]
    (tmp_path / "a.prj").write_text('LOCAL_CS["arbitrary",UNIT["m",1]]')
    assert read_graph(tmp_path / "a.asc").crs is None


def test_a_table_in_metres_is_kept_with_its_system(tmp_path):
    x, y, zinc = survey()
    path = tmp_path / "soil.csv"
    path.write_text(lines("x,y,zinc", [x, y, zinc]))
    plain, named = read_graph(path), read_graph(path, crs="EPSG:28992")
    assert plain.crs is None
    assert named.crs == "EPSG:28992"
    assert plain.fingerprint == named.fingerprint
    write_graph(named, tmp_path / "soil.npz")
    assert read_graph(tmp_path / "soil.npz") == named
    with pytest.raises(GraphError, match="--crs EPSG:CODE"):
        degrees(plain)


def test_columns_called_degrees_are_not_of_a_plane(tmp_path):
    path = tmp_path / "sites.csv"
    path.write_text("lon,lat\n5.1,52.1\n5.2,52.2\n5.3,52.1\n")
    with pytest.raises(GraphFileError, match="'lon' and 'lat' are called as degrees"):
        read_graph(path, crs="EPSG:28992")
    assert read_graph(path, crs="EPSG:4258").crs == "EPSG:4326"


def test_a_system_without_a_code_is_kept_as_it_is_described(tmp_path):
    text = "+proj=tmerc +lat_0=1.5 +lon_0=103.7 +k=1 +x_0=7000 +y_0=9000 +datum=WGS84"
    graph = Graph.from_points([(7_000.0, 9_000.0), (8_000.0, 9_000.0)], crs=text)
    assert degrees(graph)[0] == pytest.approx((103.7, 1.5), abs=1e-6)
    assert "without a code" in repr(graph)
    write_graph(graph, tmp_path / "g.npz")
    assert read_graph(tmp_path / "g.npz") == graph
    # An ellipsoid alone says nothing of where it lies: hundreds of metres.
    with pytest.raises(GraphError, match="no exact way"):
        Graph.from_points([(7e3, 9e3), (8e3, 9e3)], crs=text.replace("+datum", "+ellps"))


def test_without_the_extra_degrees_go_on_and_a_plane_names_it(tmp_path, no_pyproj):
    no_pyproj()
    path = tmp_path / "sites.csv"
    path.write_text("x,y\n5.1,52.1\n5.2,52.2\n5.3,52.1\n")
    assert degrees(read_graph(path, crs="EPSG:4326")).tolist()[0] == [5.1, 52.1]
    with pytest.raises(MissingExtraError, match=r"cheapbandits\[gis\]"):
        read_graph(path, crs="EPSG:28992")
    with pytest.raises(MissingExtraError, match=r"cheapbandits\[gis\]"):
        Graph.from_points([(0, 0), (1, 1)], crs="EPSG:28992")


def test_a_stored_plane_is_read_without_the_extra(tmp_path, no_pyproj):
    made = Graph.from_points([AMERSFOORT[0], (156_000.0, 463_000.0)], crs="EPSG:28992")
    write_graph(made, tmp_path / "g.npz")
    no_pyproj()
    graph = read_graph(tmp_path / "g.npz")
    assert graph.crs == "EPSG:28992"
    with pytest.raises(MissingExtraError, match=r"cheapbandits\[gis\]"):
        degrees(graph)


def test_what_was_only_taken_for_degrees_is_said():
    assert "--crs" in str(unsure(Graph.from_points([(5.1, 52.1), (5.2, 52.2)])))
    assert unsure(Graph.from_points([(5.1, 52.1), (5.2, 52.2)], crs="EPSG:4326")) is None


@pytest.mark.parametrize(
    "said", ['{"type":"EPSG","properties":{"code":4326}}', '{"type":"link","properties":{}}', "[]"]
)
def test_a_crs_of_geojson_that_is_not_understood_is_said_with_crs(tmp_path, said):
    """The refusal offered --crs, which was refused in the same words."""
    point = '{"type":"Point","coordinates":[5.%,50]}'
    feature = f'{{"type":"Feature","properties":{{"zn":1}},"geometry":{point}}}'
    features = ",".join(feature.replace("%", str(k)) for k in range(3))
    (path := tmp_path / "a.geojson").write_text(
        f'{{"type":"FeatureCollection","crs":{said},"features":[{features}]}}'
    )
    with pytest.raises(GraphFileError, match=r"does not name a system.*--crs EPSG:4326"):
        read_graph(path)
    graph = read_graph(path, crs="EPSG:4326")
    assert (graph.crs, used_columns(path).values) == ("EPSG:4326", ("zn",))
    np.testing.assert_array_equal(read_values(path, graph, "zn"), 1)
