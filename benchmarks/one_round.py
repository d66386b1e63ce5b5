"""Rows: one round, an ask and a tell after set-up, next to other libraries' bandits."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import cheapbandits as cb
from benchmarks.ours import n_disagreements, one_round, whole_run
from benchmarks.peers.registry import PEERS, Peer
from benchmarks.peers.task import make_task
from benchmarks.problem import Problem, forest
from benchmarks.row import Row
from benchmarks.whole_run import agreement

#: A peer stops after the round in which this is over, and is stopped after the second.
BUDGET_SECONDS, LIMIT_SECONDS = 20, 180
#: How often our run is timed beside each peer; the best counts.
OUR_RUNS = 5
#: Most of the memory a peer may take, and most of what is free.
LIMIT_GIBIBYTES, LIMIT_SHARE = 16, 0.6


def round_rows(*, quick: bool = False) -> list[Row]:
    """All peers on the forest graph."""
    problem = forest(quick=quick)
    history = whole_run(problem)
    with tempfile.TemporaryDirectory() as folder:
        task = Path(folder) / "task.npz"
        make_task(problem, history).save(task)
        return [_row(peer, problem, history, task) for peer in PEERS.values()]


def _row(peer: Peer, problem: Problem, history: cb.History, task: Path) -> Row:
    ours = one_round(
        problem, repetitions=OUR_RUNS
    )  # measured anew beside each, as the machine is at that moment
    answer = run_isolated(peer, task)
    note, right = answer.get("problem", ""), True
    if not note:
        note = f"best mean of {OUR_RUNS} runs, mean of {answer['rounds']} rounds"
        if answer["choices"] is not None:
            wrong = n_disagreements(problem, history, answer["choices"])
            note += "; " + agreement(wrong, len(answer["choices"]))
            right = wrong == 0
    what = f"One CheapUCB round after set-up, {problem.name}"
    return Row(what, peer.title, ours, answer.get("seconds"), peer.asked, note, right)


def run_isolated(peer: Peer, task: Path) -> dict:
    """Return what :mod:`benchmarks.peers` prints, or why it printed nothing."""
    command = [sys.executable, "-m", "benchmarks.peers", peer.module, str(task)]
    command += [f"--seconds={BUDGET_SECONDS}", f"--gibibytes={_gibibytes()}"]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            check=False,
            timeout=LIMIT_SECONDS,
            cwd=Path(__file__).parent.parent,
        )
    except subprocess.TimeoutExpired:
        return {"problem": f"no round done in {LIMIT_SECONDS} s"}
    if done.returncode < 0:
        return {"problem": f"killed by signal {-done.returncode}"}
    if done.returncode > 0:
        return {"problem": f"failed: {(done.stderr.strip().splitlines() or ['no message'])[-1]}"}
    return json.loads(done.stdout.splitlines()[-1])


def _gibibytes() -> float:
    free = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_AVPHYS_PAGES") / 2**30
    return round(min(LIMIT_GIBIBYTES, LIMIT_SHARE * free), 1)
