"""Marks of values by words of portals: below a limit, censored, modelled, of a blank."""

import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import CheapBanditsError
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
