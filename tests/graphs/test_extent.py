"""Over how much ground a graph lies, against pyproj's own distances."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.graphs.extent import extent

pyproj = pytest.importorskip("pyproj")


@pytest.mark.parametrize("west", [5.7, -120.0, 179.95, -180.0])
def test_degrees_are_measured_on_the_globe_also_across_180(west):
    width, south, height = 0.13, 50.9, 0.08
    corners = np.array([(0, 0), (width, height)])
    inside = np.random.default_rng(0).uniform(0, (width, height), (20, 2))
    points = np.add((west, south), np.vstack([corners, inside]))
    points[:, 0] = (points[:, 0] + 180) % 360 - 180
    found = extent(cb.Graph.from_points(points, crs="EPSG:4326"))
    east = (west + width + 180) % 360 - 180
    assert found.axes == ("longitude", "latitude")
    np.testing.assert_allclose([found.low, found.high], [(west, south), (east, south + height)])
    ground = pyproj.Geod(ellps="WGS84")
    middle = south + height / 2
    across = ground.inv(west, middle, east, middle)[2]
    along = ground.inv(west, south, west, south + height)[2]
    np.testing.assert_allclose(found.metres, (across, along), rtol=5e-3)  # a ball, not an ellipsoid


def test_a_plane_is_in_metres_only_where_its_unit_is_known():
    points = [(980_000.0, 190_000.0), (990_000.0, 192_000.0), (985_000.0, 191_000.0)]
    plain = extent(cb.Graph.from_points(points))
    assert plain.metres is None
    assert str(plain) == "x 980000 to 990000, y 190000 to 192000"
    feet = extent(cb.Graph.from_points(points, crs="EPSG:2263"))  # US survey feet
    np.testing.assert_allclose(feet.metres, (10_000 * 1200 / 3937, 2_000 * 1200 / 3937))
    assert str(feet).startswith("3.05 by 0.61 km (x ")


def test_large_and_small_are_written_plainly():
    far = cb.Graph.from_points([(-120.0, 10.0), (120.0, 60.0)], crs="EPSG:4326", n_neighbors=1)
    assert str(extent(far)).startswith("10,900 by 5,560 km (longitude 120 to -120, ")
    near = cb.Graph.from_points([(5.0, 50.0), (5.0005, 50.0)], crs="EPSG:4326", n_neighbors=1)
    assert str(extent(near)).startswith("35.7 by 0 m (")


def test_nodes_without_places_have_none():
    assert extent(cb.barabasi_albert(20, 2, rng=0)) is None
