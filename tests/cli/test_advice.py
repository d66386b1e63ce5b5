"""Commands that messages advise lead to the database that was named."""


def test_advice_names_the_database(terminal, tmp_path):
    """Seen: followed to the letter, it changed a reading of the same name in another database."""
    (tmp_path / "s.csv").write_text("name,x,y\nS0,0,0\nS1,1,0\nS2,0,1\n")
    other = ("--db", "other.db")
    for where in ((), other):
        terminal.ok("new", "soil", "s.csv", "--budget", 3, *where)
    terminal.ok("observe", "soil", "S2", 55)  # the first observation of the usual one
    terminal.ok("observe", "soil", "S0", 2, *other)
    terminal.ok("export", "soil", "--out", "e.csv", *other)
    edited = (tmp_path / "e.csv").read_text().replace(",2.0,", ",2.5,")
    (tmp_path / "e.csv").write_text(edited)
    said = terminal.refused(3, "import", "soil", "e.csv", *other)
    assert "(cheapbandits campaign correct soil 1 2.5 --observation --db other.db)" in said
    terminal.ok("correct", "soil", 1, 2.5, "--observation", *other)  # as it says
    assert [row["reading"] for row in terminal.json("history", "soil")["rows"]] == [55]
    for verb, advised in (("pause", "resume"), ("finish", "reopen")):
        terminal.ok(verb, "soil", *other)
        said = terminal.refused(4, "ask", "soil", *other)
        assert said.endswith(f"cheapbandits campaign {advised} soil --db other.db\n")
    said = terminal.refused(3, "new", "soil", "s.csv", *other)
    assert "campaign status soil --db other.db" in said
    terminal.ok("pause", "soil")
    assert terminal.refused(4, "ask", "soil").endswith("campaign resume soil\n")  # the usual one
