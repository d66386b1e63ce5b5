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


def rows_of(name, per_site, table="{},site,lon,lat"):
    rows = [(f"P{k}", 5.1 + k / 10, 50.2) for k, n in enumerate(per_site) for _ in range(n)]
    lines = [f"S{k:03},{site},{x},{y}" for k, (site, x, y) in enumerate(rows)]
    return "\n".join([table.format(name), *lines, ""])


@pytest.mark.parametrize("name", ["id", "sample_id", "Sample", "no", "nr"])
@pytest.mark.parametrize("per_site", [(3, 3, 3, 3), (2, 1, 1, 1, 1)])
def test_samples_are_not_taken_for_sites(tmp_path, name, per_site):
    path = tmp_path / "a.csv"
    path.write_text(rows_of(name, per_site))
    said = rf"line 3: .*line 2 is; .*'{name}' may number samples.*--name-column {name}"
    with pytest.raises(GraphFileError, match=said):
        read_graph(path)
    with pytest.raises(GraphError, match=f"row 1: .*'{name}' may number samples"):
        Graph.from_frame(pd.read_csv(path))
    assert read_graph(path, names=name).n_nodes == sum(per_site)
    assert Graph.from_frame(pd.read_csv(path), names=name).n_nodes == sum(per_site)
    assert read_graph(path, names=False).n_nodes == sum(per_site)


@pytest.mark.parametrize(
    "text",
    [
        rows_of("id", (2, 1, 1, 1, 1), "{},soil,lon,lat"),  # two trees on one spot
        rows_of("name", (3, 3, 3, 3), "{},soil,lon,lat"),
        rows_of("id", (1, 1, 1, 1, 1)),
        "id,plot,x,y\n1,A,0,0\n2,A,0,1\n3,B,5,0\n4,B,5,1\n",
        "id,plot,x,y\n1,A,0,0\n2,A,0,1\n3,B,5,0\n4,B,5,0\n5,B,6,0\n",
    ],
)
def test_sites_with_ids_are_taken(tmp_path, text):
    path = tmp_path / "a.csv"
    path.write_text(text)
    assert read_graph(path).n_nodes == text.count("\n") - 1
