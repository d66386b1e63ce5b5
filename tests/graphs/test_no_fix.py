"""Sites at 0, 0 and others that lie far from all the rest, however many there are."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.outlying import outlying

SITES = [(5 + k % 5 / 50, 50 + k // 5 / 50) for k in range(20)]


@pytest.mark.parametrize("bad", [1, 2, 4, 9])
@pytest.mark.parametrize(
    ("header", "options"),
    [
        ("name,lon,lat", {}),
        ("name,a,b", {"x": "a", "y": "b", "crs": "EPSG:4326"}),
    ],
)
def test_sites_without_a_fix_are_refused(tmp_path, bad, header, options):
    path = tmp_path / "t.csv"
    places = [*SITES, *[(0, 0)] * bad]
    rows = [f"S{k},{x},{y}" for k, (x, y) in enumerate(places)]
    path.write_text("\n".join([header, *rows, ""]))
    with pytest.raises(GraphFileError, match=r"line 22: 0, 0 lies in the Atlantic.*delete"):
        read_graph(path, **options)
    with pytest.raises(GraphError, match="row 20 is at 0, 0"):
        Graph.from_frame(pd.read_csv(path), **options)


@pytest.mark.parametrize(
    "places",
    [
        [(0, 0), (3, 2), (1, 4), (5, 2), (2, 2)],  # around there
        [(0, 0), (140, 2), (-110, -8), (-95, 0), (-35, 0), (80, 12)],  # buoys of all oceans
        [(0, 0), (0, 0), (5, 50)],
    ],
)
def test_0_0_may_be_a_place(tmp_path, places):
    path = tmp_path / "t.csv"
    path.write_text("\n".join(["lon,lat", *(f"{x},{y}" for x, y in places), ""]))
    assert read_graph(path, n_neighbors=2).n_nodes == len(places)


@pytest.mark.parametrize("bad", [
    [(0.0, 0.0)] * 2, [(7.0, 7.0)] * 6, [(5.0, -50.0), (-5.0, 50.0)],
])  # fmt: skip
def test_sites_that_lie_far_off_do_not_hide_each_other(bad):
    graph = Graph.from_points([*SITES, *bad], crs="EPSG:4326")
    assert f"from the middle of the sites, {len(bad) - 1} more" in str(outlying(graph))
    assert outlying(Graph.from_points(SITES, crs="EPSG:4326")) is None
    halves = Graph.from_points([*SITES, *[(7.0, 7.0)] * 12], crs="EPSG:4326")
    assert "two parts far from each other (20 and 12" in str(outlying(halves))
