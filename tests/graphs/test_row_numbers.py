"""An ``id`` that names sites here may number the rows there, beside a column with the sites."""

from __future__ import annotations

from itertools import cycle

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph, read_graph

SITES = [3, 1, 7, 2, 12, 5, 9, 4]
AGAIN = [3, 1, 3, 1, 7, 7, 9, 9]
ZINC = [12.5, 13.1, 11.9, 14.2, 10.4, 12.8, 13.7, 12.1]


def table(header, *columns):
    return "\n".join([header, *(",".join(map(str, row)) for row in zip(*columns, strict=True)), ""])


@pytest.fixture(params=["id", "Nr", "ObjectID"])
def numbered(put, request):
    """Return twelve sites called 1 to 12 by a column that numbers rows, too, and what it is."""
    places = [(10 * k, k * k % 7) for k in range(12)]
    text = table(f"{request.param},x,y", range(1, 13), *zip(*places, strict=True))
    return read_graph(put(text, "sites.csv"), names=request.param), request.param


def sites(path, graph, column="zinc", **options):
    return [
        int(graph.name(row.nodes[0]))
        for row in read_import(path, graph, column=column, **options).rows
    ]


HEADINGS = [
    "Messstelle",
    "punto",
    "stn",
    "site_ref",
    "gauge",
    "bore",
    "Pt",
    "field",
    "tag",
    "site_in_area",
    "_parent_index",
    "zone",
    "was",
]


CELLS = [SITES, AGAIN, [7] * 8, ["3.0", "", *map(float, SITES[2:])]]


@pytest.mark.parametrize(("heading", "cells"), [*zip(HEADINGS, cycle(CELLS), strict=False)])
def test_a_column_of_sites_under_any_heading_is_asked_about(put, numbered, heading, cells):
    graph, own = numbered
    for column, value in (("zinc", "zinc"), ("value", "value")):
        path = put(
            table(f"{own},{heading},date,{value}", range(1, 9), cells, ["2024-05-01"] * 8, ZINC)
        )
        asked = rf"line 1: '{own}' and '{heading}' may name the sites.*--name-column {own} or"
        with pytest.raises(ParameterError, match=asked):
            sites(path, graph, column)
        assert sites(path, graph, column, names=own) == [*range(1, 9)]
    if cells in (SITES, AGAIN):
        assert sites(path, graph, "value", names=heading) == cells


def test_also_where_names_came_without_a_heading(put):
    graph = Graph.from_edges([(k, k + 1) for k in range(11)], names=[str(k) for k in range(1, 13)])
    with pytest.raises(ParameterError, match="'id' and 'punkt' may name the sites"):
        sites(put(table("id,punkt,zinc", range(1, 9), AGAIN, ZINC)), graph)


SMALL = [1, 2, 3, 1, 2, 3, 1, 2]
BESIDE = [
    "depth",
    "replicate",
    "round",
    "Month",
    "team",
    "Stunde",
    "cover",
    "age_years",
    "Cu",
    "copper",
]
BESIDE += ["Pb (mg/kg)", "tree_height", "n", "flag", "Sampling depth", "mois", "lead_ppm"]


@pytest.mark.parametrize("heading", BESIDE)
def test_what_is_called_something_else_names_no_sites(put, numbered, heading):
    graph, own = numbered
    cells = [1] * 8 if heading in ("flag", "Sampling depth", "depth") else SMALL
    path = put(table(f"{own},{heading},zinc", SITES, cells, ZINC))
    assert sites(path, graph) == SITES


def test_ordinary_tables_are_taken(put, numbered):
    graph, own = numbered
    for header, *columns in (
        (f"{own},zinc", SITES, ZINC),
        (f"{own},zinc,lab", SITES, ZINC, "ABABABAB"),
        (f"{own},trap,zinc", SITES, SITES, ZINC),  # both say the same
        (f"{own},crowding,zinc", SITES, [0, *SMALL[1:]], ZINC),  # there is no site 0
        (f"{own},gap,zinc", SITES, [3.5, *SMALL[1:]], ZINC),
        (f"{own},gap,zinc", SITES, [40, *SMALL[1:]], ZINC),
    ):
        assert sites(put(table(header, *columns)), graph) == SITES
    twice = table(f"{own},gang,zinc", AGAIN, SMALL, ZINC)  # no number of a row stands twice
    assert sites(put(twice), graph) == AGAIN
    rank = [k % 5 + 1 for k in range(12)]
    whole = table(f"{own},gang,zinc", range(1, 13), rank, range(12))
    assert sites(put(whole), graph) == [*range(1, 13)]
    placed = table(f"{own},x,y,gang,zinc", [1, 2], [0, 10], [0, 1], [5, 6], [1, 2])
    assert sites(put(placed), graph) == [1, 2]


def test_each_site_once_in_another_order_is_asked_about(put, numbered):
    graph, own = numbered
    path = put(table(f"{own},gang,zinc", range(1, 13), range(12, 0, -1), range(12)))
    with pytest.raises(ParameterError, match="'gang' may name the sites"):
        sites(path, graph)
