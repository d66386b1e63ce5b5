"""The effective dimension of a large graph, found by a process of its own while this one works.

Counting eigenvalues needs nothing of the belief, and takes about half as long as setting it up.
Two threads would not do: on thousands of small matrices they wait for Python's lock, and were
slower than one.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection.cuts import counts_apart
from cheapbandits.engines.memory import SHARE, memory_limit
from cheapbandits.engines.threads import n_threads
from cheapbandits.graphs.graph import Graph
from cheapbandits.processes import can_start, on_one_thread, our_python
from cheapbandits.spectrum.dimension import dimension_bounds, dimension_key

if TYPE_CHECKING:
    Process = subprocess.Popen[bytes]

__all__ = ["dimension_beside", "has_room"]

#: Memory of the other process for each node and edge: a copy of the graph, an order of its own.
BYTES_EACH = 300


@contextmanager
def dimension_beside(graph: Graph, *, horizon: float, ridge: float) -> Iterator[None]:
    """Let :func:`~.dimension.dimension_bounds` be computed while the block runs, where that helps.

    What it finds is what this process would find. Where memory is short it goes first. Where there
    is no second core or no process to be had, nothing happens, and whoever asks computes it.
    """
    key = dimension_key(horizon, ridge)
    process = _start(graph, horizon, ridge) if _worth_it(graph) and not _known(graph, key) else None
    if process is None:
        yield
        return
    with process:
        try:
            found = None if has_room(graph) else process.communicate()[0]
            yield
            found = process.communicate()[0] if found is None else found
        finally:
            process.kill()
    if process.returncode == 0 and len(found.split()) == 2:
        low, high = map(int, found.split())
        graph.keep(key, lambda: (low, high))


def _worth_it(graph: Graph) -> bool:
    return counts_apart(graph) and n_threads() > 1 and can_start()


def has_room(graph: Graph) -> bool:
    """Whether there is memory for both processes at once."""
    return BYTES_EACH * (graph.n_nodes + graph.n_edges) < SHARE / 4 * memory_limit()


def _known(graph: Graph, key: Hashable) -> bool:
    def missing() -> None:
        raise LookupError  # nothing is kept then

    try:
        graph.keep(key, missing)
    except LookupError:
        return False
    return True


def _start(graph: Graph, horizon: float, ridge: float) -> Process | None:
    try:
        with tempfile.TemporaryFile() as file:
            weights = graph.weights
            np.savez(
                file, indptr=weights.indptr, indices=weights.indices, data=weights.data,
                terms=[horizon, ridge],
            )  # fmt: skip
            file.seek(0)
            return _process(file)
    except OSError:  # no room for the file, or no processes here
        return None


def _process(file: IO[bytes]) -> Process:
    return subprocess.Popen(
        our_python(__name__),
        stdin=file,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=on_one_thread(),
    )


def _serve() -> None:
    """Read a graph, write the bounds."""
    with np.load(sys.stdin.buffer) as arrays:
        parts = tuple(arrays[key] for key in ("data", "indices", "indptr"))
        horizon, ridge = arrays["terms"].tolist()
    n = len(parts[2]) - 1
    graph = Graph(sp.csr_array(parts, shape=(n, n)))
    print(*dimension_bounds(graph, horizon=horizon, ridge=ridge))


if __name__ == "__main__":
    _serve()
