"""What is said of a budget adds up: what is spent, what open asks hold, what is left."""

import pytest


def test_what_open_asks_hold_is_said(terminal, tmp_path):
    """Seen: "the budget of 0.3 is used up: 0 spent", and an empty answer without a reason."""
    (tmp_path / "s.csv").write_text("name,x,y\nS0,0,0\nS1,1,0\nS2,0,1\nS3,1,1\n")
    terminal.ok("new", "soil", "s.csv", "--budget", 1.5, "--cost", "1:1")
    found = terminal.json("ask", "soil", "-n", 5)
    assert len(found["asks"]) == 1
    assert found["closed"] == "budget"
    said = terminal.refused(4, "ask", "soil", "--for", "t2")
    assert "the budget of 1.5 is used up: 0 spent, 1 held by open asks" in said
    terminal.ok("cancel", "soil", 1)
    again = terminal.json("ask", "soil")
    assert again["closed"] is None
    done = terminal.run("campaign", "tell", "soil", 1, 3.5)  # late, and taken all the same
    assert "over budget by 0.5 (1 spent and 1 for what is open, of 1.5)" in done.stderr
    assert "1 held by open asks, and nothing is left" in terminal.refused(
        4, "ask", "soil", "--for", "t2"
    )


@pytest.mark.parametrize(("budget", "price"), [(0.3, 0.1), (0.7, 0.1), (3.3, 1.1), (1e6, 2e5)])
def test_what_rounding_leaves_over_is_no_money(walk, budget, price):
    """Seen: "the budget of 0.3 is used up: 0.3 spent, and no probe costs 5.6e-17 or less"."""
    words = ["--policy", "Sweep", "--cost", f"1:{price}", "--budget", budget]
    walk.ok("new", "dust", "g.npz", *words)
    for ask in range(1, round(budget / price) + 1):
        walk.ok("ask", "dust")
        walk.ok("tell", "dust", ask, 0.5)
    said = walk.refused(4, "ask", "dust")
    assert f" used up: {budget:g} spent, and nothing is left: the budget does not allow" in said
