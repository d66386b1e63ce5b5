"""A column is not another one whose name begins alike: Ni is no Nitrate."""

import pytest

from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_names import place_of


@pytest.mark.parametrize(
    ("name", "columns"),
    [
        ("Ni", ["station", "Zn", "Nitrate"]),
        ("Co", ["station", "Conductivity"]),
        ("zinc", ["site", "Zn", "zinc_sd"]),
        ("zinc", ["site", "Zinc limit"]),
        ("zinc", ["site", "Zinc date"]),
        ("zinc", ["Zinc survey 2024", ""]),
    ],
)
def test_a_beginning_is_another_name(name, columns):
    """Seen: nitrate taken for nickel, a deviation for its mean, without a word."""
    with pytest.raises(GraphError, match=f"no column is called '{name}'"):
        place_of(columns, name)


@pytest.mark.parametrize(
    "heading", ["Zinc", "zinc (mg/kg)", "zinc mg/kg", "zinc_mg_kg", "ZINC [ppm]", "zinc_ppm"]
)
def test_a_unit_is_no_other_name(heading):
    assert place_of(["site", heading, "zinc_sd"], "zinc") == 1
    assert place_of(["name", "Easting_m", "Northing_m"], "Easting") == 1
