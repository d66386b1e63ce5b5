"""Tables in windows of 60, 80 and 120 characters: nothing is wider, and no word is cut."""

import pytest

import cheapbandits as cb
from tests.cli.conftest import Terminal

NAMES = (
    "Autauga County, Alabama",
    "Skagway Hoonah-Angoon Census Area, Alaska",
    "Prince of Wales-Outer Ketchikan Census Area, Alaska",
    "Matanuska-Susitna Borough, Alaska",
    "Doña Ana County, New Mexico",
    "京都府京都市左京区",
)
READINGS = ("1234567.891", "-0.000012345", "24.123456", "6.2")


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    """A campaign with long names, wide readings, teams and leases."""
    folder = tmp_path_factory.mktemp("wide")
    terminal = Terminal(folder, folder / "c.db")
    terminal.env["CHEAPBANDITS_WHO"] = "Dr. Marianne Oosterhuis"
    small = cb.grid(5, 6)
    names = [f"{NAMES[k % 6]} {k}" for k in range(30)]
    named = cb.Graph(small.weights, names=names, coordinates=small.coordinates)
    cb.write_graph(named, folder / "g.npz")
    terms = ("--policy", "CheapUCB", "--budget", 12345, "--horizon", 100)
    terminal.ok("new", "unemployment by county", "g.npz", *terms)
    for number, reading in enumerate(READINGS, start=1):
        terminal.ok(
            *("ask", "unemployment by county", "--for", "team north of the river"),
            *("--lease", 3600),
        )
        terminal.ok("tell", "unemployment by county", number, reading)
    terminal.ok("observe", "unemployment by county", names[0], "3.5")
    terminal.ok("annul", "unemployment by county", 2)
    terminal.ok("ask", "unemployment by county", "--for", "team B")
    return terminal


def printed(terminal, width, *words):
    terminal.env["COLUMNS"] = str(width)
    return terminal.ok(*words)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize(
    "words",
    [
        ("history", "unemployment by county"),
        ("history", "unemployment by county", "--events"),
        ("list",),
        ("status", "unemployment by county"),
        ("status", "unemployment by county", "--assess"),
        ("ask", "unemployment by county"),
    ],
    ids=lambda words: " ".join(words[::2]),
)
def test_every_line_fits_and_nothing_is_cut(shop, width, words):
    from rich.cells import cell_len

    said = printed(shop, width, *words)
    lines = [line for line in said.splitlines() if not line.startswith(("next:", "undo:"))]
    assert max(cell_len(line.rstrip()) for line in lines) <= width
    assert "…" not in said


@pytest.mark.parametrize("width", [60, 80, 120])
def test_what_matters_is_there_at_any_width(shop, width):
    rows = printed(shop, width, "history", "unemployment by county")
    for word in ("ask 1", "annulled", "observed", "Autauga", "County,", *READINGS[:1]):
        assert word in rows
    assert "-1.2345e-05" in rows
    listed = printed(shop, width, "list")
    for word in ("unemployment", "running", "3/100"):
        assert word in listed
    assert "#" in printed(shop, width, "ask", "unemployment by county")


def test_columns_that_are_left_out_are_named(shop):
    shop.env["COLUMNS"] = "60"
    done = shop.run("campaign", "history", "unemployment by county")
    assert "no room for 'width'" in done.stderr
    shop.env["COLUMNS"] = "120"
    assert shop.run("campaign", "history", "unemployment by county").stderr == ""


@pytest.mark.parametrize("width", [10, 20, 40])
def test_a_very_narrow_window_folds_words(shop, width):
    from rich.cells import cell_len

    said = printed(shop, width, "history", "unemployment by county")
    assert max(cell_len(line) for line in said.splitlines()) <= width
