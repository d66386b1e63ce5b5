"""Maps and rasters without a system whose numbers may be degrees are noted, as tables are."""

import numpy as np
import pytest
import shapely

from cheapbandits.graphs import read_graph
from tests.graphs.gis_files import write_layer


def grid_text(left, low, size):
    head = f"ncols 4\nnrows 3\nxllcorner {left}\nyllcorner {low}\ncellsize {size}\n"
    return head + "1 2 3 4\n2 3 4 5\n3 4 5 6\n"


@pytest.mark.parametrize(
    ("left", "low", "size", "noted"),
    [(5.0131, 60.0234, 0.00833, True), (0, 0, 1, False), (181000, 333000, 40, False)],
)
def test_a_raster(put, left, low, size, noted):
    notes = read_graph(put(grid_text(left, low, size), "g.asc")).notes
    assert any("may be longitude and latitude" in note for note in notes) is noted


@pytest.mark.parametrize(("shift", "noted"), [((5.0131, 60.0234), True), ((0, 0), False)])
def test_a_shapefile_without_its_prj(tmp_path, shift, noted):
    """Seen: joined within 2,000 of what were degrees, without a word."""
    places = np.random.default_rng(0).uniform(0, 0.1, (6, 2)) + shift
    points = [shapely.Point(place) for place in places]
    write_layer(tmp_path / "s.shp", points, {"name": [f"P{k}" for k in range(6)]}, crs=None)
    notes = read_graph(tmp_path / "s.shp", n_neighbors=2).notes
    assert any("may be longitude and latitude" in note for note in notes) is noted
