"""Polygons that overlap by a hair, or whose corners do not meet: one rule for every reader."""

from __future__ import annotations

import json
import tracemalloc

import numpy as np
import pytest
import shapely

import cheapbandits as cb
from cheapbandits.errors import GraphError
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.files.border_pieces import parted
from cheapbandits.graphs.files.overlapping import overlapping
from tests.graphs.gis_files import write_layer

HAIR = 1e-6


def box(x, y, wide=1.0, high=1.0, more=0.0):
    return shapely.box(x - more, y - more, x + wide + more, y + high + more)


CELLS = [(x, y) for x in range(4) for y in range(3)]
PLAIN = [box(x, y) for x, y in CELLS]
ROOK = cb.grid(4, 3)
SMALL = [(x * 1e-7, y * 1e-7) for x, y in CELLS]

MAPS = {
    "all overlap by a hair": ([box(x, y, more=HAIR) for x, y in CELLS], ROOK.n_edges),
    "one overlaps by a hair": ([box(*CELLS[0]), box(*CELLS[1], more=HAIR), *PLAIN[2:]], 17),
    "corners meet": (PLAIN, ROOK.n_edges),
    "gaps of a hair": ([box(x, y, more=-HAIR) for x, y in CELLS], ROOK.n_edges),
    "gaps": ([box(x, y, more=-0.01) for x, y in CELLS], 0),
    "one long border, two short ones": ([box(0, 0, 1, 2), box(1, 0), box(1, 1)], 3),
    "shifted rows": ([box(0, 0), box(0.5, 1), box(-0.5, 1)], 3),
    "one within another": ([box(0, 0, 9, 9), box(2, 2), box(5, 5)], 2),
    "one in the hole of another": ([box(0, 0, 9, 9).difference(box(2, 2, 3, 3)), box(3, 3)], 0),
    "across": ([box(0, 1, 3, 1), box(1, 0, 1, 3)], 1),
    "at longitude 180": ([box(175, 0, 1, 2), box(-184, 0), box(-184, 1)], 3),
    "at longitude 0": ([box(x - 4, y, more=HAIR) for x, y in CELLS], ROOK.n_edges),
    "one far away": ([*(shapely.box(x, y, x + 1e-7, y + 1e-7) for x, y in SMALL), box(99, 0)], 17),
    "a corner on a border": ([box(0, 0, 2, 2), shapely.Polygon([(2, 1), (3, 0), (3, 2)])], 0),
    "apart, in one frame": (
        [shapely.Polygon([(0, 0), (4, 0), (0, 4)]), shapely.Polygon([(4, 1), (4, 4), (1, 4)])],
        0,
    ),
}


@pytest.mark.parametrize("name", MAPS)
def test_two_readers_have_one_rule(tmp_path, name):
    shapes, edges = MAPS[name]
    moved = [shapely.transform(shape, lambda places: np.add(places, (4, 40))) for shape in shapes]
    features = [
        {"type": "Feature", "properties": {}, "geometry": shapely.geometry.mapping(shape)}
        for shape in moved
    ]
    text = tmp_path / "a.geojson"
    text.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    write_layer(tmp_path / "a.gpkg", moved, crs="EPSG:4326")
    graphs = [read_graph(text), read_graph(tmp_path / "a.gpkg")]
    assert [graph.n_edges for graph in graphs] == [edges, edges]
    assert graphs[0].fingerprint == graphs[1].fingerprint
    assert graphs[0].notes == graphs[1].notes


def test_polygons_without_a_neighbour_are_told_of(tmp_path):
    for name, shapes in (("a", MAPS["gaps"][0]), ("b", [*PLAIN, box(9, 9)]), ("c", PLAIN)):
        write_layer(tmp_path / f"{name}.gpkg", shapes, crs="EPSG:4326")
    (all_apart,) = read_graph(tmp_path / "a.gpkg").notes
    assert all_apart.startswith("12 polygons share no border with any other ('0' is the first)")
    assert "--neighbors" in all_apart
    (island,) = read_graph(tmp_path / "b.gpkg").notes
    assert island.startswith("1 polygon shares no border with any other ('12')")
    assert read_graph(tmp_path / "c.gpkg").notes == ()
    assert read_graph(tmp_path / "a.gpkg", n_neighbors=3).notes == ()


@pytest.mark.parametrize("few", [0, 12])
def test_both_ways_agree_on_blots(monkeypatch, few):
    """Crooked polygons at random: what shapely finds to overlap is found, one by one or at once."""
    monkeypatch.setattr(f"{overlapping.__module__}._FEW", few)
    rng = np.random.default_rng(5)
    turns = np.sort(rng.random((40, 9)) * 2 * np.pi, axis=1)
    reach = rng.uniform(0.2, 1.0, (40, 9))
    middles = rng.uniform(0, 6, (40, 1, 2))
    blots = middles + reach[..., None] * np.stack([np.cos(turns), np.sin(turns)], axis=2)
    shapes = [shapely.Polygon(blot) for blot in blots]
    expected = [
        (i, j)
        for i in range(40)
        for j in range(i + 1, 40)
        if shapes[i].intersection(shapes[j]).length > 0.01
    ]
    found = overlapping(list(blots), range(40), np.empty((0, 2), dtype=np.int64))
    assert sorted(map(tuple, found.tolist())) == expected
    assert len(expected) > 40


def test_many_squares_that_all_overlap_are_compared_at_once(monkeypatch):
    """Each pair by itself took a third of a millisecond: 1,000 squares, minutes."""
    squares = [shapely.get_coordinates(box(k * 1e-6, 0)) for k in range(200)]
    calls = []
    monkeypatch.setattr(
        f"{overlapping.__module__}.parted", lambda *given: calls.append(1) or parted(*given)
    )
    triangle = np.array([(0.2, 0.2), (0.8, 0.3), (0.5, 0.9)])  # of fewer pieces
    found = overlapping([*squares, triangle], range(201), np.empty((0, 2), dtype=np.int64))
    assert len(np.unique(found, axis=0)) == len(found) == 201 * 200 // 2
    assert len(calls) < 50


def test_fine_borders_are_compared_with_what_is_near_them(monkeypatch):
    """Two rings of 3,000 corners that run along each other: far fewer than 9 million pairs."""
    turn = np.linspace(0, 2 * np.pi, 3000, endpoint=False)
    ring = np.column_stack([np.cos(turn), np.sin(turn)])
    rings, none = [ring, ring * 1.0001], np.empty((0, 2), dtype=np.int64)
    monkeypatch.setattr(f"{overlapping.__module__}.MOST_COMPARED", 2_000_000)
    np.testing.assert_array_equal(overlapping(rings, [0, 1], none), [[0, 1]])
    monkeypatch.setattr(f"{overlapping.__module__}.MOST_COMPARED", 1_000)
    with pytest.raises(GraphError, match=r"too crooked to compare.*--neighbors"):
        overlapping(rings, [0, 1], none)


def zigzags(n):
    """Two polygons whose borders cross about n * n times."""
    step = np.arange(n)
    up = np.column_stack([step, step % 2 * 1000.0])
    across = np.column_stack([step % 2 * n, step / 4])
    return [np.vstack([up, [(n, -5), (0, -5)]]), across]


def test_zigzags_that_cross_take_little_memory(monkeypatch):
    """What is compared at once is bounded, and no more is compared than tells that they overlap."""
    none = np.empty((0, 2), dtype=np.int64)
    monkeypatch.setattr(f"{overlapping.__module__}.MOST_COMPARED", 30_000_000)
    tracemalloc.start()
    np.testing.assert_array_equal(overlapping(zigzags(1000), [0, 1], none), [[0, 1]])
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert most < 400e6


@pytest.mark.parametrize(
    "ring",
    [
        [(5, 50), (5.01, 50), (5.02, 50), (5, 50)],
        [(5, 50)] * 4,
        [(0, 0), (1e-15, 0), (1e-15, 1e-15), (0, 0)],
    ],
)
def test_polygons_without_area_end_in_no_traceback(tmp_path, ring):
    features = [
        {
            "type": "Feature",
            "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [ring]},
        }
    ] * 4
    (tmp_path / "a.geojson").write_text(
        json.dumps({"type": "FeatureCollection", "features": features})
    )
    assert read_graph(tmp_path / "a.geojson").n_nodes == 4
    write_layer(tmp_path / "a.gpkg", [shapely.Polygon(ring)] * 4, crs="EPSG:4326")
    assert read_graph(tmp_path / "a.gpkg").n_nodes == 4
