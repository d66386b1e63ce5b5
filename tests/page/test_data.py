"""What the page is sent: arrays that say what the campaign says, pictures of any graph."""

import json

import numpy as np
import pytest

from cheapbandits.campaign.exports import nodes_geojson
from cheapbandits.campaign.terms import graph_from_bytes, graph_to_bytes
from cheapbandits.graphs import Graph, grid, read_graph
from cheapbandits.service.page.bins import Box, in_view
from cheapbandits.service.page.cells import cells_of, regions_of
from cheapbandits.service.page.flat import WORLD, flat_of
from cheapbandits.service.page.moments import framed, packed_frame
from cheapbandits.service.page.networks import MADE, _made
from cheapbandits.service.page.picture import picture_of
from tests.page.patchwork import patchwork


def unpacked(body):
    """Read the format as the page does."""
    length = int.from_bytes(body[:4], "little")
    head = json.loads(body[4 : 4 + length])
    kinds = {"Uint8Array": "u1", "Uint16Array": "<u2", "Uint32Array": "<u4", "Float32Array": "<f4"}
    for name, (kind, at, size) in head.pop("arrays").items():
        head[name] = np.frombuffer(body, kinds[kind], size, 4 + length + at)
    return head


def area(shape):
    x, y = shape.T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2


@pytest.mark.parametrize("size", [1e-50, 1e-40, 1.0, 1e39, 1e50])
def test_a_frame_holds_values_of_any_size(size):
    """Seen: from 3.5e38 on four bytes a value were too few, and the page had no map."""
    value, spread = size * np.linspace(-1, 1, 9), size * np.linspace(0.1, 1, 9)
    sent = unpacked(packed_frame(framed(value, spread, np.zeros(9)), np.zeros(9, dtype=int), 7))
    back = sent["low"] + (sent["high"] - sent["low"]) * sent["value"] / 65535
    assert back / size == pytest.approx(value / size, abs=1e-4)
    assert sent["most"] / size == pytest.approx(1.0)


def test_a_frame_says_what_is_believed_to_a_65535th():
    rng = np.random.default_rng(1)
    value, spread = rng.normal(9, 3, 50), rng.random(50)
    frame = framed(value, spread, rng.random(50))
    sent = unpacked(packed_frame(frame, np.arange(50), 7))
    assert sent["seq"] == 7
    assert sent["top"] == 49
    back = sent["low"] + (sent["high"] - sent["low"]) * sent["value"] / 65535
    assert back == pytest.approx(value, abs=np.ptp(value) / 65535)
    doubt = sent["most"] * sent["deviation"] / 255
    assert doubt == pytest.approx(spread, abs=spread.max() / 255)
    free = spread < 0.5  # places left out do not set the scale
    assert (
        unpacked(packed_frame(frame, np.arange(50), 7, free))["most"] == frame.deviation[free].max()
    )


def test_cells_of_a_grid_are_its_squares_and_never_overlap():
    flat = flat_of(grid(6, 6))
    shapes, borders = cells_of(flat, None)
    gap = float(np.ptp(flat.points[:, 0])) / 5
    inner = [k for k in range(36) if k % 6 not in (0, 5) and k // 6 not in (0, 5)]
    for k in inner:
        assert area(shapes[k]) == pytest.approx(gap**2, rel=1e-6)
    assert sum(map(area, shapes)) < (8 * gap) ** 2  # the outer ones reach about one further
    assert len(borders) == 0
    assert all((shape >= 0).all() and (shape <= WORLD).all() for shape in shapes)


def test_far_off_places_stand_in_a_box_below_the_others():
    rng = np.random.default_rng(0)
    points = np.concatenate([rng.random((100, 2)), 40 + 0.2 * rng.random((5, 2))])
    flat = flat_of(Graph.from_points(points, 3))
    assert len(flat.insets) == 1
    x0, y0, x1, y1 = flat.insets[0]
    inside = (flat.points >= (x0, y0)).all(axis=1) & (flat.points <= (x1, y1)).all(axis=1)
    assert np.flatnonzero(inside).tolist() == list(range(100, 105))
    assert flat.points[:100, 1].max() < y0
    assert np.ptp(flat.points[:100, 0]) > 0.5 * WORLD


def test_the_users_polygons_are_the_cells(tmp_path):
    text, areas = patchwork()
    file = tmp_path / "parishes.geojson"
    file.write_text(text)
    graph = graph_from_bytes(graph_to_bytes(read_graph(file)))  # as a campaign keeps it
    sent = unpacked(picture_of(graph))
    assert sent["kind"] == "cells"
    assert len(sent["start"]) == 49
    corners = sent["corners"].reshape(-1, 2).astype(float)
    begins = np.flatnonzero(sent["first"])
    assert len(begins) == 49  # one parish has an isle
    rings = np.split(corners, begins[1:])
    assert max(map(len, rings)) <= 40
    found = [area(ring) for ring in rings]
    drawn = np.array([found[0] + found[1], *found[2:]])
    # Albers keeps areas: a square of a degree is smaller in the north.
    fair = areas * np.cos(np.radians(graph.coordinates[:, 1]))
    assert drawn / drawn.sum() == pytest.approx(fair / fair.sum(), rel=0.02)
    # Taken home for GIS programs they are polygons too, and lie where they lay.
    taken = [one["geometry"] for one in nodes_geojson(graph, {})["features"]]
    assert [one["type"] for one in taken] == ["MultiPolygon"] + 47 * ["Polygon"]
    assert taken[7]["coordinates"][0][0] == taken[7]["coordinates"][0][-1]
    home = [area(np.array(one["coordinates"][0])) for one in taken[1:]]
    assert home == pytest.approx(areas[1:], rel=0.05)
    # Where there are gaps between them, none touch: their middles are linked as points are.
    apart = json.loads(text)
    apart["features"] = apart["features"][::2]
    file.write_text(json.dumps(apart))
    assert read_graph(file).n_edges < 24
    near = read_graph(file, n_neighbors=4)
    assert near.n_parts == 1
    assert near.outlines is not None
    for node in (7, 20, 47):  # the place lies in its polygon
        ring = corners[sent["start"][node] : sent["start"][node + 1]]
        where = np.array([sent["x"][node], sent["y"][node]], dtype=float)
        turns = np.unwrap(np.arctan2(*(np.vstack([ring, ring[:1]]) - where).T))
        assert abs(turns[-1] - turns[0]) == pytest.approx(2 * np.pi)


def test_polygons_far_off_stand_in_their_box(tmp_path):
    far, _ = patchwork(1, 2, origin=(60.0, 10.0), isle=False)
    near = json.loads(patchwork(isle=False)[0])
    for one in json.loads(far)["features"]:
        one["properties"]["name"] += " far"
        near["features"].append(one)
    file = tmp_path / "both.geojson"
    file.write_text(json.dumps(near))
    graph = read_graph(file)
    sent = unpacked(picture_of(graph))
    ((x0, y0, x1, y1),) = sent["insets"]
    corners = sent["corners"].reshape(-1, 2)
    outside = corners[: sent["start"][48]]
    inside = corners[sent["start"][48] :]
    assert (inside >= (x0 - 1, y0 - 1)).all()
    assert (inside <= (x1 + 1, y1 + 1)).all()
    assert outside[:, 1].max() < y0


def test_regions_are_told_by_names_that_have_them():
    assert (
        regions_of(("a, N", "b, N", "c, N", "d, S", "e, S", "f, S")).tolist() == [0] * 3 + [1] * 3
    )
    assert regions_of(("a", "b, N", "c, S")) is None
    assert regions_of(tuple(f"{k}, R{k}" for k in range(9))) is None
    assert regions_of(None) is None


@pytest.mark.parametrize(
    "graph",
    [
        Graph.from_edges([(0, 1)], n_nodes=3),
        Graph.from_points([(0.0, 0.0)] * 4 + [(1.0, 1.0)], 2),
        Graph.from_points([(float(k), 0.0) for k in range(9)], 2),
        Graph.from_points(
            [(179.0, 60.0), (-179.0, 61.0), (0.0, 0.0), (5.0, 5.0)], 2, crs="EPSG:4326"
        ),
        *map(_made, MADE),
    ],
)
def test_every_graph_has_a_picture(graph):
    sent = unpacked(picture_of(graph))
    assert sent["n"] == graph.n_nodes == len(sent["x"]) == len(sent["y"])
    assert 0 < sent["radius"] < WORLD
    assert max(sent["width"], sent["height"]) == pytest.approx(WORLD)


def test_bins_keep_the_hottest_place_whatever_the_others_are():
    graph = grid(200, 200)
    rng = np.random.default_rng(2)
    value = rng.normal(0, 1, 40_000)
    value[12_345] = 50.0
    frame = framed(value, np.ones(40_000), np.full(40_000, 0.5))
    flat, counts = flat_of(graph), np.zeros(40_000, dtype=int)
    box = Box(0, 0, flat.width, flat.height, 40, 40)
    sent = unpacked(in_view(graph, frame, counts, box, 3))
    assert sent["kind"] == "bins"
    assert sent["count"] == 40_000
    assert sent["node"][sent["value"].argmax()] == 12_345
    for k in (0, 700, len(sent["cell"]) - 1):  # each bin's place is the highest of its bin
        x, y = flat.points.T
        inside = (x * 40 // flat.width == sent["cell"][k] % 40) & (
            y * 40 // flat.height == sent["cell"][k] // 40
        )
        assert sent["node"][k] == np.flatnonzero(inside)[value[inside].argmax()]
    near = Box(0, 0, flat.width / 4, flat.height / 4, 40, 40)
    few = unpacked(in_view(graph, frame, counts, near, 3))
    assert few["kind"] == "places"
    assert set(few["node"]) == set(
        np.flatnonzero((flat.points < (near.x1, near.y1)).all(axis=1)).tolist()
    )
