"""``cheapbandits serve`` as a process that can be killed and started again at the same port."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys

__all__ = ["Serving"]

QUIET = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PYTHONUNBUFFERED": "1"}


class Serving:
    """One server over one database."""

    def __init__(self, db: str) -> None:
        self._db, self._port = db, 0
        self.start()

    def start(self) -> None:
        """Start it, at the port that it had before, and wait until it answers."""
        words = ["serve", "--db", self._db, "--port", str(self._port), "--no-open"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "cheapbandits", *words],
            stdout=subprocess.PIPE,
            env={**os.environ, **QUIET, "CHEAPBANDITS_TOKEN": ""},
            text=True,
        )
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        found = re.search(r":(\d+)/", line)
        if found is None:
            raise RuntimeError(f"the server did not start: {line!r}")
        self._port = int(found[1])

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"http://127.0.0.1:{self._port}"

    @property
    def pid(self) -> int:
        """Its process."""
        return self._process.pid

    def kill(self) -> None:
        """End it as the kernel would, without a word."""
        self._process.kill()
        self._process.communicate()

    def stop(self) -> int:
        """Ask it to stop and return its status."""
        self._process.send_signal(signal.SIGTERM)
        self._process.communicate(timeout=60)
        return self._process.returncode
