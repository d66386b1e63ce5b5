"""Units once: what is typed is in the units of the readings, whatever the policy wants."""

import json
from pathlib import Path

import numpy as np
import pytest

from cheapbandits.policies.registry import policy_class, policy_names, settings_of

PAPER = ["--policy", "CheapUCB"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--low", 100, "--high", 1100], {"center": 600, "scale": 500}),
        (["--low", 100, "--high", 1100, "--noise", 25], {"scale": 500, "noise": 0.05}),
        (["--center", 9, "--scale", 10, "--noise", 2], {"noise": 0.2}),
        (["--noise", 0.3], {"noise": 0.3}),
        (
            ["--policy", "PacedKG", "--low", 100, "--high", 1100, "--noise", 25],
            {"low": 100, "high": 1100, "noise": 25},
        ),
        (["--policy", "PacedKG", "--high", 1100], {"high": 1100}),
    ],
)
def test_new_takes_the_units_of_the_readings(walk, options, expected):
    made = walk.json("new", "soil", "g.npz", *PAPER, *options)
    parameters = made["spec"]["parameters"]
    assert {name: parameters[name] for name in expected} == expected


def test_the_range_that_nobody_said_is_said(walk):
    """Every right reading was then noted as a slip."""
    new = ["campaign", "new", "soil", "g.npz", "--horizon", 9]
    for options, said in (
        (PAPER, "CheapUCB takes values to lie from -1 to 1, as nobody said; --low and --high"),
        ([*PAPER, "--low", 2, "--high", 4], ""),
        ([*PAPER, "--center", 3], ""),
        ([], ""),
    ):
        heard = walk.run(*new, *options).stderr
        assert said in heard
        assert bool(heard) == bool(said)
        walk.run("campaign", "delete", "soil", "--yes")


def test_the_range_gives_a_tolerance_where_none_was_given(walk):
    made = walk.json("new", "soil", "g.npz", *PAPER, "--low", 100, "--high", 1100)
    assert made["spec"]["tolerance"] == 50
    made = walk.json("new", "two", "g.npz", "--low", 100, "--high", 1100, "--tolerance", 7)
    assert made["spec"]["tolerance"] == 7


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--low", 5], "needs --low and --high together"),
        (["--low", 5, "--high", 5], "--low must be below --high"),
        (["--low", 1, "--high", 5, "--scale", 2], "give one of the pairs"),
        (["--noise", 20], "say the lowest and highest value one would believe"),
        (["--low", "nan", "--high", 5], "finite"),
        (["--policy", "Finder", "--center", 9], "--low and --high, or --policy CheapUCB"),
        (["--scale", 10, "--noise", -1], "finite number from 0"),
    ],
)
def test_what_cannot_be_is_refused_with_a_way_out(walk, options, message):
    assert message in " ".join(walk.refused(2, "new", "soil", "g.npz", *PAPER, *options).split())


def test_a_reading_far_off_is_asked_about_only_where_a_range_is_known(walk):
    walk.ok("new", "learns", "g.npz", "--policy", "PacedKG", "--horizon", 9)
    walk.ok("ask", "learns")
    done = walk.run("campaign", "tell", "learns", 1, 400)
    assert done.stderr == ""
    walk.ok("new", "soil", "g.npz", "--policy", "PacedKG", "--low", 0, "--high", 10)
    walk.ok("ask", "soil")
    assert "above the highest value" in walk.run("campaign", "tell", "soil", 1, 400).stderr


def test_noise_of_a_hunt_is_in_the_units_of_the_values(walk):
    values = np.loadtxt(walk.folder / "f.csv")
    reach = np.abs(values - values.mean()).max()
    np.savetxt(walk.folder / "large.csv", 1_000 * values)
    line = ["hunt", "g.npz", "--field", "large.csv", "--horizon", 6, "--json"]
    found = []
    for more in ([], ["--noise", 10 * reach], ["--noise", 500 * reach]):
        answer = json.loads(walk.run(*line, *more).stdout)
        found.append((answer["estimate"], answer["cost"]))
    assert found[0] == pytest.approx(found[1])
    assert found[0] != pytest.approx(found[2])


def test_who_makes_nothing_of_the_noise_is_named_in_the_docs():
    """Seen: "whoever chooses", and `Sweep` refused --noise."""
    page = Path(__file__).parents[2] / "docs" / "campaigns.md"
    ours = [n for n in policy_names() if policy_class(n).__module__.startswith("cheapbandits.")]
    without = [name for name in ours if "noise" not in settings_of(name)]
    named = ", ".join(f"`{name}`" for name in sorted(without, reverse=True))
    assert f"({named}) refuses `--noise`" in page.read_text(encoding="utf-8")
