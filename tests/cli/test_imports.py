"""``import`` and ``new --readings``: what is left out is said, and too much is refused."""

from __future__ import annotations


def test_what_was_imported_before_is_said_and_taken_again(terminal, tmp_path):
    sites = [f"S{k},{k % 3},{k // 3}" for k in range(9)]
    (tmp_path / "s.csv").write_text("\n".join(["name,x,y", *sites]))
    (tmp_path / "a.csv").write_text("nodes,reading\nS1,10\nS2,20\n")
    (tmp_path / "b.csv").write_text("nodes,reading\nS2,20\nS3,5\nS1,10\n")
    terminal.ok("new", "soil", "s.csv")
    assert "2 readings, 2 new, 0 known" in terminal.ok("import", "soil", "a.csv")
    done = terminal.run("campaign", "import", "soil", "b.csv")
    assert "3 readings, 1 new, 2 known already" in done.stdout
    assert "note: 2 of 3 readings are left out" in done.stderr
    assert "--again" in done.stderr
    assert terminal.json("import", "soil", "b.csv", "--again")["new"] == 3
    terminal.ok("export", "soil", "--out", "e.csv")
    assert terminal.json("import", "soil", "e.csv")["new"] == 0


def test_a_campaign_is_not_begun_with_more_than_it_can_learn_from(terminal, tmp_path):
    rows = [f"S{k},{k % 26},{k // 26},{k % 7}" for k in range(601)]
    (tmp_path / "s.csv").write_text("\n".join(["name,x,y,zinc", *rows]))
    said = terminal.refused(2, "new", "big", "s.csv", "--readings", "zinc")
    assert "Finder learns from at most 600 readings" in said
    assert not (tmp_path / "campaigns.db").exists()
