"""Row: the paper's full reproduction, next to the literal algorithm extrapolated from a sample."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from pathlib import Path
from time import perf_counter, sleep

from tests.oracles.literal import LiteralUCB
from threadpoolctl import threadpool_limits

from benchmarks.row import AtLeast, Row
from cheapbandits.studies.cell import Cell, PolicyName, ProblemName
from cheapbandits.studies.paper import paper_studies
from cheapbandits.studies.problems import draw_problem

KINDS = {"CheapUCB": "cheap", "SpectralUCB": "spectral", "LinUCB": "lin"}
#: Rounds of the literal algorithm that are timed; all its rounds cost the same.
TIMED_ROUNDS = 4
ASKED_SECONDS, ASKED_BYTES = 150, 2e9


def reproduction_rows(*, quick: bool = False) -> list[Row]:
    """The command as a user types it: cells, tables, figures, verdicts and report."""
    runs = 5 if quick else 100
    seconds, peak = _reproduce(runs)
    literal, sampled = _literal_seconds(runs)
    note = (
        f"{seconds:.0f} s asked for at most {ASKED_SECONDS} s; peak memory of all processes "
        f"{peak / 1e9:.2f} GB asked for at most {ASKED_BYTES / 1e9:.0f} GB; literal extrapolated "
        f"from {sampled} sorts of cells to all cells, shared by {os.cpu_count()} cores"
    )
    return [
        Row(
            f"Full reproduction of the paper, {runs} runs, figures and report included",
            "literal algorithm on the same cells, extrapolated",
            seconds,
            literal,
            AtLeast(50),
            note,
        )
    ]


def _reproduce(runs: int) -> tuple[float, float]:
    """Return the wall-clock seconds of the command and the peak memory of all its processes."""
    peak = [0.0]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "cheapbandits", "reproduce", "--runs", str(runs)]
        start = perf_counter()
        process = subprocess.Popen(
            [*command, "--out", folder],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        watcher = threading.Thread(target=_watch_memory, args=(process, peak))
        watcher.start()
        status = process.wait()
        seconds = perf_counter() - start
        watcher.join()
    if status != 0:
        raise RuntimeError(f"the reproduction ended with status {status}")
    return seconds, peak[0]


def _watch_memory(process: subprocess.Popen[bytes], peak: list[float]) -> None:
    while process.poll() is None:
        peak[0] = max(peak[0], _session_memory(process.pid))
        sleep(0.2)


def _session_memory(session: int) -> float:
    """Return the proportional memory of all processes of a session (shared pages count once)."""
    total = 0.0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if os.getsid(int(folder.name)) == session:
                lines = (folder / "smaps_rollup").read_text().splitlines()
                total += sum(1024 * float(x.split()[1]) for x in lines if x.startswith("Pss:"))
        except (OSError, ProcessLookupError):
            continue
    return total


def _literal_seconds(runs: int) -> tuple[float, int]:
    """Return what the literal algorithm would take for all cells, and how many were sampled."""
    cells = {cell for study in paper_studies(runs=runs).values() for cell in study.cells}
    sorts = Counter(map(_sort, cells))
    samples = {_sort(cell): cell for cell in sorted(cells)}
    known: dict[tuple[str, str, str], tuple[float, float]] = {}
    total = 0.0
    for key, count in sorts.items():
        graph, policy, horizon, size = key
        # Set-up and a round cost the same at every horizon, except where it sets the graph's size.
        sort = (graph, policy, size)
        if sort not in known:
            known[sort] = _time_literal(samples[key])
        set_up, a_round = known[sort]
        total += count * (set_up + horizon * a_round)
    return total / (os.cpu_count() or 1), len(known)


def _sort(cell: Cell) -> tuple[str, str, int, str]:
    """Return what decides a cell's time: graph, policy, horizon, and the size where that varies."""
    graph, field, horizon = ProblemName.parse(cell.problem)
    size = f"{field}-{horizon}" if graph == "cliques" else ""
    return graph, PolicyName.parse(cell.policy).kind, horizon, size


def _time_literal(cell: Cell) -> tuple[float, float]:
    """Return the seconds of set-up and of a round, on one thread: there is a cell for each core."""
    with threadpool_limits(1):
        start = perf_counter()
        graph, _ = draw_problem(cell.problem, cell.seed)
        _, policy, horizon, _ = _sort(cell)
        literal = LiteralUCB(graph.weights.toarray(), kind=KINDS[policy], horizon=horizon)
        literal.probes(literal.width(1))
        ready = perf_counter()
        for _ in range(TIMED_ROUNDS):
            literal.scores()
            literal.learn(0, 0.5)
        return ready - start, (perf_counter() - ready) / TIMED_ROUNDS
