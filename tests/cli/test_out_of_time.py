"""An ask whose time ran out is open until somebody asks again, and `status` says so."""

import time


def test_what_ran_out_of_time_is_said(terminal, tmp_path):
    """Seen: "1 open", and its cost as held, until the next ask."""
    (tmp_path / "s.csv").write_text("name,x,y\nS0,0,0\nS1,1,0\nS2,0,1\n")
    terminal.ok("new", "soil", "s.csv", "--budget", 3)
    terminal.ok("ask", "soil", "-n", 2, "--lease", 0.2)
    terminal.ok("ask", "soil", "--more", "--lease", 1000)
    time.sleep(0.3)
    assert "3 open (2 out of time" in terminal.ok("status", "soil")
    assert terminal.json("status", "soil")["expired"] == 2
    terminal.ok("tell", "soil", 1, 4)  # late, and none the worse
    assert terminal.json("status", "soil")["expired"] == 1
    terminal.ok("ask", "soil")
    assert terminal.json("status", "soil")["expired"] == 0
