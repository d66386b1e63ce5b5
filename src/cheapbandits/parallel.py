"""Many independent tasks on several processes, in order, with one progress bar."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from cheapbandits.errors import ClusterError, MissingExtraError, ParameterError

__all__ = ["in_parallel", "on_cluster", "with_progress"]

Result = TypeVar("Result")


def in_parallel(
    function: Callable[..., Result], tasks: Sequence[tuple[object, ...]], jobs: int
) -> Iterator[Result]:
    """Yield ``function(*task)`` in the tasks' order, computed by this many processes.

    Each task runs its linear algebra on one thread, here as in the workers: tasks are many, and
    their sums must not depend on how many cores there are.
    """
    from joblib import Parallel, delayed

    if jobs == 0:
        raise ParameterError("jobs must be the number of processes, or -1 for one a core; got 0")
    calls = (delayed(_on_one_thread)(function, task) for task in tasks)
    n_jobs = min(jobs, len(tasks)) if jobs > 0 else jobs
    results: Iterator[Result] = Parallel(n_jobs=n_jobs, return_as="generator")(calls)
    return results


def on_cluster(
    function: Callable[..., Result], tasks: Sequence[tuple[object, ...]], address: str
) -> Iterator[Result]:
    """Yield ``function(*task)`` in the tasks' order, computed by a dask.distributed cluster."""
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError(
            "a cluster needs dask.distributed: pip install 'cheapbandits[cluster]'"
        ) from None
    try:
        client = Client(address, timeout="10s", set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"no dask scheduler answers at {address}: {error}; start one with 'dask scheduler'"
        ) from error
    with client:
        futures = [client.submit(_on_one_thread, function, task, pure=False) for task in tasks]
        for future in futures:
            yield future.result()
            future.release()


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
