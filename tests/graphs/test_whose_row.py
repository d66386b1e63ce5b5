"""Which site a row means: proven by a name or a place, or said by the user; a number is no proof.

Each case here went to another site, or to another column, without a word.
"""

from __future__ import annotations

import json

import pandas as pd
import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphFileError, ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph, read_graph, write_graph

PLACES = [(10 * k, k * k % 7) for k in range(12)]


def table(header, *columns):
    return "\n".join([header, *(",".join(map(str, row)) for row in zip(*columns, strict=True)), ""])


def sites(put, header, *columns, **options):
    """Return the graph of twelve sites with these columns before their places."""
    path = put(table(f"{header},x,y", *columns, *zip(*PLACES, strict=True)), "sites.csv")
    return read_graph(path, **options)


def rows(path, graph, column=None, **options):
    found = read_import(path, graph, column=column, **options).rows
    return [(graph.name(row.nodes[0]), row.reading) for row in found]


@pytest.fixture
def stations(put):
    """Twelve sites called S1 to S12."""
    return sites(put, "station", [f"S{k}" for k in range(1, 13)])


@pytest.fixture
def bare(put):
    """Twelve sites without names."""
    return read_graph(put(table("x,y", *zip(*PLACES, strict=True)), "bare.csv"))


DOWN = [f"S{k}" for k in range(12, 0, -1)]
OUT_OF_ORDER = {
    "a slip": table("punkt,zn", ["S 12", *DOWN[1:]], range(12)),
    "twice": table("gauge,zn", [f"S{k % 6 + 1}" for k in range(12)], range(12)),
    "lower case": table("punkt,zn", map(str.lower, DOWN), range(12)),
    "other names": table("ponto,zn", [f"Q{k}" for k in range(12)], range(12)),
    "months": table("date,zn", [f"2024-{k:02}-01" for k in range(1, 13)], range(12)),
    "numbers": table("cell,zn", range(11, -1, -1), range(12)),
    "counted": table('"",zn', range(1, 13), range(12)),
}


@pytest.mark.parametrize("kind", OUT_OF_ORDER)
def test_rows_go_by_their_order_only_where_the_user_says_so(put, stations, bare, kind):
    path = put(OUT_OF_ORDER[kind])
    for graph in (stations, bare):
        with pytest.raises(ParameterError, match=r"line [12]: .*--name-column"):
            rows(path, graph, "zn")
        with pytest.raises(ParameterError, match=r"line [12]: .*--name-column"):
            read_values(path, graph, "zn")
        expected = [(graph.name(k), float(k)) for k in range(12)]
        assert rows(path, graph, "zn", names=False) == expected
        assert read_values(path, graph, "zn", names=False).tolist() == list(range(12))


def test_a_plain_list_and_places_that_agree_go_by_order_too(put, bare):
    assert read_values(put(table("zn", range(12))), bare, "zn").tolist() == list(range(12))
    with_places = table("spot,x,y,zn", "abcdefghijkl", *zip(*PLACES, strict=True), range(12))
    assert read_values(put(with_places), bare, "zn").tolist() == list(range(12))
    counted = with_places.replace("spot", "plot").replace("a,", "5,")
    assert read_values(put(counted), bare, "zn").tolist() == list(range(12))


NESTED = {
    "site,plot": ("AAAABBBBCCCC", [1, 2, 3, 4] * 3),
    "plot,site_no": ([1, 2, 3] * 4, [k // 3 for k in range(12)]),
}


@pytest.mark.parametrize("header", NESTED)
def test_sites_that_two_columns_name_together_are_asked_about(put, header):
    with pytest.raises(GraphFileError, match=r"line 1: '.*' and '.*' name the sites only together"):
        sites(put, header, *NESTED[header])
    graph = sites(put, header, *NESTED[header], names=False)
    frame = pd.DataFrame(dict(zip(header.split(","), map(list, NESTED[header]), strict=True)))
    frame["x"], frame["y"] = zip(*PLACES, strict=True)
    with pytest.raises(ValueError, match="only together"):
        Graph.from_frame(frame)
    for column in (None, "value"):
        text = table(f"{header},value", *NESTED[header], range(12))
        with pytest.raises(ParameterError, match=r"line 1: the nodes have no names.*joins them"):
            rows(put(text), graph, column)


def test_few_kinds_and_counts_do_not_nest(put):
    kinds = "AAAABBBBCCCC"
    assert sites(put, "plot,number", kinds, [1, 2, 3, 5] * 3).names is None
    assert sites(put, "plot", kinds).names is None
    graph = sites(put, "plot", kinds)
    assert rows(put("node,value\n"), graph) == []


def test_nodes_that_stand_twice_are_not_passed_over(put):
    """Whoever calls something else a node would find its numbers taken for those of ours."""
    for word in ("node", "nodes"):
        with pytest.raises(GraphFileError, match=r"line 6: '1' is the name .* in line 2 too"):
            sites(put, word, [1, 2, 3, 4] * 3)
        named = sites(put, f"{word},well", [1, 2, 3, 4] * 3, range(1, 13))
        assert named.named_by == "well"


def test_the_number_of_a_point_on_its_transect_is_no_node(put):
    nested = [k // 4 for k in range(12)], [1, 2, 3, 4] * 3
    graph = sites(put, "transect,point", *nested)
    assert graph.names is None
    with pytest.raises(ParameterError, match=r"the nodes have no names.*joins them"):
        rows(put(table("transect,point,reading", *nested, range(12))), graph)


#: What names the sites of a table now, and what does not: whether numbers go astray or not.
NAMING = ["well", "Nr", "No", "tree", "sensor", "location", "borehole", "point", "place", "Well ID"]
OTHERS = ["number", "waypoint", "trap", "Messstelle", "Punkt", "parcel", "index", "X"]


@pytest.mark.parametrize("word", NAMING)
def test_wells_are_called_by_their_own_numbers(put, word):
    graph = sites(put, word, range(1, 13))
    assert graph.names == tuple(map(str, range(1, 13)))
    assert graph.named_by == word
    assert rows(put(f"{word},value\n1,5\n7,6\n"), graph) == [("1", 5.0), ("7", 6.0)]
    assert rows(put(f"{word},zn\n1,5\n7,6\n"), graph, "zn") == [("1", 5.0), ("7", 6.0)]


@pytest.mark.parametrize("word", [*NAMING, *OTHERS, "plot", "station", "id"])
def test_numbers_are_no_nodes_where_these_have_no_names(put, bare, word):
    for column, value in ((None, "value"), ("zn", "zn")):
        with pytest.raises(ParameterError, match=rf"line 1: .*'{word}'.*--name-column"):
            rows(put(f"{word},{value}\n1,5\n7,6\n"), bare, column)
    said = rows(put(f"{word},zn\n1,5\n7,6\n"), bare, "zn", names=word)
    assert said == [("1", 5.0), ("7", 6.0)]
    assert rows(put(f"{word},value\n1,5\n7,6\n"), bare, names=word) == said


def test_but_node_and_nodes_are_and_two_columns_without_a_header(put, bare):
    for text in ("node,value\n1,5\n7,6\n", "nodes,reading\n1,5\n7,6\n", "1,5\n7,6\n"):
        assert rows(put(text), bare) == [("1", 5.0), ("7", 6.0)]
    assert rows(put("node,zn\n1,5\n7,6\n"), bare, "zn") == [("1", 5.0), ("7", 6.0)]


def test_maps_and_frames_are_named_as_tables_are(put):
    features = [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [5 + x / 100, 50 + y / 100]},
            "properties": {"well": k + 1},
        }
        for k, (x, y) in enumerate(PLACES)
    ]
    text = json.dumps({"type": "FeatureCollection", "features": features})
    graph = read_graph(put(text, "t.geojson"))
    assert (graph.names[0], graph.named_by) == ("1", "well")
    frame = pd.DataFrame({"well": range(1, 13)}).join(pd.DataFrame(PLACES, columns=["x", "y"]))
    assert Graph.from_frame(frame).named_by == "well"
    assert Graph.from_frame(frame.set_index("well")).named_by == "well"


#: Two columns that number the same sites: the first of them becomes the names.
TWO = [("well", "id"), ("station", "id"), ("label", "tree"), ("name", "station"), ("id", "trap")]


@pytest.mark.parametrize(("first", "second"), TWO)
def test_the_graph_knows_which_column_named_it(put, tmp_path, first, second):
    numbers = [k % 12 + 1 for k in range(6, 18)]
    made = sites(put, f"{second},{first}", range(1, 13), numbers)
    write_graph(made, tmp_path / "g.npz")
    for graph in (made, read_graph(tmp_path / "g.npz")):
        assert graph.names == tuple(map(str, numbers))
        assert graph.named_by == first
        for column, value in ((None, "value"), ("zn", "zn")):
            with pytest.raises(ParameterError, match=rf"line 1: .*'{second}'.*--name-column"):
                rows(put(f"{second},{value}\n1,5\n2,6\n"), graph, column)
            path = put(f"{second},{first},{value}\n1,7,5\n2,8,6\n")
            if first == "id":  # which may number the rows: see test_row_numbers.py
                with pytest.raises(ParameterError, match="'id' and 'trap' may name the sites"):
                    rows(path, graph, column)
            both = rows(path, graph, column, names=first if first == "id" else None)
            assert both == [("7", 5.0), ("8", 6.0)]
            said = rows(put(f"{second},{value}\n1,5\n"), graph, column, names=second)
            assert said == [("1", 5.0)]
    path = put("nodes,reading\n1,5\n")  # an index, in exports of older versions
    with pytest.raises(ParameterError, match=r"if these are names, .*--name-column nodes;"):
        rows(path, made)
    assert rows(path, made, names="nodes") == [("1", 5.0)]


def test_a_mere_number_of_rows_does_not_beat_a_site(put):
    graph = sites(put, "id", range(1, 13))
    with pytest.raises(ParameterError, match="'id' and 'site' may name the sites"):
        rows(put("id,site,value\n1,7,5\n2,3,6\n"), graph)
    assert rows(put("id,site,value\n1,Wood,5\n2,Hill,6\n"), graph) == [("1", 5.0), ("2", 6.0)]


def test_decimals_are_numbers_too(put):
    graph = sites(put, "plot", [f"{k // 4}.{k % 4}" for k in range(12)])
    for column, value in ((None, "value"), ("zn", "zn")):
        for heading in ("depth", "well"):
            with pytest.raises(ParameterError, match=rf"line 1: .*'{heading}'.*--name-column"):
                rows(put(f"{heading},{value}\n1.1,5\n2.0,6\n"), graph, column)
        assert rows(put(f"plot,{value}\n1.1,5\n"), graph, column) == [("1.1", 5.0)]


def test_our_own_maps_are_known_by_name_and_node(put):
    graph = sites(put, "station", range(1, 13))
    for column, value in ((None, "value"), ("zn", "zn")):
        assert rows(put(f"name,node,{value}\n1,0,5\n7,6,6\n"), graph, column) == [
            ("1", 5.0),
            ("7", 6.0),
        ]
        for text in ("name,node,{}\n1,1,5\n7,6,6\n", "name,{}\n1,5\n"):
            with pytest.raises(ParameterError, match=r"line 1: .*'name'.*--name-column"):
                rows(put(text.format(value)), graph, column)


def test_nodes_do_not_hide_the_column_that_named_the_sites(put):
    graph = sites(put, "station", range(1, 13))
    with pytest.raises(ParameterError, match="'station' says '7' and 'nodes' says '1'"):
        rows(put("nodes,station,value\n1,7,5\n2,8,6\n"), graph)
    assert rows(put("nodes,station,value\n7,7,5\n"), graph) == [("7", 5.0)]
    assert sites(put, "nodes", range(1, 13)).named_by == "nodes"


def test_words_are_names_under_any_heading(put, stations):
    for heading in ("well", "plot_id", "site", "tag"):
        assert rows(put(f"{heading},value\nS3,5\nS1,6\n"), stations) == [("S3", 5.0), ("S1", 6.0)]


TWO_READINGS = [
    "station,field,zinc\nS1,7,310\nS2,7,295\nS3,8,1200\n",
    "station,reading,zinc\nS1,1,10.5\nS1,2,11.5\nS2,1,3.5\n",
    "station,value,measured\nS1,1.5,10.5\nS2,2,11.5\n",
    "station,field,zinc\nS1,7,310\n",
    "station,field,zinc\nS1,7,310\nS2,8,310\n",
    "station,field,zinc\nS1,7,1\nS2,8,2\n",
    "station,field,number\nS1,7,31\nS2,8,12\n",
]


@pytest.mark.parametrize("zinc", [("310", "<5", "12"), ("310 mg/kg", "5 mg/kg", "1 mg/kg")])
def test_also_where_not_all_are_plain_numbers(put, stations, zinc):
    path = put(table("station,field,zinc", ["S1", "S2", "S3"], [7, 7, 8], zinc))
    with pytest.raises(ParameterError, match=r"line 1: 'field' and 'zinc'.*--values"):
        rows(path, stations)


@pytest.mark.parametrize("text", TWO_READINGS)
def test_of_two_columns_that_may_be_the_readings_one_is_asked_for(put, stations, text):
    _, first, second = text.split("\n")[0].split(",")
    with pytest.raises(ParameterError, match=f"line 1: '{first}' and '{second}'.*--values"):
        rows(put(text), stations)
    with pytest.raises(ParameterError, match=f"line 1: '{first}' and '{second}'.*--values"):
        read_values(put(text), stations)
    assert rows(put(text), stations, second)[-1][1] == float(text.split(",")[-1])
    assert len(rows(put(text), stations, first)) == text.count("S")


def test_what_stands_beside_every_reading_is_none(put, stations):
    for header, cells in (
        ("station,value,sd", "S1,3,0.1 S2,4,0.2"),
        ("station,x,y,value", "S1,0,0,3 S2,10,1,4"),
        ("station,year,depth,value", "S1,2020,1,3 S2,2021,2,4"),
        ("FID,station,value", "0,S1,3 1,S2,4"),
        ("station,remark,value", "S1,,3 S2,NA,4"),
        ("station,parcel,value", "S1,12A,3 S2,7B,4"),
        ("station,seen,value", "S1,2024-01-05,3 S2,2024-01-06,4"),
        ("station,field,value", "S1,3,3 S2,4,4.0"),
        ("nodes,reading,trouble", "S1,3,1 S2,4,2"),
    ):
        text = "\n".join([header, *cells.split(), ""])
        assert rows(put(text), stations) == [("S1", 3.0), ("S2", 4.0)]
    text = "station,batch,value\nS1,7,3.5\nS2,7,4\n"
    assert rows(put(text), stations) == [("S1", 3.5), ("S2", 4.0)]


def test_who_says_which_of_two_is_heard(put, stations):
    path = put("nodes,reading,value\nS1,3,5\nS2,4,6\n")
    with pytest.raises(ParameterError, match=r"line 1: 'reading' and 'value'.*--values"):
        rows(path, stations)
    assert rows(path, stations, "reading") == [("S1", 3.0), ("S2", 4.0)]
    assert rows(path, stations, "value") == [("S1", 5.0), ("S2", 6.0)]


def test_an_import_says_which_columns_it_took(put, stations):
    found = read_import(put("date,station,value\n1,S1,3\n"), stations)
    assert (found.column, found.sites) == ("value", "station")
    found = read_import(put("date,station,zn\n1,S1,3\n"), stations, column="ZN")
    assert (found.column, found.sites) == ("zn", "station")


def test_several_readings_of_a_site_are_kept_by_either_road(put, stations):
    text = "station,date,zn\nS1,2024-01-01,3\nS1,2024-01-02,3\nS2,2024-01-01,9\n"
    expected = [("S1", 3.0), ("S1", 3.0), ("S2", 9.0)]
    assert rows(put(text), stations, "zn") == expected
    assert rows(put(text.replace("zn", "value")), stations) == expected
    with pytest.raises(ParameterError, match=r"line 3: more than one value for S1 \(see line 2\)"):
        read_values(put(text), stations, "zn")


def test_order_needs_the_column_of_the_values(put, bare):
    path = put(table("trap,value", range(12), range(12)))
    with pytest.raises(ParameterError, match="--values COLUMN"):
        rows(path, bare, names=False)
    assert len(rows(path, bare, "value", names=False)) == 12


LINE = [(100 * k, k % 2) for k in range(12)]


@pytest.fixture
def line(put):
    """Twelve sites called 1 to 12, a hundred apart: the next number is a neighbour."""
    text = table("id,x,y", range(1, 13), *zip(*LINE, strict=True))
    return read_graph(put(text, "line.csv"))


@pytest.mark.parametrize("column", [None, "reading"])
def test_a_row_exactly_on_another_site_is_refused(put, line, column):
    head = "id,x,y,reading"
    for text in (f"{head}\n1,0,0,3\n4,400,0,5\n", f"{head}\n4,400,0,5\n5,300,1,6\n"):
        with pytest.raises(ParameterError, match=r"'4' is at \(400, 0\) here, .*where '5' is"):
            read_import(put(text, "r.csv"), line, column=column)
    good = f"{head}\n4,300,1,5\n5,400.5,3,6\n5,400,0,6\n6,450,1,1\n"
    assert len(read_import(put(good, "r.csv"), line, column=None).rows) == 4


def test_a_feature_exactly_on_another_site_is_refused(put):
    features = [
        {
            "type": "Feature",
            "properties": {"name": f"S{k}", "zn": k},
            "geometry": {"type": "Point", "coordinates": [x, 50.0]},
        }
        for k, x in enumerate((5.0, 5.01, 5.02, 5.029, 5.039))
    ]
    path = put(json.dumps({"type": "FeatureCollection", "features": features}), "a.geojson")
    graph = read_graph(path)
    features[2]["geometry"], features[3]["geometry"] = (features[k]["geometry"] for k in (3, 2))
    path = put(json.dumps({"type": "FeatureCollection", "features": features}), "b.geojson")
    with pytest.raises(ParameterError, match=r"'S2' is at .* exactly where 'S3' is"):
        read_import(path, graph, column="zn")


SORTED = {
    "row names of R": ('"",zn', [3, 1, 12, 2, 4, 6, 5, 7, 8, 10, 9, 11], range(12)),
    "by the values": ("month,zn", [f"2024-{k:02}" for k in range(12)], range(12)),
    "downwards": ("cell,zn", range(40, 52), range(12, 0, -1)),
    "two columns": ("cell,rank,zn", range(40, 52), range(12, 0, -1), [1, 5, *range(10)]),
}


@pytest.mark.parametrize("kind", SORTED)
def test_nobody_is_told_to_take_sorted_rows_by_their_order(put, stations, bare, kind):
    path = put(table(*SORTED[kind]))
    for graph in (stations, bare):
        with pytest.raises(ParameterError, match="the rows may be sorted, as") as said:
            rows(path, graph, "zn")
        assert "--name-column ''" not in str(said.value)


def test_a_column_without_a_heading_is_named_after_it_has_one(put, bare):
    numbers, values = [*range(12)], [3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8]
    path = put(table('"",zn', numbers, values))
    said = r"column 1 \(no name\) may count.*give it a heading and say here --name-column COLUMN if"
    with pytest.raises(ParameterError, match=said) as both:
        rows(path, bare, "zn")
    assert str(both.value).count("--name-column ''") == 1
    headed = put(table("own,zn", numbers, values))
    assert rows(headed, bare, "zn", names="own") == [(str(k), values[k]) for k in range(12)]
