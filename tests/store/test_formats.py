"""Fault 22: every format ever released opens and keeps its history."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sqlalchemy import MetaData

from cheapbandits.store import Store, UpgradeNeededError, formats, tables
from cheapbandits.store.database import Database
from cheapbandits.store.location import resolve
from tests.store.samples import GRAPH, fill, tamper, tell

GOLDEN = Path(__file__).parent / "golden"
NEXT_FORMAT = '''
"""Format 0002, for this test."""
import sqlalchemy as sa
from alembic import op
revision = "0002"
down_revision = "0001"
def upgrade():
    op.add_column("cheapbandits_campaigns", sa.Column("note", sa.Text))
'''


@pytest.mark.parametrize("format_", formats.KNOWN)
def test_a_golden_database_opens_with_its_history(tmp_path: Path, format_: str) -> None:
    copy = tmp_path / "old.db"
    shutil.copy(GOLDEN / f"format-{format_}.db", copy)
    with Store.open(copy, upgrade=True) as store:
        assert store.check() == []
        assert [row.name for row in store.campaigns()] == ["Hafen Süd", "forest"]
        row = store.campaign("forest")
        assert row.spec == {"policy": "cheap_ucb", "ridge": 0.01}
        assert (row.summary, row.last_seq) == ({"told": 5}, 11)
        assert store.graph("forest") == GRAPH
        events = store.events("forest")
        assert [e.ask for e in events if e.kind == "tell"] == [1, 2, 3, 4, 5]
        assert events[1].body == {"value": 0.1}
        assert (events[-1].kind, events[-1].key) == ("annul", "second thoughts")
        tell(store, "forest", 6, 0.6)
        assert store.check() == []


def test_the_tables_are_what_the_migrations_make(place: str) -> None:
    Store.open(place).close()
    database = Database(resolve(place))
    made = MetaData()
    made.reflect(database.engines.reader)
    database.close()
    assert set(made.tables) == {*tables.metadata.tables, tables.VERSION_TABLE}
    for name, table in tables.metadata.tables.items():
        assert {c.name: c.nullable for c in table.columns} == {
            c.name: c.nullable for c in made.tables[name].columns
        }
        assert {i.name for i in table.indexes} <= {i.name for i in made.tables[name].indexes}


def test_an_older_format_is_upgraded_on_request(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(place) as store:
        fill(store, rounds=3)
        before = store.events("forest")
    folder = tmp_path / "migrations"
    shutil.copytree(formats.MIGRATIONS, folder)
    (folder / "versions" / "v0002_note.py").write_text(NEXT_FORMAT)
    monkeypatch.setattr(formats, "MIGRATIONS", folder)
    monkeypatch.setattr(formats, "NEWEST", "0002")
    with pytest.raises(UpgradeNeededError, match=r"format 0001.*`cheapbandits db upgrade`"):
        Store.open(place)
    with Store.open(place, upgrade=True) as store:
        assert store.events("forest") == before
        store.upgrade()
    tamper(place, "UPDATE cheapbandits_campaigns SET note = 'there'")
    with Store.open(place) as store:
        assert store.check() == []


def test_a_migration_that_fails_changes_nothing(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Store.open(place) as store:
        fill(store, rounds=1)
    folder = tmp_path / "migrations"
    shutil.copytree(formats.MIGRATIONS, folder)
    broken = NEXT_FORMAT + '    raise ZeroDivisionError("half way")\n'
    (folder / "versions" / "v0002_note.py").write_text(broken)
    with monkeypatch.context() as patch:
        patch.setattr(formats, "MIGRATIONS", folder)
        patch.setattr(formats, "NEWEST", "0002")
        with pytest.raises(ZeroDivisionError):
            Store.open(place, upgrade=True)
    with Store.open(place) as store:
        assert store.check() == []
        assert store.campaign("forest").last_seq == 2


def test_a_newer_format_is_refused(place: str) -> None:
    Store.open(place).close()
    tamper(place, "UPDATE cheapbandits_version SET version_num = '9999'")
    with pytest.raises(UpgradeNeededError, match=r"format 9999.*install the"):
        Store.open(place)
