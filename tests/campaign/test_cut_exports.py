"""Exports that were cut, renamed or saved anew, of sites called by whole numbers.

Indices count from 0 and such names mostly from 1: an index that is taken for a name is the site
before it. Each way gives the sites that were read, or is refused with a way that does.
"""

import csv
from functools import cache
from itertools import product

import openpyxl
import pytest

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS
from cheapbandits.campaign.exports import write_readings, write_table
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError

#: Twelve nodes, counted from 1, as three kinds of files have them.
FILES = {
    "sites.csv": "id,x,y\n" + "".join(f"{k},{37 * k % 90},{53 * k % 80}\n" for k in range(1, 13)),
    "edges.csv": "source,target\n" + "".join(f"{k},{k % 12 + 1}\n" for k in range(1, 13)),
    "net.gr": "p sp 12 12\n" + "".join(f"a {k} {k % 12 + 1} 1\n" for k in range(1, 13)),
}
#: What was read: at the nodes named 2, 4 and 3; and, of a group, at 7, 2 and 3.
SINGLE = {3.125: (1,), 7.5: (3,), 4.25: (2,)}
GROUP = {5.5: (6, 1, 2)}


@pytest.fixture(scope="module", params=FILES)
def graph(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("graph") / request.param
    path.write_text(FILES[request.param])
    return cb.read_graph(path)


def exported(graph, folder, known, *, marked=True):
    """Return the rows of an export, of this version or an older one that marks no index."""
    with cb.Campaign.create("w", graph, db=folder / "c.db", horizon=20) as campaign:
        for reading, nodes in known.items():
            campaign.observe([graph.name(k) for k in nodes], reading)
        rows, path = campaign.history(), folder / "e.csv"
        if marked:
            write_readings(rows, path, COLUMNS, graph)
        else:
            older = [column for column in COLUMNS if column != "names"]
            write_table(rows, path, columns=older)
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


@pytest.fixture(scope="module")
def exports(graph, tmp_path_factory):
    """Rows of exports of that graph, each made once: with the group or not, marked or not."""

    @cache
    def rows(group=True, marked=True):
        known = SINGLE | GROUP if group else SINGLE
        return exported(graph, tmp_path_factory.mktemp("export"), known, marked=marked)

    return rows


def cut(rows, folder, columns, kind="csv", **renamed):
    """Write some columns of an export, as text or as a spreadsheet saves it."""
    kept = [column for column in COLUMNS if column in columns and column in rows[0]]
    lines = [[renamed.get(column, column) for column in kept]]
    lines += [[row[column] for column in kept] for row in rows]
    path = folder / f"cut.{kind}"
    if kind == "csv":
        with path.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file).writerows(lines)
        return path
    book = openpyxl.Workbook()
    for line in lines:
        book.active.append([_number(cell) for cell in line])
    book.save(path)
    return path


def _number(cell):
    try:
        return int(cell) if cell.isdigit() else float(cell)
    except ValueError:
        return cell or None


def taken(path, graph, names=None, values=None):
    column = values or ("reading" if path.suffix == ".xlsx" else None)
    rows = read_import(path, graph, None, column, names=names).rows
    return {row.reading: row.nodes for row in rows}


def test_indices_are_marked_where_one_may_be_a_name(graph, tmp_path):
    rows = exported(graph, tmp_path, SINGLE | GROUP)
    said = [(row["center"], row["place"], row["nodes"]) for row in rows]
    assert said == [
        ("#1", "2", "#1"),
        ("#3", "4", "#3"),
        ("#2", "3", "#2"),
        ("#6", "7", "#6;#1;#2"),
    ]
    assert taken(tmp_path / "e.csv", graph) == SINGLE | GROUP


@pytest.mark.parametrize("names", [None, "letters", "own", "large"])
def test_other_exports_stay_as_they_were(tmp_path, names):
    called = {
        None: None,
        "letters": [f"W{k:02}" for k in range(6)],
        "own": [str(k) for k in range(6)],
        "large": [str(k) for k in range(101, 107)],
    }[names]
    graph = cb.Graph(cb.grid(2, 3).weights, names=called)
    new, old = (exported(graph, folder(tmp_path, k), {1.5: (1, 2)}, marked=k) for k in (1, 0))
    assert new[0]["nodes"] == old[0]["nodes"] == "1;2"
    assert new[0]["center"] == "1"


def folder(path, name):
    made = path / str(name)
    made.mkdir()
    return made


#: Columns that may be left of an export beside the readings, and what place may be called then.
LEFT = [
    COLUMNS,
    ("center", "place", "names", "nodes"),
    ("place", "nodes"),
    ("nodes",),
    ("center", "nodes"),
    ("nodes", "at"),
    ("nodes", "told"),
    ("nodes", "origin"),
    ("nodes", "observation", "status", "width", "cost"),
    ("place", "nodes", "origin"),
    [column for column in COLUMNS if column != "center"],
]
SAID = ["center", "place", "id", "nodes", "Ort"]


def case(i, j, kind):
    """Always run is each cut of one graph, as text, and a workbook of each graph."""
    (name, left), always = (list(FILES)[i], LEFT[j]), i == j % len(FILES)
    marks = () if always and (kind == "csv" or 1 <= j <= len(FILES)) else pytest.mark.thorough
    return pytest.param(name, left, kind, id=f"{name}-{'-'.join(left)}-{kind}", marks=marks)


#: Each cut of each graph in each kind of file.
CASES = [case(*one) for one in product(range(len(FILES)), range(len(LEFT)), ("csv", "xlsx"))]


@pytest.mark.parametrize(("graph", "left", "kind"), CASES, indirect=["graph"])
def test_a_cut_export_is_right_or_refused(graph, exports, tmp_path, left, kind):
    """Names were taken for indices, and indices for names, without a word."""
    for group, marked in product((False, True), (True, False)):
        known, rows = SINGLE | GROUP if group else SINGLE, exports(group, marked)
        for place in (None, "id", "Ort"):
            renamed = {} if place is None else {"place": place}
            path = cut(rows, tmp_path, (*left, "reading"), kind, **renamed)
            told = [name for name in SAID if name in (*left, place)]
            # What the user says of older indices that stand alone is taken: see below.
            told = told if marked else [name for name in told if name not in ("center", "nodes")]
            # Of a workbook the column is always said: see taken.
            said = (None, "reading") if kind == "csv" else ("reading",)
            for names, values in product((None, *told), said):
                try:
                    found = taken(path, graph, names, values)
                except ParameterError:
                    continue
                assert found == known, (path.read_bytes(), names)


@pytest.mark.parametrize(("graph", "left", "kind"), CASES, indirect=["graph"])
def test_a_cut_export_of_this_version_needs_no_word(graph, exports, tmp_path, left, kind):
    rows = exports()
    if kind == "csv":
        path = cut(rows, tmp_path, (*left, "reading"))
        assert taken(path, graph) == taken(path, graph, values="reading") == SINGLE | GROUP
    else:
        single = cut(rows[:3], tmp_path, (*left, "reading"), "xlsx")
        assert taken(single, graph) == SINGLE


def test_the_whole_export_by_the_column_of_names(graph, exports, tmp_path):
    for marked in (True, False):
        rows = exports(marked=marked)
        path = cut(rows[:3], tmp_path, COLUMNS)
        for values in (None, "reading"):
            assert taken(path, graph, "place", values) == SINGLE
        path = cut(rows, tmp_path, COLUMNS)
        with pytest.raises(ParameterError, match=r"line 5: .*several.* without --name-column"):
            taken(path, graph, "place")
        if marked:
            assert taken(path, graph) == SINGLE | GROUP  # as it says


def test_a_group_of_which_only_the_center_is_named_is_refused(graph, exports, tmp_path):
    """Two tables may have the same site in the middle of a group, and others around it."""
    for rows in (exports(marked=True), exports(marked=False)):
        path = cut(rows, tmp_path, ("center", "place", "nodes", "reading"))
        assert taken(cut(rows[:3], folder(tmp_path, rows[0]["center"]), COLUMNS), graph) == SINGLE
        with pytest.raises(ParameterError, match=r"line 5: .*only the center.*or write the names"):
            taken(path, graph)
    rows = [row | {"nodes": row["names"]} for row in exports()]
    path = cut(rows, tmp_path, ("nodes", "reading"))  # as it says
    assert taken(path, graph, "nodes") == SINGLE | GROUP


def test_a_workbook_of_an_export_is_read_as_the_export(graph, exports, tmp_path):
    for marked in (True, False):
        rows = exports(marked=marked)
        path = cut(rows[:3], tmp_path, COLUMNS, "xlsx")
        assert taken(path, graph) == taken(path, graph, "nodes") == SINGLE
        assert {row.reading: row.nodes for row in read_import(path, graph).rows} == SINGLE
        path = cut(rows, tmp_path, COLUMNS, "xlsx")
        for column in ("reading", None):
            with pytest.raises(ParameterError, match=r"row 5: .*several.*as text .*'CSV UTF-8'"):
                read_import(path, graph, None, column)
        if marked:
            assert taken(cut(rows, tmp_path, COLUMNS), graph) == SINGLE | GROUP


def test_plain_numbers_under_nodes_are_asked_about(graph, exports, tmp_path):
    rows = exports(group=False, marked=False)
    for kind in ("csv", "xlsx"):
        path = cut(rows, tmp_path, ("nodes", "reading"), kind)
        with pytest.raises(ParameterError, match=r"'1' can be either: .*--name-column nodes;"):
            taken(path, graph)
        named = {3.125: (0,), 7.5: (2,), 4.25: (1,)}
        assert taken(path, graph, "nodes") == named
        own = cut(rows, tmp_path, ("nodes", "reading"), kind, nodes=graph.named_by or "site")
        assert taken(own, graph) == named
    signed = [row | {"nodes": f"#{row['nodes']}"} for row in rows]
    assert taken(cut(signed, tmp_path, ("nodes", "reading")), graph) == SINGLE


def test_a_name_that_is_no_index_proves_names(graph, tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("nodes,reading\n12,5\n3,6\n")
    assert taken(path, graph) == {5.0: (11,), 6.0: (2,)}


def test_an_index_in_the_first_line_is_no_comment(graph, tmp_path):
    """The reading above the first row was left out without a word."""
    path = tmp_path / "r.csv"
    for first in ("#1,5", "#1;#2,5", " #1 , 5"):
        path.write_text(f"{first}\n3,6\n")
        with pytest.raises(ParameterError, match=r"line 1: .* may be a comment or a row; put a"):
            taken(path, graph)
    path.write_text('"#1",5\n3,6\n')  # as it says
    with pytest.raises(ParameterError, match="line 1: is '#1' a site, or the index 1 from 0"):
        taken(path, graph)
    path.write_text('nodes,reading\n"#1",5\n"#2",6\n')  # as that says
    assert taken(path, graph) == {5.0: (1,), 6.0: (2,)}
    for remark in ("# 1,5", "#1", "#12 of July, cloudy", "#1,5,7", "#"):
        path.write_text(f"{remark}\n3,6\n")
        assert taken(path, graph) == {6.0: (2,)}


def test_a_place_that_is_another_site_than_its_nodes_is_refused(graph, tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("place,nodes,reading\n2,#1,5\n9,#3,6\n")
    with pytest.raises(ParameterError, match="line 3: 'nodes' says '#3' and 'place' says '9'"):
        taken(path, graph)
    path.write_text("place,nodes,reading\n2,#1,5\n4,#3,6\n")
    assert taken(path, graph) == {5.0: (1,), 6.0: (3,)}
    path.write_text("place,nodes,reading\nBonn,#1,5\nKiel,#3,6\n")  # a town
    assert taken(path, graph) == {5.0: (1,), 6.0: (3,)}


def test_a_center_that_is_none_of_the_nodes_is_refused(graph, tmp_path):
    path = tmp_path / "r.csv"
    path.write_text("center,place,nodes,reading\n1,2,2,5\n")
    with pytest.raises(ParameterError, match=r"line 2: .*the center among the nodes"):
        taken(path, graph)


def test_nodes_may_be_counts_of_something_else(tmp_path):
    graph = cb.Graph(cb.grid(3, 4).weights, names=WORDS)
    path = tmp_path / "r.csv"
    path.write_text("site,nodes,zinc\nW02,3,5\nW04,7,6\n")  # of a plant
    assert taken(path, graph, values="zinc") == {5.0: (1,), 6.0: (3,)}
    path.write_text("site,nodes,zinc\nW02,#3,5\nW04,#7,6\n")
    with pytest.raises(ParameterError, match="line 2: 'site' says 'W02' and 'nodes' says '#3'"):
        taken(path, graph, "site", values="zinc")


WORDS = [f"W{k:02}" for k in range(1, 13)]


@pytest.mark.parametrize("names", [WORDS, [str(k) for k in range(1, 13)]])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
def test_a_width_beside_a_place_says_that_it_is_a_group(tmp_path, names, kind):
    graph = cb.Graph(cb.grid(3, 4).weights, names=names)
    rows = exported(graph, tmp_path, SINGLE | GROUP)
    for left in (("place", "width"), ("place", "width", "origin"), ("place", "origin")):
        path = cut(rows, tmp_path, (*left, "reading"), kind)
        for told in ("place", None):
            with pytest.raises(ParameterError):
                taken(path, graph, told, "reading")
    path = cut(rows, tmp_path, ("place", "width", "reading"), kind)
    with pytest.raises(ParameterError, match=r"(line|row) 5: .*'width' says '3'"):
        taken(path, graph, "place", "reading")
    whole = cut(rows, tmp_path, ("center", "place", "names", "nodes", "width", "reading"))
    assert taken(whole, graph, values="reading") == SINGLE | GROUP  # as it says
    path = cut(rows[:3], tmp_path, ("place", "width", "reading"), kind)
    assert taken(path, graph, "place", "reading") == SINGLE


def test_the_width_of_a_brook_is_none(tmp_path):
    graph = cb.Graph(cb.grid(3, 4).weights, names=WORDS)
    path = tmp_path / "r.csv"
    for text in ("place,width,reading\nW02,2.5,5\n", "site,width,reading\nW02,3,5\n"):
        path.write_text(text)
        assert taken(path, graph, values="reading") == {5.0: (1,)}
    path.write_text("place,width_m,reading\nW02,3,5\n")
    assert taken(path, graph, values="reading") == {5.0: (1,)}
