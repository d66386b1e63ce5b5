"""The order in which to eliminate nodes, by METIS: nested dissection with cuts of many levels."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["metis", "places"]


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
    library = metis()
    graph = library.CSRAdjacency(
        pattern.indptr.astype(library.zero_copy_dtype()),
        pattern.indices.astype(library.zero_copy_dtype()),
    )
    # Any fixed seed: the same graph must give the same order in every process.
    _, turns = library.nested_dissection(graph, options=library.Options(seed=1))
    return np.array(turns, dtype=np.int64)
