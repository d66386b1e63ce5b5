"""Borders of polygons whose coordinates were rounded, as in every file: shapely is the judge."""

from __future__ import annotations

import itertools
import json

import numpy as np
import pytest
import shapely
from scipy.spatial import Voronoi

from cheapbandits.graphs import read_graph
from cheapbandits.graphs.files import hairlines as module
from cheapbandits.graphs.files.hairlines import hairlines
from cheapbandits.graphs.files.overlapping import overlapping
from cheapbandits.graphs.files.polygons import neighbors
from tests.graphs.gis_files import write_layer

NONE = np.empty((0, 2), dtype=np.int64)
SYSTEMS = {"degrees": "EPSG:4326", "metres": "EPSG:28992"}
ROUNDINGS = [*(("degrees", d) for d in (15, 8, 7, 6, 5)), *(("metres", d) for d in (12, 3, 2, 0))]


def turned(corners, degrees=17.0):
    turn = np.radians(degrees)
    return np.asarray(corners) @ [
        [np.cos(turn), np.sin(turn)],
        [-np.sin(turn), np.cos(turn)],
    ]


def bricks(road=0.0):
    """64 fields of 100 by 60 metres, every second row moved by half a field, and who touch."""
    at = [(k * 100 + r % 2 * 50, r * 60) for r in range(8) for k in range(8)]
    fields = [
        turned([(x, y), (x + 100 - road, y), (x + 100 - road, y + 60 - road), (x, y + 60 - road)])
        for x, y in at
    ]
    edges = {
        (i, j)
        for (i, (x, y)), (j, (u, v)) in itertools.combinations(enumerate(at), 2)
        if (y == v and abs(x - u) == 100) or (abs(y - v) == 60 and abs(x - u) < 100)
    }
    return fields, edges


def placed(rings, unit, decimals):
    """Place rings near Sittard, in degrees or metres, rounded."""
    if unit == "degrees":
        return [np.round(ring / [71_000, 111_200] + [5.7, 50.9], decimals) for ring in rings]
    return [np.round(ring + np.array([181_000, 333_000]), decimals) for ring in rings]


def edges_of(graph):
    return {(int(i), int(j)) for i, j in zip(*graph.weights.nonzero(), strict=True) if i < j}


def read_both(folder, rings, unit):
    """Return the edges of a GeoJSON file and of a GeoPackage of the same polygons."""
    shapes = [shapely.Polygon(ring) for ring in rings]
    features = [
        {"type": "Feature", "properties": {}, "geometry": shapely.geometry.mapping(shape)}
        for shape in shapes
    ]
    system = {"type": "name", "properties": {"name": SYSTEMS[unit]}}
    document = {"type": "FeatureCollection", "crs": system, "features": features}
    (folder / "a.geojson").write_text(json.dumps(document))
    write_layer(folder / "a.gpkg", shapes, crs=SYSTEMS[unit])
    return [edges_of(read_graph(folder / name)) for name in ("a.geojson", "a.gpkg")]


@pytest.mark.parametrize(("unit", "decimals"), ROUNDINGS)
def test_corners_on_sides_are_rounded_and_borders_stay(tmp_path, unit, decimals):
    """Half of these borders were lost, which was for chance to say."""
    fields, edges = bricks()
    assert len(edges) == 161
    assert read_both(tmp_path, placed(fields, unit, decimals), unit) == [edges, edges]


@pytest.mark.parametrize(("unit", "decimals"), ROUNDINGS)
@pytest.mark.parametrize("road", [2.0, 5.0])
def test_a_road_between_fields_is_no_border(tmp_path, unit, decimals, road):
    rings = placed(bricks(road)[0], unit, decimals)
    assert read_both(tmp_path, rings, unit) == [set(), set()]


@pytest.mark.parametrize(("unit", "decimals"), ROUNDINGS)
def test_corners_alone_are_no_border_however_rounded(tmp_path, unit, decimals):
    """Squares of one colour of a chess board, and tips on the sides of strips."""
    square = np.array([(0, 0), (100, 0), (100, 100), (0, 100)])
    chess = [square + 100 * np.array([i, j]) for i in range(6) for j in range(6) if (i + j) % 2]
    tip = np.array([(60, 100), (100, 180), (20, 180)])
    tips = [
        part + np.array([k * 200 - 3000, 0]) for k in range(6) for part in (square * [1.5, 1], tip)
    ]
    rings = placed([turned(ring) for ring in chess + tips], unit, decimals)
    assert read_both(tmp_path, rings, unit) == [set(), set()]


def test_what_was_rounded_before_it_was_turned_into_degrees_has_all_decimals(tmp_path):
    fields, edges = bricks()
    rings = [ring / [71_123.4, 111_234.5] for ring in placed(fields, "metres", 2)]
    assert read_both(tmp_path, rings, "degrees") == [edges, edges]


def test_the_smallest_gap_that_was_taken_for_one():
    """A vertex in the middle of a border of 100 km, off by a thirtieth of a metre."""
    west = np.array([(5, 50), (6, 50), (6, 51), (5, 51)])
    east = np.array([(6, 50), (7, 50), (7, 51), (6, 51), (6.0000003, 50.4)])
    np.testing.assert_array_equal(neighbors([west, east], [0, 1], globe=True), [[0, 1]])
    further = east + np.array([(0.01, 0), (0, 0), (0, 0), (0.01, 0), (0.01, 0)])
    assert not len(neighbors([west, further], [0, 1], globe=True))


def voronoi(n=150):
    """Cells with 3 to 11 corners, and no border as short as a thousandth of them."""
    points = np.random.default_rng(30).random((n, 2))
    mirrors = [points * [-1, 1], points * [1, -1], [2, 0] - points * [1, -1]]
    diagram = Voronoi(np.vstack([points, *mirrors, [0, 2] - points * [-1, 1]]))
    return [diagram.vertices[diagram.regions[diagram.point_region[k]]] for k in range(n)]


def judged(rings):
    """Return who touch along a stretch, by shapely."""
    shapes = shapely.polygons([shapely.linearrings(ring) for ring in rings])
    first, second = shapely.STRtree(shapes).query(shapes, predicate="dwithin", distance=1e-9)
    first, second = first[first < second], second[first < second]
    near = shapely.intersection(shapely.buffer(shapes[first], 1e-9), shapes[second])
    long = shapely.length(near) > 1e-6
    return set(zip(first[long].tolist(), second[long].tolist(), strict=True))


@pytest.mark.parametrize("size", [0.1, 1000.0])
def test_cells_of_many_kinds_of_corners_are_joined_where_they_touch(tmp_path, size):
    """Fillers of borders with few pieces lay on each other, and counted as borders."""
    rings = [ring * size + 9000 for ring in voronoi()]
    expected = judged(voronoi())
    assert 350 < len(expected) < 450
    assert read_both(tmp_path, rings, "metres") == [expected, expected]


def test_polygons_of_few_corners_that_lie_apart_are_not_joined():
    near = np.array([(5, 50), (5.01, 50), (5, 50.01)])
    other = np.array([(5.01, 50.01), (5.01, 50.006), (5.006, 50.01)])
    square = np.array([(6, 50), (6.01, 50), (6.01, 50.01), (6, 50.01)])
    assert not len(overlapping([near, other, square], range(3), NONE))


@pytest.mark.parametrize("decimals", [6, 7, 8, 15])
def test_corners_that_one_side_alone_has(tmp_path, decimals):
    """Every second border has a corner more on one side."""
    rings = [np.round(ring / 10, decimals) for ring in voronoi()]
    more = []
    for number, ring in enumerate(rings):
        middles = np.round(ring + (np.roll(ring, -1, axis=0) - ring) * 0.37, decimals)
        odd = (np.arange(len(ring)) + number) % 2 == 1
        more.append(np.insert(ring, np.flatnonzero(odd) + 1, middles[odd], axis=0))
    expected = judged([ring * 10 for ring in rings])
    assert read_both(tmp_path, more, "degrees") == [expected, expected]


def test_slices_of_a_cake_meet_at_their_sides_alone(tmp_path):
    """Slices beside the next are near it, where all of them meet."""
    turn = np.linspace(0, 2 * np.pi, 91)
    rim = 500 * np.column_stack([np.cos(turn), np.sin(turn)])
    slices = [np.vstack([(0, 0), rim[k : k + 2]]) for k in range(90)]
    expected = {tuple(sorted((k, (k + 1) % 90))) for k in range(90)}
    for unit, decimals in ROUNDINGS:
        rings = placed(slices, unit, decimals)
        found = {tuple(pair) for pair in neighbors(rings, range(90), globe=False).tolist()}
        assert found == expected


def test_gaps_across_longitude_180():
    """The same border, with a corner of one side in it that is off by a hair."""
    west = np.array([(179, 0), (180, 0), (179.9999997, 0.4), (180, 1), (179, 1)])
    east = np.array([(-180, 0), (-179, 0), (-179, 1), (-180, 1)])
    np.testing.assert_array_equal(neighbors([west, east], [0, 1], globe=True), [[0, 1]])


def compared(monkeypatch, rings):
    """Return how many bits of border are compared with others."""
    counts = []
    whole = module._stretches

    def counted(bits, borders, mine, its):
        counts.append(len(mine))
        return whole(bits, borders, mine, its)

    monkeypatch.setattr(module, "_stretches", counted)
    hairlines(rings, range(len(rings)), NONE)
    monkeypatch.setattr(module, "_stretches", whole)
    return sum(counts)


def test_work_grows_with_the_map_and_not_with_its_square(monkeypatch):
    """Rows of fields one after the other: four times as many, about four times the work."""
    rows = [
        np.array([(x, y), (x + 100, y), (x + 100, y + 59.99), (x, y + 59.99)])
        for r, y in enumerate(range(0, 2400, 60))
        for x in range(r % 2 * 37, 1000, 100)
    ]
    few, many = compared(monkeypatch, rows[:100]), compared(monkeypatch, rows)
    assert 0 < few < many < 6 * few


def test_borders_too_crooked_are_refused(monkeypatch):
    monkeypatch.setattr(module, "MOST_COMPARED", 10)
    step = np.linspace(0, 1, 200)
    side = np.column_stack([step, step * 0])
    rings = [np.vstack([side, [(1, 1), (0, 1)]]), np.vstack([side - [0, 1e-5], [(1, -1), (0, -1)]])]
    with pytest.raises(module.GraphError, match=r"polygons 0 and 1.*too crooked.*--neighbors"):
        hairlines(rings, [0, 1], NONE)
