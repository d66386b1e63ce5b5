"""What is only said after readings are stored never ends in an error: the answer would be wrong."""

from __future__ import annotations

import pytest

from cheapbandits.campaign import odd


@pytest.fixture
def sites(tmp_path):
    (tmp_path / "s.csv").write_text("name,x,y,zinc\nS0,0,0,3\nS1,1,0,4\nS2,0,1,5\nS3,1,1,6\n")
    (tmp_path / "a.csv").write_text("nodes,reading\nS1,10\nS2,20\n")


def test_more_readings_than_are_looked_at(terminal, sites, monkeypatch):
    """Seen: above 5,000 readings an import was stored, and ended in a traceback."""
    monkeypatch.setattr(odd, "MOST", 1)
    terminal.ok("new", "soil", "s.csv", "--readings", "zinc")
    assert terminal.json("import", "soil", "a.csv")["new"] == 2


def test_a_note_that_fails_is_no_failure(terminal, sites, monkeypatch):
    def slip(campaign):
        raise IndexError("list index out of range")

    monkeypatch.setattr(odd, "counted_readings", slip)
    done = terminal.run("campaign", "new", "soil", "s.csv", "--readings", "zinc")
    assert done.returncode == 0
    assert "campaign soil on" in done.stdout
    done = terminal.run("campaign", "import", "soil", "a.csv")
    assert done.returncode == 0
    assert "2 readings, 2 new" in done.stdout
    assert "note: stored; whether a reading is odd could not be told (IndexError:" in done.stderr
