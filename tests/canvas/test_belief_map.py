"""The map of the belief: its data, and that it draws for every kind of graph."""

from __future__ import annotations

import io
import math

import numpy as np
import pytest
from defusedxml.ElementTree import fromstring

import cheapbandits as cb
from cheapbandits.canvas import belief_map, belief_svg, draw_belief_map
from cheapbandits.canvas import data as data_module
from cheapbandits.canvas.spectral import spectral_layout
from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph


def ring(n: int, **options: object) -> Graph:
    return Graph.from_edges([(i, (i + 1) % n) for i in range(n)], **options)


def test_coordinates_are_drawn_as_they_are() -> None:
    places = np.array([(0.0, 0.0), (500.0, 0.0), (500.0, 300.0)])
    data = belief_map(ring(3, coordinates=places), [1, 2, 3], [0, 0, 0], probed=[1, 1], best=2)
    assert np.array_equal(data.positions, places)
    assert (data.aspect, data.n_outside, data.on_map) == (1.0, 0, True)
    assert (data.probed, data.best, data.best_name) == ((1,), 2, "2")
    assert sorted(map(tuple, data.edges.tolist())) == [(0, 1), (0, 2), (1, 2)]


def test_the_contiguous_states_fill_the_frame() -> None:
    graph = cb.load_dataset("us_counties").graph
    values = np.zeros(graph.n_nodes)
    data = belief_map(graph, values, values)
    left, right, bottom, top = data.frame
    assert -130 < left < -124
    assert -67 < right < -60
    assert 20 < bottom < 25
    assert 49 < top < 53
    assert 0 < data.n_outside < 120
    assert data.aspect == pytest.approx(1 / math.cos(math.radians(37)), rel=0.03)
    assert belief_map(graph, values, values, extent="all").n_outside == 0
    alaska = graph.index("Juneau City and Borough, Alaska")
    assert belief_map(graph, values, values, next_nodes=[alaska]).n_outside == 0
    assert belief_map(graph, values, values, probed=[alaska]).n_outside > 0


def test_spectral_layout_of_a_ring_is_round() -> None:
    places = spectral_layout(ring(24))
    offsets = places - places.mean(axis=0)
    radii = np.linalg.norm(offsets, axis=1)
    assert radii.max() < 1.5 * radii.min()
    turns = np.diff(np.unwrap(np.arctan2(*offsets.T)))
    assert (turns > 0).all() or (turns < 0).all()


def test_neighbours_lie_near_each_other() -> None:
    graph = cb.load_dataset("forest").graph
    places = spectral_layout(graph)
    assert places is spectral_layout(graph)
    pairs = graph.edges()[0]
    joined = np.linalg.norm(places[pairs[:, 0]] - places[pairs[:, 1]], axis=1).mean()
    any_two = np.linalg.norm(places - np.roll(places, 997, axis=0), axis=1).mean()
    assert joined < 0.5 * any_two


def test_parts_lie_apart() -> None:
    pairs = [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (6, 7), (7, 8)]
    graph = Graph.from_edges(pairs, n_nodes=11)  # 9 and 10 are isolated
    places = spectral_layout(graph)
    assert np.isfinite(places).all()
    boxes = [
        (places[graph.parts == part].min(axis=0), places[graph.parts == part].max(axis=0))
        for part in range(graph.n_parts)
    ]
    for i, (low, high) in enumerate(boxes):
        for other_low, other_high in boxes[:i]:
            assert (low > other_high).any() or (other_low > high).any()


def test_large_graphs_draw_some_edges(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_module, "MANY_NODES", 50)
    monkeypatch.setattr(data_module, "SOME_EDGES", 20)
    places = np.random.default_rng(0).random((100, 2))
    data = belief_map(Graph.from_points(places, 3), np.zeros(100), np.zeros(100))
    assert data.edges.shape == (20, 2)
    assert (data.edges[:, 0] < data.edges[:, 1]).all()


KINDS = {
    "two": Graph(np.zeros((2, 2))),
    "isolated": Graph(np.zeros((3, 3))),
    "ring": ring(5),
    "complete": Graph(np.ones((6, 6))),
    "one-place": ring(4, coordinates=[(0, 0)] * 4),
    "line": ring(4, coordinates=[(0, i) for i in range(4)], names=["$a", "b$_$", "<c>", "d" * 99]),
    "7-d": ring(4, coordinates=np.zeros((4, 7))),
}


@pytest.mark.parametrize(
    ("kind", "spread"),
    [
        *((kind, "") for kind in KINDS),
        # What lies beside the map is drawn as the map is.
        ("line", "deviation"),
        *(
            pytest.param(kind, "deviation", marks=pytest.mark.thorough)
            for kind in KINDS
            if kind != "line"
        ),
    ],
)
def test_draws_every_kind_of_graph(kind: str, spread: str) -> None:
    graph = KINDS[kind]
    n = graph.n_nodes
    data = belief_map(
        graph, np.arange(n), np.ones(n), probed=range(n), best=n - 1, next_nodes=[0, n - 1]
    )
    figure = draw_belief_map(data, title="t", spread=spread)
    stream = io.BytesIO()
    figure.savefig(stream, format="png")
    assert stream.getvalue().startswith(b"\x89PNG")
    assert len(figure.axes) == (4 if spread else 2)  # each with its colour bar


def test_svg_is_an_element_and_repeats() -> None:
    graph = ring(5, names=["$a", "b & c", "<c>", "d", "e"])
    options = {"probed": [0], "best": 1, "next_nodes": [2, 3], "title": "T <1>"}
    text = belief_svg(graph, np.arange(5), np.ones(5), **options)
    assert fromstring(text).tag == "{http://www.w3.org/2000/svg}svg"
    assert "best: b &amp; c" in text
    assert text == belief_svg(graph, np.arange(5), np.ones(5), **options)


def test_nothing_told_yet() -> None:
    assert belief_svg(ring(5), np.zeros(5), np.ones(5)).startswith("<svg")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"mean": [1.0]}, r"mean must have one value a node, shape \(5,\); got \(1,\)"),
        ({"deviation": [1, 2, np.nan, 4, 5]}, "deviation must be finite; node 2"),
        ({"best": 5}, "best: node 5 is not in the graph"),
        ({"probed": [-1]}, "probed: node -1"),
        ({"next_nodes": [9]}, "next_nodes: node 9"),
        ({"extent": "some"}, "extent must be"),
    ],
)
def test_bad_input_is_refused(change: dict, said: str) -> None:
    given = {"mean": np.zeros(5), "deviation": np.zeros(5)} | change
    with pytest.raises(ParameterError, match=said):
        belief_map(ring(5), given.pop("mean"), given.pop("deviation"), **given)
