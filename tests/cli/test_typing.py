"""What people type, and what they are told: what was read, and what was meant."""

import pytest

import cheapbandits as cb
from cheapbandits.text import did_you_mean, number_hint


@pytest.fixture
def plots(terminal):
    graph = cb.grid(4, 5)
    names = [f"Plot {k + 1}" for k in range(20)]
    named = cb.Graph(graph.weights, names=names, coordinates=graph.coordinates)
    cb.write_graph(named, terminal.folder / "plots.npz")
    terminal.ok("new", "plots", "plots.npz")
    return terminal


@pytest.mark.parametrize("name", ["b.shp", "b.kmx", "b.csv", "b"])
def test_asks_are_not_written_under_a_suffix_that_lies(plots, name):
    said = plots.refused(2, "ask", "plots", "--out", name)
    assert ".json, .geojson, .kml, .kmz, .plan" in said
    assert not (plots.folder / name).exists()
    assert plots.json("status", "plots")["asked"] == 0


def test_masks_name_the_nodes(plots):
    assert "masked: Plot 13 (node 12)" in plots.ok("mask", "plots", "#12")
    assert "unmasked: Plot 13 (node 12); not masked: Plot 2 (node 1)" in plots.ok(
        "unmask", "plots", "Plot 13", "Plot 2"
    )
    assert "recorded for Plot 3 (node 2)" in plots.ok("observe", "plots", "Plot 3", "0.5")


def test_a_mistyped_name_is_asked_about(plots):
    assert "did you mean 'Plot 7'" in plots.refused(2, "mask", "plots", "plot7")
    assert "did you mean 'Plot 12'" in plots.refused(2, "observe", "plots", "Plot_12", "1")
    (plots.folder / "r.csv").write_text("nodes,reading\nPlot 1,2\nplt 4,3\n")
    said = plots.refused(2, "import", "plots", "r.csv")
    assert "line 3" in said
    assert "did you mean 'Plot 4'" in said
    assert "did you mean" not in plots.refused(2, "mask", "plots", "Rotterdam")


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("12,5", "write 12.5 for the decimal number"),
        ("400ppm", "'ppm' was read after the number: write 400"),
        ("1,234", "write 1234 for thousands, or 1.234"),
        ("1,234,567", "write 1234567 for thousands"),
        ("3.5 %", "'%' was read after the number: write 3.5"),
    ],
)
def test_numbers_are_answered_with_what_was_meant(plots, typed, answer):
    plots.ok("ask", "plots")
    said = " ".join(plots.refused(2, "tell", "plots", "1", typed).replace("│", " ").split())
    assert answer in said
    (plots.folder / "r.csv").write_text(f'nodes,reading\nPlot 1,"{typed}"\n')
    said = plots.refused(2, "import", "plots", "r.csv")
    assert "line 2" in said
    assert answer in said


@pytest.mark.parametrize("text", ["", "high", "1_5", "0x10", "--", "1e5e5", "9" * 2000, "1,2,3"])
def test_no_hint_where_nothing_is_known(text):
    assert number_hint(text) == ""


def test_a_number_may_be_padded():
    assert did_you_mean("p7", ["P57", "P07", "P47"]).startswith("did you mean 'P07'")


def test_a_million_names_are_not_compared_one_by_one():
    names = [f"node-{k}" for k in range(30_000)]
    assert did_you_mean("NODE 17", names) == "did you mean 'node-17'? "
    assert did_you_mean("nodde-17", names) == ""


def test_points_and_a_comma_are_understood():
    assert "write 1234.5" in number_hint("1.234,5")
    assert "write -1234567.25" in number_hint("-1.234.567,25")
    assert number_hint("1.2.3") == ""


@pytest.mark.parametrize("text", ["+0125,1", "-0011,5", "+0125,A", "-00011,1"])
def test_a_mark_behind_a_comma_is_no_decimal(text):
    """Seen: for NOAA's +0125,1 the answer was '+0125.1'."""
    assert "may be a mark of quality" in number_hint(text)


@pytest.mark.parametrize("text", ["+125,1", "-11,5", "0,5", "-0,51", "0125,1"])
def test_other_commas_part_decimals(text):
    assert "for the decimal number" in number_hint(text)


@pytest.mark.parametrize(("text", "bare"), [("12.5¹", "12.5"), ("10²", "10"), ("7 ²⁾", "7")])
def test_raised_digits_are_told_as_what_they_are(text, bare):
    assert f"write {bare} if it is the mark of a footnote" in number_hint(text)


@pytest.mark.parametrize("option", ["--low", "--high", "--noise", "--tolerance", "--budget"])
def test_numbers_of_settings_are_answered_too(plots, option):
    for typed, answer in (("12,5", "write 12.5"), ("400ppm", "write 400, without the unit")):
        said = plots.refused(2, "new", "p2", "plots.npz", option, typed)
        said = " ".join(said.replace("│", " ").split())
        assert f"'{option}'" in said
        assert answer in said


@pytest.mark.parametrize("cell", ["12;5", "400ppm", "1.234,5"])
def test_a_column_of_values_says_line_and_what_was_meant(plots, cell):
    rows = "".join(f"Plot {k}\t{k}\t{k * k % 7}\t{cell if k == 3 else k}\n" for k in range(1, 21))
    (plots.folder / "v.tsv").write_text(f"plot\tx\ty\tzinc\n{rows}")
    said = plots.refused(2, "import", "plots", "v.tsv", "--values", "zinc")
    assert "line 4" in said
    assert cell in said
    if ";" not in cell:
        assert number_hint(cell) in said
