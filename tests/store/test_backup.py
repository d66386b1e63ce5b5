"""A copy made while others write is whole."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from cheapbandits.store import Store, StoreError
from tests.store.samples import GRAPH, fill


def test_a_backup_while_others_write(store: Store, place: str, tmp_path: Path) -> None:
    fill(store, rounds=2)
    fill(store, "other", rounds=1)
    writer = subprocess.Popen(
        [sys.executable, "-m", "tests.store.hammer", "append", place, "other"],
        stdout=subprocess.PIPE,
    )
    assert writer.stdout is not None
    writer.stdout.readline()
    sizes = []
    for number in range(3):
        writer.stdout.readline()
        copy = tmp_path / f"copy-{number}.db"
        store.backup(copy)
        with Store.open(copy) as opened:
            assert opened.check() == []
            assert opened.events("forest") == store.events("forest")
            assert opened.graph("forest") == GRAPH
            sizes.append(opened.campaign("other").last_seq)
    writer.kill()
    writer.communicate()
    assert sizes == sorted(sizes)
    assert sizes[0] >= 3
    assert not list(tmp_path.glob(".*"))


def test_a_copy_goes_on_by_itself(store: Store, tmp_path: Path) -> None:
    fill(store, rounds=2)
    store.backup(tmp_path / "copy.db")
    with Store.open(tmp_path / "copy.db") as copy:
        fill(copy, "new", rounds=1)
        assert [row.name for row in copy.campaigns()] == ["new", "forest"]
        assert copy.check() == []


def test_a_backup_never_overwrites(store: Store, tmp_path: Path) -> None:
    taken = tmp_path / "copy.db"
    taken.write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        store.backup(taken)
    with pytest.raises(StoreError, match="does not exist"):
        store.backup(tmp_path / "nowhere" / "copy.db")
    assert taken.read_text() == "precious"
