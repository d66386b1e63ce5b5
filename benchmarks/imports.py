"""Rows: how long a plain import and the command's help take, next to importing NumPy and SciPy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.clock import Contestant, best_of_each
from benchmarks.row import AtMost, Row

YARDSTICK = "import numpy, scipy.sparse"


def import_rows(*, quick: bool = False) -> list[Row]:
    """Each in a fresh interpreter, in turns."""
    commands = {
        YARDSTICK: [sys.executable, "-c", YARDSTICK],
        "import cheapbandits": [sys.executable, "-c", "import cheapbandits"],
        "import cheapbandits as cb; cb.Graph": [
            *(sys.executable, "-c"),
            "import cheapbandits as cb; cb.Graph",
        ],
        "cheapbandits --help": [*_command(), "--help"],
    }
    asked = {"import cheapbandits": AtMost(1.5), "cheapbandits --help": AtMost(2)}
    failures = {name: _failure(command) for name, command in commands.items()}  # warms up, too
    repetitions = 2 if quick else 10
    times = best_of_each(
        {
            name: Contestant(lambda command=command: _call(command), repetitions)
            for name, command in commands.items()
            if not failures[name]
        }
    )
    return [
        Row(
            name,
            YARDSTICK,
            times.get(name),
            times[YARDSTICK],
            asked.get(name, AtMost(None)),
            note=failures[name] or f"best of {repetitions}",
        )
        for name in commands
        if name != YARDSTICK
    ]


def _command() -> list[str]:
    """Return the console script of this interpreter's environment, or the module."""
    script = Path(sys.executable).with_name("cheapbandits")
    return [str(script)] if script.exists() else [sys.executable, "-m", "cheapbandits"]


def _call(command: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, capture_output=True, text=True, check=False)


def _failure(command: list[str]) -> str:
    """Return why a command does not work, in a line; empty when it does."""
    done = _call(command)
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines() or ["no message"]
    return f"failed: {lines[-1]}"
