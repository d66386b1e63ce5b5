"""A header of two words is read where the cells tell, and never called a reading gone wrong."""

from __future__ import annotations

import re
from shlex import quote

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import Graph, read_graph

GRAPH = Graph.from_edges([(0, 1), (1, 2), (2, 3)], names=["W1", "W2", "3", "4"])


@pytest.mark.parametrize(
    ("head", "asked"),
    [
        ("site,zinc", "zinc"),
        ("Station,PM10", "PM10"),
        ("name,value (mg/l)", "value (mg/l)"),
        ("nodes,zinc", "zinc"),
        ("site\tZink", "Zink"),
        ("Ort;Wert", "Wert"),
    ],
)
def test_the_numbers_beside_names_of_sites_are_the_values(put, head, asked):
    mark = next(mark for mark in "\t;," if mark in head)
    path = put(f"{head}\nW1|1.5\nW2|2.5\n".replace("|", mark))
    found = read_import(path, GRAPH)
    assert (found.column, [row.reading for row in found.rows]) == (asked, [1.5, 2.5])
    assert found.rows == read_import(path, GRAPH, column=asked).rows
    for wrong in ("W9", "5", "W1;W2"):  # no site, perhaps a site, a group
        text = f"{head}\nW1|1.5\n{wrong}|2.5\n".replace("|", mark)
        with pytest.raises(CheapBanditsError, match=r"say which|columns|several"):
            read_import(put(text), GRAPH)


def test_a_mistyped_site_is_told_at_once(put):
    for head in ("site,zinc", "Station,PM10"):
        with pytest.raises(CheapBanditsError, match=r"line 3: no node is named 'W9'"):
            read_import(put(f"{head}\nW1,1.5\nW9,2.5\n"), GRAPH)


def test_units_below_the_header_are_no_reason_to_delete_it(put):
    """Seen: 'got 'zinc'; correct or delete the line', of the header."""
    path = put("site,zinc\n,mg/l\nW1,1.5\nW2,2.5\n")
    with pytest.raises(CheapBanditsError, match=r"line [12]: ") as caught:
        read_import(path, GRAPH)
    assert "got 'zinc'" not in str(caught.value)


def test_and_on_either_side(put):
    path = put("count,site\n3,4\n5,3\n")
    found = read_import(path, GRAPH).rows
    assert [(row.nodes, row.reading) for row in found] == [((3,), 3), ((2,), 5)]
    with pytest.raises(CheapBanditsError, match="say which holds the values"):
        read_import(put("a,b\n3,4\n4,3\n"), GRAPH)


@pytest.mark.parametrize(
    "head", ["site,year", "Ort,Tiefe", "site,sd", "site,lat", "W9,broken", "site,NA", "site,2021"]
)
def test_what_stands_beside_readings_is_none(put, head):
    with pytest.raises(CheapBanditsError, match="line 1: "):
        read_import(put(f"{head}\nW1,1.5\nW2,2.5\n"), GRAPH)
    with pytest.raises(CheapBanditsError, match="line 1: this is a header"):
        read_import(put("site,rank\nW2,1\nW1,2\n"), GRAPH)


def test_only_columns_of_numbers_are_advised(put):
    """Seen: --values Bemerkung."""
    for mark in ",;":
        rows = ["Ort,Wert,lat,Bemerkung", "W1,1.5,50.1,gut", "W2,,50.2,na ja"]
        path = put("".join(f"{row}\n".replace(",", mark) for row in rows))
        with pytest.raises(CheapBanditsError, match=r"--values COLUMN \(--values Wert\)"):
            read_import(path, GRAPH)
        assert [row.reading for row in read_import(path, GRAPH, column="Wert").rows] == [1.5]


@pytest.mark.parametrize("row", ["W1,broken", "W1,n/a", "W9,NA", "W9,1..5", "W9,<5"])
def test_a_row_gone_wrong_is_no_header(put, row):
    with pytest.raises(CheapBanditsError) as caught:
        read_import(put(f"{row}\nW2,2.5\n"), GRAPH)
    assert "this is a header" not in str(caught.value)


#: Numbers gone wrong, and what is said of them once the column is named.
WRONG = {
    "3.1%": "'%' was read",
    "\u22123.1": "long minus",
    "<0.5": "got '<0.5'",
    "3.1 mg/l": "'mg/l' was read",
    "1'200": "apostrophe",
    "~4": "got '~4'",
}


@pytest.mark.parametrize("order", [1, -1])
@pytest.mark.parametrize("head", ["name,cover", "Station,PM10", "Messpunkt,Zink"])
@pytest.mark.parametrize("number", WRONG)
def test_a_header_is_one_above_numbers_gone_wrong(put, head, number, order):
    """Seen: 'got 'cover'; correct or delete the line', of the header above 3.1%."""
    rows = [head, f"W1,{number}", f"W2,{number}"]
    path = put("".join(f"{','.join(row.split(',')[::order])}\n" for row in rows))
    asked = head.split(",")[1]
    with pytest.raises(CheapBanditsError, match=r"line 1: this is a header.*leave the") as caught:
        read_import(path, GRAPH)
    assert f"(--values {asked};" in str(caught.value)
    with pytest.raises(CheapBanditsError, match=f"line 2: .*{re.escape(WRONG[number])}"):
        read_import(path, GRAPH, column=asked)


@pytest.mark.parametrize("sites", ["name", "site", "well code", "nodes"])
@pytest.mark.parametrize("head", ["2021", "5", "0.5", "5 cm", "2021-05", "12:00", "<5", "\u22125"])
def test_a_number_may_be_a_heading_beside_one_of_sites(put, sites, head):
    """Seen: no node is named 'name'. What is advised is followed."""
    table = put("well code,x,y\nW1,0,0\nW2,3,1\nW3,1,4\n", "sites.csv")
    graph = read_graph(table, n_neighbors=1)
    text = f"{sites},{head}\nW1,1.5\nW2,2.5\n"
    with pytest.raises(CheapBanditsError, match=r"line 1: this is a header") as caught:
        read_import(put(text, "r.csv"), graph)
    if f"write value in place of {head}" in str(caught.value):
        found = read_import(put(text.replace(head, "value", 1), "r.csv"), graph)
    else:
        assert f"(--values {quote(head)};" in str(caught.value)
        found = read_import(put(text, "r.csv"), graph, column=head)
    assert [row.reading for row in found.rows] == [1.5, 2.5]


@pytest.mark.parametrize("title", ["Cover,by depth", "Site,Mill brook"])
@pytest.mark.parametrize("head", ["name,5cm", "name,cover", "name,2021"])
def test_a_title_above_the_header_is_none(put, title, head):
    with pytest.raises(CheapBanditsError) as caught:
        read_import(put(f"{title}\n{head}\nW1,3.1%\n"), GRAPH)
    assert "this is a header" not in str(caught.value)


@pytest.mark.parametrize("rows", ["W1,1.5\nW2,2.5", "site,1.5\nid,2.5", "3,1.5\n4,2.5", "W1,1e3"])
def test_rows_without_a_header_are_still_read(put, rows):
    names = ["W1", "W2", "3", "4", "site", "id"]
    graph = Graph.from_edges([(k, k + 1) for k in range(5)], names=names)
    assert read_import(put(f"{rows}\n"), graph).rows[0].reading in (1.5, 1000)


@pytest.mark.parametrize("text", ['"","x"\n"1",10\n"2",20\n', ",y\n0,10.5\n1,20.5\n"])
def test_numbers_of_rows_have_no_heading(put, text):
    """Seen: R's header was called a reading gone wrong; deleted, the rows' numbers named sites."""
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["2", "0", "1"])
    head = text.partition("\n")[0]
    word = head.rpartition(",")[2].strip('"')
    with pytest.raises(CheapBanditsError, match=f"line 1: this is a header.*--values {word}") as no:
        read_import(put(text), graph)
    assert "delete" not in str(no.value)
    with pytest.raises(CheapBanditsError, match=r"column 1 \(no name\)"):
        read_import(put(text), graph, column=word)


@pytest.mark.parametrize("cell", ["n/a", "1O.5", "?", "-"])
def test_a_place_that_is_missing_is_no_heading(put, cell):
    with pytest.raises(CheapBanditsError) as caught:
        read_import(put(f",{cell}\nW1,10\nW2,20\n"), GRAPH)
    assert "this is a header" not in str(caught.value)
