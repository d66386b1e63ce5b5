"""Three columns of numbers without a header: edges with weights, or the corners of triangles."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.spatial import Delaunay

import cheapbandits as cb
from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import read_graph

MESH = Delaunay([(x + y % 2 * 0.3, y) for x in range(5) for y in range(5)]).simplices


@pytest.mark.parametrize("first", [0, 1, 100])
def test_triangles_are_asked_about(tmp_path, first):
    """The third corner was how much the two others are alike."""
    path = tmp_path / "mesh.txt"
    np.savetxt(path, MESH + first, fmt="%d")
    with pytest.raises(GraphFileError, match=r"three nodes.*source,target,weight") as raised:
        read_graph(path)
    assert "line 1" in str(raised.value)
    path.write_text("source target weight\n" + path.read_text())  # as it says
    assert read_graph(path, duplicates="max").n_edges > 20
    sides = np.vstack([MESH[:, :2], MESH[:, 1:], MESH[:, ::2]])
    np.savetxt(path, sides, fmt="%d")
    assert read_graph(path).n_edges == len({tuple(sorted(side)) for side in sides.tolist()})


@pytest.mark.parametrize(
    "weights",
    [[1] * 24, [2, 3, 1] * 8, range(1, 25), [0.5, 2.5, 9.5] * 8, [101.5, 98, 120] * 8],
    ids=["ones", "counts", "ranks", "decimals", "lengths"],
)
def test_weights_are_weights_and_told_of(tmp_path, weights):
    rows = [(k, k + 1, weight) for k, weight in zip(range(1, 25), weights, strict=True)]
    path = tmp_path / "edges.csv"
    path.write_text("".join(f"{a},{b},{weight}\n" for a, b, weight in rows))
    graph = read_graph(path)
    np.testing.assert_allclose(np.sort(graph.edges()[1]), np.sort([*weights]))
    (note,) = (said for said in graph.notes if "third column" in said)
    assert "taken for the weight" in note
    path.write_text("".join(f"{a},{b}\n" for a, b, _ in rows))  # as it says
    assert read_graph(path).notes == ()


def test_what_is_written_by_us_is_read_without_a_word_of_it(tmp_path):
    cb.write_graph(cb.Graph.from_edges([(0, 1), (1, 2), (2, 3)], [0.5, 2, 3]), tmp_path / "a.csv")
    assert not any("third column" in note for note in read_graph(tmp_path / "a.csv").notes)
