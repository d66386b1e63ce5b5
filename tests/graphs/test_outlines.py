"""Borders of places: kept as fine as a picture needs, bounded, and refused where they cannot be."""

import io
import json
import zipfile

import numpy as np
import pytest
import shapely

from cheapbandits.errors import GraphError
from cheapbandits.graphs import Graph, grid, outlines, read_graph, write_graph
from cheapbandits.graphs.outlines import outlines_of


def circle(corners, x=0.0, size=1.0):
    turn = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    return np.column_stack([x + size * np.cos(turn), size * np.sin(turn)])


def two():
    """Return two places with their borders."""
    lines = outlines_of([circle(12), circle(12, 3.0)], [0, 1], 2)
    weights = Graph.from_edges([(0, 1)]).weights
    return Graph(weights, coordinates=[(0, 0), (3, 0)], outlines=lines)


def test_few_corners_are_as_good_and_closed_rings_lose_their_last():
    kept = outlines_of([circle(5000), np.array([(3, 0), (4, 0), (4, 1), (3, 0.0)])], [0, 1], 2)
    assert np.diff(kept.start).tolist() == [40, 3]
    assert kept.points[40:] == pytest.approx(np.array([(3, 0), (4, 0), (4, 1)]), abs=1e-4)
    assert np.hypot(*kept.points[:40].T) == pytest.approx(1, abs=1e-4)
    x, y = kept.points[:40].T
    assert abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2 == pytest.approx(np.pi, rel=0.01)


def around(radius):
    angle = np.linspace(0, 2 * np.pi, len(radius), endpoint=False)
    return np.column_stack([radius * np.cos(angle), radius * np.sin(angle)])


WIDENING = np.linspace(0, 1, 20_001)
RINGS = {
    "a curve that bends ever more": np.column_stack([WIDENING, WIDENING**3]),
    "a wheel of equal teeth": around(10 + np.arange(20_000) % 4 // 2),
    "a circle": around(np.ones(20_000)),
    "a coast": around(10 + np.random.default_rng(0).normal(size=20_000).cumsum() / 100),
    "a straight line and back": np.array([*((x, 0.0) for x in range(20_000)), (0.0, 9.0)]),
}


@pytest.mark.parametrize("name", RINGS)
def test_many_corners_go_in_few_passes(monkeypatch, name):
    """Seen: one corner a pass, and 20 seconds for a ring of 80,000."""
    passes = []
    least = outlines._least
    monkeypatch.setattr(outlines, "_least", lambda one: passes.append(1) or least(one))
    ring, simple = RINGS[name], outlines._simpler(RINGS[name], 100)
    assert len(simple) == 100
    assert len(passes) < 60
    at = [int(np.flatnonzero((ring == corner).all(axis=1))[0]) for corner in simple]
    assert at == sorted(at)
    assert shapely.Polygon(simple).area == pytest.approx(shapely.Polygon(ring).area, rel=0.15)


def test_the_largest_few_rings_are_kept_and_all_together_are_bounded(monkeypatch):
    rings = [circle(100, x=3 * k, size=1 + k / 10) for k in range(7)]
    kept = outlines_of([*rings, circle(9)], [*[0] * 7, 1], 2)
    assert kept.owner.tolist() == [0, 0, 0, 0, 1]
    assert kept.points[:40, 0].max() == pytest.approx(18 + 1.6, abs=0.01)
    monkeypatch.setattr(outlines, "MOST_POINTS", 50)
    assert np.diff(outlines_of(rings, range(7), 7).start).tolist() == [8] * 7
    monkeypatch.setattr(outlines, "MOST_PLACES", 6)
    assert outlines_of(rings, range(7), 7) is None
    assert outlines_of(rings[:5], [0, 1, 2, 3, 3], 5) is None  # one has no ring


def test_a_graph_keeps_them_and_is_the_same_without(tmp_path):
    graph = two()
    assert graph == Graph(graph.weights, coordinates=graph.coordinates)
    write_graph(graph, tmp_path / "two.npz")
    again = read_graph(tmp_path / "two.npz").outlines
    assert np.array_equal(again.points, graph.outlines.points)
    assert again.owner.tolist() == [0, 1]
    with pytest.raises(GraphError, match="outlines of places do not fit"):
        Graph(grid(2, 2).weights, outlines=graph.outlines)


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("owner", np.array([0, 7])),
        ("owner", np.array([1, 0])),
        ("start", np.array([0, 12, 25])),
        ("start", np.array([0, 23, 24])),
        ("start", np.array(0)),
        ("owner", np.array(1)),
        ("frame", np.array([0.0, 0.0, np.inf])),
        ("steps", np.zeros((24, 3), dtype=np.uint16)),
    ],
)
def test_arrays_that_cannot_be_outlines_are_refused(tmp_path, part, value):
    good, bad = tmp_path / "good.npz", tmp_path / "bad.npz"
    write_graph(two(), good)
    with zipfile.ZipFile(good) as old, zipfile.ZipFile(bad, "w") as new:
        for name in old.namelist():
            body = io.BytesIO()
            np.save(body, value)
            ours = name == f"outline_{part}.npy"
            new.writestr(name, body.getvalue() if ours else old.read(name))
    with pytest.raises(GraphError, match="outlines of places do not fit"):
        read_graph(bad)


def test_rings_of_a_gis_file_come_without_holes_and_in_the_graphs_degrees(tmp_path):
    shapely = pytest.importorskip("shapely")
    raw = pytest.importorskip("pyogrio.raw")
    hole = shapely.box(8.2, 47.2, 8.4, 47.4)
    shapes = [shapely.box(8, 47, 9, 48) - hole, shapely.box(9, 47, 10, 48)]
    path = tmp_path / "two.gpkg"
    raw.write(
        path,
        np.array(shapely.to_wkb(shapes), dtype=object),
        [np.array(["a", "b"], dtype=object)],
        ["name"],
        geometry_type="Polygon",
        crs="EPSG:4258",
        driver="GPKG",
    )
    graph = read_graph(path)
    assert graph.crs == "EPSG:4326"
    assert np.diff(graph.outlines.start).tolist() == [4, 4]
    assert graph.outlines.points[:4].min(axis=0) == pytest.approx((8, 47), abs=1e-3)
    text = {"type": "FeatureCollection", "features": []}
    for name, shape in zip("ab", shapes, strict=True):
        one = {"type": "Feature", "properties": {"name": name}}
        text["features"].append({**one, "geometry": json.loads(shapely.to_geojson(shape))})
    (tmp_path / "two.geojson").write_text(json.dumps(text))
    same = read_graph(tmp_path / "two.geojson").outlines
    assert same.owner.tolist() == graph.outlines.owner.tolist()
    assert same.points.max(axis=0) == pytest.approx((10, 48), abs=1e-3)


def test_differences_that_overflow_do_not_pass_for_rings():
    lines = two().outlines
    wild = np.array([0, 2**63 - 1, -(2**63) + 2, -5, len(lines.steps)])
    with pytest.raises(GraphError, match="outlines of places do not fit"):
        outlines.Outlines(lines.steps, lines.frame, wild, np.array([0, 0, 1, 1])).check(2)
