"""Units that comments above the rows say are remembered; what else they say is named."""

from __future__ import annotations

import pytest

import cheapbandits as cb
from cheapbandits.campaign.importing import read_import
from cheapbandits.graphs import read_graph

ONE = ("A1,271", "A2,482", "A3,793")
OTHER = ("A1,81", "A2,192", "A3,396")


@pytest.mark.parametrize(
    "says",
    ["# unit: {}", "# Units: {}", "#Unit,{}", "# Einheit: {}", "% units = {}", "# zinc in {}"],
)
@pytest.mark.parametrize("head", [("site,zinc",), ("site,value",), ()])
def test_another_unit_in_a_comment_is_refused(load, says, head):
    if "zinc" in says and head != ("site,zinc",):
        return  # of other values it may say nothing
    column = "zinc" if head == ("site,zinc",) else None
    assert load("# Lab 7", says.format("mg/l"), *head, *ONE, column=column).new == 3
    with pytest.raises(cb.ParameterError, match=r"the unit of its readings is 'ug/[lL]'"):
        load(says.format("ug/l"), *head, *OTHER, column=column)
    assert load(says.format("mg/L"), *head, *OTHER, column=column).new == 3


@pytest.mark.parametrize(
    "says", ["# unit: 7, north wing", "# unit 7", "# depth in m", "# unit: mg/l\n# units: NTU"]
)
def test_what_is_no_unit_of_all_is_none(load, says):
    assert load("# unit: mg/l", "site,zinc", *ONE, column="zinc").new == 3
    assert load(says, "site,zinc", *OTHER, column="zinc").new == 3


def test_what_was_not_heeded_is_named(load, tmp_path):
    graph = load.campaign.graph
    path = tmp_path / "r.csv"
    rows = "\n".join(ONE)
    path.write_text(f"# missing value: 0\n# made: today\nsite,value\n{rows}\n", encoding="utf-8")
    assert read_import(path, graph).passed_over == ("# missing value: 0",)
    path.write_text(f"# unit: mg/l\nsite,value\n{rows}\n", encoding="utf-8")
    assert read_import(path, graph).passed_over == ()
    path.write_text("# CRS: EPSG:27700\nsite,x,y\nA,1,2\nB,4,3\nC,5,1\n", encoding="utf-8")
    assert "comment '# CRS: EPSG:27700' was not heeded" in " ".join(read_graph(path).notes)
    path.write_text("# weight = distance in km\n1,2,5\n2,3,6\n3,1,7\n", encoding="utf-8")
    assert "weight = distance in km" in " ".join(read_graph(path).notes)
