"""Points in tables: decimals, or thousands as half of Europe writes them."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError, GraphFileError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph

LINE = Graph.from_edges([(0, 1), (1, 2)], names=["A", "B", "C"])


def sites(put_rows, x="1;2", rest=("1.022", "640", "1.141"), head="name;x;y;zinc"):
    return put_rows(head, *(f"{name};{x};{zinc}" for name, zinc in zip("ABC", rest, strict=True)))


@pytest.mark.parametrize("values", [["1.022", "640", "1.141"], ["-1.022", "12.500", "640"]])
def test_points_that_may_part_thousands_are_asked_about(put_rows, values):
    joined = dict(zip("ABC", values, strict=True))
    roads = [
        lambda: read_values(sites(put_rows, rest=values), LINE, "zinc"),
        lambda: read_import(sites(put_rows, rest=values), LINE, column="zinc").rows,
        lambda: read_values(put_rows(*(f"{k};{v}" for k, v in joined.items())), LINE),
        lambda: read_import(
            put_rows("nodes;reading", *(f"{k};{v}" for k, v in joined.items())), LINE
        ),
    ]
    for road in roads:
        with pytest.raises(CheapBanditsError, match=r"line \d.*decimals or thousands.*022.*0220\)"):
            road()


@pytest.mark.parametrize("nodes", ["ABC", "123"])
def test_so_are_weights_and_coordinates(put_rows, nodes):
    a, b, c = nodes
    edges = [f"{a};{b};1.022", f"{b};{c};640", f"{c};{a};2.500"]
    with pytest.raises(CheapBanditsError, match=r"line 2: .*decimals or thousands"):
        read_graph(put_rows("source;target;weight", *edges))
    with pytest.raises(CheapBanditsError, match=r"line 2: .*181072 or 181.0720.*in 'x'"):
        read_graph(put_rows("name;x;y", "A;181.072;333.611", "B;181.025;333.558"))


@pytest.mark.parametrize("mark", [",", "\t"])
def test_beside_whole_numbers_they_are_with_every_divider(put_rows, mark):
    def table(*rows):
        return put_rows(*(row.replace(";", mark) for row in rows))

    rows = ["A;1;2;1.022", "B;2;2;640", "C;3;2;1.141"]
    with pytest.raises(CheapBanditsError, match=r"line 2: .*thousands \(write 1022 or 1.0220\)"):
        read_values(table("name;x;y;zinc", *rows), LINE, "zinc")
    with pytest.raises(CheapBanditsError, match=r"line 2: .*decimals or thousands"):
        read_import(table("nodes;reading", "A;1.022", "B;640"), LINE)
    for nodes in ("A;B", "1;2"):
        with pytest.raises(CheapBanditsError, match=r"line 2: .*decimals or thousands"):
            read_graph(table("source;target;weight", f"{nodes};1.022", f"{nodes[::-1]};640"))


def test_numbers_of_a_workbook_are_no_text(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["name", "x", "y", "zinc"], ["A", 1, 2, 1.022], ["B", 2, 2, 640], ["C", 3, 2, 1.5]):
        book.active.append(row)
    book.active["D4"] = 1.141
    book.save(tmp_path / "table.xlsx")
    assert read_values(tmp_path / "table.xlsx", LINE, "zinc").tolist() == [1.022, 640, 1.141]


@pytest.mark.parametrize(
    ("head", "x", "values"),
    [
        ("name;x;y;zinc", "1;2", ["1.022", "0.640", "1.141"]),  # no thousands begin with 0
        ("name;x;y;zinc", "1.5;2", ["1.022", "640", "1.141"]),  # nor are there so few digits
        ("name;x;y;zinc", "1812.072;2", ["1.022", "640", "1.141"]),
        ("name;x;y;zinc", "1;2", ["1.022e0", "640", "1.141"]),
        ("name;lon;lat;zinc", "5.123;50.456", ["1.022", "640", "1.141"]),  # degrees
        ("name,x,y,zinc", "1,2", ["1.022", "2.640", "1.141"]),  # the usual, and all have decimals
        ("name\tx\ty\tzinc", "1\t2", ["1.022", "2.640", "1.141"]),
        ("name\tx\ty\tzinc", "1.5\t2", ["1.022", "640", "1.141"]),
    ],
)
def test_points_that_part_decimals_are_read(put_rows, head, x, values):
    mark = head[4]
    rows = [f"{k}{mark}{x}{mark}{v}" for k, v in zip("ABC", values, strict=True)]
    found = read_values(put_rows(head, *rows), LINE, "zinc")
    assert found.tolist() == [float(value) for value in values]


def test_three_decimals_behind_commas_are_asked_about_with_a_way_that_works(put_rows):
    """Seen: 'write a decimal point', which was refused as thousands in its turn."""
    rows = ["A;1,022", "B;2,640", "C;1,141"]
    with pytest.raises(
        CheapBanditsError, match=r"line 2: .*write 1,0220 here, .*all of them as 1022"
    ) as said:
        read_import(put_rows("site;value", *rows), LINE)
    assert "1.022" not in str(said.value)
    ways = {
        ("A;1,0220", *rows[1:]): [1.022, 2.64, 1.141],
        tuple(row.replace(",", "") for row in rows): [1022, 2640, 1141],
    }
    for mended, found in ways.items():
        taken = read_import(put_rows("site;value", *mended), LINE).rows
        assert [row.reading for row in taken] == found
    edges = ["A;B;1,022", "B;C;2,640"]
    with pytest.raises(CheapBanditsError, match="write 1,0220 here"):
        read_graph(put_rows("source;target;weight", *edges))
    assert read_graph(put_rows("source;target;weight", "A;B;1,0220", edges[1])).n_edges == 2


def test_another_column_of_decimal_commas_tells(put_rows):
    rows = ["A;1,022;6,9;50,95", "B;2,640;7,1;50,7", "C;1,141;;50,8"]
    for road in (read_import, read_values):
        found = road(put_rows("name;value;ph;lat", *rows), LINE, column="value")
        values = found.tolist() if road is read_values else [row.reading for row in found.rows]
        assert values == [1.022, 2.64, 1.141]
    lists = ["A;1,022;2,3", "B;2,640;1,3 ff.", "C;1,141;1,2"]  # pages, and no numbers
    with pytest.raises(CheapBanditsError, match="decimals or thousands"):
        read_import(put_rows("name;value;see", *lists), LINE, column="value")


def test_a_comma_elsewhere_in_a_column_of_weights_tells_and_in_another_one_does_not(put_rows):
    graph = read_graph(put_rows("source;target;weight", "A;B;1,022", "B;C;0,5"))
    assert graph.weights[0, 1] == 1.022
    edges = ["A;B;1,022;6,95", "B;C;2,640;7,15"]
    with pytest.raises(CheapBanditsError, match=r"line 2: .*decimals or thousands"):
        read_graph(put_rows("source;target;weight;ph", *edges))
    places = ["A;1,234;2,345;0,5", "B;1,334;2,445;0,7", "C;1,344;2,545;0,7"]
    graph = read_graph(put_rows("name;x;y;zinc", *places))
    assert graph.coordinates[0].tolist() == [1.234, 2.345]


def test_names_with_points_settle_nothing(put_rows):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["1.1", "1.2", "1.3"])
    rows = ["1.1;1.022", "1.2;640", "1.3;1.141"]
    with pytest.raises(CheapBanditsError, match="decimals or thousands"):
        read_values(put_rows("name;zinc", *rows), graph, "zinc")
    with pytest.raises(CheapBanditsError, match="decimals or thousands"):
        read_import(put_rows("name;value", *rows), graph)


def test_beside_a_decimal_comma_points_are_refused_as_ever(put_rows):
    rows = ["A;5.1;50.2;181.100;0,5", "B;5.2;50.3;181.200;0,6", "C;5.3;50.4;181.300;0,7"]
    with pytest.raises(CheapBanditsError, match="decimal comma"):
        read_values(put_rows("name;lon;lat;zinc;lead", *rows), LINE, "zinc")


@pytest.mark.parametrize(
    ("text", "line", "write"),
    [
        ("Name;E;N\nP1;2'600'113;1'200'113\nP2;2'600'213;1'200'313\n", 2, "2600113"),
        ("P1;2'600'113;1'200'113\nP2;2'600'213;1'200'313\n", 1, "2600113"),
        ("2'600'113;1'200'113\n2'600'213;1'200'313\n", 1, "2600113"),
        ("Name;Ort;Zink\nP1;A;2'113\nP2;B;1'113\n", 2, "2113"),
        ("a;b;w\na;b;1\u2019200\nb;c;300\n", 2, "1200"),
        ("source;target;weight\na;b;5\nb;c;1'300\n", 3, "1300"),
        ("a;b;w\na;b;12 kg\nb;c;13 kg\n", 2, "12"),
    ],
)
def test_what_parts_thousands_is_told_and_never_a_node(put, text, line, write):
    with pytest.raises(GraphFileError, match=rf"line {line}: .*write {write}, without"):
        read_graph(put(text))
    mended = text.replace("'", "").replace("\u2019", "").replace(" kg", "")
    if "w" in text:
        assert read_graph(put(mended)).n_edges == 2
    elif text.startswith("Name;E"):
        with pytest.raises(GraphFileError, match="--x 'E' --y 'N'"):
            read_graph(put(mended))


def test_names_with_an_apostrophe_are_nodes(put):
    assert read_graph(put("O'Neill;d'Arc\nd'Arc;5'12\n5'12;x\n")).n_nodes == 4


def test_a_mark_behind_a_comma_is_asked_about(put_rows):
    """NOAA joins a temperature in tenths and the mark of its quality: 12.5 degrees, good."""
    path = put_rows(
        "x;y;TMP\n1,5;2,5;+0125,1\n2,5;3,5;-0011,1\n3,5;2,5;+0088,5\n",
    )
    with pytest.raises(CheapBanditsError, match=r"line 2: .*mark of quality"):
        read_values(path, read_graph(path), column="TMP")
