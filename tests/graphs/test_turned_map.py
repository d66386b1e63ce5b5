"""Columns lat and lon of a map that say that x and y of its shapes are exchanged."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cheapbandits.errors import CheapBanditsError, GraphFileError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph

TOLD = [(5.0 + k / 10, 50.0 + k % 3 / 10) for k in range(6)]


def collection(places, names=("lon", "lat"), kind="Point"):
    def shape(x, y):
        if kind == "Point":
            return [x, y]
        return [[[x - 1, y - 1], [x + 1, y - 1], [x + 1, y + 1], [x - 1, y + 1], [x - 1, y - 1]]]

    features = [
        {
            "type": "Feature",
            "properties": {"station": f"S{k}", **dict(zip(names, told, strict=True)), "zn": k},
            "geometry": {"type": kind, "coordinates": shape(*place)},
        }
        for k, (told, place) in enumerate(zip(TOLD, places, strict=True))
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


TURNED = [(y, x) for x, y in TOLD]


@pytest.mark.parametrize("names", [("lon", "lat"), ("Longitude", "LATITUDE")])
@pytest.mark.parametrize("kind", ["Point", "Polygon"])
def test_a_map_that_contradicts_its_columns_is_refused(put, tmp_path, names, kind):
    path = put(collection(TURNED, names, kind), "m.geojson")
    remedy = rf"feature 0 lies at longitude 50 .*'{names[0]}'.*exchange x and y"
    with pytest.raises(GraphFileError, match=remedy):
        read_graph(path)
    graph = read_graph(put(collection(TOLD, names, kind), "good.geojson"))
    with pytest.raises(CheapBanditsError, match=remedy):
        read_values(path, graph, column="zn")
    assert read_values(tmp_path / "good.geojson", graph, column="zn").max() == 5


def test_columns_that_say_something_else_are_left_alone(put):
    elsewhere = [(x + 1, y + 1) for x, y in TOLD]
    for text in (collection(TURNED, ("a", "b")), collection(elsewhere)):
        assert read_graph(put(text, "m.geojson")).n_nodes == 6


def test_a_geopackage_too(tmp_path):
    raw = pytest.importorskip("pyogrio.raw")
    shapely = pytest.importorskip("shapely")
    columns = [np.array(column) for column in zip(*TOLD, strict=True)]
    options = {"geometry_type": "Point", "crs": "EPSG:4326", "driver": "GPKG", "layer": "sites"}
    for places, good in ((TURNED, False), (TOLD, True)):
        path = tmp_path / f"{good}.gpkg"
        raw.write(path, shapely.to_wkb(shapely.points(places)), columns, ["lon", "lat"], **options)
        if good:
            assert read_graph(path).n_nodes == 6
        else:
            with pytest.raises(GraphFileError, match="exchange x and y"):
                read_graph(path)
