"""The order in which to eliminate nodes, by METIS: nested dissection with cuts of many levels.

The library lets no other thread of Python run meanwhile, five seconds on a million nodes. Where
there are others, a server's for one, it runs in a process of its own.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from cheapbandits.processes import can_start, our_python

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["metis", "places"]

#: So many nodes are worth a process, where other threads would have to wait.
MANY = 20_000


@cache
def metis() -> Any:
    """Return the library, or ``None`` where there is no wheel of it and nobody built it."""
    try:
        import pymetis
    except ImportError:
        return None
    return pymetis


def places(pattern: sp.csr_array) -> NDArray[np.int64]:
    """Return ``(N,)`` each node's turn in an elimination that fills in little.

    Parts that a cut separates have consecutive turns, and the cut comes after them.

    Parameters
    ----------
    pattern
        ``(N, N)`` symmetric, without a diagonal; its values do not matter.
    """
    if pattern.shape[0] >= MANY and threading.current_thread() is not threading.main_thread():
        turns = _elsewhere(pattern)
        if turns is not None:
            return turns
    return _turns(pattern.indptr, pattern.indices)


def _turns(starts: NDArray[Any], indices: NDArray[Any]) -> NDArray[np.int64]:
    library = metis()
    kind = library.zero_copy_dtype()
    graph = library.CSRAdjacency(starts.astype(kind), indices.astype(kind))
    # Any fixed seed: the same graph must give the same order in every process.
    _, turns = library.nested_dissection(graph, options=library.Options(seed=1))
    return np.array(turns, dtype=np.int64)


def _elsewhere(pattern: sp.csr_array) -> NDArray[np.int64] | None:
    """Return the turns that another process finds; ``None`` where there can be none."""
    if not can_start():
        return None
    n = pattern.shape[0]
    given = np.concatenate([[n], pattern.indptr, pattern.indices]).astype("<i8").tobytes()
    try:
        done = subprocess.run(
            our_python(__name__),
            input=given,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            check=False,
        )
    except OSError:
        return None
    found = done.stdout
    return np.frombuffer(found, dtype="<i8").astype(np.int64) if len(found) == 8 * n else None


def _serve() -> None:
    """Read a pattern, write its turns."""
    given = np.frombuffer(sys.stdin.buffer.read(), dtype="<i8")
    n = int(given[0])
    sys.stdout.buffer.write(_turns(given[1 : n + 2], given[n + 2 :]).astype("<i8").tobytes())


if __name__ == "__main__":
    _serve()
