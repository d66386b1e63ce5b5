"""GeoJSON whose latitudes come first is told by those beyond 90; small planes are taken."""

import json

import numpy as np
import pytest

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import read_graph

RNG = np.random.default_rng(3)


def collection(places, kind="Point"):
    def shape(x, y):
        square = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
        return [x, y] if kind == "Point" else [[[x + dx, y + dy] for dx, dy in square]]

    features = [
        {
            "type": "Feature",
            "properties": {"name": f"P{k}"},
            "geometry": {"type": kind, "coordinates": shape(*place)},
        }
        for k, place in enumerate(np.asarray(places).tolist())
    ]
    return json.dumps({"type": "FeatureCollection", "features": features})


def within(low, high, n=12, decimals=6):
    return RNG.uniform(low, high, (n, 2)).round(decimals)


@pytest.mark.parametrize(
    "places",
    [
        within((39.0, -120.1), (39.2, -119.9)),  # Nevada
        within((31.0, 121.0), (31.4, 121.6), decimals=3),  # Shanghai
        within((26, -124), (48, -70), 200),  # a country
        within((41, -92), (43, -87), 40),  # on both sides of 90
        within((-60, -180), (70, 180), 300),  # the Earth
    ],
)
@pytest.mark.parametrize("kind", ["Point", "Polygon"])
def test_a_latitude_that_comes_first_is_asked_about(put, places, kind):
    said = r"feature [0-9]+ is at .*longitude first, exchange them.*add 1000 to every x"
    with pytest.raises(GraphFileError, match=said):
        read_graph(put(collection(places, kind), "a.geojson"))
    if kind == "Point":  # both remedies
        turned = read_graph(put(collection(places[:, ::-1]), "b.geojson"))
        assert turned.crs == "EPSG:4326"
        moved = places + np.array([1000, 0])
        assert read_graph(put(collection(moved), "c.geojson")).crs is None


@pytest.mark.parametrize(
    "places",
    [
        [(0, 0), (50, 120), (20, 140)],
        within((0, 0), (80, 150), decimals=2),
        within((0, 0), (80, 150), 60, decimals=12),  # a plot as a program has it
        within((0, 0), (80, 250)),
        within((5, 95), (300, 170)),
        within((178_000, 330_000), (179_000, 331_000)),
    ],
)
def test_a_plane_is_taken(put, places):
    assert read_graph(put(collection(places), "a.geojson")).crs is None


@pytest.mark.parametrize("places", [within((-120, 39), (-119, 40)), within((50, 5), (51, 6))])
def test_degrees_are_taken(put, places):
    assert read_graph(put(collection(places), "a.geojson")).crs == "EPSG:4326"
