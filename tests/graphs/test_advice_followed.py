"""What a refusal advises is done here, and works; what does not work is not advised."""

from __future__ import annotations

import json

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphFileError, ParameterError
from cheapbandits.graphs import read_graph
from cheapbandits.graphs.files.used_columns import used_columns

WORDS = [f"{k},Pl {k:02},Ulm,{50 + k / 7:.2f},{5 + k * k % 5 / 3:.2f},{40 + k}" for k in range(12)]


def test_columns_that_are_named_by_their_numbers_are_enough(put_rows):
    path = put_rows(*WORDS)
    with pytest.raises(GraphFileError, match="--x COLUMN --y COLUMN"):
        read_graph(path)
    named = {"x": "5", "y": "4", "names": "2"}
    graph = read_graph(path, **named)
    used = used_columns(path, **named)
    assert (used.name, used.x, used.y, used.values) == ("2", "5", "4", ("1", "6"))
    found = read_import(path, graph, column="6", own=True)
    assert [row.reading for row in found.rows] == [*range(40, 52)]
    assert found.beside_sites(graph.named_by, ("5", "4")).passed_over == ("1", "3")


def test_a_table_on_its_side_is_told_to_be_turned(put_rows):
    graph = read_graph(put_rows("station,x,y", *(f"S{k},{k},{k * k}" for k in range(6))))
    numbers = range(6)
    rows = (
        ["", *(f"S{k}" for k in numbers)],
        ["zn", *(f"{k}.5" for k in numbers)],
        ["cd", *(f"0.{k}" for k in numbers)],
    )
    path = put_rows(*map(",".join, rows), name="across.csv")
    for asked in ("zn", "Cd"):
        with pytest.raises(ParameterError, match=r"lie on its side.*transpose") as said:
            read_import(path, graph, column=asked)
        assert "delete" not in str(said.value)
    turned = [",".join(row) for row in zip(*rows, strict=True)]
    turned[0] = "station,zn,cd"
    found = read_import(put_rows(*turned, name="turned.csv"), graph, column="zn").rows
    assert [(graph.name(row.nodes[0]), row.reading) for row in found][5] == ("S5", 5.5)
    title = put_rows("Survey of 2024,", "station,zn", "S1,2.5", "S2,3.5", name="title.csv")
    with pytest.raises(ParameterError, match="header seems to stand in row 2: delete"):
        read_import(title, graph, column="zn")


OTHERS = {
    "records": ([{"name": "A", "lat": 50.1, "lon": 5.2}], r"records: save them as a table \(.csv"),
    "node-link": ({"nodes": [{"id": 1}], "links": []}, "network: save it as GraphML"),
    "edges": ({"nodes": [{"id": 1}], "edges": []}, "network: save it as GraphML"),
    "Overpass": ({"version": 0.6, "elements": []}, "export it as GeoJSON"),
    "TopoJSON": ({"type": "Topology", "objects": {}}, "TopoJSON: save it as GeoJSON"),
    "by columns": ({"lat": {"0": 50.1}}, r"else as a table \(.csv\)"),
    "an odd type": ({"type": ["Feature"]}, r"else as a table \(.csv\)"),
    "a number": (5, r"else as a table \(.csv\)"),
    "an empty list": ([], "records: save"),
}


@pytest.mark.parametrize("kind", OTHERS)
def test_json_that_is_no_map_is_told_how_it_comes_in(put, kind):
    document, said = OTHERS[kind]
    with pytest.raises(GraphFileError, match=said) as refused:
        read_graph(put(json.dumps(document), "some.json"))
    assert "wrap" not in str(refused.value)


def test_features_are_wrapped(put):
    some = [
        {
            "type": "Feature",
            "geometry": {"type": "Point", "coordinates": [k, k * k]},
            "properties": {},
        }
        for k in range(4)
    ]
    for document in (some, some[0], some[0]["geometry"]):
        with pytest.raises(GraphFileError, match="wrap the features in one"):
            read_graph(put(json.dumps(document), "some.json"))
    wrapped = {"type": "FeatureCollection", "features": some}
    assert read_graph(put(json.dumps(wrapped), "some.json")).n_nodes == 4


@pytest.mark.parametrize(
    ("head", "x", "y"),
    [
        ("Provplats,SWEREF99 TM N,SWEREF99 TM E", "SWEREF99 TM E", "SWEREF99 TM N"),
        ("a,b,c", "c", "b"),
    ],
)
def test_sites_under_a_header_are_not_told_to_say_what_does_not_do(put_rows, head, x, y):
    """Seen: '--table points', which is refused as no column is called as coordinates are."""
    path = put_rows(head, *(f"Ort {k},{6630000 + 331 * k},{640000 + k * k}" for k in range(5)))
    with pytest.raises(GraphFileError, match="--x COLUMN --y COLUMN") as said:
        read_graph(path)
    assert "--table points" not in str(said.value)
    assert read_graph(path, x=x, y=y).n_nodes == 5


def test_columns_without_a_header_are_told_by_their_numbers(put_rows):
    path = put_rows(*(f"P{k},{1000 + 3 * k}.5,{5000 + k * k}.25,{k}.5,TREE" for k in range(5)))
    with pytest.raises(GraphFileError, match="--x 2 --y 3 --name-column 1"):
        read_graph(path)
    assert read_graph(path, x="2", y="3", names="1").names == ("P0", "P1", "P2", "P3", "P4")


@pytest.mark.parametrize("pair", ["XCOLLAR,YCOLLAR", "Coordenada X,Coordenada Y"])
def test_more_pairs_of_a_plane_are_known(put_rows, pair):
    rows = (f"DH{k},{512345 + 31 * k}.5,{4541234 + k * k},{k}.5" for k in range(5))
    assert read_graph(put_rows(f"BHID,{pair},Au", *rows)).coordinates[0].tolist() == [
        512345.5,
        4541234,
    ]
