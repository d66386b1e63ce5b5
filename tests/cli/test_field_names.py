"""``simulate`` and ``hunt``: values under another heading than the graph's sites, and which."""

from __future__ import annotations

import json

import pytest

PLAYED = ["--horizon", 2, "--policy", "CheapUCB"]
ONCE = ["--runs", 1, "--jobs", 1, "--json", *PLAYED]
SITES = "id,x,y\n3,1,1\n1,2,5\n2,9,3\n4,4,4\n"


@pytest.fixture
def wells(terminal):
    """Four sites that are called 3, 1, 2, 4, and values of a highest place in files beside them."""
    for name, text in {
        "gs.csv": SITES,
        "nr.csv": "nr,reading\n1,10\n2,20\n3,30\n4,25\n",
        "pandas.csv": ",reading\n0,10\n1,20\n2,30\n3,25\n",
    }.items():
        (terminal.folder / name).write_text(text)
    return terminal


@pytest.mark.parametrize("command", [["simulate", *ONCE], ["hunt", *PLAYED, "--json"]])
@pytest.mark.parametrize("values", [[], ["--values", "reading"]])
def test_what_is_advised_for_a_field_works(wells, command, values):
    """Seen: the option that was advised was the graph's, which has no such column."""
    verb, *rest = command
    first = [verb, "gs.csv", "--field", "nr.csv", *rest, *values]
    refused = wells.run(*first)
    assert refused.returncode == 2
    assert "say --field-name-column nr if these are the same" in refused.stderr
    done = wells.run(*first, "--field-name-column", "nr")
    assert done.returncode == 0, done.stderr
    again = json.loads(done.stdout)
    if verb == "hunt":
        assert again["true_highest"] == pytest.approx(8.75 / 11.25)
        truth = {"3": 30, "1": 10, "2": 20, "4": 25}
        known = (truth[again["place"]] - 21.25) / 11.25
        assert again["true_value"] == pytest.approx(known)
    in_order = [word if word != "nr.csv" else "pandas.csv" for word in first]
    said = wells.run(*in_order, "--field-name-column", "").stderr
    if not values:
        assert "--values COLUMN --field-name-column ''" in said
        in_order += ["--values", "reading"]
    assert "--field-name-column" in wells.run(*in_order).stderr
    assert wells.run(*in_order, "--field-name-column", "").returncode == 0


def test_the_graph_keeps_its_own_option(wells):
    rest = ["--field", "nr.csv", *ONCE]
    done = wells.run(
        "simulate", "gs.csv", "--name-column", "id", "--field-name-column", "nr", *rest
    )
    assert done.returncode == 0, done.stderr
    (wells.folder / "nr.csv").write_text("nr,reading\n1,10\n2,20\n3,30\n0,25\n")
    told = wells.run("simulate", "gs.csv", "--name-column", "", *rest)
    assert "when they are read (--name-column nr)" in told.stderr
    assert "say here --field-name-column nr" in told.stderr


@pytest.mark.parametrize("field", [[], ["--field", "gs.csv", "--values", "x"]])
def test_without_a_file_of_values_it_is_refused(wells, field):
    done = wells.run("simulate", "gs.csv", *field, "--field-name-column", "nr", *ONCE)
    assert done.returncode == 2
    assert "is for a file of values beside the graph's own: give --field FILE" in done.stderr


def test_the_column_that_was_taken_is_stated(wells):
    """Seen: "field" was what had been asked for, and the values of another column."""
    text = "station,x,y,zinc (total)\nW1,1,2,35\nW2,3,4,40\nW3,2,2,50\nW4,1,9,33\n"
    (wells.folder / "total.csv").write_text(text)
    done = wells.run("simulate", "total.csv", "--values", "ZINC", *ONCE)
    found = json.loads(done.stdout)
    assert (found["field"], found["column"]) == ("zinc (total)", "zinc (total)")
    rest = ["--field", "total.csv", "--values", "zinc"]
    found = json.loads(wells.run("simulate", "total.csv", *rest, *ONCE).stdout)
    assert (found["field"], found["column"]) == ("total.csv", "zinc (total)")
    for verb in (["simulate", *ONCE], ["hunt", *PLAYED]):
        done = wells.run(verb[0], "total.csv", "--values", "zinc (dissolved)", *verb[1:])
        assert done.returncode == 2
        assert "no column is called 'zinc (dissolved)'; did you mean 'zinc (total)'?" in done.stderr
