"""Tables of laboratories: what is measured, whether it was found, whether it holds."""

from __future__ import annotations

import pytest

from cheapbandits.campaign.importing import read_readings
from cheapbandits.errors import ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import Graph

GRAPH = Graph.from_edges([(0, 1), (1, 2)], names=["A", "B", "C"])


@pytest.fixture
def put(tmp_path):
    def write(head, *marks, numbers=(10, 20, 5)):
        rows = [f"{k},{m},{x}" for k, m, x in zip("ABC", marks, numbers, strict=True)]
        path = tmp_path / "lab.csv"
        path.write_text("\n".join([head, *rows, ""]), encoding="utf-8")
        return path

    return write


WRONG = [
    ("name,parameter,value", ["zinc", "lead", "zinc"], "line 3: 'parameter' .* 'zinc', 'lead':"),
    ("name,Analyte,reading", ["zinc", "zinc", "Pb"], "line 4: 'Analyte' .* 'zinc', 'Pb':"),
    ("name,species,value", ["oak", "oak", "birch"], "line 4: .*'oak', 'birch'"),
    ("name,qualifier,value", ["<", "", ""], "line 2: 'qualifier' beside the values says '<':"),
    ("name,Result Qualifier,value", ["", "ND", "J"], "line 3: .*'ND', 'J'"),
    ("name,qc,value", ["bad", "ok", "ok"], "line 2: 'qc' .*'bad', 'ok': save those that hold"),
    ("name,flag,value", ["A", "R", "A"], "line 2: .*'A', 'R'"),
    ("name,qc_flag,value", ["1", "1", "4"], "line 2: .*'1', '4'"),
    ("name,censored,value", ["0", "1", "0"], "line 3: .*'1', '0'"),
    ("name,nondetect,value", ["TRUE", "FALSE", "FALSE"], "line 2: .*'TRUE', 'FALSE'"),
    ("name,detected,value", ["yes", "no", "yes"], "line 3: .*'no', 'yes'"),
]


@pytest.mark.parametrize(("head", "marks", "said"), WRONG)
def test_what_is_said_beside_values_is_heard(put, head, marks, said):
    path = put(head, *marks)
    for road in (read_readings, read_values):
        with pytest.raises(ParameterError, match=f"{said}.*rename that column"):
            road(path, GRAPH)
    with pytest.raises(ParameterError, match=said):
        read_values(path, GRAPH, head.split(",")[-1])


@pytest.mark.parametrize(("head"), ["name,zinc_flag,zinc", "name,flag_zinc,zinc", "name,cens,zinc"])
def test_also_beside_a_column_of_its_own_name(put, head):
    with pytest.raises(ParameterError, match=r"line 2: .*'<'"):
        read_readings(put(head, "<", "", ""), GRAPH, column="zinc")


@pytest.mark.parametrize(
    ("head", "marks"),
    [
        ("name,parameter,value", ["zinc", "Zinc", ""]),  # one substance
        ("name,species,zinc", ["oak", "oak", "birch"]),  # of the sites, not of what was measured
        ("name,lead_flag,zinc", ["<", "", ""]),  # of another column
        ("name,remarks,value", ["windy", "", "late"]),
        ("name,qualifier,value", ["=", "", "="]),
        ("name,qc,value", ["ok", "Good", "PASS"]),
        ("name,flag,value", ["1", "1", "1"]),  # nothing tells them apart
        ("name,censored,value", ["0", "false", "No"]),
        ("name,detected,value", ["1", "TRUE", "y"]),
        ("name,depth,value", ["1", "2", "3"]),
    ],
)
def test_what_says_nothing_against_a_value_is_passed_over(put, head, marks):
    column = head.split(",")[-1]
    assert read_values(put(head, *marks), GRAPH, column).tolist() == [10, 20, 5]


def test_only_rows_with_a_value_are_looked_at(put):
    path = put("name,flag,zinc", "", "ND", "", numbers=(10, "", 5))
    assert [row.reading for row in read_readings(path, GRAPH, column="zinc")] == [10, 5]
