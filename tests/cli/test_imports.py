"""``import`` and ``new --readings``: what is left out is said, and too much is refused."""

from __future__ import annotations

import json


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
    # Of a file with new rows, too, only these are to be taken again.
    assert "left out (line 2, 4):" in done.stderr
    assert "import these rows as a file of their own with --again" in done.stderr
    (tmp_path / "c.csv").write_text("nodes,reading\nS2,20\nS1,10\n")
    assert (
        "twice, --again (again=True) takes them"
        in terminal.run("campaign", "import", "soil", "c.csv").stderr
    )
    done = terminal.run("campaign", "import", "soil", "b.csv", "--again")
    assert "3 readings, 3 new" in done.stdout
    assert (
        "note: 3 of 3 readings were in the campaign already, and count once more now" in done.stderr
    )
    assert "strike these: cheapbandits campaign annul soil 4-6 --observation" in done.stderr
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


def test_a_revised_report_and_another_unit_are_said(terminal, tmp_path):
    (tmp_path / "s.csv").write_text("name,x,y\nS0,0,0\nS1,1,0\nS2,0,1\nS3,1,1\n")
    head = "sample_id,name,date,value"
    rows = [f"L{k},S{k},2024-05-01,{k + 1}" for k in range(4)]
    for name, second in (("a", "3"), ("b", "3.5")):
        changed = [*rows[:2], f"L2,S2,2024-05-01,{second}", rows[3]]
        (tmp_path / f"{name}.csv").write_text("\n".join([head, *changed, ""]))
    (tmp_path / "c.csv").write_text(
        "name,date,value\nS1,2024-05-01,2e3\nS2,2024-06-01,3100\nS0,,995"
    )
    terminal.ok("new", "soil", "s.csv")
    assert terminal.json("import", "soil", "a.csv")["notes"] == []
    said = terminal.refused(2, "import", "soil", "b.csv")
    assert "b.csv: line 4: sample 'L2' of 'S2' has the reading 3.5 here, and 3 in obs" in said
    assert "campaign correct soil 3 3.5 --observation" in said
    terminal.ok("correct", "soil", "3", "3.5", "--observation")
    assert "4 readings, 0 new, 4 known" in terminal.ok("import", "soil", "b.csv")
    done = terminal.run("campaign", "import", "soil", "c.csv", "--json")
    of_day, unlike = json.loads(done.stdout)["notes"]
    assert "1 of the 3 new readings have the place and date, or record, of stored ones" in of_day
    assert "at 3 sites that were read before are now about 1,000 times as large" in unlike
    for note in (of_day, unlike):
        assert f"note: {note}" in done.stderr
        assert "campaign annul soil NUMBER --observation" in note


def test_what_was_made_of_the_columns_is_said_and_of_which_nothing_was(terminal, tmp_path):
    """No rule knows all that may stand beside a reading; who sees the columns may."""
    (tmp_path / "s.csv").write_text("name,x,y\nS0,0,0\nS1,1,0\nS2,0,1\n")
    (tmp_path / "r.csv").write_text(
        "name,x,y,date,crew note,tare,value\n"
        "S0,0,0,2024-05-01,a,3.5,2\nS0,0,0,2024-05-02,b,3.5,3\nS1,1,0,2024-05-01,c,3.5,4\n"
    )
    terminal.ok("new", "soil", "s.csv")
    said = terminal.ok("import", "soil", "r.csv", "--values", "value")
    assert "'value' has the readings, 'name' the sites; 1 is read more than once" in said
    assert "they go from 2 to 4; the first: 2 at S0\n" in said
    assert "passed over: 'crew note', 'tare'\n" in said
    found = terminal.json("import", "soil", "r.csv", "--values", "value", "--again")
    assert found["passed_over"] == ["crew note", "tare"]
    assert (found["column"], found["sites"], found["read_again"]) == ("value", "name", 1)
    assert (found["lowest"], found["highest"]) == (2.0, 4.0)
    wide = ["name", *(f"v{k}" for k in range(12)), "value"]
    (tmp_path / "w.csv").write_text(
        "\n".join(map(",".join, [wide, ["S2", *("x",) * 12, "5"], ["S1", *("y",) * 12, "6"]]))
    )
    assert "'v7' and 4 more\n" in terminal.ok("import", "soil", "w.csv", "--values", "value")


def test_new_names_the_columns_beside_its_readings_that_nothing_was_made_of(terminal, tmp_path):
    """The columns that made the sites were used, whoever said which they are."""
    (tmp_path / "s.csv").write_text(
        "Ort,Rechts_m,Hoch_m,date,aspect of slope,code,pm25\n"
        "S0,0,0,2024-05-01,north,3.5,2\nS1,1,0,2024-05-02,south,4.5,3\n"
        "S2,1,1,2024-05-01,north,3.5,4\n"
    )
    sites = ["s.csv", "--x", "rechts", "--y", "Hoch_m", "--name-column", "ort"]
    said = terminal.ok("new", "air", *sites, "--readings", "pm25")
    assert "3 readings of 'pm25' to start from, at no cost\n" in said
    assert "sites lie within x 0 to 1, y 0 to 1\n" in said
    assert "they go from 2 to 4; the first: 2 at S0\n" in said
    assert "passed over: 'aspect of slope', 'code'\n" in said
    found = terminal.json("new", "air2", *sites, "--readings", "pm25")["readings"]
    assert found == {
        "rows": 3,
        "column": "pm25",
        "sites": "Ort",
        "read_again": 0,
        "lowest": 2.0,
        "highest": 4.0,
        "passed_over": ["aspect of slope", "code"],
        "outside": 0,
    }
    assert terminal.json("new", "air3", *sites)["readings"] is None
    (tmp_path / "t.csv").write_text("name,x,y,zinc\nS0,0,0,3\nS1,1,0,4\nS2,1,1,\n")
    assert "passed over" not in terminal.ok("new", "soil", "t.csv", "--readings", "zinc")


def test_cells_of_a_raster_without_a_node_are_counted(terminal, tmp_path):
    head = "ncols 3\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\nNODATA_value -1\n"
    for name, cells in (("s", "1 1 1\n1 -1 1"), ("v", "3 4 5\n6 7 8"), ("w", "3 4 5\n6 -1 8")):
        (tmp_path / f"{name}.asc").write_text(f"{head}{cells}\n")
    terminal.ok("new", "soil", "s.asc")
    done = terminal.run("campaign", "import", "soil", "v.asc", "--values", "1", "--json")
    assert "where the campaign's graph has no node, which are left out: 1" in done.stderr
    assert json.loads(done.stdout)["outside"] == 1
    found = terminal.json("import", "soil", "w.asc", "--values", "1", "--again")
    assert (found["rows"], found["outside"]) == (5, 0)
    marked = ("--nodata", "7", "--again")
    assert terminal.json("import", "soil", "v.asc", "--values", "1", *marked)["outside"] == 0
    masked = ("--mask-layer", "s.asc", "--readings", "1")
    assert terminal.json("new", "other", "v.asc", *masked)["readings"]["outside"] == 0


def test_a_campaign_is_not_begun_with_more_than_it_can_learn_from(terminal, tmp_path):
    rows = [f"S{k},{k % 26},{k // 26},{k % 7}" for k in range(601)]
    (tmp_path / "s.csv").write_text("\n".join(["name,x,y,zinc", *rows]))
    said = terminal.refused(2, "new", "big", "s.csv", "--readings", "zinc")
    assert "Finder learns from at most 600 readings" in said
    assert not (tmp_path / "campaigns.db").exists()


def test_one_reading_is_one(terminal, tmp_path):
    """Seen: '1 readings'."""
    sites = [f"S{k},{k % 3},{k // 3},{'7' if k == 4 else ''}" for k in range(9)]
    (tmp_path / "s.csv").write_text("\n".join(["name,x,y,zinc", *sites]))
    (tmp_path / "a.csv").write_text("name,value\nS1,10\n")
    assert "  1 reading of 'zinc' to start from" in terminal.ok(
        "new", "soil", "s.csv", "--readings", "zinc"
    )
    assert "a.csv: 1 reading, 1 new" in terminal.ok("import", "soil", "a.csv")


def test_a_file_in_another_unit_than_the_name_says_is_refused(terminal, tmp_path):
    rows = [f"S{k},{k % 3},{k // 3},{k + 1}" for k in range(6)]
    for name, unit in (("g", "g/kg"), ("mg", "MG kg-1"), ("cm", "cm")):
        (tmp_path / f"{name}.csv").write_text("\n".join([f"name,x,y,Zn ({unit})", *rows, ""]))
    (tmp_path / "u.csv").write_text("nodes,reading,unit\nS1,3,g/kg\n")
    start = "new", "Zn [mg/kg]"
    said = terminal.refused(2, *start, "g.csv", "--readings", "Zn (g/kg)")
    assert "is 'g/kg', and values are in 'mg/kg' by the campaign's name: convert them" in said
    assert not [*tmp_path.glob("*.db")]
    done = terminal.run("campaign", "new", "Zn [ug/kg]", "cm.csv", "--readings", "Zn (cm)")
    assert "note: values are in 'ug/kg' by the campaign's name, and the file says 'cm'" in (
        done.stderr
    )
    assert terminal.json(*start, "mg.csv", "--readings", "Zn (MG kg-1)")["observed"] == 6
    terminal.ok("new", "Ni [mg/kg]", "mg.csv")
    assert "'g/kg', and values" in terminal.refused(2, "import", "Ni [mg/kg]", "u.csv")
