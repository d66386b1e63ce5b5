"""``campaign drill``: one table, one picture, one sentence, one command."""

import json
import shlex
import signal
import subprocess
import time

import psutil
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.rehearsal import Cell, Contender, compared
from cheapbandits.campaign.spec import Spec
from cheapbandits.cli.campaign.rehearsal import _commands
from tests.cli.conftest import SCRIPTS


@pytest.fixture
def hills(walk):
    walk.ok("new", "hills", "g.npz", "--horizon", 12, "--budget", 4, "--low", -1, "--high", 2)
    return walk


def test_the_table_fits_and_answers(hills):
    said = hills.ok("drill", "hills", "--field", "f.csv", "--runs", 2)
    assert max(map(len, said.splitlines())) <= 80
    for name in ("Finder *", "PacedKG", "CheapUCB", "SpectralUCB", "Sweep", "RandomSampling"):
        shown = said.partition("\nDoes ")[0]
        assert shown.count(name) == 2  # in the table and in the picture
    assert " best here" in said
    assert "Does Finder beat random sampling here? " in said
    assert hills.json("status", "hills")["told"] == 0


def test_numbers_of_any_size_fit_too(hills):
    (hills.folder / "big.csv").write_text("\n".join(str(1e9 * k) for k in range(42)))
    hills.ok("new", "big", "g.npz", "--horizon", 3, "--policy", "RandomSampling")
    said = hills.ok("drill", "big", "--field", "big.csv", "--runs", 2, "--against", "CheapUCB")
    assert max(map(len, said.splitlines())) <= 80
    assert "RandomSampling *" in said
    assert "itself samples at random" in said
    (hills.folder / "flat.csv").write_text("\n".join(["0.5"] * 42))
    assert "0 ± 0" not in hills.ok("drill", "big", "--field", "flat.csv", "--runs", 2)


def test_the_document_and_the_picture(hills):
    words = ["drill", "hills", "--field", "f.csv", "--runs", 3, "--against", "Sweep"]
    found = hills.json(*words, "--out", "d.svg")
    assert [row["policy"] for row in found["policies"]] == ["Finder", "Sweep", "RandomSampling"]
    assert found["policies"][0]["chosen"]
    assert found["policies"][0]["cost"]["mean"] <= 4
    assert found["beats_random"]["answer"] in ("yes", "no", "cannot tell")
    assert (found["values"], found["complete"], found["suggest"]) == ("known", True, [])
    assert (hills.folder / "d.svg").read_text().count("Finder") == 1
    one = hills.json(*words[:5], 1, *words[6:])
    assert one["policies"][0]["regret"]["low"] is None


@pytest.mark.parametrize(
    "settings",
    [
        ["--budget", 4, "--low", -1, "--high", 2, "--noise", 0.05],
        ["--policy", "CheapUCB", "--low", 0.1, "--high", 0.7, "--noise", 0.013, "--ridge", 0.02],
        ["--policy", "CheapUCB", "--center", 0.1, "--scale", 0.3, "--cost", "1:9,2:5.5,3:4"],
        ["--policy", "Sweep", "--set", "width=4", "--stop", "cost>=3", "--seed", 7],
    ],
)
def test_the_command_that_is_suggested_makes_just_that_campaign(walk, settings):
    walk.ok("new", "it's", "g.npz", "--horizon", 9, *settings)
    known = ["--field", "f.csv", "--runs", 2, "--rounds", 2]
    (command,) = walk.json("drill", "it's", *known, "--suggest")["suggest"]
    program, *words = shlex.split(command)
    assert program == "cheapbandits"
    done = walk.run(*words)
    assert done.returncode == 0, done.stderr
    db = walk.env["CHEAPBANDITS_DB"]
    with Campaign.open("it's", db=db) as old, Campaign.open("it's-2", db=db) as new:
        assert new.graph == old.graph
        if new.spec.policy == old.spec.policy:
            assert new.spec == old.spec
        assert (new.spec.horizon, new.spec.budget) == (old.spec.horizon, old.spec.budget)
        assert (new.spec.probes, new.spec.cost) == (old.spec.probes, old.spec.cost)


def test_a_name_that_is_suggested_is_free(walk):
    words = ["drill", "walk", "--field", "f.csv", "--runs", 1, "--rounds", 2, "--against", "Sweep"]
    for number in (2, 3, 4):
        (command,) = walk.json(*words, "--suggest")["suggest"]
        assert shlex.split(command)[3] == f"walk-{number}"
        done = walk.run(*shlex.split(command)[1:])
        assert done.returncode == 0, done.stderr
    long = "x" * 99
    walk.ok("new", long, "g.npz", "--horizon", 9)
    (command,) = walk.json(words[0], long, *words[2:], "--suggest")["suggest"]
    assert shlex.split(command)[3] == "x" * 98 + "-2"


def test_money_that_ends_nothing_is_said_at_the_start_and_before_a_rehearsal(walk):
    words = ["new", "free", "g.npz", "--budget", 5, "--policy", "RandomSampling", "--cost"]
    said = walk.run("campaign", *words, "1:0,2:0").stderr
    assert "note: every measurement is free at these prices, so that the budget ends " in said
    assert "is free" not in walk.run("campaign", "new", "b", *words[2:], "1:1,2:0").stderr
    for more in ([], ["--faults"]):
        refused = walk.refused(2, "drill", "free", "--field", "f.csv", *more)
        assert "a budget of 5 pays for more than 1,000,000 measurements" in refused
        assert refused.count("\n") == 1
    walk.ok("drill", "free", "--field", "f.csv", "--rounds", 3, "--runs", 1, "--against", "Sweep")


def test_who_learns_from_less_is_named_beside_the_table(walk, few_learned):
    terms = ["g.npz", "--budget", 9, "--max-width", 1, "--policy"]
    for name, policy in (("big", "RandomSampling"), ("own", "Finder")):
        walk.ok("new", name, *terms, policy)
    words = ["--field", "f.csv", "--runs", 1, "--against"]
    many = "it learns from at most 8 readings, and at least 9 would be made"
    said = walk.run("campaign", "drill", "big", *words, "Finder").stderr
    assert said == f"note: Finder does not play: {many}\n"
    said = walk.run("campaign", "drill", "own", *words, "Sweep").stderr
    few = many.partition(",")[0]
    assert said == f"note: Finder ends before the others, as its campaign would: {few}\n"


def test_likely_values_and_a_campaign_that_starts_from_the_same_readings(hills):
    for node in range(0, 42, 6):
        hills.ok("observe", "hills", str(node), 0.1 * node % 1)
    found = hills.json("drill", "hills", "--runs", 2, "--against", "Sweep", "--suggest")
    assert found["values"] == "likely"
    for command in found["suggest"]:
        done = hills.run(*shlex.split(command)[1:])
        assert done.returncode == 0, done.stderr
    assert hills.json("status", "hills-2")["observed"] == 7


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["walk"], "has read 0 places; give known values"),
        (["walk", "--values", "zinc"], "give --field FILE"),
        (["walk", "--faults"], "--faults needs known values"),
        (["walk", "--field", "f.csv", "--faults", "--suggest"], "run drill twice"),
        (["walk", "--field", "f.csv", "--late", "0.2", "--out", "d.png"], "run drill twice"),
        (["walk", "--field", "f.csv", "--out", "d.txt"], ".png, .svg"),
        (["walk", "--field", "f.csv", "--against", "Findr"], "did you mean 'Finder'"),
    ],
)
def test_mistakes_are_told_before_the_work(walk, words, message):
    assert message in walk.refused(2, "drill", *words)


def interrupted(terminal, *words, after):
    """Return a command's output and errors, interrupted after some seconds of work."""
    with subprocess.Popen(
        [SCRIPTS / "cheapbandits", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=terminal.env,
        cwd=terminal.folder,
    ) as process:
        at_work = psutil.Process(process.pid)
        while process.poll() is None and sum(at_work.cpu_times()[:2]) < after:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT), said
    *before, last = said.splitlines()
    assert last.startswith(b"interrupted; ")
    assert all(line.startswith(b"rehearsing: ") for line in before)  # where it took its time
    return out


@pytest.mark.thorough
def test_after_ctrl_c_the_table_so_far_is_shown(hills):
    words = ["campaign", "drill", "hills", "--field", "f.csv", "--runs", 5000, "--json"]
    for after in (1.5, 5, 20):  # on a slow machine it takes a while to get going
        out = interrupted(hills, *words, after=after)
        if out and json.loads(out)["policies"]:
            break
    found = json.loads(out)
    assert not found["complete"]
    assert 1 <= found["policies"][0]["runs"] < 5000


def test_a_graph_of_another_campaign(walk):
    walk.ok("new", "twin", "campaign:walk")
    assert "is made already" in walk.refused(2, "new", "more", "campaign:walk", "--neighbors", 3)
    assert "nobody" in walk.refused(2, "new", "more", "campaign:nobody")


def test_commands_that_are_suggested_have_no_password(tmp_path):
    """Seen: drill printed the address of its database as it was given."""
    campaign = Campaign.create("walk", cb.grid(3, 3), db=tmp_path / "c.db", budget=9.0)
    campaign.observe([0], 1.0)
    players = [Contender("Sweep", Spec(policy="Sweep"), chosen=True)]
    best = compared([Cell("Sweep", 0, 3, 1.0, 0.5, 2.0, 4)], players, 0.1)
    campaign.mask(range(6))
    lines = _commands(campaign, players, best, "postgresql://ana:s3cret@db/trees")
    assert len(lines) == 4
    assert " mask walk-2 0 1 2 3 4 5 --db " in lines[1]
    for line in lines:
        assert line.endswith("--db postgresql://ana@db/trees")
