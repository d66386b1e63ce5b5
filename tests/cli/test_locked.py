"""A database that another program keeps to itself: a word while it is waited for, then an end."""

import sqlite3
from contextlib import closing

import pytest

from cheapbandits.cli import serve
from cheapbandits.store import Store, patience


@pytest.mark.parametrize("verb", ["status walk", "tell walk 1 0.5"])
def test_a_command_says_that_it_waits(walk, monkeypatch, verb):
    monkeypatch.setattr(patience, "PATIENCE", 0.5)
    monkeypatch.setattr(patience, "SILENT", 0.1)
    with closing(sqlite3.connect(walk.env["CHEAPBANDITS_DB"], isolation_level=None)) as tool:
        tool.execute("BEGIN EXCLUSIVE")
        done = walk.run("campaign", *verb.split())
    assert (done.returncode, done.stdout) == (5, "")
    waits, ended = done.stderr.splitlines()
    assert "keeps" in waits
    assert waits.endswith("to itself: waiting for it, 0.5 s at most")
    assert "nothing was stored, try again" in ended


def test_a_server_waits_for_less_than_the_page_does(monkeypatch, tmp_path):
    """The page gives an answer 10 s, and the client 60."""
    kept = []

    def run(app, *_):
        kept.append(app.state.house.shelf.store)
        app.state.house.uploads.close()
        patience._HEARS.get()("nobody sits there for each request")

    monkeypatch.setattr("cheapbandits.service.server.run", run)
    monkeypatch.setattr(serve, "note", lambda text: kept.append(text))
    file = tmp_path / "c.db"
    Store.open(file).close()
    with patience.hearing(kept.append):
        serve.serve(port=0, show=False, db=str(file))
    store, last = kept
    assert store._database.patience == serve.PATIENCE < 10
    assert last.startswith("stopped")
    store.close()
