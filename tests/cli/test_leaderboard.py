"""``cheapbandits leaderboard`` as a user runs it."""

import json

import pytest

FEW = (
    "leaderboard",
    "--quick",
    "--only",
    "ba",
    "--policies",
    "CheapUCB",
    "--policies",
    "SpectralUCB",
)


@pytest.fixture
def run(terminal):
    def call(*arguments):
        return terminal.run(*map(str, arguments))

    return call


def test_a_board_is_run_once_and_read_again(run, tmp_path):
    first = run(*FEW, "--jobs", 1, "--out", "board", "--json")
    assert first.returncode == 0, first.stderr
    content = json.loads(first.stdout)
    assert len(content["targets"]) == 18
    assert {r["policy"] for r in content["ranking"]["find"]} == {"CheapUCB", "SpectralUCB"}
    folder = tmp_path / "board"
    cells = (folder / "cells.jsonl").read_bytes()
    assert cells.count(b"\n") == 4
    there = {file.name for file in folder.iterdir()}
    assert {"report.md", "report.html", "board.json", "performance.csv", "runs.csv"} <= there
    again = run(*FEW, "--jobs", 1, "--out", "board")
    assert (folder / "cells.jsonl").read_bytes() == cells
    assert json.loads((folder / "board.json").read_text()) == content
    assert "to find the place: 1 " in again.stdout


def test_the_list_names_every_cell(run):
    done = run(*FEW, "--list")
    assert done.stdout.splitlines() == [
        f"ba/lowest/T150/{policy}/00{seed}"
        for policy in ("CheapUCB", "SpectralUCB")
        for seed in (0, 1)
    ]


def test_a_module_brings_its_policies(run):
    done = run(
        "leaderboard",
        "--quick",
        "--only",
        "ba",
        "--with",
        "tests.studies.test_watched",
        "--policies",
        "Miser",
        "--list",
    )
    assert done.stdout.splitlines() == [f"ba/lowest/T150/Miser/00{seed}" for seed in (0, 1)]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--runs", 1), "at least 2"),
        (("--quick", "--runs", 5), "leave out --runs"),
        (("--only", "forrest"), "did you mean 'forest'"),
        (("--only", "relief"), "--data"),
        (("--policies", "CheepUCB"), "did you mean 'CheapUCB'"),
        (("--with", "no.such.module"), "--with no.such.module"),
        (("--data", "nowhere"), "no such folder"),
    ],
)
def test_mistakes_are_told_in_one_line(run, arguments, words):
    done = run("leaderboard", *arguments)
    assert done.returncode != 0
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
