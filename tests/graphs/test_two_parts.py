"""Sites in two parts that lie far from each other: two systems of coordinates, perhaps."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.outlying import outlying

NEAR = np.array([(0, 0), (1400, 360), (2800, 1440), (4200, 3240), (5600, 5760), (7000, 9000)])
DEGREES = [(5.71344, 50.98474), (5.77638, 50.92551), (5.74954, 50.94495), (5.76516, 50.97887)]


@pytest.mark.parametrize(
    "away", [(-48269, -4435910), (3000731, 90)], ids=["Lambert II", "Gauss-Krueger"]
)
def test_two_systems_in_one_table_are_told_of(away):
    said = outlying(
        Graph.from_points(np.concatenate([np.add(NEAR, (491000, 5564000)), np.add(NEAR, away)]))
    )
    assert said is not None
    assert "two parts" in said
    assert "6 and 6" in said
    assert "two systems of coordinates" in said


def test_a_decimal_point_out_of_place_in_a_quarter_of_the_sites_is_told_of():
    rng = np.random.default_rng(0)
    places = np.column_stack([5.7 + rng.random(12) / 10, 50.9 + rng.random(12) / 10])
    places[[0, 4, 8], 0] *= 10
    said = outlying(Graph.from_points(places, crs="EPSG:4326"))
    assert said is not None
    assert "9 and 3" in said
    assert " km" in said
    places[[0, 4, 8], 0] /= 10
    assert outlying(Graph.from_points(places, crs="EPSG:4326")) is None


def test_two_valleys_of_one_survey_are_not_told_of():
    assert outlying(Graph.from_points(np.concatenate([NEAR, np.add(NEAR, (200_000, 0))]))) is None


def test_sites_on_two_spots_have_no_width_to_compare_with():
    assert outlying(Graph.from_points([(0, 0)] * 6 + [(9, 9)] * 6)) is None


@pytest.mark.parametrize("count", [1, 4])
def test_degrees_among_metres_are_refused(put, count):
    rows = [*DEGREES[:count], *((690000 + k, 5640000 + 9 * k) for k in range(6))]
    text = "site,x,y\n" + "".join(f"P{k},{x},{y}\n" for k, (x, y) in enumerate(rows))
    with pytest.raises(GraphFileError, match=r"line 2.*5\.71344, 50\.98474.*degrees"):
        read_graph(put(text))
    with pytest.raises(GraphError, match=r"row 0.*degrees"):
        Graph.from_frame(pd.DataFrame(rows, columns=["x", "y"]))


def test_plots_near_the_origin_of_a_local_grid_are_no_degrees(put):
    rows = [(12.5, 40.25), (60.5, 80.75), (33.0, 12.5), (5000, 9000), (5010.5, 9005)]
    text = "site,x,y\n" + "".join(f"P{k},{x},{y}\n" for k, (x, y) in enumerate(rows))
    assert read_graph(put(text)).n_nodes == 5
