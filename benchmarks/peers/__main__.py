"""Run one peer in this process and print, as JSON, the time of its rounds and what it chose."""

from __future__ import annotations

import argparse
import json
import resource
from pathlib import Path
from time import perf_counter

from benchmarks.peers.registry import PEERS, Peer
from benchmarks.peers.task import Task


def main() -> None:
    """Run rounds until the time is up."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.peers")
    parser.add_argument("peer", choices=PEERS)
    parser.add_argument("task", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--gibibytes", type=float, default=16.0)
    arguments = parser.parse_args()
    limit = int(arguments.gibibytes * 2**30)
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
    print(json.dumps(answer(PEERS[arguments.peer], Task.load(arguments.task), arguments.seconds)))


def answer(peer: Peer, task: Task, budget: float) -> dict[str, object]:
    """Return the measurement, or the problem in words."""
    try:
        kind = peer.load()
    except ImportError as error:
        return {"problem": f"not installed: {error}"}
    try:
        return measure(kind, task, budget)
    except MemoryError:
        limit = resource.getrlimit(resource.RLIMIT_AS)[0] / 2**30
        problem = f"out of memory: limit {limit:.0f} GiB"
        if hasattr(kind, "bytes_needed"):
            problem += f", its models take {kind.bytes_needed(task) / 2**30:.0f} GiB"
        return {"problem": problem}


def measure(kind: type, task: Task, budget: float) -> dict[str, object]:
    """Follow our run: every ask is answered with our probe's reading, so all learn the same.

    The first round is not counted where there are more, since some set themselves up in it.
    """
    widths = task.widths.tolist()
    peer = kind(task, widths)
    choices, times = [], []
    begin = perf_counter()
    for width, center, reading in zip(
        widths, task.centers.tolist(), task.readings.tolist(), strict=True
    ):
        start = perf_counter()
        choices.append(peer.ask(width))
        peer.tell(width, center, reading)
        times.append(perf_counter() - start)
        if perf_counter() - begin > budget:
            break
    counted = times[1:] or times
    return {
        "seconds": sum(counted) / len(counted),
        "rounds": len(counted),
        "choices": choices if kind.same_choices else None,
    }


if __name__ == "__main__":
    main()
