"""Long thin polygons, as rows of vines and swaths are, at any angle: neighbours, and work."""

from __future__ import annotations

import json

import numpy as np
import pytest
import shapely

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.files import hairlines as module
from cheapbandits.graphs.files import overlapping as on_each_other
from cheapbandits.graphs.files.hairlines import hairlines
from cheapbandits.graphs.files.main_direction import main_direction, turned
from cheapbandits.graphs.files.overlapping import overlapping
from tests.graphs.gis_files import write_layer

NONE = np.empty((0, 2), dtype=np.int64)
CRS = "EPSG:32631"


def strips(count, degrees, wide=2.5, long=500.0, gap=0.0, decimals=3):
    """Rows side by side, in metres near Paris."""
    turn = np.radians(degrees)
    along, across = np.array([[np.cos(turn), np.sin(turn)], [-np.sin(turn), np.cos(turn)]])
    start = [np.array([500_000.0, 5_600_000.0]) + across * wide * k for k in range(count)]
    side = across * (wide - gap)
    corners = [[s, s + along * long, s + along * long + side, s + side, s] for s in start]
    return [np.round(corner, decimals) for corner in corners]


def write_text(path, rings):
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::32631"}}
    features = [
        {
            "type": "Feature",
            "properties": {},
            "geometry": {"type": "Polygon", "coordinates": [ring.tolist()]},
        }
        for ring in rings
    ]
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": features}))
    return path


@pytest.mark.parametrize("degrees", [20, 45, 90, 160])
def test_rows_that_share_borders_are_neighbours_at_any_angle(tmp_path, degrees):
    """Seen: at 20 and 45 degrees they were said to lie on top of each other."""
    rings = strips(400, degrees, long=2000.0)
    text = write_text(tmp_path / "a.geojson", rings)
    write_layer(tmp_path / "a.gpkg", [shapely.Polygon(ring) for ring in rings], crs=CRS)
    for path in (text, tmp_path / "a.gpkg"):
        rows, columns = read_graph(path).weights.nonzero()
        assert {(i, j) for i, j in zip(rows, columns, strict=True) if i < j} == {
            (k, k + 1) for k in range(399)
        }


def test_rows_in_all_directions_are_not_called_copies(tmp_path):
    """Their frames alone do not tell: what is true is said, and the way out."""
    rings = [
        ring + np.array([3000.0, 0.0]) * k
        for k, (count, degrees) in enumerate([(320, 0), (400, 45)])
        for ring in strips(count, degrees, long=1500.0)
    ]
    write_layer(tmp_path / "a.gpkg", [shapely.Polygon(ring) for ring in rings], crs=CRS)
    for path in (write_text(tmp_path / "a.geojson", rings), tmp_path / "a.gpkg"):
        with pytest.raises(GraphFileError, match=r"long and thin.*--neighbors") as refused:
            read_graph(path)
        assert "copies" not in str(refused.value)
        assert read_graph(path, n_neighbors=2).n_nodes == 720


def looks(monkeypatch, rings):
    """Return how many pairs of what is in one cell or beside it are looked at."""
    seen, whole = [0], module._chunks

    def counted(counts):
        seen[0] += int(counts.sum())
        return whole(counts)

    monkeypatch.setattr(module, "_chunks", counted)
    hairlines(rings, range(len(rings)), NONE)
    monkeypatch.setattr(module, "_chunks", whole)
    return seen[0]


@pytest.mark.parametrize("degrees", [0, 90, 45, 20])
def test_looks_at_strips_with_gaps_grow_with_their_number(monkeypatch, degrees):
    """Seen: four times the time for twice the strips, 14 s for 10,000."""
    few, many = (
        looks(monkeypatch, strips(count, degrees, wide=1.0, long=90_000.0, gap=0.1, decimals=6))
        for count in (300, 1200)
    )
    assert 0 < few < many < 6 * few


@pytest.mark.parametrize("degrees", [0, 90, 45])
def test_frames_that_are_compared_grow_with_the_number_of_strips(monkeypatch, degrees):
    seen, whole = [0], on_each_other._met

    def counted(low, high, i, behind):
        seen[0] += len(behind)
        return whole(low, high, i, behind)

    monkeypatch.setattr(on_each_other, "_met", counted)
    sums = []
    for count in (100, 400):
        seen[0] = 0
        rings = strips(count, degrees, gap=0.1)
        overlapping(rings, range(count), NONE)
        sums.append(seen[0])
    assert sums[1] <= 6 * sums[0] + 100


@pytest.mark.parametrize("bound", ["MOST_LOOKS", "MOST_NEAR"])
def test_more_than_can_be_compared_is_refused_with_a_way_out(monkeypatch, bound):
    monkeypatch.setattr(module, bound, 10)
    with pytest.raises(GraphError, match=r"too many borders.*--neighbors"):
        hairlines(strips(50, 0, gap=1e-4, decimals=6), range(50), NONE)


def test_the_main_direction_is_that_of_most_borders():
    def pieces(ring):
        return np.hstack([ring[:-1], ring[1:]])

    (row,) = strips(1, 20, decimals=9)
    assert np.degrees(main_direction(pieces(row))) == pytest.approx(20, abs=1e-6)
    level = turned(row, main_direction(pieces(row)))
    assert np.ptp(level, axis=0) == pytest.approx([500, 2.5], abs=1e-6)
    angles = np.linspace(0, 2 * np.pi, 90)
    assert main_direction(pieces(np.column_stack([np.cos(angles), np.sin(angles)]))) == 0
