"""Prices of trips in the terminal, and the order in which to visit a batch."""

import pytest


def test_parts_of_a_price_are_kept_and_paid(walk):
    made = walk.json("new", "trip", "g.npz", "--cost", "fixed:50, site:2,Travel:0.5")
    assert made["spec"]["cost"] == {"fixed": 50.0, "site": 2.0, "travel": 0.5}
    first, second = walk.json("ask", "trip", "-n", 2)["asks"]
    assert first["cost"] >= 50 + 2 * first["width"]
    assert walk.json("status", "trip")["reserved"] == first["cost"] + second["cost"]
    # Prices by width beside the way, which end the width.
    made = walk.json("new", "list", "g.npz", "--cost", "1:9,2:5,travel:0.5")
    assert made["spec"]["max_width"] == 2


def test_groups_that_save_nothing_are_named(walk):
    done = walk.run(
        *("campaign", "new", "dear", "g.npz", "--policy", "CheapUCB", "--cost", "site:10")
    )
    assert done.returncode == 0
    assert "groups save nothing at these prices" in done.stderr


@pytest.mark.parametrize(
    ("cost", "message"),
    [
        ("fixed:50,travl:1", "'travl:1' is not a price; write WIDTH:PRICE,... such as 1:9,2:5, or"),
        ("fixed:1,fixed:2", "fixed has two prices"),
        ("travel:1", "would cost nothing"),
        ("fixed:-1", "fixed"),
        ("fixed", "parts of a trip"),
    ],
)
def test_mistakes_in_a_price(walk, cost, message):
    assert message in walk.refused(2, "new", "x", "g.npz", "--cost", cost)


@pytest.mark.parametrize("cost", ["2:5", "2:5,3:4", "3:4"])
def test_without_a_price_of_single_sites_no_limit_is_advised(walk, cost):
    """Seen: 'allow no wider groups (max_width 2)', which gave the same error again."""
    said = walk.refused(2, "new", "x", "g.npz", "--cost", cost)
    assert said.rstrip().endswith(": add it")
    walk.ok("new", "x", "g.npz", "--cost", f"1:9,{cost}")


def test_the_limit_that_is_advised_works(walk):
    prices = "1:9,2:5,4:3"
    new = ["new", "x", "g.npz", "--policy", "CheapUCB", "--cost", prices, "--max-width"]
    assert "no groups wider than 2 (max_width" in walk.refused(2, *new, 4)
    walk.ok(*new, 2)


def test_a_batch_in_the_order_of_a_short_way(walk):
    walk.ok("new", "far", "g.npz", "--policy", "RandomSampling", "--cost", "fixed:1,travel:1")
    asked = [a["ask"] for a in walk.json("ask", "far", "-n", 7)["asks"]]
    ordered = [a["ask"] for a in walk.json("ask", "far", "-n", 7, "--route")["asks"]]
    assert sorted(ordered) == asked
    assert ordered != asked
    assert "--route" in walk.refused(2, "ask", "far", "--watch", "--route")


def test_the_suggested_command_names_the_parts(walk):
    walk.ok("new", "trip", "g.npz", "--cost", "fixed:50,site:2,travel:0.5", "--budget", 300)
    words = ["--field", "f.csv", "--runs", 2, "--against", "Sweep", "--suggest"]
    (command,) = walk.json("drill", "trip", *words)["suggest"]
    assert "--cost fixed:50,site:2,travel:0.5" in command


def test_groups_by_radius(walk):
    made = walk.json("new", "near", "g.npz", "--group-radius", "1,1.5")
    assert made["spec"]["probes"] == "radius:1,1.5"
    assert walk.json("ask", "near")["asks"][0]["width"] > 1
    said = walk.refused(2, "new", "x", "g.npz", "--group-radius", "1", "--probes", "hops")
    assert "leave --probes out" in said
    assert "from near to far" in walk.refused(2, "new", "x", "g.npz", "--group-radius", "2,1")
    words = ["--field", "f.csv", "--runs", 1, "--against", "Sweep", "--suggest"]
    assert "--group-radius 1,1.5" in walk.json("drill", "near", *words)["suggest"][0]
