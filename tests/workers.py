"""Tasks that take their process down, and a real cluster, for tests of lost work."""

import os
import signal
from contextlib import contextmanager
from pathlib import Path


def die_once(flag):
    """Kill this process, as ``kill -9`` does, the first time that anyone calls with this flag."""
    try:
        os.close(os.open(flag, os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return
    os.kill(os.getpid(), signal.SIGKILL)


def square_but_die_at(number, fatal, flag):
    if number == fatal:
        die_once(flag)
    return number * number


def die_always(number, fatal):
    if number == fatal:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


@contextmanager
def local_cluster(folder: Path):
    """Give the address of a real scheduler with two worker processes, on loopback."""
    from distributed import Client, LocalCluster

    with LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        local_directory=str(folder),
    ) as running:
        yield running.scheduler_address
        # A killed worker is being started again: dask cannot close in the middle of that.
        with Client(running, set_as_default=False) as client:
            client.wait_for_workers(2, timeout=60)
