"""Fault 12: no room on the disk."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine, event

from cheapbandits.store import Store, StoreError
from tests.store.samples import fill, tell


def _grow(store: Store, first: int) -> int:
    """Tell until it fails; return the number of the tell that failed."""
    for number in range(first, first + 10_000):
        with store.writing("forest") as log:
            log.append("tell", {"value": "x" * 2000}, ask=number, who="ana")
    raise AssertionError("the disk never filled up")


def _fails_clearly(store: Store) -> None:
    with pytest.raises(StoreError, match=r"the disk is full.*make room and try again"):
        _grow(store, store.campaign("forest").last_seq + 1)
    kept = store.events("forest")
    assert [e.seq for e in kept] == list(range(1, len(kept) + 1))
    assert store.check() == []


def test_sqlites_page_limit(file: Path) -> None:
    limit = {"pages": 40}

    def restrict(connection: object, _record: object, _proxy: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {limit['pages']}")  # type: ignore[attr-defined]

    with Store.open(file) as store:
        fill(store, rounds=1)
        engine: Engine = store._database.engines.reader  # type: ignore[attr-defined]
        event.listen(engine, "checkout", restrict)
        _fails_clearly(store)
        full = store.campaign("forest").last_seq
        limit["pages"] = 10_000
        tell(store, "forest", 10**6, 0.5)
        assert store.campaign("forest").last_seq == full + 1


def test_an_error_that_is_swallowed_still_stores_nothing(file: Path) -> None:
    def restrict(connection: object, _record: object, _proxy: object) -> None:
        connection.execute("PRAGMA max_page_count = 20")  # type: ignore[attr-defined]

    with Store.open(file) as store:
        fill(store, rounds=1)
        event.listen(store._database.engines.reader, "checkout", restrict)  # type: ignore[attr-defined]
        with pytest.raises(StoreError, match="an error has ended this block"):
            with store.writing("forest") as log:
                log.append("note", {}, who="ana")
                with pytest.raises(StoreError, match="the disk is full"):
                    log.append("note", {"value": "x" * 500_000}, who="ana")
                log.append("note", {}, who="ana")
        assert store.campaign("forest").last_seq == 2
        with pytest.raises(StoreError, match="an error has ended this block"):
            with store.writing("forest") as log:
                with pytest.raises(StoreError, match="the disk is full"):
                    log.append("note", {"value": "x" * 500_000}, who="ana")
        assert store.check() == []


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 256 kB; only root can make one, others test the page limit alone."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(folder)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
        pytest.skip("only root may mount a small disk here; the page limit is tested all the same")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def test_a_disk_that_is_really_full(small_disk: Path) -> None:
    with Store.open(small_disk / "campaigns.db") as store:
        fill(store, rounds=1)
        ballast = small_disk / "ballast"
        ballast.write_bytes(b"x" * 60_000)
        _fails_clearly(store)
        with pytest.raises(StoreError, match="full"):
            store.backup(small_disk / "copy.db")
        assert sorted(p.name for p in small_disk.iterdir()) == ["ballast", "campaigns.db"]
        ballast.unlink()
        tell(store, "forest", 10**6, 0.5)
        assert store.check() == []
