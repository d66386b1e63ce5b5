"""Commands that messages advise lead to the database that was named."""

import re
import shlex

import pytest

from cheapbandits.cli.campaign.commands import Commands
from cheapbandits.store.secrets import typed
from tests.services import schema_url


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


def test_the_schema_that_a_url_names_is_kept(walk, postgres_url):
    """Seen: the printed undo struck a reading of the other team's campaign of the same name."""
    ours, theirs = (schema_url(postgres_url, name) for name in ("advice_a", "advice_b"))
    for place in (ours, theirs):
        walk.ok("new", "soil", "g.npz", "--horizon", 3, "--db", place)
    walk.ok("observe", "soil", 3, 7, "--db", theirs)
    said = walk.ok("observe", "soil", 3, 5, "--db", ours)
    undo = shlex.split(re.search("undo: cheapbandits campaign (.*)", said)[1])
    walk.ok(*undo)
    counts = [walk.json("status", "soil", "--db", place)["observed"] for place in (ours, theirs)]
    assert counts == [0, 1]


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        ("postgresql://a:x@h/n?options=-csearch_path%3Dteam", "?options=-csearch_path%3Dteam"),
        ("postgresql://a@h/n?sslmode=require&sslpassword=geheim", "?sslmode=require"),
        ("postgresql://a@h/n?passfile=/p&password=geheim", "?passfile=%2Fp"),
        ("postgresql://a@h/n?options=-c%20app.token%3Dgeheim", ""),
        ("postgresql://a@h/n?application_name=x&oauth_client_secret=geheim", "?application_name=x"),
    ],
)
def test_only_secrets_are_left_out(url, kept):
    assert typed(url).url == f"postgresql://a@h/n{kept}"


@pytest.mark.parametrize("url", ["postgresql://a:x@h/n", "postgresql://a@h/n?password=x"])
def test_a_password_to_be_given_is_said(url, monkeypatch):
    monkeypatch.delenv("PGPASSWORD", raising=False)
    command = "cheapbandits campaign correct soil 1 2 --db postgresql://a@h/n"
    assert Commands("soil", url)("correct", 1, 2) == f"PGPASSWORD=PASSWORD {command}"
    assert Commands("soil", "postgresql://a@h/n")("correct", 1, 2) == command
    monkeypatch.setenv("PGPASSWORD", "x")
    assert Commands("soil", url)("correct", 1, 2) == command
