"""Frames of coordinates that say in which order their columns stand."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

import cheapbandits as cb
from cheapbandits.errors import GraphError

PLACES = [(4.35, 52.01), (4.36, 52.02), (4.30, 52.03), (4.31, 52.0)]
ORDERS = {
    "lon, lat": "EPSG:4326",
    "Longitude, LATITUDE": "EPSG:4326",
    "x, y": None,
    "Easting (m), Northing (m)": None,
    "E, N": None,
}


def frame(names):
    return pd.DataFrame(PLACES, columns=names.split(", "))


@pytest.mark.parametrize("names", ORDERS)
def test_columns_in_the_order_of_places_are_taken(names):
    graph = cb.Graph.from_points(frame(names), 1, crs=ORDERS[names])
    np.testing.assert_array_equal(graph.coordinates, PLACES)


@pytest.mark.parametrize("names", ORDERS)
def test_columns_in_the_other_order_are_refused(names):
    """Delft would lie off Somalia."""
    sites = frame(names)
    exchanged = sites[sites.columns[::-1]]
    with pytest.raises(GraphError, match=r"stands before .*from_frame.*to_numpy\(\)") as raised:
        cb.Graph.from_points(exchanged, 1, crs=ORDERS[names])
    assert str(list(sites.columns)) in str(raised.value)
    with pytest.raises(GraphError, match=r"coordinates: .* stands before"):
        cb.Graph(np.ones((4, 4)) - np.eye(4), coordinates=exchanged)
    by_place = cb.Graph.from_points(exchanged.to_numpy(), 1)
    np.testing.assert_array_equal(by_place.coordinates, exchanged)


def test_other_names_go_by_position():
    for names in ("lat, depth", "a, b", "b, a"):
        graph = cb.Graph.from_points(frame(names), 1)
        np.testing.assert_array_equal(graph.coordinates, PLACES)
