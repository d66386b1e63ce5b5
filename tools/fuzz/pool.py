"""Workers that may crash or hang: what they did is counted, and another one goes on."""

from __future__ import annotations

import json
import os
import selectors
import subprocess
import sys
from pathlib import Path
from typing import IO, Any, Self, cast

__all__ = ["PATIENCE", "STARTING", "Worker"]

#: Seconds after which a small file counts as one that hangs; on a busy machine most take 0.01.
PATIENCE = 20.0
#: Seconds that a worker may take to load its libraries.
STARTING = 180.0

#: What starts a worker.
COMMAND = [sys.executable, "-m", "tools.fuzz.worker"]

_ROOT = Path(__file__).resolve().parents[2]


class Worker:
    """A process of its own, started again when it is lost.

    Parameters
    ----------
    patience
        Seconds to wait for an answer.
    memory
        Bytes that it may take beyond what it has at its start.
    maps
        Whether it loads at its start what maps, rasters and workbooks need.
    """

    def __init__(
        self, patience: float = PATIENCE, memory: int | None = None, *, maps: bool = False
    ) -> None:
        self.patience = patience
        self.maps = maps
        self.memory = memory
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def ask(self, job: dict[str, Any]) -> dict[str, Any]:
        """Return the worker's answer; ``crash`` and ``hang`` are answers too."""
        process = self._running()
        try:
            stream = cast(IO[bytes], process.stdin)
            stream.write(json.dumps(job).encode() + b"\n")
            stream.flush()
            line = self._line(process, self.patience)
        except BrokenPipeError:
            line = b""
        if line is None:
            self.close()
            return {"outcome": "hang", "message": f"no answer within {self.patience:g} s"}
        if not line:
            status = process.wait()
            self.close()
            return {"outcome": "crash", "message": f"the process ended with status {status}"}
        answer: dict[str, Any] = json.loads(line)
        return answer

    @property
    def pid(self) -> int:
        """The number of the process that answers next."""
        return self._running().pid

    def close(self) -> None:
        """End the process."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None:  # one that ended between two answers is counted, not passed over
            environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
            environment["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # as where a server reads files
            if self.maps:
                environment["FUZZ_MAPS"] = "1"
            if self.memory is not None:
                environment["FUZZ_MEMORY"] = str(self.memory)
            self._process = subprocess.Popen(
                COMMAND,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=_ROOT,
                env=environment,
            )
            # It has its libraries to load first; that counts for no file.
            self._line(self._process, STARTING)
        return self._process

    def _line(self, process: subprocess.Popen[bytes], patience: float) -> bytes | None:
        """Return the next line, nothing where the process has ended, None where it is late."""
        stream = cast(IO[bytes], process.stdout)
        with selectors.DefaultSelector() as selector:
            selector.register(stream, selectors.EVENT_READ)
            return stream.readline() if selector.select(patience) else None
