"""Whole numbers without a header: edges, plots of a field, or stations and what was found there."""

from __future__ import annotations

import pytest

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import read_graph


@pytest.fixture
def put(tmp_path):
    def write(rows):
        path = tmp_path / "a.csv"
        path.write_text("".join(",".join(map(str, row)) + "\n" for row in rows))
        return path

    return write


FIELD = [(i, j) for i in range(1, 6) for j in range(1, 6)]


@pytest.mark.parametrize(
    "rows",
    [
        FIELD,
        [place for place in FIELD if place != (2, 4)],
        [(i, j, 7 + i * j) for i, j in FIELD],
        [(10 * i, 100 + 10 * j, 18) for i, j in FIELD],
    ],
)
def test_plots_of_a_field_are_asked_about(put, rows):
    path = put(rows)
    with pytest.raises(GraphFileError, match=r"line 1: .*a plot's place.*--table edges"):
        read_graph(path)
    assert read_graph(path, table="edges").n_nodes in (5, 10)


@pytest.mark.parametrize(
    "values",
    [
        [37, 28, 52, 35, 83, 77, 80, 68],
        [101, 28, 52, 35, 83, 77, 80, 103],  # some may be stations by chance
        [103, 101, 101, 105, 104, 104, 101, 106],  # all may, and lead round in circles
    ],
)
def test_stations_and_what_was_found_are_asked_about(put, values):
    rows = list(enumerate(values, start=101))
    path = put(rows)
    with pytest.raises(GraphFileError, match=r"line 1: is '101', .*what was found there\?"):
        read_graph(path)
    assert read_graph(path, table="edges").n_edges >= 6
    with pytest.raises(GraphFileError, match="what was found there"):
        read_graph(put([(value, station) for station, value in rows]))


@pytest.mark.parametrize(
    "rows",
    [
        [(0, 1), (1, 2), (2, 3), (3, 4)],  # a path
        [(1, 2), (2, 3), (3, 4), (4, 1)],  # a ring
        [(1, 0), (2, 0), (3, 0), (4, 0)],  # a star
        [(k, (k - 1) // 2) for k in range(1, 12)],  # a tree, each node's parent
        [((k - 1) // 2, k) for k in range(1, 12)],  # or each node's child
        [(i, j) for i in range(5) for j in range(i)],  # all with all
        [(i, j) for i in range(5) for j in range(5) if i != j],  # both ways
        [(0, 1), (1, 2), (2, 3), (4, 5)],  # in two parts
        [(0, 1), (1, 2), (5, 6)],
    ],
)
def test_edges_are_edges(put, rows):
    graph = read_graph(put(rows))
    assert graph.n_nodes == len({node for row in rows for node in row})
