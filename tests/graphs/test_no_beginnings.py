"""A column is not another one whose name begins alike: Ni is no Nitrate."""

import pytest

from cheapbandits.errors import GraphError
from cheapbandits.graphs import Graph
from cheapbandits.graphs.column_names import place_of
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.heading_units import heading_unit
from cheapbandits.graphs.files.site_values import read_site_values


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("Ni", ["station", "Zn", "Nitrate"]),
        ("Co", ["station", "Conductivity"]),
        ("zinc", ["site", "Zn", "zinc_sd"]),
        ("zinc", ["site", "Zinc limit"]),
        ("zinc", ["site", "Zinc date"]),
        ("zinc", ["Zinc survey 2024", ""]),
        ("Te", ["site", "Tem"]),  # no word ends there, so no unit begins
    ],
)
def test_a_beginning_is_another_name(name, columns):
    """Seen: nitrate taken for nickel, a deviation for its mean, without a word."""
    with pytest.raises(GraphError, match=f"no column is called '{name}'"):
        place_of(columns, name, heading_unit)


@pytest.mark.parametrize(
    "heading", ["Zinc", "zinc (mg/kg)", "zinc mg/kg", "zinc_mg_kg", "ZINC [ppm]", "zinc_ppm"]
)
def test_a_unit_is_no_other_name(heading):
    assert place_of(["site", heading, "zinc_sd"], "zinc", heading_unit) == 1
    assert place_of(["name", "Easting_m", "Northing_m"], "Easting") == 1


def test_a_title_above_the_header_is_named(put):
    """Seen: the title was taken for the column, and the header for a number gone wrong."""
    graph = Graph.from_points([[0, 0], [1, 0], [0, 1]], 2, names=["A", "B", "C"])
    source = Source(put("Zinc survey 2024,\nstation,zinc\nA,3\nB,4\nC,5\n", "r.csv"))
    with pytest.raises(
        GraphError, match="the header seems to stand in row 2: delete what is above"
    ):
        read_site_values(source, "zinc", graph)
