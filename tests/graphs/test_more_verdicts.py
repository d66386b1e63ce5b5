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
    ],
)
def test_marks_are_heard(put, head, good, bad):
    """Seen: only passed over."""
    with pytest.raises(CheapBanditsError, match=rf"line [23]: .* values says .*'{bad}'"):
        read_import(table(put, head, good, bad), GRAPH, column="Zn")


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("under cover", "0", "1"),
        ("elevation below road (m)", "2", "5"),
        ("LT", "3.5", "4.5"),
        ("OBS_STATUS", "A", "A"),
        ("kind", "oak", "ash"),
    ],
)
def test_what_tells_of_the_place_is_taken(put, head, one, other):
    rows = read_import(table(put, head, one, other), GRAPH, column="Zn").rows
    assert [row.reading for row in rows] == [3, 4, 5]
