"""Numbers at the terminal: decimal, of ordinary digits, bounded; everywhere one is typed."""

import pytest
import typer

from cheapbandits.cli.app import app
from cheapbandits.cli.numbers import MOST

LONG = "9" * 400
LINES = [
    ["info", "g.npz", "--horizon", LONG],
    ["simulate", "g.npz", "--horizon", LONG],
    ["simulate", "g.npz", "--runs", LONG],
    ["simulate", "g.npz", "--seed", "-1"],
    ["simulate", "g.npz", "--seed", LONG],
    ["simulate", "g.npz", "--noise", LONG],
    ["hunt", "g.npz", "--horizon", LONG],
    ["hunt", "g.npz", "--seed", "-1"],
    ["hunt", "g.npz", "--horizon", str(MOST + 1)],
    ["reproduce", "--runs", LONG],
    ["leaderboard", "--seed", LONG],
    ["campaign", "new", "x", "g.npz", "--horizon", LONG],
    ["campaign", "new", "x", "g.npz", "--budget", LONG],
    ["campaign", "new", "x", "g.npz", "--seed", "-1"],
    ["campaign", "new", "x", "g.npz", "--tolerance", "5%"],
    ["campaign", "new", "x", "g.npz", "--stop", f"cost>={LONG}"],
    ["campaign", "new", "x", "g.npz", "--cost", f"{LONG}:1"],
    ["campaign", "new", "x", "g.npz", "--cost", "1:1e400"],
    ["campaign", "new", "x", "g.npz", "--set", f"delta={LONG}"],
    ["campaign", "ask", "walk", "-n", LONG],
    ["campaign", "ask", "walk", "--lease", LONG],
    ["campaign", "tell", "walk", LONG, "1"],
    ["campaign", "tell", "walk", "1", LONG],
    ["campaign", "tell", "walk", "1", "1_5"],
    ["campaign", "tell", "walk", "1", "\u0663"],
    ["campaign", "tell", "walk", "\u0663", "1"],
    ["campaign", "tell", "walk", "1", "1,5"],
    ["campaign", "observe", "walk", LONG, "1"],
    ["campaign", "history", "walk", "--last", LONG],
    ["campaign", "drill", "walk", "--field", "f.csv", "--rounds", LONG],
]


@pytest.mark.parametrize("words", LINES, ids=lambda words: " ".join(words)[:40])
def test_a_number_that_nobody_means_is_refused(walk, words):
    walk.ok("ask", "walk")
    done = walk.run(*words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert walk.json("status", "walk")["told"] == 0


@pytest.mark.parametrize("reading", ["-0.5", "+1", "2e-3", ".5", "7"])
def test_ordinary_numbers_are_taken(walk, reading):
    walk.ok("ask", "walk")
    assert walk.json("tell", "walk", 1, reading)["body"] == {"reading": float(reading)}


def test_no_number_is_forgotten():
    """Whatever option is added: if it takes a number, it is read strictly."""
    from cheapbandits.cli.numbers import check_numbers

    command = typer.main.get_command(app)
    check_numbers(command)
    found = list(_parameters(command))
    numbers = [p for p in found if "process_value" in vars(p)]
    assert len(numbers) > 50
    loose = {p.name for p in found} - {p.name for p in numbers}
    assert not loose & {"horizon", "runs", "seed", "noise", "budget", "reading", "ask", "jobs"}


def _parameters(command):
    yield from command.params
    for inner in getattr(command, "commands", {}).values():
        yield from _parameters(inner)


def test_what_is_no_number_is_no_size(walk):
    """Of nan the bound said: should be greater than or equal to 0."""
    for words in (["drill", "walk", "--noise"], ["status", "walk", "--assess", "--tolerance"]):
        for word in ("nan", "inf", "-Infinity"):
            said = walk.refused(2, *words, word).replace("│", "")
            assert f"'{word}' is no size: give a number, 0 or more" in " ".join(said.split())


def test_a_share_is_answered_with_what_to_give(walk):
    said = " ".join(
        walk.refused(2, "new", "x", "g.npz", "--tolerance", "5%").replace("│", "").split()
    )
    assert (
        "is a share: give it in the readings' units, or leave it out for 5 % of the range" in said
    )
