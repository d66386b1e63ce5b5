"""Maps as graphs: GeoPackage, Shapefile, KML and GPX, written by GDAL itself."""

from __future__ import annotations

import json
import shutil
import sqlite3
import sys
import zipfile
from contextlib import closing

import numpy as np
import pytest
import shapely

import cheapbandits as cb
from cheapbandits.campaign.exports.places import degrees
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphFileError, MissingExtraError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph
from tests.graphs.gis_files import soil, squares, write_layer
from tests.graphs.test_sites import survey


@pytest.mark.parametrize("suffix", [".gpkg", ".shp"])
def test_points_of_a_map_are_sites(tmp_path, suffix):
    x, y, zinc = survey()
    path = soil(tmp_path / f"soil{suffix}")
    graph = read_graph(path, n_neighbors=6)
    places = np.column_stack([x, y])
    assert graph == Graph.from_points(
        places, 6, names=[f"P{k + 1:02}" for k in range(40)], crs="EPSG:28992"
    )
    assert read_graph(path, radius=500.0).fingerprint == (
        Graph.from_points(places, radius=500.0).fingerprint
    )
    assert read_values(path, graph, "zinc").tolist() == zinc.tolist()
    rows = read_import(path, graph, None, "pilot").rows
    assert [(row.nodes, row.reading) for row in rows] == [((k,), zinc[k]) for k in range(0, 40, 4)]
    with pytest.raises(ParameterError, match=r"feature .*no value in 'pilot'"):
        read_values(path, graph, "pilot")
    with pytest.raises(ParameterError, match="no column is called 'lead'; there are 'plot'"):
        read_values(path, graph, "lead")


def test_names_that_a_shapefile_has_cut_are_not_guessed(tmp_path):
    """Of two years the first keeps its beginning; who asks for the second is not led to it."""
    places, years = shapely.points([(0, 0), (1, 0), (2, 1)]), {}
    for year in (2023, 2024):
        years[f"zinc_total_{year}"] = [1.0, 2.0, 3.0]
    columns = {"plot": ["P1", "P2", "P3"], **years, "lead_dissolved": [1.0, 2.0, 3.0]}
    path = write_layer(tmp_path / "a.shp", places, columns, crs=None)
    graph = read_graph(path)
    said = r"no column .*cut to 10 characters: 'zinc_total' or 'zinc_tot_1' may be it, look which;"
    with pytest.raises(ParameterError, match=said) as refused:
        read_import(path, graph, None, "zinc_total_2024", own=True)
    assert "did you mean" not in str(refused.value)
    with pytest.raises(ParameterError, match=r"characters: 'lead_disso' may be it; there are"):
        read_values(path, graph, "lead_dissolved")
    with pytest.raises(ParameterError, match="did you mean 'zinc_total' or 'zinc_tot_1'"):
        read_values(path, graph, "zinctotals")
    assert read_values(path, graph, "zinc_tot_1").tolist() == [1, 2, 3]
    # Other maps keep their names whole.
    columns = {"plot": ["P1", "P2", "P3"], **years}
    path = write_layer(tmp_path / "a.gpkg", places, columns, crs=None)
    with pytest.raises(ParameterError, match=r"did you mean 'zinc_total_202\d'"):
        read_values(path, read_graph(path), "zinc_total_2025")


@pytest.mark.parametrize("suffix", [".kml", ".gpx"])
def test_placemarks_and_waypoints_are_sites_in_degrees(tmp_path, suffix):
    places = [(5.1, 52.1), (5.2, 52.2), (5.3, 52.1), (5.25, 52.15)]
    path = write_layer(
        tmp_path / f"sites{suffix}",
        shapely.points(places),
        {"name": ["a", "b", "c", "d"]},
        crs="EPSG:4326",
        layer="waypoints",
    )
    graph = read_graph(path)
    assert graph == Graph.from_points(places, names="abcd", crs="EPSG:4326")


def test_polygons_are_joined_where_they_touch(tmp_path):
    names = [f"{k}" for k in range(9)]
    path = write_layer(tmp_path / "fields.gpkg", squares(), {"name": names})
    graph = read_graph(path)
    assert graph.fingerprint == cb.grid(3, 3).fingerprint  # corners alone do not join
    assert graph.coordinates[0].tolist() == [178_050.0, 330_050.0]
    assert graph.crs == "EPSG:28992"
    near = read_graph(path, n_neighbors=3)  # by their middles, as points; the borders stay
    assert near.weights.toarray().tolist() == (
        Graph.from_points(graph.coordinates, 3, crs=graph.crs).weights.toarray().tolist()
    )
    assert (near.names, near.crs, near.outlines is None) == (graph.names, graph.crs, False)


def test_a_long_border_meets_short_ones(tmp_path):
    # No two vertices of it agree, and one of them is a hair off.
    wide = shapely.box(0, 0, 300, 100)
    shapes = [wide, shapely.box(0, 100, 100, 200), shapely.box(100, 100 + 1e-8, 300, 200)]
    path = write_layer(tmp_path / "fields.gpkg", shapes, crs=None)
    assert read_graph(path).edges()[0].tolist() == [[0, 1], [0, 2], [1, 2]]
    assert read_graph(path).crs is None
    far = [*shapes[:2], shapely.box(100, 101, 300, 200)]
    path = write_layer(tmp_path / "gap.gpkg", far, crs=None)
    assert read_graph(path).edges()[0].tolist() == [[0, 1], [1, 2]]


def test_polygons_that_cross_themselves_are_read(tmp_path):
    bow = shapely.Polygon([(0, 0), (100, 100), (100, 0), (0, 100)])
    path = write_layer(tmp_path / "bow.gpkg", [bow, shapely.box(100, 0, 200, 100)], crs=None)
    assert read_graph(path).n_edges == 1
    bow = shapely.Polygon([(0, 0), (100, 100), (100, 0), (0, 101)])
    path = write_layer(tmp_path / "odd.gpkg", [bow, shapely.box(100, 0, 200, 100)], crs=None)
    assert read_graph(path).coordinates[0] == pytest.approx([50, 50], abs=20)


def test_polygons_on_top_of_each_other_are_refused(tmp_path):
    path = write_layer(tmp_path / "copies.gpkg", squares(1) * 600)
    with pytest.raises(GraphFileError, match="on top of each other"):
        read_graph(path)


def test_of_several_layers_one_is_named(tmp_path):
    path = soil(tmp_path / "all.gpkg", layer="soil")
    write_layer(path, squares(), layer="fields", append=True)
    with pytest.raises(GraphFileError, match=r"has the layers 'soil', 'fields'.*--layer"):
        read_graph(path)
    assert read_graph(path, layer="fields").n_nodes == 9
    graph = read_graph(path, layer="soil")
    assert graph.n_nodes == 40
    assert read_values(path, graph, "zinc", "soil").size == 40
    with pytest.raises(GraphFileError, match="no layer is called 'sol'; there are 'soil'"):
        read_graph(path, layer="sol")


def test_a_map_without_a_system_is_told_it(tmp_path):
    path = soil(tmp_path / "soil.gpkg", crs=None)
    assert read_graph(path).crs is None
    graph = read_graph(path, crs="EPSG:28992")
    assert degrees(graph).mean(axis=0) == pytest.approx([5.74, 50.98], abs=0.03)
    named = soil(tmp_path / "named.gpkg")
    assert read_graph(named, crs="28992") == graph
    with pytest.raises(ParameterError, match="says that its coordinates are EPSG:28992"):
        read_graph(named, crs="EPSG:32632")


def test_degrees_of_another_datum(tmp_path):
    places = shapely.points([(11.5, 48.1), (11.6, 48.2), (11.7, 48.0)])
    graph = read_graph(write_layer(tmp_path / "old.gpkg", places, crs="EPSG:4314"))
    assert graph.crs == "EPSG:4326"
    assert 1e-4 < abs(graph.coordinates[0] - (11.5, 48.1)).max() < 1e-2


@pytest.mark.parametrize(
    ("shapes", "said"),
    [
        ([shapely.LineString([(0, 0), (1, 1)])] * 2, "no layer holds points or polygons"),
        ([shapely.MultiPoint([(0, 0), (1, 1)])] * 2, "is a MultiPoint; sites are points"),
        ([shapely.Point(), shapely.Point(1, 1)], "feature 1: has no place"),
    ],
)
def test_what_is_no_site_is_refused(tmp_path, shapes, said):
    path = write_layer(tmp_path / "odd.gpkg", shapes, crs=None)
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)


def test_a_shapefile_comes_with_its_siblings(tmp_path):
    path = soil(tmp_path / "soil.shp")
    with zipfile.ZipFile(tmp_path / "soil.zip", "w") as archive:
        for file in sorted(tmp_path.glob("soil.*")):
            if file.suffix != ".zip":
                archive.write(file, f"survey/{file.name}")
        archive.writestr("readme.txt", "sites of 1990")
        archive.writestr("__MACOSX/survey/._soil.shp", "x")
    assert read_graph(tmp_path / "soil.zip") == read_graph(path)
    graph = read_graph(path)
    assert read_values(tmp_path / "soil.zip", graph, "zinc").size == 40
    (tmp_path / "soil.dbf").unlink()
    with pytest.raises(GraphFileError, match=r"needs the file \*\.dbf beside it"):
        read_graph(path)


def test_values_of_geojson(tmp_path):
    features = [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [5.1 + k / 100, 52.1]},
            "properties": {"name": f"P{k}", "zinc": value},
        }
        for k, value in enumerate([3, 4.5, None, 7])
    ]
    path = tmp_path / "soil.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    graph = read_graph(path)
    rows = read_import(path, graph, None, "zinc").rows
    assert [(row.nodes, row.reading) for row in rows] == [((0,), 3.0), ((1,), 4.5), ((3,), 7.0)]
    with pytest.raises(ParameterError, match="feature 2: no value in 'zinc'"):
        read_values(path, graph, "zinc")
    grid = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::28992"}}
    for k, feature in enumerate(features):
        feature["geometry"]["coordinates"] = [155_000 + 100 * k, 463_000]
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features, "crs": grid}))
    assert read_graph(path).crs == "EPSG:28992"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    assert read_graph(path).crs is None
    assert read_graph(path, crs="EPSG:28992").crs == "EPSG:28992"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features, "crs": 5}))
    with pytest.raises(GraphFileError, match='"crs" does not name a system'):
        read_graph(path)


def test_a_compressed_map(tmp_path):
    import gzip

    path = soil(tmp_path / "soil.gpkg")
    (tmp_path / "soil.gpkg.gz").write_bytes(gzip.compress(path.read_bytes()))
    assert read_graph(tmp_path / "soil.gpkg.gz") == read_graph(path)


def test_a_map_is_only_what_its_name_says(tmp_path):
    list_of_files = '<OGRVRTDataSource><OGRVRTLayer name="x"/></OGRVRTDataSource>'
    for name in ("a.gpkg", "a.shp", "a.kml", "a.gpx"):
        (tmp_path / name).write_text(list_of_files)
        with pytest.raises(GraphFileError, match=r"this is no|the root element is <OGRVRT"):
            read_graph(tmp_path / name)


def test_entities_in_a_map_are_refused(tmp_path):
    text = '<!DOCTYPE kml [<!ENTITY a "b">]><kml><Document><name>&a;</name></Document></kml>'
    (tmp_path / "a.kml").write_text(text)
    with pytest.raises(GraphFileError, match="refused as unsafe"):
        read_graph(tmp_path / "a.kml")
    deep = "<Folder>" * 200 + "</Folder>" * 200
    (tmp_path / "b.kml").write_text(f"<kml>{deep}</kml>")
    with pytest.raises(GraphFileError, match="nested more than 64"):
        read_graph(tmp_path / "b.kml")


@pytest.mark.parametrize(
    "statement",
    [
        "CREATE TABLE endless (fid INTEGER, more TEXT AS (printf('%.*c', 1000000000, 'x')))",
        "CREATE VIEW endless AS WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x FROM c) "
        "SELECT x AS fid FROM c",
    ],
)
def test_computed_layers_are_refused(tmp_path, statement):
    path = soil(tmp_path / "soil.gpkg")
    with sqlite3.connect(path) as database:
        database.execute(statement)
        database.execute(
            "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) "
            "VALUES ('endless', 'features', 'endless', 28992)"
        )
    database.close()
    with pytest.raises(GraphFileError, match="'endless' is computed"):
        read_graph(path)


def test_a_map_that_was_left_open(tmp_path):
    path = soil(tmp_path / "soil.gpkg")
    expected = read_graph(path)
    database = sqlite3.connect(path)
    database.execute("PRAGMA journal_mode=WAL")
    database.execute("CREATE TABLE unsaved (x)")
    database.commit()
    shutil.copy(path, tmp_path / "open.gpkg")
    shutil.copy(f"{path}-wal", tmp_path / "open.gpkg-wal")
    database.close()
    with pytest.raises(GraphFileError, match="close it there first"):
        read_graph(tmp_path / "open.gpkg")
    assert read_graph(path) == expected


def test_shapes_that_cannot_be_are_refused(tmp_path):
    path = write_layer(tmp_path / "fields.gpkg", squares(1) + squares(1, x0=179_000.0))
    data = path.read_bytes()
    corner = np.array([178_100.0, 330_000.0]).tobytes()
    before, _, after = data.rpartition(corner)  # a ring ends where it began
    path.write_bytes(before + np.array([178_100.0, 330_001.0]).tobytes() + after)
    with pytest.raises(GraphFileError, match="a shape that cannot be"):
        read_graph(path)
    path.write_bytes(data.replace(corner, np.array([1e300, 330_000.0]).tobytes()))
    with pytest.raises(GraphFileError, match="no number within"):
        read_graph(path)


def test_cut_short_maps_are_refused(tmp_path):
    places = shapely.points([(5.1 + k / 100, 52.1) for k in range(40)])
    for suffix in (".gpkg", ".shp", ".kml"):
        columns = {"name": [f"P{k}" for k in range(40)]}
        path = write_layer(tmp_path / f"soil{suffix}", places, columns, crs="EPSG:4326")
        data = path.read_bytes()
        for size in (150, len(data) // 2):
            path.write_bytes(data[:size])
            with pytest.raises(GraphFileError, match="soil"):
                read_graph(path)


_KML = '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>{}</Document></kml>'
_PLACE = "<Placemark><name>{}</name>{}</Placemark>"
_GPX = '<gpx version="1.1" creator="x" xmlns="http://www.topografix.com/GPX/1/1">{}</gpx>'


def _placemarks(path, *shapes):
    path.write_text(_KML.format("".join(_PLACE.format(f"P{k}", s) for k, s in enumerate(shapes))))
    return path


def _at(text):
    return f"<Point><coordinates>{text}</coordinates></Point>"


@pytest.mark.parametrize(
    "text",
    [
        "1;2",
        "2kg,3",
        "1e0,0x10",
        "1,x",
        "zz",
        "",
        "1, 2",
        "1,2,",
        "1",
        "1,2 3,4",
        "nan,1",
        "1e999,2",
        "1,2<b/>",
        "1,2</coordinates><coordinates>3,4",
        "1\u00a0,2",
    ],
)
def test_coordinates_of_placemarks_are_plain_numbers(tmp_path, text):
    path = _placemarks(tmp_path / "a.kml", _at("5.1,52.1"), _at(text), _at("5.3,52.3"))
    with pytest.raises(
        GraphFileError, match=r"a\.kml: placemark 2: .*(like 5\.1,52\.2|correct it)"
    ):
        read_graph(path)


def test_placemarks_that_lie_in_another_file_are_not_left_out_in_silence(tmp_path):
    path = _placemarks(tmp_path / "a.kml", _at("5.1,52.1"), _at("5.2,52.2"))
    link = "<NetworkLink><Link><href>more.kml</href></Link></NetworkLink>"
    path.write_text(path.read_text().replace("<Placemark>", f"{link}<Placemark>", 1))
    with pytest.raises(GraphFileError, match=r"<NetworkLink> .*'more.kml'.*delete"):
        read_graph(path)


def test_placemarks_with_height_and_blanks_around(tmp_path):
    path = _placemarks(tmp_path / "a.kml", _at("\n 5.1,52.1,0\n"), _at("5.2,52.2"), _at("5,+52.3"))
    graph = read_graph(path, n_neighbors=1)
    assert graph.coordinates.tolist() == [[5.1, 52.1], [5.2, 52.2], [5.0, 52.3]]


@pytest.mark.parametrize(
    ("shape", "said"),
    [
        (_at("1,2") + _at("3,4"), "placemark 2: has several shapes"),
        ("<Point/>", "placemark 2: a <Point> has 0 <coordinates>"),
        ("<Camera><longitude>2kg</longitude></Camera>", "placemark 2: <longitude> is '2kg'"),
        ("", "feature 2: has no place"),
        (_at("3,4") + "<Placemark>" + _at("5,6") + "</Placemark>", "can be read"),
    ],
)
def test_placemarks_have_one_place(tmp_path, shape, said):
    path = _placemarks(tmp_path / "a.kml", _at("5.1,52.1"), shape)
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)


@pytest.mark.parametrize(
    ("point", "said"),
    [
        ('lat="51,5" lon="2"', "waypoint 2: lat='51,5' is no number from -90 to 90"),
        ('lat="2kg" lon="2"', "lat='2kg'"),
        ('lat="" lon="2"', "lat=''"),
        ('lat="1" lon="0x10"', "waypoint 2: lon='0x10'"),
        ('lat="1" lon="180.5"', "lon='180.5' is no number from -180 to 180"),
        ('lat="nan" lon="2"', "lat='nan'"),
        ('lat="3"', "waypoint 2: has no 'lon'"),
    ],
)
def test_waypoints_are_plain_degrees(tmp_path, point, said):
    path = tmp_path / "a.gpx"
    path.write_text(_GPX.format(f'<wpt lat="52" lon="5"/><wpt {point}/><wpt lat="53" lon="5"/>'))
    with pytest.raises(GraphFileError, match=rf"a\.gpx: .*{said}"):
        read_graph(path)


_WRONG = ["2kg", "51,5", "zz", "", "0x10"]


@pytest.mark.parametrize("text", _WRONG)
def test_heights_of_waypoints_are_plain_numbers(tmp_path, text):
    path = tmp_path / "a.gpx"
    points = '<wpt lat="52" lon="5"><ele>7.5</ele></wpt><wpt lat="53" lon="5"><ele>{}</ele></wpt>'
    path.write_text(_GPX.format(points.format(" 8 ")))
    assert read_values(path, read_graph(path, n_neighbors=1), "ele").tolist() == [7.5, 8.0]
    path.write_text(_GPX.format(points.format(text)))
    with pytest.raises(GraphFileError, match=rf"a\.gpx: waypoint 2: 'ele' is '{text}'"):
        read_graph(path)


@pytest.mark.parametrize(("kind", "text"), [*(("float", text) for text in _WRONG), ("int", "1.5")])
def test_columns_of_placemarks_are_plain_numbers(tmp_path, kind, text):
    path = tmp_path / "a.kml"
    schema = f'<Schema name="s" id="s"><SimpleField type="{kind}" name="z"/></Schema>'
    value = '<ExtendedData><SchemaData schemaUrl="#s"><SimpleData name="z">{}</SimpleData>'
    value += "</SchemaData></ExtendedData>"
    places = [_PLACE.format("a", value.format(4) + _at("5,52")), _PLACE.format("b", "{}")]
    whole = _KML.format(schema + "".join(places))
    path.write_text(whole.format(value.format(5) + _at("5,53")))
    assert read_values(path, read_graph(path, n_neighbors=1), "z").tolist() == [4.0, 5.0]
    path.write_text(whole.format(value.format(text) + _at("5,53")))
    with pytest.raises(GraphFileError, match=rf"a\.kml: placemark 2: 'z' is '{text}'"):
        read_graph(path)


@pytest.mark.parametrize("time", ["01.05.2024", "2024-13-01T00:00:00Z", "2024-05-01 10:00", "May"])
def test_times_of_waypoints_that_are_none_are_refused(tmp_path, time):
    """Seen: left out, so that readings of two days were one."""
    path = tmp_path / "a.gpx"
    points = '<wpt lat="52" lon="5"/><wpt lat="53" lon="5"><time>{}</time></wpt>'
    for fine in ("2024-05-01T10:00:00Z", "2024-05-01", " 2024-05-01T10:00:00.5+02:00 ", ""):
        path.write_text(_GPX.format(points.format(fine)))
        assert read_graph(path).n_nodes == 2
    path.write_text(_GPX.format(points.format(time)))
    with pytest.raises(GraphFileError, match=rf"waypoint 2: its time '{time}' is none; write it"):
        read_graph(path)


def test_waypoints_that_would_be_dropped_are_refused(tmp_path):
    path = tmp_path / "a.gpx"
    nested = '<wpt lat="52" lon="5"/><wpt lat="53" lon="5"><wpt lat="54" lon="5"/></wpt>'
    path.write_text(_GPX.format(nested))
    with pytest.raises(GraphFileError, match="has 3 features, of which 2 can be read"):
        read_graph(path)


def _run(path, statement):
    database = sqlite3.connect(path)
    with database:
        database.execute(statement)
    database.close()


@pytest.mark.parametrize("noted", [0, 2])
def test_rows_are_counted_whatever_the_file_notes(tmp_path, noted):
    places = shapely.points([(0, 0), (100, 0), (0, 100)])
    path = write_layer(tmp_path / "three.gpkg", places, layer="sites")
    _run(path, f"UPDATE gpkg_ogr_contents SET feature_count={noted}")
    with pytest.raises(GraphFileError, match=rf"three\.gpkg: has 3 .* {noted} can .*save"):
        read_graph(path)
    _run(path, "UPDATE gpkg_ogr_contents SET feature_count=5")  # harmless: all three are read
    assert read_graph(path).n_nodes == 3


def test_a_layer_noted_as_empty_is_not_passed_over(tmp_path):
    path = write_layer(tmp_path / "two.gpkg", shapely.points([(0, 0), (100, 0)]), layer="sites")
    write_layer(path, squares(), layer="fields", append=True)
    _run(path, "UPDATE gpkg_ogr_contents SET feature_count=0 WHERE table_name='sites'")
    with pytest.raises(GraphFileError, match="has the layers 'sites', 'fields'"):
        read_graph(path)


def test_computed_layers_are_refused_in_any_case(tmp_path):
    path = soil(tmp_path / "soil.gpkg")
    _run(path, "CREATE VIEW Computed AS SELECT * FROM soil")
    _run(
        path,
        "INSERT INTO gpkg_contents (table_name, data_type, identifier, srs_id) "
        "VALUES ('COMPUTED', 'features', 'computed', 28992)",
    )
    with pytest.raises(GraphFileError, match="'Computed' is computed"):
        read_graph(path)


def _shapes(path, n):
    return write_layer(path, shapely.points([(k * 100.0, k) for k in range(n)]), {"k": range(n)})


@pytest.mark.parametrize("n", [2, 4])
@pytest.mark.parametrize(
    ("suffix", "said"),
    [(".shp", "shapes after|not where"), (".shx", "lists"), (".dbf", "lists 3 shapes.* rows")],
)
def test_files_of_two_shapefiles_are_refused(tmp_path, suffix, said, n):
    path = _shapes(tmp_path / "three.shp", 3)
    other = _shapes(tmp_path / "other.shp", n)
    shutil.copy(other.with_suffix(suffix), path.with_suffix(suffix))
    with pytest.raises(GraphFileError, match=rf"three\.shp: .*({said}).*copy all its files anew"):
        read_graph(path)


def _swap(data):
    return data[:100] + data[108:116] + data[100:108] + data[116:]


def _repeat(data):
    return data[:108] + data[100:108] + data[116:]


@pytest.mark.parametrize(
    ("suffix", "change", "said"),
    [
        (".shx", _swap, "shape 1 is not where|shape 2 is not where"),
        (".shx", _repeat, "shape 2 is not where"),
        (".shx", lambda data: data[:-8], "says that it has"),
        (".shx", lambda data: data[:100] + b"\xff" * 8 + data[108:], "shape 1 is not where"),
        (".shx", lambda data: data[:100] + b"\x7f" * 8 + data[108:], "shape 1 is not where"),
        (".shx", lambda _: b"x", "is no file of a Shapefile"),
        (".shp", lambda data: data[:103] + b"\2" + data[104:], "shape 1 is not where"),
        (".shp", lambda data: data + b"\0" * 28, "says that it has"),
        (".dbf", lambda data: data[:4] + b"\2" + data[5:], "lists 3 shapes.*has 2 rows"),
        (".dbf", lambda data: data[:-10], "too few for the 3 rows"),
        (".dbf", lambda _: b"x", "too few"),
    ],
)
def test_a_shapefile_whose_files_disagree_is_refused(tmp_path, suffix, change, said):
    path = _shapes(tmp_path / "three.shp", 3)
    part = path.with_suffix(suffix)
    part.write_bytes(change(part.read_bytes()))
    with pytest.raises(GraphFileError, match=rf"three\.shp: .*({said})"):
        read_graph(path)


def test_rows_marked_as_deleted_are_no_sites(tmp_path):
    path = _shapes(tmp_path / "three.shp", 3)
    rows = bytearray(path.with_suffix(".dbf").read_bytes())
    rows[int.from_bytes(rows[8:10], "little")] = ord("*")
    path.with_suffix(".dbf").write_bytes(rows)
    assert read_graph(path, n_neighbors=1).coordinates.tolist() == [[100.0, 1.0], [200.0, 2.0]]


def test_without_the_extra(tmp_path, monkeypatch):
    path = soil(tmp_path / "soil.gpkg")
    monkeypatch.setitem(sys.modules, "pyogrio.raw", None)
    with pytest.raises(MissingExtraError, match=r"\.gpkg files needs pyogrio.*cheapbandits\[gis\]"):
        read_graph(path)


def rewritten(path, statement):
    """Change a GeoPackage by hand, as any program that opens databases can."""
    with closing(sqlite3.connect(path)) as database:
        for (name,) in database.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'"):
            database.execute(f'DROP TRIGGER "{name}"')
        database.execute(statement)
        database.commit()
    return path


@pytest.mark.parametrize("value", ["'high'", "'12,5'", "'1_0'", "'nan'", "x'41'"])
def test_columns_of_a_geopackage_are_plain_numbers(tmp_path, value):
    path = rewritten(soil(tmp_path / "a.gpkg"), f"UPDATE a SET zinc = {value} WHERE fid = 2")
    with pytest.raises(
        GraphFileError, match=r"feature 2 of 'a' holds '.*' in the column of numbers"
    ):
        read_graph(path)


@pytest.mark.parametrize(
    ("kind", "value"),
    [("MEDIUMINT", 4294967299), ("MEDIUMINT", -(2**31) - 1), ("SMALLINT", 40000)],
)
def test_whole_numbers_beyond_the_type_of_their_column_are_refused(tmp_path, kind, value):
    path = rewritten(soil(tmp_path / "a.gpkg"), f"ALTER TABLE a ADD COLUMN n {kind}")
    rewritten(path, f"UPDATE a SET n = {value} WHERE fid = 2")
    said = rf"feature 2 of 'a' holds '{value}' .*numbers from -.* to .* 'n' \({kind}\); correct"
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)
    rewritten(path, "ALTER TABLE a DROP COLUMN n")
    rewritten(path, "ALTER TABLE a ADD COLUMN n INTEGER")
    rewritten(path, f"UPDATE a SET n = {value}")
    assert set(read_values(path, read_graph(path), "n", nodata=False)) == {value}


@pytest.mark.parametrize("kind", ["INT8", "INT64", "INTEGER UNSIGNED", "INTERVAL"])
def test_whatever_begins_as_whole_numbers_do_is_one_of_them(tmp_path, kind):
    """Seen: 12,5 was 12, and high was 0."""
    path = rewritten(soil(tmp_path / "a.gpkg"), f'ALTER TABLE a ADD COLUMN n "{kind}"')
    rewritten(path, "UPDATE a SET n = 7")
    assert set(read_values(path, read_graph(path), "n", nodata=False)) == {7}
    for value in ("'high'", "'12,5'", "4.5"):
        rewritten(path, f"UPDATE a SET n = {value} WHERE fid = 2")
        with pytest.raises(GraphFileError, match=r"feature 2 of 'a' holds .* of whole numbers"):
            read_graph(path)


FOR_EVER = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT"


@pytest.mark.parametrize(
    ("table", "view"),
    [
        ("gpkg_extensions", f"CREATE VIEW gpkg_extensions AS {FOR_EVER} 'a' table_name FROM c"),
        (None, f"CREATE VIEW mine AS {FOR_EVER} x FROM c WHERE x < 0"),
        (None, f"CREATE VIEW st_geometry_columns AS {FOR_EVER} x FROM c WHERE x < 0"),
    ],
)
def test_views_are_not_opened(tmp_path, table, view):
    """Seen: GDAL asked one of them for its rows, and neither it nor Ctrl-C came to an end."""
    path = soil(tmp_path / "a.gpkg")
    if table is not None:
        rewritten(path, f"ALTER TABLE {table} RENAME TO zz")
    rewritten(path, view)
    with pytest.raises(GraphFileError, match=r"is computed as it is read \(it is a view\)"):
        read_graph(path)
    fine = soil(tmp_path / "b.gpkg")
    rewritten(fine, "CREATE VIEW st_spatial_ref_sys AS SELECT srs_id FROM gpkg_spatial_ref_sys")
    assert read_graph(fine).n_nodes == 40


@pytest.mark.parametrize("how", ["AS (zinc || ' high')", "AS/**/(zinc || ' high') VIRTUAL"])
def test_computed_columns_are_not_read(tmp_path, how):
    """Seen: a remark hid it, and 1.5 high was read as 1.5."""
    path = rewritten(soil(tmp_path / "a.gpkg"), f"ALTER TABLE a ADD COLUMN v REAL {how}")
    with pytest.raises(GraphFileError, match=r"'a' is computed as it is read \(a column of it\)"):
        read_graph(path)


def test_nor_are_those_of_a_table_of_the_format(tmp_path):
    path = soil(tmp_path / "a.gpkg")
    rewritten(path, "ALTER TABLE gpkg_contents ADD COLUMN v AS (hex(zeroblob(450000000)))")
    with pytest.raises(GraphFileError, match="'gpkg_contents' is computed as it is read"):
        read_graph(path)


def test_a_text_is_read_to_its_end_or_not_at_all(tmp_path):
    """Seen: P1, a null character and X2 were read as P1, as was P1 itself."""
    path = rewritten(soil(tmp_path / "a.gpkg"), "ALTER TABLE a ADD COLUMN n TEXT")
    rewritten(path, "UPDATE a SET n = 'P' || fid")
    assert read_graph(path, names="n").names[1] == "P2"
    rewritten(path, "UPDATE a SET n = 'P1' || char(0) || 'X2' WHERE fid = 2")
    with pytest.raises(GraphFileError, match=r"feature 2 of 'a' .* 'n'; it has a null character"):
        read_graph(path)


def test_numbers_of_four_bytes_keep_their_digits(tmp_path):
    """Seen: a site 123456781 was called 123456784."""
    path = rewritten(soil(tmp_path / "a.gpkg"), "ALTER TABLE a ADD COLUMN n FLOAT")
    rewritten(path, "UPDATE a SET n = 16777216")
    assert set(read_values(path, read_graph(path), "n", nodata=False)) == {2.0**24}
    for value in (123456781, -16777217.0):
        rewritten(path, f"UPDATE a SET n = {value} WHERE fid = 2")
        with pytest.raises(GraphFileError, match=r"numbers from -16777216 to 16777216 'n'"):
            read_graph(path)


def test_dates_that_are_none_are_refused(tmp_path):
    """Seen: GDAL left them out, and readings of two days were one."""
    path = rewritten(soil(tmp_path / "a.gpkg"), "ALTER TABLE a ADD COLUMN day DATE")
    rewritten(path, "UPDATE a SET day = '2024-05-31'")
    rewritten(path, "UPDATE a SET day = NULL WHERE fid = 3")
    read_graph(path)
    for value in ("'01/05/2024'", "20240531", "'May'"):
        rewritten(path, f"UPDATE a SET day = {value} WHERE fid = 2")
        with pytest.raises(GraphFileError, match=r"feature 2 of 'a' .* dates 'day'; write it as"):
            read_graph(path)


def test_what_was_not_completed_is_not_read(tmp_path):
    """Seen: half a transaction, of a program that was killed or is still writing."""
    path = soil(tmp_path / "a.gpkg")
    rewritten(path, "CREATE TABLE filler (x)")
    before = read_values(path, read_graph(path), "zinc")
    with closing(sqlite3.connect(path, isolation_level=None)) as writer:
        writer.execute("PRAGMA cache_size = 1")
        writer.execute("BEGIN")
        writer.execute("UPDATE a SET zinc = zinc * 10")
        for _ in range(300):
            writer.execute("INSERT INTO filler VALUES (randomblob(3000))")
        assert path.with_name("a.gpkg-journal").stat().st_size
        with pytest.raises(GraphFileError, match="another program has it open and unsaved"):
            read_graph(path)
        writer.execute("ROLLBACK")
    path.with_name("a.gpkg-journal").write_bytes(bytes(512))  # as some leave it, when all is done
    assert (read_values(path, read_graph(path), "zinc") == before).all()


def test_a_map_without_columns(tmp_path):
    """Seen: a traceback for a column that was asked for."""
    places = shapely.points([(178_000, 330_000), (178_100, 330_000), (178_000, 330_100)])
    path = write_layer(tmp_path / "a.gpkg", places)
    with pytest.raises(ParameterError, match="'q'"):
        read_values(path, read_graph(path), "q")


@pytest.mark.parametrize("kind", "IOBY@")
def test_kinds_of_columns_that_nobody_reads_are_refused(tmp_path, kind):
    """Seen: of the bytes of a number the text was taken, 0 for 48."""
    path = soil(tmp_path / "a.shp")
    data = bytearray(path.with_suffix(".dbf").read_bytes())
    data[32 + 32 + 11] = ord(kind)
    path.with_suffix(".dbf").write_bytes(data)
    with pytest.raises(GraphFileError, match=rf"of the kind '{kind}', which is not read"):
        read_graph(path)


def test_whole_numbers_of_a_shapefile_keep_their_digits(tmp_path):
    """Seen: the site 1234567890123000012 was called 1.234567890123e+18."""
    path = tmp_path / "a.shp"
    shapes = shapely.points([(178_000, 330_000), (178_100, 330_000), (178_000, 330_100)])
    write_layer(path, shapes, {"site": np.array([1, 2, 3], dtype=np.int64)})
    assert path.with_suffix(".dbf").read_bytes()[32 + 16] == 18
    assert read_graph(path).names == ("1", "2", "3")
    data = bytearray(path.with_suffix(".dbf").read_bytes())
    data[32 + 16] = 19
    data[10] += 1
    head, row = int.from_bytes(data[8:10], "little"), 20
    rows = [f" {number:>19}" for number in (1234567890123000012, 2, 3)]
    assert len(rows[0]) == row
    path.with_suffix(".dbf").write_bytes(data[:head] + "".join(rows).encode() + b"\x1a")
    with pytest.raises(GraphFileError, match=r"row 1 .*'1234567890123000012'.* would be lost"):
        read_graph(path)


def test_columns_that_nothing_in_the_rows_stands_for_are_refused(tmp_path):
    """A column that was added to a table with rows takes no bytes in them."""
    n = 4000
    shapes = shapely.points(np.column_stack([np.arange(n), np.arange(n) % 7]))
    path = write_layer(tmp_path / "a.gpkg", shapes)
    with closing(sqlite3.connect(path)) as database:
        for k in range(300):
            database.execute(f"ALTER TABLE a ADD COLUMN c{k} TEXT")
    assert path.stat().st_size < 300 * n
    with pytest.raises(GraphFileError, match="too many different properties"):
        read_graph(path)


@pytest.mark.parametrize("suffix", [".gpkg", ".shp"])
def test_truth_values_are_no_numbers(tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    shapes = shapely.points([(178_000, 330_000), (178_100, 330_000), (178_000, 330_100)])
    write_layer(path, shapes, {"plot": ["a", "b", "c"], "wet": np.array([True, False, True])})
    graph = read_graph(path)
    with pytest.raises(ParameterError, match="'True'"):
        read_values(path, graph, "wet")
    if suffix == ".gpkg":
        rewritten(path, "UPDATE a SET wet = NULL WHERE fid = 2")
    else:
        in_dbf(path, 1, "?")
    with pytest.raises(ParameterError, match=r"'(True|False)'"):
        read_values(path, graph, "wet")


def in_dbf(path, column, text):
    """Write another text into the first row of a Shapefile's column."""
    data = bytearray(path.with_suffix(".dbf").read_bytes())
    start, place = int.from_bytes(data[8:10], "little"), 1
    for k in range(column):
        place += data[32 + 32 * k + 16]
    size = data[32 + 32 * column + 16]
    data[start + place : start + place + size] = text.encode().rjust(size)
    path.with_suffix(".dbf").write_bytes(data)
    return path


@pytest.mark.parametrize(
    ("text", "fits"),
    [("12.5", True), ("1e3", True), ("", True), ("12,5", False), ("1_0", False),
     ("high", False), ("0x10", False), ("--5", False)],
)  # fmt: skip
def test_columns_of_a_shapefile_are_plain_numbers(tmp_path, text, fits):
    path = in_dbf(soil(tmp_path / "a.shp"), 1, text)
    if fits:
        assert read_graph(path).n_nodes == 40
    else:
        with pytest.raises(GraphFileError, match=f"row 1 of its .* holds '{text}' in .* 'zinc'"):
            read_graph(path)


def test_stars_that_may_be_a_number_that_did_not_fit_are_refused(tmp_path):
    path = tmp_path / "a.shp"
    shapes = shapely.points([(178_000, 330_000), (178_100, 330_000), (178_000, 330_100)])
    write_layer(path, shapes, {"n": np.array([1, 2, 3])})
    width = path.with_suffix(".dbf").read_bytes()[48]
    graph = read_graph(in_dbf(path, 0, "*" * width))  # as GDAL writes that there is none
    assert len(read_import(path, graph, None, "n").rows) == 2
    said = "row 1 of its .* stars in .* 'n': a number that did not fit in its width, or none"
    for text in ("***", "*" * (width - 1)):
        with pytest.raises(GraphFileError, match=said):
            read_graph(in_dbf(path, 0, text))
    in_dbf(path, 0, "*" * width)
    data = path.with_suffix(".dbf").read_bytes()
    full = data.replace(b"3".rjust(width), b"3" * width)
    path.with_suffix(".dbf").write_bytes(full)
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)


def test_whole_numbers_of_a_shapefile_have_no_decimals(tmp_path):
    places = shapely.points([(178_001, 330_001), (178_002, 330_002), (178_003, 330_001)])
    path = write_layer(tmp_path / "a.shp", places, {"n": np.array([1, 2, 3], dtype=np.int32)})
    assert read_values(path, read_graph(path, crs="EPSG:28992"), "n").tolist() == [1, 2, 3]
    with pytest.raises(GraphFileError, match=r"holds '1\.7' in the column of whole numbers 'n'"):
        read_graph(in_dbf(path, 0, "1.7"))


def test_what_a_map_says_of_its_system_is_not_passed_over(tmp_path):
    path = soil(tmp_path / "a.shp")
    wrong = soil(tmp_path / "wrong.shp")
    datum = 'GEOGCS["W",DATUM["D",SPHEROID["W",6378137,298.25]],PRIMEM["G",0],UNIT["Degree",0.017]]'
    wrong.with_suffix(".prj").write_text(f'PROJCS["x",{datum},UNIT["Meter",1]]')
    path.with_suffix(".prj").write_text("/etc/passwd")
    statement = "UPDATE gpkg_geometry_columns SET srs_id = 4242"
    for said in (path, wrong, rewritten(soil(tmp_path / "a.gpkg"), statement)):
        with pytest.raises(GraphFileError, match=r"cannot be understood; say .* --crs CODE"):
            read_graph(said)
        assert read_graph(said, crs="EPSG:28992").crs == "EPSG:28992"
    unknown = "UPDATE gpkg_geometry_columns SET srs_id = -1"
    assert read_graph(rewritten(soil(tmp_path / "b.gpkg"), unknown)).crs is None


def test_a_map_of_very_many_folders_is_refused_at_once(tmp_path):
    place = "<Placemark><Point><coordinates>1,2</coordinates></Point></Placemark>"
    folders = "".join(f"<Folder><name>f{k}</name>{place}</Folder>" for k in range(99))
    path = tmp_path / "a.kml"
    head = '<kml xmlns="http://www.opengis.net/kml/2.2"><Document>'
    path.write_text(f"{head}{folders}</Document></kml>")
    with pytest.raises(GraphFileError, match=r"99 layers .*more than 64; save the one"):
        read_graph(path)


def test_a_kmz_is_read_as_the_kml_in_it(tmp_path):
    text = _placemarks(tmp_path / "a.kml", _at("5.1,52.1"), _at("5.2,52.2")).read_text()
    with zipfile.ZipFile(tmp_path / "a.KMZ", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("images/pin.png", b"no picture")
        archive.writestr("doc.kml", text)
    assert read_graph(tmp_path / "a.KMZ") == read_graph(tmp_path / "a.kml")
    with zipfile.ZipFile(tmp_path / "a.KMZ", "a") as archive:
        archive.writestr("more.kml", text)
    with pytest.raises(GraphFileError, match=r"several files .*'doc\.kml', 'more\.kml'\); keep"):
        read_graph(tmp_path / "a.KMZ")


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("name", ["soil.dbf", "SOIL.DBF"])
def test_a_part_of_a_shapefile_is_in_an_archive_once(tmp_path, name):
    soil(tmp_path / "soil.shp")
    with zipfile.ZipFile(tmp_path / "soil.zip", "w") as archive:
        for suffix in (".shp", ".shx", ".dbf", ".prj"):
            archive.write(tmp_path / f"soil{suffix}", f"soil{suffix}")
        archive.write(tmp_path / "soil.dbf", name)
    with pytest.raises(GraphFileError, match=rf"several files .*'soil\.dbf', '{name}'\); keep"):
        read_graph(tmp_path / "soil.zip")


def test_degrees_in_a_map_that_says_metres(tmp_path):
    places = [[5.1, 52.1], [5.2, 52.2], [5.3, 52.1]]
    path = write_layer(tmp_path / "a.gpkg", shapely.points(places), crs="EPSG:3857")
    with pytest.raises(GraphFileError, match=r"look like degrees.*names the .*save it again with"):
        read_graph(path)
    with pytest.raises(ParameterError, match="if the file is wrong, save it again"):
        read_graph(path, crs="EPSG:4326")


@pytest.mark.parametrize(
    ("members", "message"),
    [
        ({"doc.txt": "no"}, r"a\.kmz: holds no \.kml file"),
        ({"doc.kml": _KML.format("")}, r"a\.kmz: "),
        ({"doc.kml": "<!DOCTYPE kml []><kml/>"}, r"a\.kmz: .*(DOCTYPE|unsafe)"),
        ({"doc.kml": " " * 90_000}, "more than the limit of 50,000"),
    ],
)
def test_a_kmz_is_looked_at_as_any_other_archive(tmp_path, members, message):
    with zipfile.ZipFile(tmp_path / "a.kmz", "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in members.items():
            archive.writestr(name, text)
    with pytest.raises(cb.CheapBanditsError, match=message):
        read_graph(tmp_path / "a.kmz", max_bytes=50_000)
    (tmp_path / "b.kmz").write_text("no archive")
    with pytest.raises(GraphFileError, match="no zip file"):
        read_graph(tmp_path / "b.kmz")


@pytest.mark.parametrize(
    ("written", "names"),
    [
        ([b"K\xc3\xa4se", b"S\xc3\xbcd ", b"Zo\xc3\xab "], ("Käse", "Süd", "Zoë")),
        ([b"K\xe4se ", b"S\xfcd  ", b"Zo\xeb  "], ("Käse", "Süd", "Zoë")),  # Latin-1
        ([b"K\xc3\xa4se", b"S\xfcd  ", b"plain"], ("KÃ¤se", "Süd", "plain")),  # both is none
        ([b"abcde", b"bcdef", b"cafe\xe9"], ("abcde", "bcdef", "cafeé")),
    ],
)
def test_text_of_a_shapefile_without_a_cpg(tmp_path, written, names):
    shapes = shapely.points([[178_000.0, 330_000], [178_100, 330_000], [178_000, 330_100]])
    path = write_layer(tmp_path / "a.shp", shapes, {"name": ["name1", "name2", "name3"]})
    (tmp_path / "a.cpg").unlink()
    data = path.with_suffix(".dbf").read_bytes()
    for k, text in enumerate(written):
        data = data.replace(f"name{k + 1}".encode(), text)
    path.with_suffix(".dbf").write_bytes(data[:29] + b"\0" + data[30:])
    assert read_graph(path).names == names
    (tmp_path / "a.cpg").write_text("ISO-8859-1")
    assert read_graph(path).names == tuple(text.decode("latin-1").strip() for text in written)


def coded(path, names, coding, said, mark=0):
    """Write a Shapefile whose names are of a coding, and what its *.cpg says of it."""
    shapes = shapely.points([[178_000.0 + 100 * k, 330_000 + k * k] for k in range(len(names))])
    write_layer(path, shapes, {"name": [f"name{k:08}" for k in range(len(names))]})
    data = path.with_suffix(".dbf").read_bytes()
    for k, name in enumerate(names):
        raw = name if isinstance(name, bytes) else name.encode(coding)
        data = data.replace(f"name{k:08}".encode(), raw.ljust(12))
    path.with_suffix(".dbf").write_bytes(data[:29] + bytes([mark]) + data[30:])
    path.with_suffix(".cpg").unlink()
    if said is not None:
        path.with_suffix(".cpg").write_bytes(said.encode())
    return path


@pytest.mark.parametrize(
    ("coding", "said", "names"),
    [
        ("gbk", "GB2312", ("北京", "朱镕基", "東京")),
        ("gbk", "EUC-CN", ("北京", "朱镕基", "東京")),
        ("utf-8", "65001", ("Käse", "Süd", "Zoë")),
        ("utf-8", "\ufeffUTF-8\r\n", ("Käse", "Süd", "Zoë")),
        ("utf-7", "UTF-7", ("Käse", "Süd", "Zoë")),
        ("cp1252", "ANSI 1252", ("Käse", "Süd", "5 €")),
        ("iso8859-15", "885915", ("Käse", "Süd", "5 €")),
        ("iso8859-15", "8859-15", ("Käse", "Süd", "5 €")),
        ("cp1251", "1251", ("Юг", "Север", "Запад")),
        ("shift_jis", "Shift_JIS", ("東京", "大阪", "京都")),
    ],
)
def test_text_of_a_shapefile_is_as_its_cpg_says(tmp_path, coding, said, names):
    assert read_graph(coded(tmp_path / "a.shp", names, coding, said)).names == names


def test_text_of_a_shapefile_is_as_its_header_says(tmp_path):
    names = ("Юг", "Север", "Запад")
    assert read_graph(coded(tmp_path / "a.shp", names, "cp866", None, 101)).names == names


@pytest.mark.parametrize(
    ("said", "name"),
    [("UTF-8", b"K\xe4se"), ("UTF-8", b"K\xc3"), ("US-ASCII", b"K\xe4se"), ("1252", b"K\x81se"),
     ("GB2312", b"K\xff\xff")],
)  # fmt: skip
def test_text_of_a_shapefile_that_is_not_as_its_cpg_says_is_refused(tmp_path, said, name):
    path = coded(tmp_path / "a.shp", ["a", name, "c"], "utf-8", said)
    with pytest.raises(GraphFileError, match=r"row 2 of its .* in 'name', 'K.*say how .*\.cpg"):
        read_graph(path)
    path.with_suffix(".cpg").write_text("CP437")
    assert read_graph(path).names == ("a", name.decode("cp437").strip(), "c")


def test_a_cell_may_end_within_a_character(tmp_path):
    path = coded(tmp_path / "a.shp", ["a", "full", "c"], "utf-8", "UTF-8")
    data = path.with_suffix(".dbf").read_bytes()
    whole = b"x" * (data[48] - 1)  # the width of the first column
    data = data.replace(b"full".ljust(data[48]), whole + b"\xc3")
    path.with_suffix(".dbf").write_bytes(data)
    assert read_graph(path).names == ("a", whole.decode(), "c")


@pytest.mark.parametrize("said", ["nonsense", "hex", "idna", "UTF-16", "../../x", "1", "a\0b"])
def test_a_cpg_that_names_no_coding_is_refused(tmp_path, said):
    path = coded(tmp_path / "a.shp", ["a", "b", "c"], "utf-8", said)
    with pytest.raises(GraphFileError, match=r"a\.shp: its .*which is not known here; write"):
        read_graph(path)


def test_sites_in_order_are_of_one_system(tmp_path):
    places = [[178_000.0, 330_000], [178_100, 330_000], [178_000, 330_100]]
    shapes, zinc = shapely.points(places), {"zinc": [1.0, 2.0, 3.0]}
    graph = read_graph(write_layer(tmp_path / "a.gpkg", shapes, zinc))
    assert read_values(tmp_path / "a.gpkg", graph, "zinc").tolist() == [1, 2, 3]
    other = write_layer(tmp_path / "b.gpkg", shapes, zinc, crs="EPSG:32631")
    with pytest.raises(ParameterError, match="EPSG:32631, and the graph's of EPSG:28992"):
        read_values(other, graph, "zinc")
