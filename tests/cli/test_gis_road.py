"""From a map to a place on the map, in the terminal alone."""

import json
import zipfile

import numpy as np
import pyogrio.raw
import pytest
import rasterio
import shapely
from defusedxml.ElementTree import fromstring

import cheapbandits as cb
from tests.graphs.gis_files import soil, squares, write_layer
from tests.graphs.test_sites import lines, survey

GPX = "{http://www.topografix.com/GPX/1/1}"


def points(path, layer):
    about, _, geometry, columns = pyogrio.raw.read(path, layer=layer, return_fids=True)
    shapes = shapely.from_wkb(geometry)
    places = np.column_stack([shapely.get_x(shapes), shapely.get_y(shapes)])
    return about["crs"], places, dict(zip(about["fields"], columns, strict=True))


def where(x, y):
    """Return longitude and latitude by the Dutch land registry's own series, within a metre."""
    p, q = (x - 155_000) * 1e-5, (y - 463_000) * 1e-5
    north = 3235.65389 * q - 32.58297 * p**2 - 0.2475 * q**2 - 0.84978 * p**2 * q
    north += -0.0655 * q**3 - 0.01709 * p**2 * q**2 - 0.00738 * p + 0.0053 * p**4
    north += -0.00039 * p**2 * q**3 + 0.00033 * p**4 * q - 0.00012 * p * q
    east = 5260.52916 * p + 105.94684 * p * q + 2.45656 * p * q**2 - 0.81885 * p**3
    east += 0.05594 * p * q**3 - 0.05607 * p**3 * q + 0.01199 * q - 0.00256 * p**3 * q**2
    east += 0.00128 * p * q**4 + 0.00022 * q**2 - 0.00022 * p**2 + 0.00026 * p**5
    return np.column_stack([5.38720621 + east / 3600, 52.15517440 + north / 3600])


def test_a_table_in_metres_ends_on_the_map(terminal):
    x, y, zinc = survey()
    (terminal.folder / "soil.csv").write_text(lines("x,y,zinc", [x, y, zinc]))
    said = terminal.ok("new", "soil", "soil.csv", "--crs", "EPSG:28992", "--low", 50, "--high", 900)
    assert "EPSG:28992" in said
    truth = where(x, y)
    for suffix in ("geojson", "gpkg", "gpx", "kml", "plan"):
        terminal.ok("ask", "soil", "--out", f"next.{suffix}")
    ask = terminal.json("ask", "soil")["asks"][0]
    expected = truth[ask["nodes"]]
    crs, places, columns = points(terminal.folder / "next.gpkg", "asks")
    assert crs == "EPSG:4326"
    assert places == pytest.approx(expected, abs=2e-5)
    assert columns["node"].tolist() == ask["nodes"]
    assert columns["ask"].tolist() == [ask["ask"]] * len(ask["nodes"])
    gpx = fromstring((terminal.folder / "next.gpx").read_text()).findall(f"{GPX}wpt")
    found = [[float(point.get("lon")), float(point.get("lat"))] for point in gpx]
    assert np.array(found) == pytest.approx(expected, abs=2e-5)
    features = json.loads((terminal.folder / "next.geojson").read_text())["features"]
    found = [feature["geometry"]["coordinates"] for feature in features]
    assert np.array(found) == pytest.approx(expected, abs=2e-5)


def test_the_map_of_a_campaign_opens_in_a_gis_program(terminal):
    x, y, _ = survey()
    soil(terminal.folder / "soil.gpkg")
    terminal.ok(
        "new", "soil", "soil.gpkg", "--readings", "pilot", "--low", 50, "--high", 900, "--noise", 5
    )
    for _ in range(2):  # an older map is replaced
        terminal.ok("map", "soil", "--out", "map.gpkg")
    crs, places, columns = points(terminal.folder / "map.gpkg", "sites")
    assert crs == "EPSG:4326"
    assert places == pytest.approx(where(x, y), abs=2e-5)
    assert columns["name"].tolist() == [f"P{k + 1:02}" for k in range(40)]
    assert columns["readings"].tolist() == [int(k % 4 == 0) for k in range(40)]
    assert (columns["low"] <= columns["estimate"]).all()
    assert (columns["estimate"] <= columns["high"]).all()
    exported = json.loads(_exported(terminal))["features"]
    assert [feature["properties"]["estimate"] for feature in exported] == pytest.approx(
        columns["estimate"].tolist()
    )
    # A map is a graph again, and the campaign's database is no map.
    facts = json.loads(terminal.run("info", "map.gpkg", "--json").stdout)
    assert (facts["nodes"], facts["crs"]) == (40, "EPSG:4326")
    assert "maps are written as" in terminal.refused(2, "map", "soil", "--out", "map.shp")


def _exported(terminal):
    terminal.ok("export", "soil", "--out", "all.geojson")
    return (terminal.folder / "all.geojson").read_text()


def test_a_campaigns_database_is_not_written_over_by_a_map(terminal):
    soil(terminal.folder / "soil.gpkg")
    terminal.ok("new", "soil", "soil.gpkg")
    database = next(terminal.folder.glob("*.db"))
    (terminal.folder / "other.gpkg").write_bytes(database.read_bytes())
    said = terminal.refused(2, "map", "soil", "--out", "other.gpkg")
    assert "is a database and is not written over" in said


def test_the_system_is_stored_and_said(terminal):
    soil(terminal.folder / "soil.gpkg")
    terminal.ok("new", "soil", "soil.gpkg")
    said = terminal.ok(
        "drill", "soil", "--field", "soil.gpkg", "--values", "zinc", "--rounds", 5, "--runs", 2
    )
    assert "Does Finder beat random sampling here?" in said
    write_layer(terminal.folder / "soil.gpkg", squares(), layer="fields", append=True)
    said = terminal.refused(2, "new", "more", "soil.gpkg")
    assert "say which, with --layer NAME" in said
    terminal.ok("new", "more", "soil.gpkg", "--layer", "fields")
    said = terminal.ok("import", "soil", "soil.gpkg", "--values", "zinc", "--layer", "soil")
    assert "40 readings, 40 new" in said


def test_places_of_no_known_system(terminal):
    x, y, zinc = survey()
    (terminal.folder / "soil.csv").write_text(lines("x,y,zinc", [x, y, zinc]))
    terminal.ok("new", "soil", "soil.csv")
    assert "--crs EPSG:CODE" in terminal.refused(2, "ask", "soil", "--out", "a.gpx")
    assert not terminal.json("history", "soil")["rows"]  # nothing was asked for
    (terminal.folder / "local.csv").write_text("x,y\n1,1\n2,2\n3,1\n")
    terminal.ok("new", "local", "local.csv")
    done = terminal.run("campaign", "ask", "local", "--out", "a.kml")
    assert done.returncode == 0, done.stderr
    assert "taken for longitude and latitude" in done.stderr
    assert "no text: give --out" in terminal.refused(2, "ask", "local", "--format", "gpkg")


def test_a_system_can_be_named_when_the_map_is_written(terminal):
    """Whoever forgot --crs at the start need not start over."""
    x, y, zinc = survey()
    (terminal.folder / "soil.csv").write_text(lines("x,y,zinc", [x, y, zinc]))
    terminal.ok("new", "soil", "soil.csv", "--policy", "CheapUCB", "--horizon", 5)
    assert "with --crs EPSG:CODE, here" in terminal.refused(2, "map", "soil", "--out", "m.gpkg")
    named = ["--crs", "EPSG:28992"]
    terminal.ok("map", "soil", "--out", "m.gpkg", *named)
    assert points(terminal.folder / "m.gpkg", "sites")[1] == pytest.approx(where(x, y), abs=2e-5)
    terminal.ok("export", "soil", "--out", "m.geojson", *named)
    features = json.loads((terminal.folder / "m.geojson").read_text())["features"]
    found = [feature["geometry"]["coordinates"] for feature in features]
    assert np.array(found) == pytest.approx(where(x, y), abs=2e-5)
    for suffix in ("kml", "kmz"):
        terminal.ok("ask", "soil", "-n", 2, "--out", f"next.{suffix}", *named)
    kml = (terminal.folder / "next-2.kml").read_bytes()
    with zipfile.ZipFile(terminal.folder / "next-2.kmz") as archive:
        assert archive.read("doc.kml") == kml
    assert cb.read_graph(terminal.folder / "next-2.kmz").names is not None
    assert "give --out FILE.kmz" in terminal.refused(2, "ask", "soil", "--format", "kmz")
    terminal.ok("new", "known", "soil.csv", "--horizon", 5, "--policy", "CheapUCB", *named)
    said = terminal.refused(2, "map", "known", "--out", "m.gpkg", "--crs", "EPSG:31370")
    assert "known to be EPSG:28992" in said
    terminal.ok("map", "known", "--out", "m.gpkg", *named)
    assert "for maps" in terminal.refused(2, "export", "soil", "--out", "m.csv", *named)


def test_a_turned_raster_goes_by_the_places_of_its_cells(terminal):
    """Seen: it was said to be taken in the order of the nodes, and it was not."""
    values = np.arange(12.0).reshape(3, 4)
    north = rasterio.Affine(10, 0, 178_000, 0, -10, 330_040)
    south = rasterio.Affine(10, 0, 178_000, 0, 10, 330_010)
    for name, cells, where in (("n.tif", values, north), ("s.tif", values[::-1], south)):
        with rasterio.open(
            terminal.folder / name,
            "w",
            driver="GTiff",
            width=4,
            height=3,
            count=1,
            dtype="float64",
            crs="EPSG:28992",
            transform=where,
        ) as image:
            image.write(cells, 1)
    terminal.ok("new", "field", "n.tif", "--low", 0, "--high", 12, "--horizon", 20)
    said = terminal.ok("import", "field", "s.tif", "--values", "1")
    assert "has the readings, by where its cells lie" in said
    assert "in the order of the nodes" not in said
    rows = terminal.json("history", "field")["rows"]
    assert [row["reading"] for row in rows] == [float(row["nodes"][0]) for row in rows]
