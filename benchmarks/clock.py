"""Wall-clock time, best of several, with the contestants taking turns."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter

from threadpoolctl import threadpool_limits


@dataclass(frozen=True)
class Contestant:
    """Something to be timed, and how often."""

    run: Callable[[], object]
    repetitions: int


def best_of_each(
    contestants: dict[str, Contestant], *, threads: tuple[int | None, ...] = (None,)
) -> dict[str, float]:
    """Return each one's best time in seconds.

    They take turns, so that a busy minute of the machine does not fall on one of them alone.
    ``threads`` are the numbers of BLAS threads to go through (``None``: as many as there are); a
    small product on several threads is several times slower when another process wants a core.
    """
    times: dict[str, list[float]] = {name: [] for name in contestants}
    for turn in range(max(contestant.repetitions for contestant in contestants.values())):
        with threadpool_limits(threads[turn % len(threads)]):
            for name, contestant in contestants.items():
                if turn < contestant.repetitions:
                    times[name].append(seconds(contestant.run))
    return {name: min(values) for name, values in times.items()}


def seconds(run: Callable[[], object]) -> float:
    """Return the time of one call."""
    start = perf_counter()
    run()
    return perf_counter() - start
