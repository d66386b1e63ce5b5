"""Many independent tasks on several processes, in order, with one progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

__all__ = ["in_parallel", "with_progress"]

Result = TypeVar("Result")


def in_parallel(
    function: Callable[..., Result], tasks: Sequence[tuple[object, ...]], jobs: int
) -> Iterator[Result]:
    """Yield ``function(*task)`` in the tasks' order, computed by this many processes.

    Each task runs its linear algebra on one thread, here as in the workers: tasks are many, and
    their sums must not depend on how many cores there are.
    """
    from joblib import Parallel, delayed

    calls = (delayed(_on_one_thread)(function, task) for task in tasks)
    n_jobs = min(jobs, len(tasks)) if jobs > 0 else jobs
    results: Iterator[Result] = Parallel(n_jobs=n_jobs, return_as="generator")(calls)
    return results


def _on_one_thread(function: Callable[..., Result], task: tuple[object, ...]) -> Result:
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        return function(*task)


def with_progress(
    items: Iterable[Result], total: int, what: str, *, show: bool
) -> Iterator[Result]:
    """Yield the items, moving a bar on standard error as they come."""
    if not show:
        yield from items
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    layout = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*layout, console=Console(stderr=True)) as bar:
        task = bar.add_task(what, total=total)
        for item in items:
            yield item
            bar.advance(task)
