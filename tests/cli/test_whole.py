"""``campaign rename``, ``clone``, ``delete``, ``reopen``, and how every decision is undone."""

import json
import os
import re
import shlex
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

import cheapbandits as cb
from tests.cli.conftest import Terminal
from tests.services import schema_url


@pytest.fixture(params=["sqlite", "postgresql"])
def both(request, tmp_path):
    """A terminal with a campaign ``walk``, on a file and on a server."""
    db = tmp_path / "campaigns.db"
    if request.param == "postgresql":
        db = schema_url(request.getfixturevalue("postgres_url"), f"w{tmp_path.name}"[:40])
    terminal = Terminal(tmp_path, db)
    cb.write_graph(cb.grid(4, 5), tmp_path / "g.npz")
    terminal.ok("new", "walk", "g.npz", "--policy", "CheapUCB")
    return terminal


def undo_of(printed):
    """Return the words of the command that an answer gives after ``undo:``."""
    command = re.search(r"undo: cheapbandits campaign (.*)", printed).group(1)
    return shlex.split(command.split(", or annul")[0])


def test_rename_and_back(both):
    both.ok("ask", "walk")
    both.ok("tell", "walk", 1, "0.5")
    said = both.ok("rename", "walk", "my walk")
    assert undo_of(said) == ["rename", "my walk", "walk"]
    assert "my walk" in both.refused(2, "status", "walk")
    assert both.json("status", "my walk")["told"] == 1
    both.ok(*undo_of(said))
    assert both.json("rename", "walk", "stroll") == {"name": "stroll", "from": "walk"}
    both.ok("new", "walk", "g.npz")
    assert "exists already" in both.refused(3, "rename", "stroll", "walk")


def test_delete_writes_everything_first(both):
    both.ok("new", "other", "g.npz")
    both.ok("ask", "walk")
    both.ok("tell", "walk", 1, "0.5")
    events = both.json("history", "walk", "--events")["events"]
    done = both.json("delete", "walk", "--yes")
    assert (done["name"], done["events"]) == ("walk", 2)
    assert both.json("list")["campaigns"][0]["name"] == "other"
    assert len(both.json("list")["campaigns"]) == 1
    kept = Terminal(both.folder, both.folder / done["file"])
    assert kept.json("history", "walk", "--events")["events"] == events
    assert len(kept.json("list")["campaigns"]) == 1
    both.ok("new", "walk", "g.npz")
    again = both.ok("delete", "walk", "--yes")
    assert re.search(r"walk-deleted-\d{4}-\d\d-\d\d-2\.db", again)
    assert "running" in both.ok(*undo_of(again.replace("go on with it there, ", "")))


def test_a_file_with_odd_characters_is_named_as_shells_read_it(walk):
    """Seen: escaped as for a reader, so that the line could not be pasted."""
    folder = walk.folder / "it's\x1b\n"
    folder.mkdir()
    said = walk.ok("delete", "walk", "--yes", "--out", folder / "a b.db")
    word = re.search(r"--db (\$'.*')", said)[1]
    assert word.isprintable()
    done = subprocess.run(["bash", "-c", f"printf %s {word}"], capture_output=True, check=True)
    assert done.stdout.decode() == str(folder / "a b.db")


def test_a_file_that_could_not_be_opened_is_not_written(walk):
    """Seen: a traceback; `db backup` wrote one that no command could open."""
    file = os.fsdecode(bytes(walk.folder) + b"/\xff.db")
    assert "UTF-8" in walk.refused(2, "delete", "walk", "--yes", "--out", file)
    assert not Path(file).exists()


def test_a_login_name_that_cannot_be_recorded_is_none(walk):
    """Seen: refused without a word of where it came from."""
    walk.env |= {"LOGNAME": "a\x1bb", "USER": "ben"}
    walk.env["CHEAPBANDITS_WHO"] = ""
    assert "by ben" in walk.process("campaign", "observe", "walk", "3", "0.5").stdout
    walk.env["CHEAPBANDITS_WHO"] = "a\x1bb"
    done = walk.process("campaign", "observe", "walk", "3", "0.5")
    assert done.returncode == 2
    assert "from the variable CHEAPBANDITS_WHO: give another by --who" in done.stderr
    assert walk.process("campaign", "observe", "walk", "3", "1", "--who", "ann").returncode == 0


def test_delete_has_the_name_typed_again(walk):
    def typed(text):
        return walk.process("campaign", "delete", "walk", input=text)

    for text in ("", "\n", "wlak\n", "yes\n"):
        done = typed(text)
        assert done.returncode == 2
        assert "nothing was deleted" in done.stderr
        assert "--yes" in done.stderr
        assert "Traceback" not in done.stderr
    assert not list(walk.folder.glob("*deleted*"))
    done = typed("walk\n")
    assert done.returncode == 0, done
    assert "would be deleted: 0 readings" in done.stderr
    assert list(walk.folder.glob("walk-deleted-*.db"))
    assert "no campaign" in walk.refused(2, "delete", "walk", "--yes")


@pytest.mark.parametrize("what", ["another", "more"])
def test_what_is_deleted_is_what_was_shown(walk, what):
    """Seen: a colleague's campaign, begun under the name while the question stood there, went."""
    command = [sys.executable, "-m", "cheapbandits", "campaign", "delete", "walk"]
    process = subprocess.Popen(
        command, env=walk.env, cwd=walk.folder, text=True, stdin=subprocess.PIPE,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stderr.readline().startswith("walk would be deleted: 0 readings")
    if what == "another":
        walk.ok("rename", "walk", "stroll")
        walk.ok("new", "walk", "g.npz")
    else:
        walk.ok("observe", "walk", "1", "0.5")
    _, error = process.communicate("walk\n", timeout=60)
    assert process.returncode == 5
    assert "changed since it was shown here, or is another campaign" in " ".join(error.split())
    assert not list(walk.folder.glob("*deleted*"))
    assert walk.json("status", "walk")["observed"] == (what == "more")


def test_a_unit_in_a_name_is_typed_as_the_page_shows_it(walk):
    name, kept = "Zinc [mg/kg]", "Zinc [mg\u2215kg]"
    walk.ok("new", name, "g.npz")
    assert walk.json("status", name)["name"] == walk.json("status", kept)["name"] == kept
    walk.ok("ask", name)
    assert "exists already" in walk.refused(3, "new", kept, "g.npz")
    assert walk.json("clone", name, "Lead [mg/L]")["name"] == "Lead [mg\u2215L]"
    walk.ok("rename", "Lead [mg/L]", "Lead [g/L]")
    walk.ok("new", "again", f"campaign:{name}")
    done = walk.process("campaign", "delete", "Lead [g/L]", input="Lead [g/L]\n")
    assert done.returncode == 0, done.stderr
    assert kept in [row["name"] for row in walk.json("list")["campaigns"]]
    assert "write - instead, before the unit" in walk.refused(2, "new", "../Zinc [mg/kg]", "g.npz")
    for path in ("a/b", "/tmp/x", "[mg/kg] Zinc"):
        assert "a unit at the end in square brackets" in walk.refused(2, "new", path, "g.npz")


def test_delete_without_an_export_cannot_be_undone(walk):
    assert "one of them" in walk.refused(2, "delete", "walk", "--no-export", "--out", "x.db")
    assert "cannot be undone" in walk.ok("delete", "walk", "--yes", "--no-export")
    assert not list(walk.folder.glob("*deleted*"))


def test_delete_stops_where_the_export_fails(walk):
    (walk.folder / "there.db").write_text("mine")
    assert "exists already" in walk.refused(5, "delete", "walk", "--yes", "--out", "there.db")
    assert (walk.folder / "there.db").read_text() == "mine"
    assert "no-such" in walk.refused(5, "delete", "walk", "--yes", "--out", "no-such/x.db")
    assert walk.json("status", "walk")["state"] == "running"


def test_a_damaged_campaign_goes_only_without_export(walk):
    walk.ok("new", "other", "g.npz")
    with sqlite3.connect(walk.folder / "campaigns.db") as db:
        db.execute("UPDATE cheapbandits_campaigns SET seal = 'x' WHERE name = 'walk'")
    db.close()
    assert "--no-export" in walk.refused(5, "delete", "walk", "--yes")
    walk.ok("delete", "walk", "--yes", "--no-export")
    assert [row["name"] for row in walk.json("list")["campaigns"]] == ["other"]


@pytest.mark.parametrize("name", ["../up", "a:b*c?", "..", "-x", "wörld 世界", "CON"])
def test_the_file_has_a_name_that_stays_in_the_folder(terminal, name):
    cb.write_graph(cb.grid(3, 3), terminal.folder / "g.npz")
    if "/" in name or name in ("..", "-x"):
        said = terminal.refused(2, "new", "--", name, "g.npz")
        assert ("slashes" if "/" in name else "must not be") in said
        return
    terminal.ok("new", "--", name, "g.npz")
    done = json.loads(terminal.run("campaign", "delete", "--yes", "--json", "--", name).stdout)
    file = terminal.folder / done["file"]
    assert file.resolve().parent == terminal.folder.resolve()
    assert not file.name.startswith((".", "-"))


def test_clone(both):
    both.ok("ask", "walk")
    both.ok("tell", "walk", 1, "0.5")
    both.ok("mask", "walk", "3")
    said = both.ok("clone", "walk", "twin")
    assert "no readings" in said
    assert undo_of(said) == ["delete", "twin"]
    assert (both.json("status", "twin")["told"], both.json("status", "twin")["observed"]) == (0, 0)
    knows = both.json("clone", "walk", "knows", "--with-readings")
    assert (knows["observed"], knows["spent"], knows["name"]) == (1, 0, "knows")
    assert "exists already" in both.refused(3, "clone", "walk", "twin")


def test_every_decision_says_how_it_is_undone(walk):
    """And the command that is shown does it."""

    def state():
        rows = walk.json("history", "walk")["rows"]
        return (
            [(row["ask"], row["status"], row["reading"]) for row in rows],
            walk.json("status", "walk")["state"],
        )

    walk.ok("ask", "walk", "-n", 3)
    walk.ok("tell", "walk", 1, "0.25")
    walk.ok("observe", "walk", "4", "0.5")
    for words in (
        ("correct", "walk", 1, "-0.125"),
        ("annul", "walk", 1),
        ("annul", "walk", 5, "--observation"),
        ("pause", "walk"),
        ("finish", "walk", "--reason", "season over"),
    ):
        before = state()
        said = walk.ok(*words)
        assert state() != before
        walk.ok(*undo_of(said))
        assert state() == before, words
    walk.ok("annul", "walk", 1)
    before = state()
    walk.ok(*undo_of(walk.ok("correct", "walk", 1, "0.75")))
    assert state()[0][0][1] == before[0][0][1] == "annulled"
    walk.ok("mask", "walk", "3", "4")
    assert undo_of(walk.ok("mask", "walk", "7")) == ["unmask", "walk", "7"]
    assert undo_of(walk.ok("unmask", "walk", "7")) == ["mask", "walk", "7"]
    assert undo_of(walk.ok("observe", "walk", "4", "0.5"))[:2] == ["annul", "walk"]
    assert undo_of(walk.ok("tell", "walk", 2, "0.5")) == ["correct", "walk", "2", "READING"]
    assert undo_of(walk.ok("ask", "walk")) == ["cancel", "walk", "3"]
    said = walk.ok("cancel", "walk", 3)
    assert "cannot be undone" in said
    assert "campaign tell walk 3 READING" in said


def test_an_import_says_how_it_is_undone(walk):
    (walk.folder / "r.csv").write_text("nodes,reading\n1,0.5\n2,0.25\n")
    said = walk.ok("import", "walk", "r.csv")
    walk.ok(*undo_of(said))
    struck = [row for row in walk.json("history", "walk")["rows"] if row["status"] == "annulled"]
    assert [row["reading"] for row in struck] == [0.5, 0.25]
    first, last = (row["observation"] for row in struck)
    assert undo_of(said) == ["annul", "walk", f"{first}-{last}", "--observation"]
    assert "annul" not in walk.ok("import", "walk", "r.csv")


def test_the_database_that_was_named_is_named_in_the_command(walk):
    walk.env.pop("CHEAPBANDITS_DB")
    said = walk.ok("pause", "walk", "--db", "campaigns.db")
    assert undo_of(said) == ["resume", "walk", "--db", "campaigns.db"]


def test_no_password_is_shown(postgres_url, tmp_path):
    db = schema_url(postgres_url, "w_secret")
    terminal = Terminal(tmp_path, tmp_path / "none.db")
    cb.write_graph(cb.grid(3, 3), tmp_path / "g.npz")
    secret = db.replace("postgres@", "postgres:geheim99@", 1)
    said = terminal.ok("new", "walk", "g.npz", "--db", secret)
    assert "geheim99" not in said
    assert "--db postgresql://postgres@" in said
