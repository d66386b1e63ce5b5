"""Files for other programs: read back by readers that are not ours, wherever there is one."""

from __future__ import annotations

import csv
import errno
import json
import resource
import sys
from datetime import UTC, datetime
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from defusedxml.ElementTree import fromstring

import cheapbandits as cb
from cheapbandits.campaign.exports import (
    group_geojson,
    group_kml,
    group_plan,
    json_text,
    nodes_geojson,
    write_table,
    write_text,
)
from cheapbandits.campaign.exports.places import tour
from cheapbandits.errors import GraphError, MissingExtraError, ParameterError
from cheapbandits.graphs import Graph

KML = "{http://www.opengis.net/kml/2.2}"
PLACES = [(10.0 / 3, 45.1), (3.4, 45.2), (-179.99, -89.5), (0.0, 0.0), (3.3, 45.123456789012)]
NAMES = ["a", "b & <c>", "\u017durich", 'quote " d', "e =1"]


def graph(places: object = PLACES, names: list[str] | None = NAMES) -> Graph:
    return Graph(np.zeros((5, 5)), names=names, coordinates=places)


# -- tables --

ROWS: list[dict[str, Any]] = [
    {"ask": 1, "value": 0.1 + 0.2, "nodes": (3, 4), "name": 'a, "b"\nc', "late": False},
    {"ask": np.int64(2), "value": np.float64(1e-17), "nodes": [5], "name": "\u017d", "who": "me"},
    {"ask": 3, "value": None, "nodes": [], "name": "", "late": np.bool_(True)},
]


def test_csv_is_read_back(tmp_path: Path) -> None:
    path = write_table(ROWS, tmp_path / "t.csv")
    table = pd.read_csv(path)
    assert list(table) == ["ask", "value", "nodes", "name", "late", "who"]
    assert table["ask"].tolist() == [1, 2, 3]
    assert table["value"].tolist()[:2] == [0.1 + 0.2, 1e-17]
    assert table["nodes"][0] == "3;4"
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert rows[0]["name"] == 'a, "b"\nc'
    assert [row["late"] for row in rows] == ["false", "", "true"]


def test_json_is_read_back(tmp_path: Path) -> None:
    rows = json.loads(write_table(ROWS, tmp_path / "t.JSON").read_text(encoding="utf-8"))
    assert rows[0]["nodes"] == [3, 4]
    assert rows[1] == {**rows[1], "value": 1e-17, "late": None, "who": "me"}
    assert rows[2]["value"] is None


def test_parquet_is_read_back(tmp_path: Path) -> None:
    pytest.importorskip("pyarrow")
    when = datetime(2024, 2, 29, 12, tzinfo=UTC)
    rows = [{**row, "at": when} for row in ROWS]
    table = pd.read_parquet(write_table(rows, tmp_path / "t.parquet"))
    assert table["ask"].tolist() == [1, 2, 3]
    assert table["value"].isna().tolist() == [False, False, True]
    assert table["nodes"][0].tolist() == [3, 4]
    assert table["at"][0] == when


def test_times_are_iso_text(tmp_path: Path) -> None:
    row = {"at": datetime(2024, 2, 29, 12, tzinfo=UTC)}
    (read,) = json.loads(write_table([row], tmp_path / "t.json").read_text())
    assert datetime.fromisoformat(read["at"]) == row["at"]


@pytest.mark.parametrize("suffix", ["csv", "json", "parquet"])
def test_no_rows(tmp_path: Path, suffix: str) -> None:
    path = write_table([], tmp_path / f"t.{suffix}", columns=["a", "b"])
    assert path.is_file()
    if suffix == "csv":
        assert path.read_text().split() == ["a,b"]
    assert write_table([], path).is_file()


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), np.float64("nan"), [1.0, np.nan]])
@pytest.mark.parametrize("suffix", ["csv", "json", "parquet"])
def test_nan_is_refused_and_nothing_written(tmp_path: Path, suffix: str, bad: object) -> None:
    with pytest.raises(ParameterError, match="row 1, column 'x'"):
        write_table([{"x": 1.0}, {"x": bad}], tmp_path / f"t.{suffix}")
    assert list(tmp_path.iterdir()) == []


def test_bad_tables_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ParameterError, match=r"\.csv, \.json, \.parquet; got 't.xlsx'"):
        write_table(ROWS, tmp_path / "t.xlsx")
    with pytest.raises(ParameterError, match="cannot write a object"):
        write_table([{"x": object()}], tmp_path / "t.csv")
    with pytest.raises(ParameterError, match="no folder"):
        write_table(ROWS, tmp_path / "missing" / "t.csv")
    pytest.importorskip("pyarrow")
    with pytest.raises(ParameterError, match="column 'x' mixes"):
        write_table([{"x": 1}, {"x": "one"}], tmp_path / "t.parquet")


def test_parquet_without_pyarrow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(MissingExtraError, match=r"cheapbandits\[parquet\]"):
        write_table(ROWS, tmp_path / "t.parquet")


def test_an_older_file_survives_a_failure(tmp_path: Path) -> None:
    path = write_text("old", tmp_path / "t.csv")
    with pytest.raises(ParameterError):
        write_table([{"x": float("nan")}], path)
    assert path.read_text() == "old"
    assert write_text("new \u017d", path).read_text(encoding="utf-8") == "new \u017d"
    assert [file.name for file in tmp_path.iterdir()] == ["t.csv"]


# -- GeoJSON --


def test_geojson_round_trip_through_read_graph(tmp_path: Path) -> None:
    counties = cb.load_dataset("us_counties").graph
    n = counties.n_nodes
    document = nodes_geojson(counties, {"estimate": np.arange(n) / 7, "masked": np.zeros(n, bool)})
    back = cb.read_graph(write_text(json_text(document), tmp_path / "c.geojson"))
    assert back.names == counties.names
    assert np.array_equal(back.coordinates, counties.coordinates)
    feature = document["features"][5]
    assert feature["properties"] == {
        "name": counties.name(5),
        "node": 5,
        "estimate": 5 / 7,
        "masked": False,
    }


def test_group_geojson() -> None:
    document = group_geojson(graph(), [4, 0], {"cost": 0.5})
    first, second = document["features"]
    assert first["geometry"] == {"type": "Point", "coordinates": [3.3, 45.123456789012]}
    assert first["properties"] == {"name": NAMES[4], "node": 4, "center": True, "cost": 0.5}
    assert second["properties"]["center"] is False
    assert json.loads(json_text(document)) == document


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"x": [1.0]}, r"shape \(5,\); got \(1,\)"),
        ({"x": [1, 2, 3, np.nan, 5]}, "column 'x' is nan at node 3"),
        ({"name": [1, 2, 3, 4, 5]}, "'name' is the node's own"),
    ],
)
def test_bad_columns_are_refused(columns: dict[str, list[float]], said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        nodes_geojson(graph(), columns)


def test_json_refuses_nan() -> None:
    with pytest.raises(ParameterError, match="NaN"):
        json_text(group_geojson(graph(), [0], {"x": float("nan")}))


# -- places --

WRITERS = {
    "nodes": lambda g, nodes: nodes_geojson(g, {}),
    "geojson": group_geojson,
    "kml": lambda g, nodes: group_kml(g, nodes, "t"),
    "plan": group_plan,
}


@pytest.mark.parametrize("writer", WRITERS)
@pytest.mark.parametrize(
    ("places", "said"),
    [
        (None, "no coordinates"),
        (np.zeros((5, 3)), "are 3-d"),
        ([(0, 0), (0, 0), (0, 90.5), (0, 0), (0, 0)], r"not degrees: node 2 is at \(0, 90.5\)"),
        ([(500_000, 4e6)] * 5, "not degrees: node 0"),
    ],
)
def test_coordinates_must_be_degrees(writer: str, places: object, said: str) -> None:
    with pytest.raises(GraphError, match=said):
        WRITERS[writer](graph(places), [0, 1])


@pytest.mark.parametrize("writer", ["geojson", "kml", "plan"])
@pytest.mark.parametrize(
    ("nodes", "said"),
    [
        ([], "no nodes"),
        ([5], "node 5 is not"),
        ([-1], "node -1"),
        ([0.5], "0.5"),
        ([1, 1], "twice"),
    ],
)
def test_bad_groups_are_refused(writer: str, nodes: list, said: str) -> None:
    with pytest.raises(ParameterError, match=said):
        WRITERS[writer](graph(), nodes)


# -- KML --


def test_kml_is_well_formed_and_escaped() -> None:
    text = group_kml(graph(), np.array([1, 0, 2, 3, 4]), "a <title> & \x01more")
    root = fromstring(text.encode("utf-8"), forbid_dtd=True)
    assert root.tag == f"{KML}kml"
    assert [child.tag for child in root] == [f"{KML}Document"]
    assert root.findtext(f"{KML}Document/{KML}name") == "a <title> & \ufffdmore"
    marks = root.findall(f".//{KML}Placemark")
    names = [mark.findtext(f"{KML}name") for mark in marks]
    assert names == ["b & <c>", "a", *NAMES[2:]]
    spots = [mark.findtext(f"{KML}Point/{KML}coordinates") for mark in marks]
    assert [tuple(map(float, s.split(","))) for s in spots] == [PLACES[i] for i in (1, 0, 2, 3, 4)]
    assert [m.findtext(f".//{KML}value") for m in marks] == ["1", "0", "2", "3", "4"]


# -- plans --


def test_plan_structure() -> None:
    plan = json.loads(json_text(group_plan(graph(), (0, 1, 4), altitude=30)))
    assert (plan["fileType"], plan["version"]) == ("Plan", 1)
    assert plan["geoFence"] == {"version": 2, "circles": [], "polygons": []}
    assert plan["rallyPoints"] == {"version": 2, "points": []}
    items = plan["mission"]["items"]
    assert plan["mission"]["version"] == 2
    assert [item["command"] for item in items] == [22, 16, 16, 16, 20]
    assert [item["frame"] for item in items] == [3, 3, 3, 3, 2]
    assert [item["doJumpId"] for item in items] == [1, 2, 3, 4, 5]
    assert all(item["type"] == "SimpleItem" and len(item["params"]) == 7 for item in items)
    assert [item["params"][6] for item in items[:4]] == [30] * 4
    visited = [(item["params"][5], item["params"][4]) for item in items[1:4]]
    assert visited == [PLACES[0], PLACES[4], PLACES[1]]  # from the centre to the nearest
    assert plan["mission"]["plannedHomePosition"] == [PLACES[0][1], PLACES[0][0], 0]
    assert items[0]["params"][4:6] == items[1]["params"][4:6]


@pytest.mark.parametrize("altitude", [0, -1, float("nan"), float("inf")])
def test_bad_altitudes_are_refused(altitude: float) -> None:
    with pytest.raises(ParameterError, match="altitude must be positive"):
        group_plan(graph(), [0], altitude=altitude)


def test_tour_starts_at_the_centre_and_is_short() -> None:
    rng = np.random.default_rng(0)
    for _ in range(20):
        places = rng.uniform(0, 0.1, (6, 2))
        order = tour(places)
        assert sorted(order) == list(range(6))
        assert order[0] == 0
        best = min(_length(places, [0, *rest]) for rest in permutations(range(1, 6)))
        assert _length(places, order) <= 1.6 * best


def test_tour_crosses_the_date_line() -> None:
    assert tour(np.array([(179.9, 0.0), (170.0, 0.0), (-179.9, 0.0)])) == [0, 2, 1]


def _length(places: np.ndarray, order: list[int]) -> float:
    return float(np.linalg.norm(np.diff(places[order], axis=0), axis=1).sum())


def test_a_database_is_not_written_over(tmp_path):
    file = tmp_path / "c.db"
    with cb.Campaign.create("walk", cb.grid(2, 3), db=file) as campaign:
        before = file.read_bytes()
        with pytest.raises(cb.ParameterError, match="is a database"):
            write_text("[]", file)
        assert file.read_bytes() == before
        assert campaign.ask()
    with pytest.raises(cb.ParameterError):
        write_text("[]", "")


def test_a_file_that_finds_no_room_is_named(tmp_path):
    """A file-size limit stands for a full disk; the older file stays."""
    target = tmp_path / "out.csv"
    target.write_text("old")
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, before[1]))
    try:
        with pytest.raises(OSError, match=r"out\.csv") as failed:
            write_text("x" * 5000, target)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert failed.value.errno == errno.EFBIG
    assert target.read_text() == "old"
