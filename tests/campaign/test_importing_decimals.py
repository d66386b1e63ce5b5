"""Rows without a header that may be groups or have decimal commas: ``1;12,5`` is asked about."""

from __future__ import annotations

import re

import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import


def sites(names, heading="well"):
    places = [(k % 5, k // 5) for k in range(20)]
    return cb.Graph.from_points(places, 4, names=names, named_by=heading)


GRAPHS = {
    "from 1": sites([str(k) for k in range(1, 21)]),
    "from 101": sites([str(k) for k in range(101, 121)]),
    "no names": sites(None),
    "mixed": sites(["1A", "2B", *map(str, range(3, 21))], "site"),
    "no heading": sites([str(k) for k in range(1, 21)], None),
    "odd heading": sites([str(k) for k in range(1, 21)], "well, no."),
}
FIRST = {"from 101": "101", "mixed": "2B"}


def nodes_of(graph, *names):
    return tuple(sorted(graph.find(name) for name in names))


@pytest.mark.parametrize("name", GRAPHS)
@pytest.mark.parametrize("above", ["", "#Brunnen;Wert (mg/l)\n"])
def test_it_is_asked_and_either_remedy_works(tmp_path, name, above):
    graph, path, one = GRAPHS[name], tmp_path / "a.csv", FIRST.get(name, "2")
    two, three = ("112", "113") if name == "from 101" else ("12", "13")
    rows = f"{one};{two},5\n{one};{three},75\n"
    path.write_text(above + rows)
    with pytest.raises(cb.ParameterError, match="with a decimal comma") as told:
        read_import(path, graph)
    groups, decimals = re.search(
        "Put a line (.*) above it for groups, or (.*) for", str(told.value)
    ).groups()
    path.write_text(f"{above}{groups}\n{rows}")
    pairs = [nodes_of(graph, one, two), nodes_of(graph, one, three)]
    assert [(row.nodes, row.reading) for row in read_import(path, graph).rows] == [
        (pairs[0], 5),
        (pairs[1], 75),
    ]
    path.write_text(f"{above}{decimals}\n{rows}")
    assert [(row.nodes, row.reading) for row in read_import(path, graph).rows] == [
        (nodes_of(graph, one), float(f"{two}.5")),
        (nodes_of(graph, one), float(f"{three}.75")),
    ]


def test_no_index_is_advised_where_the_whole_part_is_no_site(tmp_path):
    graph, path = sites([f"P{k:02}" for k in range(1, 21)], "site"), tmp_path / "a.csv"
    path.write_text("P01;12,5\nP02;-13,5\n")
    with pytest.raises(cb.ParameterError, match="site;reading for decimal commas"):
        read_import(path, graph)


def test_further_columns_are_asked_about_too(tmp_path):
    graph, path = GRAPHS["from 1"], tmp_path / "a.csv"
    path.write_text("1;2;12,5\n2;3;13,5\n")
    with pytest.raises(cb.ParameterError, match="well;other1;reading for decimal commas"):
        read_import(path, graph)


@pytest.mark.parametrize(
    "text",
    [
        '"1;12",5\n"2;13",5\n',
        "1;12,5\n3,5\n",
        "1;12,5\n1;2;3,5\n",
        "1;12,5.5\n2;13,5\n",
        "1;12,-5\n2;13,5\n",
        "1;12\t5\n2;13\t5\n",
        "1; 2 ; 12,5\n2,5\n",
    ],
)
def test_what_can_be_read_in_one_way_is_read(tmp_path, text):
    path = tmp_path / "a.csv"
    path.write_text(text)
    rows = read_import(path, GRAPHS["from 1"]).rows
    assert len(rows) == 2
    assert 11 in rows[0].nodes


def test_names_with_a_semicolon_are_names(tmp_path):
    graph, path = sites([f"a;{k}" for k in range(20)]), tmp_path / "a.csv"
    path.write_text("a;1,5\na;2,6\n")
    assert [row.nodes for row in read_import(path, graph).rows] == [(1,), (2,)]
