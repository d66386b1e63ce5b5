"""A file of readings: what is taken, what is refused, and in which line."""

import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.importing import read_import
from cheapbandits.campaign.nodes import parse_nodes


@pytest.fixture
def counties():
    return cb.load_dataset("us_counties").graph


@pytest.fixture
def path(tmp_path):
    return tmp_path / "readings.csv"


def rows(path, graph):
    return [(row.nodes, row.reading, row.line) for row in read_import(path, graph).rows]


def test_nodes_by_index_and_by_name(path, counties):
    path.write_text(
        "nodes,reading\n"
        '"#17",4.5\n'
        '"Imperial County, California;#17; #18",-7\n'
        "\n"
        '"Imperial County, California",1e1\n'
    )
    node = counties.index("Imperial County, California")
    assert rows(path, counties) == [
        ((17,), 4.5, 2),
        ((node, 17, 18), -7.0, 3),
        ((node,), 10.0, 5),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "3,0.5\n",
        "nodes,reading\n3,0.5\n",
        "\ufeffwhen,Reading,Node\nmonday,0.5,3\n",
        "node,value\r\n3,0.5\r\n",
        "3, 0.5",
    ],
)
def test_header_columns_and_line_ends_may_vary(path, text):
    path.write_text(text, encoding="utf-8", newline="")
    ((nodes, reading, _),) = rows(path, cb.grid(3, 3))
    assert (nodes, reading) == ((3,), 0.5)


def test_a_name_wins_over_an_index():
    graph = cb.Graph.from_edges([(0, 1), (1, 2)])
    named = cb.Graph(graph.weights, names=["2", "0", "x"])
    assert parse_nodes("2", graph) == (2,)
    assert parse_nodes("2;x;#1", named) == (0, 2, 1)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ("nodes,reading\n3,0.5\n4\n", 3, "1 columns, not a table of 2"),
        ("3,0.5\n9,0.5\n", 2, "0 to 8"),
        ("3,0.5\n99999999999999999999999,0.5\n", 2, "0 to 8"),
        ("3,0.5\nAtlantis,0.5\n", 2, "Atlantis"),
        ("3,half\n", 1, "half"),
        ("3,nan\n", 1, "finite"),
        ("3,1e400\n", 1, "finite"),
        ("3;3,0.5\n", 1, "different"),
        (",0.5\n", 1, "named"),
        ("-1,0.5\n", 1, "named"),
        ('3,0.5\n"4,0.5\n', 2, "quotes at .* are open at the end of the line: close them"),
        ("3,0.5\n4,1,5\n", 2, "3 columns, not a table of 2"),
        ("4,1,5\n", 1, "3 columns"),
        ("3,1_5\n", 1, "decimal number"),
        ("3,٣\n", 1, "decimal number"),
        ("3,0x10\n", 1, "decimal number"),
        ("3\t1,234\n", 1, "decimals or thousands"),
    ],
)
def test_mistakes_name_the_line(path, text, line, word):
    path.write_text(text)
    with pytest.raises(cb.ParameterError, match=f"line {line}: .*{word}"):
        read_import(path, cb.grid(3, 3))


def test_columns_that_a_semicolon_divides_are_named(path):
    path.write_text("Station;Wert;Tag\nS1;3,5;Mo\nS2;4,5;Mo\n")
    graph = cb.Graph.from_edges([(0, 1)], names=["S1", "S2"])
    said = r"line 1: no column .*'Station', 'Wert', 'Tag'; .*--values Wert"
    with pytest.raises(cb.CheapBanditsError, match=said):
        read_import(path, graph)
    assert [row.reading for row in read_import(path, graph, column="Wert").rows] == [3.5, 4.5]


def test_files_that_are_no_text(path, tmp_path):
    path.write_bytes(b"3,0.5\n\xff\xfe")
    with pytest.raises(cb.ParameterError, match="UTF-8"):
        read_import(path, cb.grid(3, 3))
    for gone in (tmp_path / "gone.csv", tmp_path):
        with pytest.raises(cb.ParameterError, match=r"no such file|not a plain file"):
            read_import(gone, cb.grid(3, 3))


def test_importing_twice_adds_nothing(path, tmp_path):
    graph = cb.grid(3, 3)
    campaign = Campaign.create("walk", graph, db=tmp_path / "c.db")
    path.write_text("3,0.5\n3,0.5\n4,0.25\n")

    def load():
        found = read_import(path, graph).rows
        return campaign.observe_many([(row.nodes, row.reading, row.key) for row in found])

    assert (load(), load()) == (3, 0)
    path.write_text("4,0.25\n3,0.5\n3,0.5\n3,0.5\n")
    assert load() == 1  # of the four one is new
    assert campaign.status().observed == 4


def test_a_status_that_is_not_ours_is_asked_about(path):
    grid = cb.grid(3, 3)
    path.write_text("nodes,reading,status\n1,2.5,told\n2,3.5,Annulled\n3,4.5,\n")
    assert [row.nodes for row in read_import(path, grid).rows] == [(1,), (3,)]
    path.write_text("nodes,reading,status\n1,2.5,told\n2,3.5,rejected\n")
    with pytest.raises(cb.ParameterError, match="the status 'rejected' is not known"):
        read_import(path, grid)


def test_of_two_columns_of_readings_none_is_taken(path):
    path.write_text("nodes,reading,value\n0,1,9\n1,2,8\n")
    with pytest.raises(cb.ParameterError, match="line 1: 'reading' and 'value' may both hold"):
        read_import(path, cb.grid(3, 3))
    path.write_text("nodes,reading,value\n0,1,1.0\n1,2,2\n")
    assert [row.reading for row in read_import(path, cb.grid(3, 3)).rows] == [1, 2]


@pytest.mark.parametrize(
    "text",
    [
        "nodes;reading\nYuma County, Arizona;7.4\n#3;#4;24.1\n",
        "nodes,reading\n#3,24,1\n",
        "nodes\treading\n#3;#4\t24\t1\n",
        'nodes,reading,day\n"Yuma County, Arizona",7.4,2\n#3 ,24\n',
    ],
)
def test_a_row_by_index_is_no_comment_however_many_cells_it_has(path, counties, text):
    path.write_text(text)
    with pytest.raises(cb.ParameterError, match=r"line [23]: '#3.* may be a comment or a row \("):
        rows(path, counties)


def test_comments_below_the_header_stay_comments(path, counties):
    path.write_text(
        "nodes,reading\n"
        "# 3,24,1\n"
        "#day two, cloudy, windy\n"
        "#2\n"
        "#12 of July\n"
        "## 3,24\n"
        "%3,24,1\n"
        '"#3",24.5\n'
        '"#3;#4",24.1\n'
    )
    assert rows(path, counties) == [((3,), 24.5, 8), ((3, 4), 24.1, 9)]
    path.write_text('nodes;reading\nYuma County, Arizona;7.4\n"#3;#4";24.1\n')  # as it says
    assert rows(path, counties)[1] == ((3, 4), 24.1, 3)


def test_where_rows_stand_is_made_once(tmp_path):
    """Seen: it was made anew for each row that was left out, and 16,000 took 20 seconds."""
    (tmp_path / "r.csv").write_text("nodes,reading\n1,10\n2,20\n")
    found = read_import(tmp_path / "r.csv", cb.grid(3, 3))
    assert found.places == ["line 2", "line 3"]
    assert found.places is found.places
