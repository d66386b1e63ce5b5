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


def test_dates_that_are_written_otherwise_and_other_units_are_said(terminal, tmp_path):
    (tmp_path / "s.csv").write_text("name,x,y\nS0,0,0\nS1,1,0\nS2,0,1\nS3,1,1\n")
    head = "name,date,value,unit"
    (tmp_path / "a.csv").write_text(f"{head}\nS1,2024-05-01,10,mg/kg\nS2,2024-05-02,20,mg/kg\n")
    (tmp_path / "b.csv").write_text(f"{head}\nS1,01/05/2024,10,mg/kg\nS3,02/05/2024,7,mg/kg\n")
    (tmp_path / "c.csv").write_text(f"{head}\nS3,2024-05-03,7000,ug/kg\n")
    terminal.ok("new", "soil", "s.csv")
    terminal.ok("import", "soil", "a.csv")
    done = terminal.run("campaign", "import", "soil", "b.csv", "--json")
    assert '"alike": 1' in done.stdout
    assert "note: 1 of the 2 new readings" in done.stderr
    assert "annul soil NUMBER --observation" in done.stderr
    said = terminal.refused(2, "import", "soil", "c.csv")
    assert "c.csv: the unit of its readings is 'ug/kg', and 'mg/kg'" in said


def test_a_campaign_is_not_begun_with_more_than_it_can_learn_from(terminal, tmp_path):
    rows = [f"S{k},{k % 26},{k // 26},{k % 7}" for k in range(601)]
    (tmp_path / "s.csv").write_text("\n".join(["name,x,y,zinc", *rows]))
    said = terminal.refused(2, "new", "big", "s.csv", "--readings", "zinc")
    assert "Finder learns from at most 600 readings" in said
    assert not (tmp_path / "campaigns.db").exists()
