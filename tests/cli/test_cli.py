"""The commands as a user types them."""

import json
import os
import subprocess
import sys
import time
from dataclasses import replace
from functools import partial

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.studies.journal import Journal
from cheapbandits.studies.paper import paper_studies
from cheapbandits.studies.run import run_cell


def process(*arguments):
    """Return a finished process of its own, as a shell starts one."""
    return subprocess.run(
        [sys.executable, "-m", "cheapbandits", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def run(terminal):
    """Run what must work; in this process, which has everything imported."""

    def call(*arguments):
        result = terminal.run(*arguments)
        assert result.returncode == 0, result.stderr
        return result

    return call


@pytest.fixture
def refused(terminal):
    return lambda *arguments: refusal(terminal.run(*arguments))


def refusal(result):
    """Return what was said by what must fail: status 2, one line on standard error."""
    assert result.returncode == 2, result
    assert "Traceback" not in result.stderr
    assert result.stdout == ""
    return result.stderr


def test_help_and_version():
    assert "hottest place" in process("--help").stdout
    assert process("--version").stdout.strip() == f"cheapbandits {cb.__version__}"


def test_datasets_and_info(run):
    rows = json.loads(run("datasets", "--json").stdout)
    assert {row["name"] for row in rows} == {"forest", "us_counties"}
    facts = json.loads(run("info", "forest", "--json").stdout)
    assert facts["nodes"] == 2000
    assert facts["effective_dimension"] == cb.effective_dimension(
        cb.load_dataset("forest").graph, horizon=100, ridge=0.01
    )
    assert "hops" in run("info", "us_counties").stdout


def test_simulate_a_graph_file_with_named_values(run, tmp_path):
    graph = cb.grid(5, 5)
    pairs, _ = graph.edges()
    names = [f"n{i}" for i in range(25)]
    lines = [f"{names[a]},{names[b]}" for a, b in pairs.tolist()]
    (tmp_path / "g.csv").write_text("source,target\n" + "\n".join(lines))
    values = np.exp(-((np.arange(25) - 12.0) ** 2) / 9)
    (tmp_path / "v.csv").write_text(
        "node,value\n" + "\n".join(f"{n},{v}" for n, v in zip(names, values, strict=True))
    )
    common = ["simulate", tmp_path / "g.csv", "--field", tmp_path / "v.csv", "--horizon", 40]
    common += ["--runs", 3, "--jobs", 1, "--out", tmp_path / "out"]
    summary = json.loads(run(*common, "--json").stdout)
    assert [row["policy"] for row in summary["policies"]] == ["CheapUCB", "SpectralUCB", "LinUCB"]
    assert summary["policies"][1]["place"] == "n12"
    for name in ("simulate.png", "simulate.svg", "simulate.json", "simulate-CheapUCB-run1.csv"):
        assert (tmp_path / "out" / name).stat().st_size > 0
    assert "CheapUCB" in run(*common, "--policy", "CheapUCB").stdout


@pytest.mark.thorough
def test_simulate_says_where_the_bounds_are_not_true(run, tmp_path):
    (tmp_path / "g.csv").write_text("source,target\na,b\nb,c\n")
    (tmp_path / "v.csv").write_text("name,value\na,0\nb,1\nc,0.5\n")
    common = ["simulate", tmp_path / "g.csv", "--field", tmp_path / "v.csv", "--horizon", 2]
    for low, high, told in ((0, 1, False), (0, 0.5, True)):
        found = run(*common, "--runs", 1, "--low", low, "--high", high, "--json").stdout
        assert ("beyond --low and --high" in json.loads(found)["notes"].get("range", "")) is told


def test_simulate_names_what_the_policy_would_name(run, tmp_path):
    """The last probe looks where little is known; the place is where the estimate is highest."""
    options = ["--horizon", 6, "--runs", 1, "--seed", 3, "--jobs", 1, "--out", tmp_path]
    options += ["--field", "aspen", "--policy", "CheapUCB", "--json"]
    (row,) = json.loads(run("simulate", "forest", *options).stdout)["policies"]
    data = cb.load_dataset("forest")
    factory = {"CheapUCB": partial(cb.CheapUCB, horizon=6)}
    again = cb.replicate(factory, (data.graph, data.fields["aspen"]), runs=1, seed=3, jobs=1)
    last, place = again.histories["CheapUCB"][0][-1].center, again.places["CheapUCB"][0].node
    assert last != place
    assert row["place"] == data.graph.name(place)
    assert row["place_in_runs"] == 1


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["info", "nowhere.csv"], "nowhere.csv"),
        (["info", "forrest"], "forest"),
        (["simulate", "forest", "--field", "oak"], "cottonwood-willow"),
        (["simulate", "forest", "--horizon", "0"], "horizon"),
        (["simulate", "forest", "--policy", "CheepUCB"], "CheapUCB"),
        (["hunt", "grid:5x5", "--policy", "CheepUCB"], "CheapUCB"),
        (["reproduce", "forrest"], "forest"),
        (["reproduce", "--cell", "ba/lowest/T150/CheapUCB(smoothness=theory)/17"], "017"),
        (["reproduce", "ba", "--runs", "1"], "runs"),
    ],
)
def test_mistakes_end_in_one_line(refused, arguments, word):
    assert word in refused(*arguments)


def test_a_mistake_in_a_process_of_its_own():
    assert "forest" in refusal(process("info", "forrest"))


def test_a_cell_runs_alone(run):
    cell = "er/lowest/T100/CheapUCB(smoothness=theory)/003"
    alone = process("reproduce", "--cell", cell, "--json")
    assert alone.returncode == 0, alone.stderr
    row = json.loads(alone.stdout)
    assert row["id"] == cell
    assert len(row["regret"]) == 100
    assert cell in run("reproduce", "er", "--list").stdout.split()


@pytest.mark.thorough
def test_a_killed_reproduction_goes_on_and_writes_everything(run, refused, tmp_path, monkeypatch):
    """Killed without warning, the same command finishes with the numbers of a whole run."""
    folder = tmp_path / "paper"
    command = ["reproduce", "sbm", "--runs", "2", "--jobs", "1", "--out", folder]
    first = subprocess.Popen(
        [sys.executable, "-m", "cheapbandits", *command],
        env=os.environ | {"OPENBLAS_NUM_THREADS": "1"},
        stderr=subprocess.PIPE,
    )
    journal = folder / "cells.jsonl"
    while first.poll() is None and not (journal.exists() and journal.stat().st_size > 0):
        time.sleep(0.01)
    first.kill()
    _, said = first.communicate()
    survived, damaged = Journal(journal).read()
    assert survived or damaged, said
    assert damaged <= 1
    claims = json.loads(run(*command, "--json").stdout)
    assert {"holds", "does not hold"} <= {claim["verdict"] for claim in claims}
    finished, _ = Journal(journal).read()
    expected = paper_studies(runs=2)["sbm"].cells
    assert set(finished) == set(expected)
    assert all(finished[cell] == result for cell, result in survived.items())
    sample = expected[-1]
    assert finished[sample] == replace(run_cell(sample), seconds=finished[sample].seconds)
    written = {path.name for path in folder.iterdir()}
    assert {"report.html", "report.md", "claims.json", "runs.csv", "curves.csv"} <= written
    assert {"figure2.png", "figure2.svg"} <= written
    manifest = json.loads((folder / "manifest.json").read_text())
    assert manifest["parameters"] == {"runs": 2, "seed": 0, "quick": False}
    assert set(manifest["engines"]) == {"CheapUCB", "SpectralUCB", "LinUCB", "CheapLinUCB"}
    assert "engine of SpectralUCB" in (folder / "report.md").read_text()
    assert "--out" in refused("reproduce", "sbm", "--runs", 3, "--out", folder)
    monkeypatch.setitem(sys.modules, "matplotlib", None)  # as where it is not installed
    again = run(*command)
    assert "sbm" in again.stdout or "Block model" in again.stdout
    assert "no figures" in again.stderr
    assert json.loads((folder / "claims.json").read_text()) == claims
