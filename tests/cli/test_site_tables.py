"""From a table of sites to a campaign, in the terminal alone."""

import json
import re

import numpy as np
import openpyxl
import pytest

from tests.graphs.test_sites import lines, survey


@pytest.fixture
def soil(terminal):
    x, y, zinc = survey()
    names = [f"P{k + 1:02}" for k in range(len(x))]
    found = ["" if k % 4 else f"{value:g}" for k, value in enumerate(zinc)]
    (terminal.folder / "soil.csv").write_text(
        lines("plot,x,y,zinc,pilot", [names, x, y, zinc, found])
    )
    return terminal


def test_a_survey_is_described_hunted_and_rehearsed(soil):
    _, _, zinc = survey()
    done = soil.run("info", "soil.csv", "--neighbors", 6, "--json")
    facts = json.loads(done.stdout)
    assert (facts["nodes"], facts["names"], facts["coordinates"]) == (40, True, 2)
    done = soil.run("hunt", "soil.csv", "--values", "zinc", "--horizon", 5, "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["place"].startswith("P")
    soil.ok("new", "soil", "soil.csv", "--low", 100, "--high", 700, "--horizon", 6)
    known = ["--field", "soil.csv", "--values", "zinc", "--noise", 5]
    report = soil.json("drill", "soil", *known, "--faults")
    assert report["hottest"] == f"P{int(np.argmax(zinc)) + 1:02}"
    assert report["hottest_value"] == zinc.max()


def test_a_column_of_readings_to_start_from(soil):
    _, _, zinc = survey()
    said = soil.ok("new", "soil", "soil.csv", "--readings", "pilot", "--low", 100, "--high", 700)
    assert "10 readings of 'pilot' to start from" in said
    rows = soil.json("history", "soil")["rows"]
    assert [row["reading"] for row in rows] == zinc[::4].tolist()
    assert [row["nodes"] for row in rows] == [[k] for k in range(0, 40, 4)]
    # The same again adds nothing; another column does.
    again = soil.json("import", "soil", "soil.csv", "--values", "pilot")
    assert (again["rows"], again["new"]) == (10, 0)
    assert soil.json("import", "soil", "soil.csv", "--values", "zinc")["new"] == 40


def test_readings_beside_numbers_of_rows_stay_at_their_sites(terminal):
    """R numbers the rows of a table; stations have numbers, too, and close ones come in pairs."""
    stations = [2, 1, 4, 3, 6, 5]
    rows = [
        f'"{k}",{s},{100 * (s // 2) + s},{60 * (s // 2)},{s}' for k, s in enumerate(stations, 1)
    ]
    (terminal.folder / "r.csv").write_text("\n".join(['"",station,x,y,zinc', *rows, ""]))
    said = terminal.ok("new", "pairs", "r.csv", "--low", 0, "--high", 9, "--readings", "zinc")
    assert "sites are named by 'station'" in said
    assert [row["place"] for row in terminal.json("history", "pairs")["rows"]] == list("214365")
    (terminal.folder / "next.csv").write_text("id,pt,lead\n1,6,60\n2,4,40\n")
    said = terminal.refused(2, "import", "pairs", "next.csv", "--values", "lead")
    assert "next.csv: line 1: the sites are named by 'station', and 'id' and 'pt' may be" in said
    which = ("--values", "lead", "--name-column", "pt")
    said = terminal.ok("import", "pairs", "next.csv", *which)
    assert "2 new" in said
    assert "'lead' has the readings, 'pt' the sites" in said
    rows = terminal.json("history", "pairs")["rows"][6:]
    assert [(row["place"], row["reading"]) for row in rows] == [("6", 60), ("4", 40)]


def test_readings_that_cannot_be_leave_no_campaign_behind(soil):
    assert "no column is called 'lead'" in soil.refused(
        2, "new", "soil", "soil.csv", "--readings", "lead"
    )
    assert not (soil.folder / "campaigns.db").exists()


def test_a_field_with_gaps_or_of_another_table_is_refused(soil):
    soil.ok("new", "soil", "soil.csv")
    said = soil.refused(2, "drill", "soil", "--field", "soil.csv", "--values", "pilot")
    assert "line 3: no value in 'pilot'" in said
    x, y, zinc = survey()
    (soil.folder / "bare.csv").write_text(lines("x,y,zinc", [x, y, zinc]))
    (soil.folder / "other.csv").write_text(lines("x,y,zinc", [x + 500, y, zinc]))
    soil.ok("new", "bare", "bare.csv")
    said = soil.refused(2, "drill", "bare", "--field", "other.csv", "--values", "zinc")
    assert "line 2: the site is at" in said
    (soil.folder / "few.csv").write_text(lines("x,y,zinc", [x[:9], y[:9], zinc[:9]]))
    said = soil.refused(2, "drill", "bare", "--field", "few.csv", "--values", "zinc")
    assert "9 rows for 40 nodes" in said


def test_where_it_is_unclear_both_commands_are_shown(soil):
    (soil.folder / "bare.csv").write_text(lines(None, survey()))
    said = soil.refused(2, "new", "soil", "bare.csv")
    assert "--table points" in said
    assert "--table edges" in said
    soil.ok("new", "soil", "bare.csv", "--table", "points", "--radius", 900)
    done = soil.run("info", "forest", "--neighbors", 3)
    assert done.returncode == 2
    assert "--neighbors is for a file of sites" in done.stderr


def test_prices_from_the_readme_work_on_any_graph(soil):
    done = soil.run(
        "campaign", "new", "soil", "soil.csv", "--cost", "1:9,2:5,3:4", "--policy", "CheapUCB"
    )
    assert done.returncode == 0, done.stderr
    assert "groups of up to 3, as --cost has no price for 4; add 4:PRICE" in done.stderr
    assert soil.json("ask", "soil")["asks"][0]["cost"] == 4
    done = soil.run("campaign", "new", "two", "soil.csv", "--max-width", 2, "--horizon", 9)
    assert "groups: nearest up to 2" in done.stdout
    assert done.stderr == ""


def test_what_removes_the_saving_is_said_at_new(soil):
    done = soil.run("campaign", "new", "far", "soil.csv", "--radius", 1, "--probes", "strongest")
    assert "P01 has no neighbour" in done.stderr
    assert soil.run("hunt", "soil.csv", "--horizon", 3, "--max-width", 2, "--json").returncode == 0


def test_a_site_far_off_and_readings_unlike_all_others_get_a_word(terminal):
    rows = [f"P{k},{k % 5},{k // 5},{1 + k / 10}" for k in range(20)]
    (terminal.folder / "a.csv").write_text("\n".join(["plot,x,y,zinc", *rows, "P20,1000000,2,1"]))
    done = terminal.run("campaign", "new", "a", "a.csv", "--horizon", 9)
    assert done.returncode == 0, done.stderr
    assert "note: 'P20' lies 999998 from the middle of the sites" in done.stderr
    for node in range(6):
        done = terminal.run("campaign", "observe", "a", f"P{node}", 1 + node / 10)
        assert (done.returncode, done.stderr) == (0, "")
    done = terminal.run("campaign", "observe", "a", "P9", 100)
    assert "note: 100 is far from all 6 others, which are from 1 to 1.5" in done.stderr
    terminal.ok(
        "annul", "a", terminal.json("history", "a")["rows"][-1]["observation"], "--observation"
    )
    (terminal.folder / "r.csv").write_text("nodes,reading\nP8,1.1\nP9,130\n")
    done = terminal.run("campaign", "import", "a", "r.csv")
    assert done.returncode == 0
    assert "note: 130 is far from all 7 others" in done.stderr
    ask = terminal.json("ask", "a")["asks"][0]["ask"]
    terminal.ok(
        "annul", "a", terminal.json("history", "a")["rows"][-2]["observation"], "--observation"
    )
    assert "note: -77 is far from" in terminal.run("campaign", "tell", "a", ask, -77).stderr


def test_info_says_which_columns_became_what(soil):
    facts = json.loads(soil.run("info", "soil.csv", "--json").stdout)
    wanted = {"names": "plot", "x": "x", "y": "y", "values": ["zinc", "pilot"], "passed_over": []}
    assert facts["columns"] == wanted
    said = soil.run("info", "soil.csv", "--x", "y", "--y", "zinc", "--name-column", "x").stdout
    assert [line.split()[-1] for line in said.splitlines()[:3]] == ["x", "y", "zinc"]
    assert "pilot (choose: --values" in said
    bare = soil.run("info", "soil.csv", "--name-column", "").stdout
    assert bare.startswith("column of names      none: sites have numbers from 0")
    assert json.loads(soil.run("info", "grid:3x3", "--json").stdout)["columns"] is None


@pytest.mark.parametrize("name", ["station", ""])
def test_info_says_that_there_are_no_values(terminal, name):
    """Seen: 'none: sites have numbers from 0', of the values and where sites have names."""
    x, y, _ = survey()
    table = lines("station,x,y", [[f"S{k}" for k in range(len(x))], x, y])
    (terminal.folder / "s.csv").write_text(table)
    said = terminal.run("info", "s.csv", "--name-column", name).stdout.splitlines()
    assert said[0].startswith(f"column of names      {name or 'none: sites have numbers from 0'}")
    assert said[3] == "column of values     none"


@pytest.mark.parametrize("title", ["Soil survey of the Maas, 1990\n", "Soil,,,\n,,,\n", "Soil\n\n"])
@pytest.mark.parametrize("options", [[], ["--x", "Easting", "--y", "Northing"]])
def test_a_title_above_the_header_is_said(terminal, title, options):
    x, y, zinc = survey()
    table = title + lines("plot,Easting (m),Northing (m),zinc", [range(len(x)), x, y, zinc])
    (terminal.folder / "soil.csv").write_text(table)
    book = openpyxl.Workbook()
    for row in table.splitlines():
        book.active.append(row.split(","))
    book.save(terminal.folder / "soil.xlsx")
    line = title.count("\n") + 1
    for file in ("soil.csv", "soil.xlsx"):
        said = terminal.refused(2, "new", "soil", file, *options)
        assert f"the header seems to stand in row {line}: delete" in said, file


def test_a_column_may_be_named_without_its_unit(terminal):
    x, y, zinc = survey()
    head = "plot,Rechts (m),Hoch (m),zinc ppm"
    (terminal.folder / "soil.csv").write_text(lines(head, [range(len(x)), x, y, zinc]))
    assert terminal.run("info", "soil.csv", "--x", "rechts", "--y", "Hoch").returncode == 0
    assert terminal.run("hunt", "soil.csv", "--x", "Rechts", "--y", "Hoch", "--values", "zinc",
                        "--horizon", 3).returncode == 0  # fmt: skip
    said = terminal.refused(2, "new", "soil", "soil.csv", "--x", "Rechs (m)", "--y", "Hoch")
    assert "no column is called 'Rechs (m)'; did you mean 'Rechts (m)'?" in said


def test_an_edge_between_nodes_that_are_called_x_and_y_is_no_header(terminal):
    (terminal.folder / "e.txt").write_text("a b\nb x\nx y\ny z\n")
    assert json.loads(terminal.run("info", "e.txt", "--json").stdout)["nodes"] == 5


@pytest.mark.parametrize("properties", [{"zinc": 3}, {"name": "W", "zinc": 4}, {}])
def test_info_says_what_names_features_with_ids(terminal, properties):
    """Seen: 'sites have numbers from 0' of sites that are named 1 to 6 by their ids."""
    features = [
        {
            "type": "Feature",
            "id": k + 1,
            "properties": {key: f"{v}{k}" for key, v in properties.items()},
            "geometry": {"type": "Point", "coordinates": [5 + k / 7, 50 + k * k / 9]},
        }
        for k in range(6)
    ]
    path = terminal.folder / "sites.geojson"
    path.write_text(json.dumps({"type": "FeatureCollection", "features": features}))
    by = "name" if "name" in properties else "id"
    said = terminal.run("info", "sites.geojson").stdout
    assert re.search(rf"^column of names +{by}$", said, re.MULTILINE)
    facts = json.loads(terminal.run("info", "sites.geojson", "--json").stdout)
    assert facts["columns"]["names"] == by
    said = terminal.run("info", "sites.geojson", "--name-column", "").stdout
    assert re.search("^column of names +none: sites have numbers from 0", said, re.MULTILINE)


@pytest.mark.parametrize("kind", ["csv", "xlsx", "gpkg"])
def test_columns_of_sites_that_nothing_was_made_of_are_named(terminal, tmp_path, kind):
    """What no rule knows may still change what a row means: who reads it can tell."""
    rows = [("A", 0.0, 1.0, "ok", 3.5), ("B", 1.0, 1.5, "", 4.5), ("C", 2.0, 1.0, "see B", 1.5)]
    head, path = ["site", "x", "y", "remark by crew", "zinc"], tmp_path / f"s.{kind}"
    if kind == "csv":
        path.write_text("\n".join(",".join(map(str, row)) for row in (head, *rows)))
    elif kind == "xlsx":
        book = openpyxl.Workbook()
        for row in (head, *rows):
            book.active.append(row)
        book.save(path)
    else:
        raw, shapely = (pytest.importorskip(name) for name in ("pyogrio.raw", "shapely"))
        places = shapely.to_wkb(shapely.points([(5e5 + row[1], 5e6 + row[2]) for row in rows]))
        cells = [np.array([row[k] for row in rows]) for k in (0, 3, 4)]
        names = [head[0], *head[3:]]
        raw.write(path, places, cells, names, geometry_type="Point", crs="EPSG:32632")
    assert "\n  passed over: 'remark by crew', 'zinc'\n" in terminal.ok("new", "soil", path.name)
    told = terminal.json("new", "again", path.name)
    assert (told["passed_over"], told["readings"]) == (["remark by crew", "zinc"], None)
    info = terminal.run("info", path.name).stdout
    assert "passed over          remark by crew\n" in info  # zinc is among those to choose
    assert "passed over" not in terminal.ok("new", "own", "campaign:soil")
