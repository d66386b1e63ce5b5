"""The servers the tests run against: from a wheel, and missed loudly."""

from __future__ import annotations

import os
from pathlib import Path

import psycopg
import pytest

from tests import services


def test_the_programs_come_from_a_wheel(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    folder = services._postgres_programs()
    assert folder.parts[-3] in services.WHEELS
    assert {"initdb", "pg_ctl", "postgres"} <= {path.stem for path in folder.iterdir()}


def test_a_machine_without_a_server_is_a_failure_not_a_skip(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.setattr(services, "WHEELS", ("no_such_wheel",))
    with pytest.raises(pytest.fail.Exception, match=r"\[dev\]"):
        services.PostgresServer()


def test_the_server_syncs_and_runs_as_somebody_without_rights(
    postgres_server: services.PostgresServer,
) -> None:
    with psycopg.connect(postgres_server.url) as connection:
        assert connection.execute("SHOW fsync").fetchone() == ("on",)
        (folder,) = connection.execute("SHOW data_directory").fetchone()
    if hasattr(os, "geteuid"):
        assert Path(folder).stat().st_uid != 0
