"""Fault 12: no room on the disk."""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import Engine, event

from cheapbandits.store import Store, StoreError
from tests.services import PostgresServer, schema_url
from tests.store.samples import fill, tell


def _grow(store: Store, first: int) -> int:
    """Tell until it fails; return the number of the tell that failed."""
    for number in range(first, first + 10_000):
        with store.writing("forest") as log:
            log.append("tell", {"value": os.urandom(1000).hex()}, ask=number, who="ana")
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


@pytest.mark.parametrize("go_on", [True, False])
def test_an_error_that_is_swallowed_still_stores_nothing(file: Path, go_on: bool) -> None:
    def restrict(connection: object, _record: object, _proxy: object) -> None:
        connection.execute("PRAGMA max_page_count = 20")  # type: ignore[attr-defined]

    def careless(store: Store) -> None:
        with store.writing("forest") as log:
            log.append("note", {}, who="ana")
            with pytest.raises(StoreError, match="the disk is full"):
                log.append("note", {"value": "x" * 500_000}, who="ana")
            if go_on:
                log.append("note", {}, who="ana")

    with Store.open(file) as store:
        fill(store, rounds=1)
        engine: Engine = store._database.engines.reader  # type: ignore[attr-defined]
        event.listen(engine, "checkout", restrict)
        with pytest.raises(StoreError, match="an error has ended this block"):
            careless(store)
        assert store.campaign("forest").last_seq == 2
        assert store.check() == []


@pytest.fixture
def small_disk() -> Iterator[Callable[[int], Path]]:
    """Make file systems of some kB; only root can, others test the page limit alone."""
    mounted: list[Path] = []

    def make(size: int) -> Path:
        folder = Path(tempfile.mkdtemp(prefix="cb-disk-"))
        mount = ["mount", "-t", "tmpfs", "-o", f"size={size}k", "tmpfs", str(folder)]
        if os.geteuid() != 0 or subprocess.run(mount, capture_output=True, check=False).returncode:
            folder.rmdir()
            pytest.skip("only root may mount a small disk here; the page limit is tested still")
        mounted.append(folder)
        return folder

    yield make
    for folder in mounted:
        subprocess.run(["umount", str(folder)], check=True)
        folder.rmdir()


def test_a_disk_that_is_really_full(small_disk: Callable[[int], Path]) -> None:
    disk = small_disk(256)
    with Store.open(disk / "campaigns.db") as store:
        fill(store, rounds=1)
        ballast = disk / "ballast"
        ballast.write_bytes(b"x" * 60_000)
        _fails_clearly(store)
        with pytest.raises(StoreError, match="full"):
            store.backup(disk / "copy.db")
        assert sorted(p.name for p in disk.iterdir()) == ["ballast", "campaigns.db"]
        ballast.unlink()
        tell(store, "forest", 10**6, 0.5)
        assert store.check() == []


def test_a_servers_disk_that_is_full(
    postgres_server: PostgresServer, small_disk: Callable[[int], Path]
) -> None:
    disk, postgres_url = small_disk(1500), postgres_server.url
    postgres_server.hand_over(disk)
    space = f"small{time.time_ns()}"
    with psycopg.connect(postgres_url, autocommit=True) as server:
        server.execute(f"CREATE TABLESPACE {space} LOCATION '{disk}'")
        with Store.open(
            f"{schema_url(postgres_url, space)}%20-cdefault_tablespace%3D{space}"
        ) as store:
            fill(store, rounds=1)
            ballast = disk / "ballast"
            ballast.write_bytes(b"x" * 400_000)
            _fails_clearly(store)
            ballast.unlink()
            tell(store, "forest", 10**6, 0.5)
            assert store.check() == []
        server.execute(f"DROP SCHEMA {space} CASCADE")
        server.execute(f"DROP TABLESPACE {space}")
