"""A look at campaigns: nothing heavy is imported, and the full command says the same."""

import os
import shutil
import sqlite3
import subprocess
import sys

import pytest

from cheapbandits.cli import app, glance
from cheapbandits.store import formats, tables
from cheapbandits.store import glance as quick
from tests.services import schema_url
from tests.store.samples import fill, tamper

#: Whatever takes long to import; none of it is needed to read a row and print it.
HEAVY = {"numpy", "scipy", "pandas", "matplotlib", "sqlalchemy", "alembic", "typer", "pydantic"}


def imported(terminal, *words):
    """Return the top-level modules that a command imports in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-X", "importtime", "-m", "cheapbandits", *words],
        capture_output=True,
        text=True,
        check=True,
        env=terminal.env,
        cwd=terminal.folder,
    )
    lines = [line for line in done.stderr.splitlines() if line.startswith("import time:")]
    assert done.stdout
    return {line.rsplit("|", 1)[1].strip() for line in lines}


@pytest.fixture
def looked_at(walk):
    walk.ok("ask", "walk", "-n", 2)
    walk.ok("tell", "walk", 1, "0.25")
    return walk


@pytest.mark.parametrize("words", [("list",), ("status", "walk"), ("status", "walk", "--json")])
def test_a_look_imports_nothing_heavy(looked_at, words):
    modules = imported(looked_at, "campaign", *words)
    assert "cheapbandits.cli.glance" in modules
    assert not HEAVY & {name.split(".")[0] for name in modules}


def test_the_full_command_needs_no_numbers_either(looked_at):
    """What a server's database takes: its library, but no linear algebra and no migrations."""
    for words in [("list", "--db=campaigns.db"), ("status", "walk", "--db=campaigns.db")]:
        modules = imported(looked_at, "campaign", *words)
        assert "sqlalchemy" in modules
        heavy = HEAVY - {"sqlalchemy", "typer", "pydantic"}
        assert not heavy & {name.split(".")[0] for name in modules}


def test_both_ways_say_the_same(looked_at, monkeypatch, capsys):
    monkeypatch.chdir(looked_at.folder)
    monkeypatch.setenv("CHEAPBANDITS_DB", looked_at.env["CHEAPBANDITS_DB"])
    for words in [
        ("list",),
        ("list", "--json"),
        ("status", "walk"),
        ("status", "--json", "walk"),
        ("list", "--db", "campaigns.db"),
    ]:
        assert glance.answered(["campaign", *words])
        at_once = capsys.readouterr().out
        monkeypatch.setattr(sys, "argv", ["cheapbandits", "campaign", *words])
        with pytest.raises(SystemExit) as end:
            app.main()
        assert not end.value.code
        assert capsys.readouterr().out == at_once
        assert "walk" in at_once


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["campaign"],
        ["campaign", "ask", "walk"],
        ["campaign", "list", "walk"],
        ["campaign", "list", "--help"],
        ["campaign", "list", "--db"],
        ["campaign", "list", "--db=x.db"],
        ["campaign", "list", "--db", "--json"],
        ["campaign", "status"],
        ["campaign", "status", "a", "b"],
        ["campaign", "status", "walk", "--assess"],
        ["campaign", "status", "--", "walk"],
        ["info", "list"],
    ],
)
def test_whatever_is_not_plain_is_left_to_the_full_command(words):
    assert glance.parse(words) is None


def test_words_are_read_as_the_full_command_reads_them(monkeypatch):
    monkeypatch.setenv("CHEAPBANDITS_DB", "env.db")
    assert glance.parse(["campaign", "list"]) == (None, "env.db", False)
    assert glance.parse(["campaign", "list", "--json", "--db", "x"]) == (None, "x", True)
    assert glance.parse(["campaign", "status", "--db", "x", "a b"]) == ("a b", "x", False)
    monkeypatch.setenv("CHEAPBANDITS_DB", "")
    assert glance.parse(["campaign", "list"]) == (None, None, False)


def test_it_reads_the_tables_that_the_store_writes():
    assert quick.FORMAT == formats.NEWEST
    assert quick.FORMAT_QUERY.endswith(tables.VERSION_TABLE)
    assert quick.QUERY.endswith(tables.campaigns.name)
    assert set(quick.COLUMNS) == {c.name for c in tables.campaigns.columns} - {"number"}


@pytest.fixture
def file(tmp_path):
    from cheapbandits.store import Store

    path = tmp_path / "c.db"
    with Store.open(path) as store:
        fill(store, rounds=1)
        fill(store, "Hafen Süd", rounds=0)
    return path


def test_a_glance_sees_what_the_store_sees(file):
    from cheapbandits.store import Store

    with Store.open(file) as store:
        rows = store.campaigns()
    seen = [(r.id, r.name, r.created, r.spec, r.summary, r.last_seq) for r in rows]
    assert quick.glance(file) == seen
    assert quick.glance(str(file), "forest") == seen[1:]
    assert quick.glance(f"sqlite:///{file}", "Hafen Süd") == seen[:1]


def broken_seal(path):
    tamper(path, "UPDATE cheapbandits_campaigns SET summary = '{}x' WHERE name = 'forest'")


def other_format(path):
    tamper(path, "UPDATE cheapbandits_version SET version_num = '9999'")


def no_table(path):
    tamper(path, "DROP TABLE cheapbandits_version")


def torn(path):
    path.write_bytes(path.read_bytes()[:5000])


def emptied(path):
    path.write_bytes(b"")


def removed(path):
    path.unlink()


def a_folder(path):
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize(
    "harm", [broken_seal, other_format, no_table, torn, emptied, removed, a_folder]
)
def test_what_is_not_well_is_left_to_the_store(file, harm):
    harm(file)
    assert quick.glance(file) is None


def test_a_file_that_another_has_to_itself_is_left_to_the_store(file):
    holder = sqlite3.connect(file, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    assert quick.glance(file) is None
    holder.close()


def test_what_a_crash_left_is_left_to_the_store(file, tmp_path):
    """A journal that must be played back first: nothing of the broken-off step may be seen."""
    writer = sqlite3.connect(file, isolation_level=None)
    writer.execute("PRAGMA cache_spill = 1")
    writer.execute("PRAGMA cache_size = 1")
    writer.execute("BEGIN IMMEDIATE")
    writer.execute("UPDATE cheapbandits_campaigns SET name = 'half ' || name")
    writer.execute("CREATE TABLE junk AS SELECT randomblob(100000) AS data")
    crashed = tmp_path / "crashed.db"
    shutil.copy(file, crashed)
    shutil.copy(f"{file}-journal", f"{crashed}-journal")
    writer.execute("ROLLBACK")
    writer.close()
    assert os.path.getsize(f"{crashed}-journal") > 512
    found = quick.glance(crashed)
    assert found is None or {row.name for row in found} == {"forest", "Hafen Süd"}


def test_names_and_servers_it_cannot_answer_for(file, postgres_url):
    assert quick.glance(file, "nobody") is None
    assert quick.glance(file, "") is None
    assert quick.glance(schema_url(postgres_url, "nowhere")) is None
    assert quick.glance("mysql://x/y") is None
