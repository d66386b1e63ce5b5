"""Rows: how long a plain import and the quick commands take, next to importing NumPy and SciPy."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import cheapbandits as cb
from benchmarks.clock import Contestant, best_of_each
from benchmarks.row import AtMost, Row

SPARSE = "import numpy, scipy.sparse"
NUMPY = "import numpy"
CAMPAIGN = "a campaign of the benchmark"


class Command(NamedTuple):
    """What is started, what it is measured by, and how many times as long it may take."""

    words: list[str]
    yardstick: str
    at_most: float | None


def import_rows(*, quick: bool = False) -> list[Row]:
    """Each in a fresh interpreter, in turns."""
    with tempfile.TemporaryDirectory() as folder:
        database = Path(folder) / "campaigns.db"
        cb.Campaign.create(CAMPAIGN, cb.grid(10, 10), db=database, horizon=20).ask()
        return _rows(_commands(str(database)), 2 if quick else 10)


def _commands(database: str) -> dict[str, Command]:
    return {
        "import cheapbandits": Command(_python("import cheapbandits"), SPARSE, 1.5),
        "import cheapbandits as cb; cb.Graph": Command(
            _python("import cheapbandits as cb; cb.Graph"), SPARSE, None
        ),
        "cheapbandits --help": Command([*_script(), "--help"], SPARSE, 2),
        "cheapbandits campaign list": Command(
            [*_script(), "campaign", "list", "--db", database], NUMPY, 1.5
        ),
        "cheapbandits campaign status": Command(
            [*_script(), "campaign", "status", CAMPAIGN, "--db", database], NUMPY, 1.5
        ),
    }


def _rows(commands: dict[str, Command], repetitions: int) -> list[Row]:
    failures = {name: _failure(command.words) for name, command in commands.items()}  # warms up
    started = {name: c.words for name, c in commands.items() if not failures[name]}
    started |= {yardstick: _python(yardstick) for yardstick in (SPARSE, NUMPY)}
    times = best_of_each(
        {
            name: Contestant(lambda words=words: _call(words), repetitions)
            for name, words in started.items()
        }
    )
    return [
        Row(
            name,
            command.yardstick,
            times.get(name),
            times[command.yardstick],
            AtMost(command.at_most),
            note=failures[name] or f"best of {repetitions}",
        )
        for name, command in commands.items()
    ]


def _python(code: str) -> list[str]:
    return [sys.executable, "-c", code]


def _script() -> list[str]:
    """Return the console script of this interpreter's environment, or the module."""
    script = Path(sys.executable).with_name("cheapbandits")
    return [str(script)] if script.exists() else [sys.executable, "-m", "cheapbandits"]


def _call(words: list[str]) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


def _failure(words: list[str]) -> str:
    """Return why a command does not work, in a line; empty when it does."""
    done = _call(words)
    if done.returncode == 0:
        return ""
    lines = done.stderr.strip().splitlines() or ["no message"]
    return f"failed: {lines[-1]}"
