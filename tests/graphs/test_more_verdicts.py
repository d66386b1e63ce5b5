"""Marks of values by words of portals: below a limit, censored, modelled, of a blank."""

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError, ParameterError
from cheapbandits.graphs import Graph

GRAPH = Graph.from_points([[0, 0], [1, 0], [0, 1]], 2, names=["A", "B", "C"])


def table(put, head, good, bad):
    return put(f"site,Zn,{head}\nA,3,{good}\nB,4,{bad}\nC,5,{good}\n", "r.csv")


@pytest.mark.parametrize(
    ("head", "good", "bad"),
    [
        ("ZnCen", "FALSE", "TRUE"),
        ("resultQualityObservedValueBelowLOQ", "0", "1"),
        ("lt_mdl", "0", "1"),
        ("Zn_lt", "0", "1"),
        ("QV:SEADATANET", "1", "4"),
        ("OBS_STATUS", "A", "M"),
        ("remark_cd", "", "E"),
        ("Ausreißer", "", "x"),
        ("Probenart", "Boden", "Leerprobe"),
        ("kind", "measured", "modelled"),
        ("how", "measured", "interpolated"),
        ("review_status", "FINAL", "HELD"),
        ("ActivityTypeCode", "Sample-Routine", "Quality Control Sample-Lab Matrix Spike"),
        ("ActivityTypeCode", "Sample-Routine", "Quality Control Sample-Reference Sample"),
        ("ActivityTypeCode", "Sample-Routine", "Quality Control Field Calibration Check"),
        ("ActivityTypeCode", "Sample-Routine", "Quality Control Sample-Equipment Blank"),
        ("x9", "routine", "certified reference material"),
        ("x9", "routine", "lab control sample"),
        ("sensor_status", "OK", "FAULT"),
        ("state", "running", "fault"),
        ("condition", "working", "stuck"),
        ("x9", "good", "Out of range"),
        ("saturated", "no", "yes"),
        ("is_clipped", "FALSE", "TRUE"),
        ("Zn_saturated", "0", "1"),
        ("Read Type", "Actual", "Estimated"),
        ("source", "measured", "estimated"),
        ("kind", "observed", "predicted"),
    ],
)
def test_marks_are_heard(put, head, good, bad):
    """Seen: only passed over."""
    with pytest.raises(CheapBanditsError, match=rf"line [23]: .* values says .*'{bad[:27]}"):
        read_import(table(put, head, good, bad), GRAPH, column="Zn")


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("under cover", "0", "1"),
        ("elevation below road (m)", "2", "5"),
        ("LT", "3.5", "4.5"),
        ("OBS_STATUS", "A", "A"),
        ("kind", "oak", "ash"),
        ("cover", "spike rush", "blanket bog"),
        ("treatment", "control sample", "treated sample"),
        ("kind", "reference site", "impact site"),
        ("ActivityTypeCode", "Sample-Routine", "Quality Control Sample-Field Replicate"),
        ("ActivityTypeCode", "Sample-Routine", "Sample-Composite Without Parents"),
        ("soil", "calibrated", "reference"),
        ("soil", "dry", "saturated"),
        ("soil_saturated", "no", "yes"),
        ("saturated", "no", "no"),
        ("saturated", "0.31", "0.42"),
        ("structure", "fold", "fault"),
        ("bed", "defect", "stuck"),
        ("ground", "", "saturated"),
        ("ground", "normal", "saturated"),
        ("fence", "good", "broken"),
        ("elevation_method", "measured", "estimated"),
        ("position", "actual", "estimated"),
        ("pump", "running", "idle"),
        ("stream", "running", "dry"),
        ("tap", "working", "no"),
        ("predicted", "3.5", "4.5"),
        ("predicted", "forest", "heath"),
        ("kind", "predicted", "predicted"),
        ("health", "good", "dead"),
        ("clipped", "0", "0"),
    ],
)
def test_what_tells_of_the_place_is_taken(put, head, one, other):
    rows = read_import(table(put, head, one, other), GRAPH, column="Zn").rows
    assert [row.reading for row in rows] == [3, 4, 5]


def test_a_long_code_that_comes_again_does_not_hide_others(put):
    long = "Quality Control Sample-Lab Continuing Calibration Verification"
    kinds = ["Sample-Routine"] * 3 + [long]
    names = [f"A{k}" for k in range(4)]
    graph = Graph.from_points([[k, k % 2] for k in range(4)], 2, names=names)
    rows = "".join(f"{name},3,{kind}\n" for name, kind in zip(names, kinds, strict=True))
    with pytest.raises(CheapBanditsError, match=r"line 5: .*'Quality Control Sample-Lab Con"):
        read_import(put(f"site,Zn,ActivityTypeCode\n{rows}", "r.csv"), graph, column="Zn")


BACK = ["deleted_at", "deletedAt", "DELETED_ON", "deletedat", "Date deleted", "removed_on"]
BACK += ["rejected_date", "retracted", "cancelled_at", "invalidated_on", "withdrawn_date"]
BACK += ["voided_at", "RejectedBy"]
BACK += ["superseded_by", "soft_deleted_at", "value_rejected_on", "geloescht_am", "supprimé le"]


def dump(tmp_path, head, cells, more=""):
    path = tmp_path / "dump.csv"
    rows = [f"W{k},{k + 0.5}{',2024-01-01' * bool(more)},{cell}" for k, cell in enumerate(cells, 1)]
    path.write_text("\n".join([f"station,value{more},{head}", *rows, ""]))
    return path


@pytest.mark.parametrize("head", BACK)
@pytest.mark.parametrize("cell", ["2024-05-02", "Ann", "true"])
def test_rows_that_were_deleted_softly_are_not_read(tmp_path, head, cell):
    """Seen: dumps of databases keep such rows, and all of them counted."""
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])
    for more in ("", ",date"):
        for column in (None, "value"):
            path = dump(tmp_path, head, ["", cell, ""], more)
            with pytest.raises(ParameterError, match=rf"line 3: '{head}' beside the values says"):
                read_import(path, graph, column=column)
    # Both remedies: the rows that hold by themselves, or another name for the column.
    assert len(read_import(dump(tmp_path, head, ["", "", ""]), graph).rows) == 3
    assert len(read_import(dump(tmp_path, "seen_on", ["", "2024-05-02", ""]), graph).rows) == 3


@pytest.mark.parametrize("cell", ["", "NULL", "0", "false", "0000-00-00 00:00:00", "9999-12-31"])
def test_rows_that_were_never_deleted_are_read(tmp_path, cell):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])
    path = dump(tmp_path, "deleted_at", [cell] * 3)
    assert len(read_import(path, graph, column="value").rows) == 3


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("superseded_by", ["", "17", ""]),
        ("superseded", ["", "17", ""]),
        ("deleted_at", ["1714557600", "", ""]),
        ("deleted_at", ["2024-05-02"] * 3),
    ],
)
def test_numbers_and_all_rows_are_marks_too(tmp_path, head, cells):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])
    with pytest.raises(ParameterError, match=f"'{head}' beside the values says"):
        read_import(dump(tmp_path, head, cells), graph, column="value")


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("removed", ["3", "4", ""]),
        ("removed_on", ["2024-05-02"] * 3),
        ("deployed_on,removed_on", ["2024-01-02,2024-05-02", "2024-01-02,", "2024-01-02,"]),
        ("cancelled_flights", ["1", "2", "3"]),
        ("updated_at", ["2024-05-02", "", ""]),
        ("approved_by", ["", "Ann", ""]),
        ("published_on", ["", "2024-05-02", ""]),
        ("withdrawn_by", ["Ann", "Bo", "Ann"]),
        ("sample_removed_ml", ["5", "", "7"]),
    ],
)
def test_what_else_was_removed_or_signed_is_taken(tmp_path, head, cells):
    graph = Graph.from_edges([(0, 1), (1, 2)], names=["W1", "W2", "W3"])
    assert len(read_import(dump(tmp_path, head, cells), graph, column="value").rows) == 3
