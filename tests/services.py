"""Real servers for the tests, started on the spot; a missing one is a failure, never a skip.

Use in a test package: ``from tests.services import postgres_url`` in its ``conftest.py``.
"""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

__all__ = ["PostgresServer", "postgres_server", "postgres_url"]


def _postgres_binaries() -> Path | None:
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    on_path = shutil.which("initdb")
    if on_path:
        folders.append(Path(on_path).resolve().parent)
    return next((f for f in folders if (f / "initdb").exists() and (f / "pg_ctl").exists()), None)


def _find_postgres() -> Path:
    found = _postgres_binaries()
    if found is None and os.geteuid() == 0 and shutil.which("apt-get"):
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run(["apt-get", "update"], check=False, capture_output=True, env=quiet)
        subprocess.run(
            ["apt-get", "install", "-y", "--no-install-recommends", "postgresql"],
            check=False,
            capture_output=True,
            env=quiet,
        )
        found = _postgres_binaries()
    if found is None:
        pytest.fail("PostgreSQL's programs are missing: apt-get install postgresql")
    return found


class PostgresServer:
    """A PostgreSQL server of our own in a temporary folder, with fsync on."""

    def __init__(self) -> None:
        self._bin = _find_postgres()
        self._folder = Path(tempfile.mkdtemp(prefix="cb-pg-"))
        self._data = self._folder / "data"
        self._as: list[str] = []
        if os.geteuid() == 0:  # PostgreSQL refuses to run as root.
            shutil.chown(self._folder, "postgres")
            self._as = ["runuser", "-u", "postgres", "--"]
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{self._port}/postgres"
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
        self.start()

    def start(self) -> None:
        options = f"-p {self._port} -k {self._folder} -c listen_addresses=127.0.0.1"
        log = self._folder / "log"
        self._run("pg_ctl", "-D", self._data, "-l", log, "-w", "-o", options, "start")

    def stop(self, mode: str = "fast") -> None:
        self._run("pg_ctl", "-D", self._data, "-w", "-m", mode, "stop")

    def remove(self) -> None:
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self._folder)

    def _run(self, program: str, *arguments: str | Path) -> None:
        # Output goes to a file: a pipe would be kept open by the server and never end.
        with tempfile.TemporaryFile() as output:
            done = subprocess.run(
                [*self._as, self._bin / program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd="/",
                timeout=60,
                check=False,
            )
            if done.returncode:
                output.seek(0)
                log = self._folder / "log"
                more = log.read_text(errors="replace")[-2000:] if log.exists() else ""
                pytest.fail(f"{program} failed: {output.read().decode(errors='replace')}\n{more}")


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[PostgresServer]:
    server = PostgresServer()
    yield server
    server.remove()


@pytest.fixture(scope="session")
def postgres_url(postgres_server: PostgresServer) -> str:
    """The URL of a fresh server; tests keep apart by schema, see ``schema_url``."""
    return postgres_server.url


def schema_url(url: str, schema: str) -> str:
    """Return a URL whose tables live in a schema of their own, which need not exist yet."""
    return f"{url}?options=-csearch_path%3D{schema}"
