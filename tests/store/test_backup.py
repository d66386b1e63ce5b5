"""A copy made while others write is whole."""

from __future__ import annotations

from pathlib import Path

import pytest

from cheapbandits.store import Store, StoreError
from tests.forked import FORKED
from tests.store.hammer import append_to
from tests.store.samples import GRAPH, fill


def test_a_backup_while_others_write(store: Store, place: str, tmp_path: Path) -> None:
    fill(store, rounds=2)
    fill(store, "other", rounds=1)
    reader, writes = FORKED.Pipe(duplex=False)
    writer = FORKED.Process(target=append_to, args=(writes, place, "other"))
    writer.start()
    writes.close()
    with reader, open(reader.fileno(), closefd=False) as said:
        said.readline()
        sizes = []
        for number in range(3):
            assert said.readline()  # it writes on
            copy = tmp_path / f"copy-{number}.db"
            store.backup(copy)
            with Store.open(copy) as opened:
                assert opened.check() == []
                assert opened.events("forest") == store.events("forest")
                assert opened.graph("forest") == GRAPH
                sizes.append(opened.campaign("other").last_seq)
        writer.kill()
    writer.join()
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
