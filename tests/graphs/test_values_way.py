"""Which column holds the values: an example is given only where no other may be meant."""

from __future__ import annotations

import pandas as pd
import pytest

from cheapbandits.campaign.importing import read_import
from cheapbandits.errors import ParameterError
from cheapbandits.fields.value_file import read_values
from cheapbandits.graphs import read_graph

HEAD = "station,zinc,"
ONE = {
    "zinc_sd": (0.5, 0.4),
    "SD of zinc": (0.5, 0.4),
    "uncertainty": (0.5, 0.4),
    "operator_id": (5, 7),
    "labNo": (5, 7),
    "MDL": (0.5, 0.5),
    "RL": (0.5, 0.5),
    "remark": ("wet", "dry"),
}
#: Each may well be what is looked for.
SEVERAL = {"depth_cm": (5, 10), "elev": (30, 40), "lead": ("<0.5", "n.d."), "RL": (0.5, 0.7)}


@pytest.fixture
def wells(put):
    return read_graph(put("station,lon,lat\nW01,5,50\nW02,5.1,50.1\nW03,5.2,50\n", "s.csv"))


def refusals(put, tmp_path, wells, name, cells):
    path = put(f"{HEAD}{name}\nW01,12.5,{cells[0]}\nW02,13,{cells[1]}\n")
    sheet = tmp_path / "r.xlsx"
    frame = {"station": ["W01", "W02"], "zinc": [12.5, 13], name: cells}
    pd.DataFrame(frame).to_excel(sheet, index=False)
    for read in (read_import, read_values):
        for file in (path, sheet):
            with pytest.raises(ParameterError, match="say which holds the values, --v") as said:
                read(file, wells)
            yield str(said.value)


@pytest.mark.parametrize("name", ONE)
def test_what_belongs_to_another_column_is_no_example(put, tmp_path, wells, name):
    for said in refusals(put, tmp_path, wells, name, ONE[name]):
        assert "--values COLUMN (--values zinc)" in said


@pytest.mark.parametrize("name", SEVERAL)
def test_of_several_all_are_listed_and_none_is_the_example(put, tmp_path, wells, name):
    for said in refusals(put, tmp_path, wells, name, SEVERAL[name]):
        assert "(--values" not in said
        assert f"'station', 'zinc', '{name}'" in said
