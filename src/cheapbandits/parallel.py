"""Many independent tasks on several processes or a cluster; results come as they are ready.

A process that dies (killed, out of memory) loses nothing but time: its tasks are run again.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, TypeAlias, TypeVar

from cheapbandits.checks import whole
from cheapbandits.errors import ClusterError, MissingExtraError, ParameterError, WorkerLostError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["in_any_order"]

Result = TypeVar("Result")
Task: TypeAlias = tuple[object, ...]
#: The task's place in the list, and what came of it.
Numbered: TypeAlias = tuple[int, Result]

#: How long a scheduler may take to answer.
ANSWER = "10s"
#: Times in a row that processes may die without finishing a single task.
LOSSES = 3
#: Seconds after which a process without work ends: one that outlived us, stopped as it started.
IDLE = 20
_KEPT = "what was finished is kept: run the same again to go on"


def in_any_order(
    function: Callable[..., Result],
    tasks: Sequence[Task],
    *,
    jobs: int = -1,
    cluster: str | None = None,
) -> Iterator[Numbered[Result]]:
    """Yield ``(i, function(*tasks[i]))`` for every task, whichever is ready first.

    Parameters
    ----------
    function
        Runs its linear algebra on one thread, here as in the workers: tasks are many, and their
        sums must not depend on how many cores there are.
    tasks
        The arguments of each call.
    jobs
        Processes; -1 for one a core, 1 for none but this one.
    cluster
        Address of a dask.distributed scheduler; then its workers run the tasks.
    """
    if whole(jobs, "jobs") == 0:
        raise ParameterError("jobs must be the number of processes, or -1 for one a core; got 0")
    if not tasks:
        return iter(())
    return (
        _on_cores(function, tasks, jobs)
        if cluster is None
        else _on_cluster(function, tasks, cluster)
    )


def _on_cores(
    function: Callable[..., Result], tasks: Sequence[Task], jobs: int
) -> Iterator[Numbered[Result]]:
    from joblib import Parallel, delayed
    from joblib.externals.loky.process_executor import TerminatedWorkerError

    left = dict(enumerate(tasks))
    losses = 0
    # Not fewer when few are left: a single job would run here, and a fatal task take us with it.
    n_jobs = min(jobs, len(tasks)) if jobs > 0 else jobs
    while left:
        calls = [delayed(_on_one_thread)(function, i, task) for i, task in left.items()]
        try:
            with _deaf_to_interrupts():  # the call starts the processes
                results = Parallel(
                    n_jobs=n_jobs, return_as="generator_unordered", idle_worker_timeout=IDLE
                )(calls)
            for i, result in results:
                del left[i]
                losses = 0
                yield i, result
        except TerminatedWorkerError as error:  # the next round has a fresh pool
            losses += 1
            if losses == LOSSES:
                raise WorkerLostError(
                    f"worker processes died {losses} times in a row (killed, or out of memory) "
                    f"with {len(left)} tasks left; {_KEPT}, perhaps with fewer jobs"
                ) from error


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Let processes that are started meanwhile not hear Ctrl-C: we do, and end them quietly."""
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker as pythons

    from joblib.externals.loky.backend import resource_tracker as lokys

    for tracker in (pythons, lokys):
        tracker.ensure_running()  # they would open our ears again when they start
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _on_cluster(
    function: Callable[..., Result], tasks: Sequence[Task], address: str
) -> Iterator[Numbered[Result]]:
    with _connect(address) as client:
        from distributed import as_completed
        from distributed.scheduler import KilledWorker

        # The scheduler itself runs a lost worker's tasks again, and gives a task up that has taken
        # several workers down with it.
        futures = [
            client.submit(_on_one_thread, function, i, task, pure=False)
            for i, task in enumerate(tasks)
        ]
        try:
            for future in as_completed(futures, loop=client.loop):
                yield future.result()
                future.release()
        except KilledWorker as error:
            raise WorkerLostError(
                f"a task took several workers of {address} down with it; {_KEPT}"
            ) from error


def _connect(address: str) -> Client:
    try:
        from distributed import Client
    except ImportError:
        raise MissingExtraError(
            "a cluster needs dask.distributed: pip install 'cheapbandits[cluster]'"
        ) from None
    try:
        return Client(address, timeout=ANSWER, set_as_default=False)
    except (OSError, TimeoutError, ValueError) as error:
        raise ClusterError(
            f"no dask scheduler answers at {address}: {error}; start one with 'dask scheduler'"
        ) from error


def _on_one_thread(function: Callable[..., Result], i: int, task: Task) -> Numbered[Result]:
    from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        return i, function(*task)
