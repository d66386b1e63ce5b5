"""Statements are compiled once for all files of a process, and each file keeps to its own."""

from __future__ import annotations

from pathlib import Path

import pytest
from sqlalchemy.sql.elements import ClauseElement

from cheapbandits.store import Store
from tests.made import make_empty
from tests.store.samples import fill


def use(path: Path) -> int:
    make_empty(path)
    with Store.open(path) as store:
        fill(store, rounds=2)
        assert store.find("forest", "none") is None
        assert [row.name for row in store.campaigns()] == ["forest"]
        return len(store.events("forest"))


def test_another_file_needs_nothing_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = use(tmp_path / "a.db")

    def compiled(statement: ClauseElement, *_words: object, **_more: object) -> None:
        pytest.fail(f"a {type(statement).__name__} is compiled again")

    monkeypatch.setattr(ClauseElement, "_compiler", compiled)
    assert use(tmp_path / "b.db") == first
