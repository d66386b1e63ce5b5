"""Rows without names on one spot: days of a site, and no sites of their own."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph
from cheapbandits.graphs.same_spot import on_one_spot


@pytest.fixture
def long(tmp_path):
    """A table of four sites and three days, and the same as a frame."""
    days = [
        ("P" + str(k), 5.1 + k / 10, 50.2, f"2024-0{d}-01") for k in range(4) for d in (1, 2, 3)
    ]
    frame = pd.DataFrame(days, columns=["site", "lon", "lat", "date"])
    frame.to_csv(tmp_path / "a.csv", index=False)
    return tmp_path / "a.csv", frame


def test_days_are_not_taken_for_sites(long):
    path, frame = long
    said = r"line 3: .*line 2 is; 12 rows lie on 4 spots.*keep one row.*--name-column ''"
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)
    with pytest.raises(GraphError, match=r"row 1: .*row 0 is; 12 rows lie on 4 spots"):
        Graph.from_frame(frame)


def test_who_says_so_gets_them_and_a_note_tells(long):
    path, frame = long
    graph = read_graph(path, names=False)
    assert graph.n_nodes == 12
    assert Graph.from_frame(frame, names=False).n_nodes == 12
    assert on_one_spot(graph) is not None
    assert "nodes 0 and 1 lie on one spot, and 7 more" in str(on_one_spot(graph))


def test_a_few_are_taken_and_noted(tmp_path):
    path = tmp_path / "a.csv"
    path.write_text("x,y\n1,2\n4,4\n3,3\n4,4\n7,8\n")
    assert "nodes 1 and 3 lie on one spot, and have" in str(on_one_spot(read_graph(path)))
    path.write_text("name,x,y\na,1,2\nb,4,4\nc,3,3\nd,4,4\n")
    assert on_one_spot(read_graph(path)) is None


def test_the_note_is_printed(long, capsys):
    from cheapbandits.cli.sources import open_graph

    open_graph(str(long[0]), {"names": False})
    assert "note: nodes 0 and 1 lie on one spot" in capsys.readouterr().err
