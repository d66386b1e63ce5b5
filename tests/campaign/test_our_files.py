"""Files that we wrote ourselves and that are no table of readings; and our words in others'."""

import json

import pytest

import cheapbandits as cb
from cheapbandits.campaign.documents import COLUMNS, notes_of, rows_document
from cheapbandits.campaign.exports import json_text, write_readings, write_text
from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import GraphError, ParameterError


@pytest.fixture
def walk(tmp_path):
    names = [str(k) for k in range(1, 13)]
    places = [[k % 4 / 10, k // 4 / 10] for k in range(12)]
    graph = cb.Graph(cb.grid(3, 4).weights, names=names, coordinates=places)
    with cb.Campaign.create("w", graph, db=tmp_path / "c.db", horizon=20) as campaign:
        campaign.observe(["2"], 3.5)
        campaign.observe(["5"], 5.5)
        yield campaign


def test_how_often_places_were_read_is_no_reading(walk, tmp_path):
    path = write_text(json_text(walk.estimates_map()), tmp_path / "m.geojson")
    files = [path, walk.map(tmp_path / "m.gpkg", crs="EPSG:4326")]
    for file in files:
        for column in ("reading", "readings"):
            with pytest.raises(ParameterError, match=r"counts there how often.*--out FILE\.csv"):
                read_import(file, walk.graph, None, column)
    table = write_readings(walk.history(), tmp_path / "e.csv", COLUMNS, walk.graph)  # as it says
    assert [row.reading for row in read_import(table, walk.graph).rows] == [3.5, 5.5]


def test_estimates_that_are_taken_for_readings_are_said(walk, tmp_path):
    path = write_text(json_text(walk.estimates_map()), tmp_path / "m.geojson")
    found = read_import(path, walk.graph, None, "estimate")
    assert len(found.rows) == 12
    (said,) = notes_of(found.understood)
    assert "what was believed of each place, and no reading" in said


def test_readings_in_files_of_others_are_readings(walk, tmp_path):
    path = tmp_path / "r.csv"
    for text in ("id,readings\n2,4\n3,5\n", "id,estimate,readings\n2,9.5,4\n3,9.5,5\n"):
        path.write_text(text)
        found = read_import(path, walk.graph, None, "readings")
        assert [row.reading for row in found.rows] == [4.0, 5.0]
        assert notes_of(found.understood) == []


@pytest.mark.parametrize("column", [None, "reading"])
def test_an_export_as_json_says_how_it_comes_in(walk, tmp_path, column):
    path = write_readings(walk.history(), tmp_path / "e.json", COLUMNS, walk.graph)
    served = tmp_path / "s.json"
    served.write_text(json.dumps(rows_document("w", walk.history())))
    for file in (path, served):
        with pytest.raises(ParameterError, match=r"an export of a campaign: .*--out FILE\.csv"):
            read_import(file, walk.graph, None, column)


@pytest.mark.parametrize("column", [None, "reading"])
def test_an_export_as_parquet_says_how_it_comes_in(walk, tmp_path, column):
    pytest.importorskip("pyarrow")
    path = write_readings(walk.history(), tmp_path / "e.parquet", COLUMNS, walk.graph)
    with pytest.raises(ParameterError, match=r"a Parquet file and no text; .*--out FILE\.csv"):
        read_import(path, walk.graph, None, column)


def test_other_json_is_told_as_before(walk, tmp_path):
    path = tmp_path / "r.json"
    path.write_text('[{"site": "1", "zinc": 5}]')
    with pytest.raises(ParameterError, match="records: save them as a table"):
        read_import(path, walk.graph)


def test_a_whole_number_with_a_point_is_the_name_without(walk, tmp_path):
    """Another one was proposed: 10 for 1.0."""
    path = tmp_path / "r.csv"
    for column, value in ((None, "value"), ("zn", "zn")):
        path.write_text(f"site,{value}\n1.0,3.5\n4.0,5\n")
        with pytest.raises(ParameterError, match=r"named '1\.0'; did you mean '1'\?.*without"):
            read_import(path, walk.graph, None, column, names="site")
        path.write_text(f"site,{value}\n1,3.5\n4,5\n")  # as it says
        found = read_import(path, walk.graph, None, column, names="site")
        assert [row.nodes for row in found.rows] == [(0,), (3,)]
    with pytest.raises(GraphError, match=r"did you mean '1'\?"):
        walk.graph.index("1.0")
    with pytest.raises(GraphError, match=r"named '99\.0'; there are 12"):
        walk.graph.index("99.0")


def test_our_words_in_a_file_of_others_are_passed_over(walk, tmp_path):
    path = tmp_path / "r.csv"
    for column, value in ((None, "value"), ("zn", "zn")):
        path.write_text(
            f"name,{value},origin,at,asked,told\n2,5,lab,north,ja,Ann\n3,6,lab,x,ja,Bo\n"
        )
        found = read_import(path, walk.graph, None, column, names="name")
        assert found.passed_over == ("origin", "at", "asked", "told")
        path.write_text(f"name,{value},told\n2,5,2024-05-01\n3,6,2024-05-02\n")  # a date is heard
        assert read_import(path, walk.graph, None, column, names="name").passed_over == ()


def test_an_export_passes_over_what_it_did(walk, tmp_path):
    path = write_readings(walk.history(), tmp_path / "e.csv", COLUMNS, walk.graph)
    assert read_import(path, walk.graph).passed_over == ("width", "cost")
