"""Maps on both sides of longitude 180: neighbours, middles and distances are those on the globe."""

import json

import numpy as np
import pytest
import rasterio
import shapely

import cheapbandits as cb
from cheapbandits.errors import GraphFileError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.globe import in_space
from cheapbandits.graphs.to_wgs84 import in_system
from tests.graphs.gis_files import write_layer


def box(west, east, south=-17.0, north=-16.0):
    return [[[west, south], [east, south], [east, north], [west, north], [west, south]]]


def write(path, bodies):
    """Write polygons, each a list of boxes, as GeoJSON or in a GIS format."""
    if path.suffix == ".geojson":
        features = [
            {
                "type": "Feature",
                "properties": {"name": f"P{k}"},
                "geometry": {"type": "MultiPolygon", "coordinates": body},
            }
            for k, body in enumerate(bodies)
        ]
        path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
        return path
    shapes = [shapely.MultiPolygon([(ring[0], ring[1:]) for ring in body]) for body in bodies]
    return write_layer(path, shapes, {"name": [f"P{k}" for k in range(len(bodies))]}, "EPSG:4326")


FORMATS = pytest.mark.parametrize("suffix", [".geojson", ".gpkg"])


@FORMATS
def test_polygons_that_meet_at_180_are_neighbours(tmp_path, suffix):
    bodies = [[box(178, 180)], [box(-180, -178)], [box(-178, -176)]]
    graph = read_graph(write(tmp_path / f"a{suffix}", bodies))
    assert graph.edges()[0].tolist() == [[0, 1], [1, 2]]
    assert graph.coordinates[:, 0].tolist() == [179, -179, -177]


@FORMATS
def test_a_polygon_cut_at_180_is_one_place(tmp_path, suffix):
    bodies = [[box(179, 180), box(-180, -178)], [box(-178, -177)], [box(178, 179)], [box(0, 1)]]
    graph = read_graph(write(tmp_path / f"a{suffix}", bodies))
    assert graph.edges()[0].tolist() == [[0, 1], [0, 2]]
    np.testing.assert_allclose(graph.coordinates[:, 0], [-179.5, -177.5, 178.5, 0.5])
    places = in_space(graph.coordinates)
    apart = np.linalg.norm(places[0] - places[1:], axis=1)
    assert apart[0] < 230_000  # two degrees of longitude there
    assert apart[1] < 230_000


@FORMATS
def test_a_polygon_beyond_180_meets_those_at_minus_180(tmp_path, suffix):
    bodies = [[box(179, 181)], [box(-179, -178)], [box(178, 179)]]
    graph = read_graph(write(tmp_path / f"a{suffix}", bodies))
    assert graph.edges()[0].tolist() == [[0, 1], [0, 2]]
    assert graph.crs == "EPSG:4326"
    assert np.abs(graph.coordinates[:, 0]).max() <= 180


@FORMATS
def test_a_polygon_that_jumps_is_refused(tmp_path, suffix):
    path = write(tmp_path / f"a{suffix}", [[box(178, 179)], [box(179, -179)]])
    with pytest.raises(GraphFileError, match=r"feature [12]: .*cut it at longitude 180"):
        read_graph(path)


@FORMATS
def test_a_polygon_round_a_pole_is_read(tmp_path, suffix):
    south = [[[-180, -90], [-180, -70], [0, -65], [180, -70], [180, -90], [-180, -90]]]
    graph = read_graph(write(tmp_path / f"a{suffix}", [[south], [box(0, 10, -60, -50)]]))
    assert graph.n_nodes == 2
    assert abs(graph.coordinates[0, 0]) < 1e-6


def test_points_beyond_180_are_degrees(tmp_path):
    places = [[179.5, -17], [180.5, -17], [-178.5, -17], [170, -17]]
    features = [
        {
            "type": "Feature",
            "properties": {"v": k},
            "geometry": {"type": "Point", "coordinates": place},
        }
        for k, place in enumerate(places)
    ]
    path = tmp_path / "a.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    with pytest.raises(GraphFileError, match=r"180\.5.*a plane.*--crs EPSG:4326"):
        read_graph(path)
    graph = read_graph(path, n_neighbors=1, crs="EPSG:4326")
    assert graph.crs == "EPSG:4326"
    assert [0, 1] in graph.edges()[0].tolist()
    assert [1, 2] in graph.edges()[0].tolist()
    assert read_values(path, graph, "v").tolist() == [0, 1, 2, 3]
    with pytest.raises(cb.GraphError, match="take 360 off"):
        cb.Graph.from_points([(1, 50), (359, 50), (361, 51)], crs="EPSG:4326")
    with pytest.raises(cb.GraphError, match="take 360 off"):
        cb.Graph.from_points(places, crs="EPSG:4326")


def test_a_system_used_across_180_is_known(tmp_path):
    """Points of Fiji on both sides, half of them each: their middle is not in Africa."""
    degrees = np.array([[179.8, -17.0], [179.9, -17.1], [-179.9, -17.0], [-179.8, -17.1]])
    pyproj = pytest.importorskip("pyproj")
    x, y = pyproj.Transformer.from_crs(4326, 3460, always_xy=True).transform(*degrees.T)
    _, system = in_system(np.column_stack([x, y]), "EPSG:3460")
    assert system == "EPSG:3460"


def test_a_raster_beyond_180_is_read(tmp_path):
    cells = np.arange(12.0).reshape(3, 4)
    with rasterio.open(
        tmp_path / "a.tif",
        "w",
        driver="GTiff",
        count=1,
        height=3,
        width=4,
        dtype="float32",
        crs="EPSG:4326",
        transform=rasterio.Affine(1, 0, 178, 0, -1, 10),
    ) as image:
        image.write(cells.astype("float32"), 1)
    graph = read_graph(tmp_path / "a.tif")
    assert graph.coordinates[:4, 0].tolist() == [178.5, 179.5, -179.5, -178.5]
    assert [1, 2] in graph.edges()[0].tolist()
    assert read_values(tmp_path / "a.tif", graph, "1").tolist() == cells.ravel().tolist()
