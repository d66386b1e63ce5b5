"""Count eigenvalues below a threshold without computing any, by Sylvester's law of inertia.

``L - x I = F B F'`` with ``B`` block diagonal has as many negative eigenvalues as ``L`` has
eigenvalues below ``x``; a symmetric factorisation therefore counts them, exactly.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.linalg.lapack import dsytrf, dsytrf_lwork
from scipy.sparse.linalg import splu

from cheapbandits.engines.dissection import negative_eigenvalues
from cheapbandits.engines.dissection.cuts import plan_of
from cheapbandits.engines.memory import check_memory
from cheapbandits.engines.threads import for_size
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["count_eigenvalues_below", "counts_sparsely"]

#: Above this many nodes our own dissection wins over a general sparse factor.
DISSECTED_FROM = 4000

#: A sparse factor wins above this many nodes and below this mean degree; denser graphs fill in.
SPARSE_MIN_NODES, SPARSE_MAX_DEGREE = 1000, 16.0

#: Beside the largest eigenvalue, what a factorisation cannot tell from zero.
ROUNDING = 1e-15


def count_eigenvalues_below(graph: Graph, threshold: float) -> int:
    """Return how many eigenvalues of the Laplacian are below ``threshold``.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> count_eigenvalues_below(Graph.from_edges([(0, 1), (1, 2), (2, 0)]), 2.9)
    1
    """
    if math.isnan(threshold):
        raise ParameterError("the threshold of an eigenvalue count must be a number, got nan")
    n = graph.n_nodes
    largest = 2 * float(graph.degrees.max())  # no eigenvalue is above it
    if threshold <= 0:  # no eigenvalue is negative
        return 0
    if threshold > largest:
        return n
    if threshold <= ROUNDING * largest:  # as good as zero, and how many are zero is known
        return graph.n_parts
    if n > DISSECTED_FROM:
        count = _count_by_dissection(graph, threshold)
        if count is not None:
            return count
    elif counts_sparsely(graph):
        count = _sparse_count(graph, threshold)
        if count is not None:
            return count
    return _dense_count(graph, threshold)


def counts_sparsely(graph: Graph) -> bool:
    """Whether a sparse factor counts its eigenvalues, in a hundredth of a dense one's time."""
    n = graph.n_nodes
    return n >= SPARSE_MIN_NODES and 2 * graph.n_edges <= SPARSE_MAX_DEGREE * n


def _count_by_dissection(graph: Graph, threshold: float) -> int | None:
    plan = plan_of(graph)
    if plan is None:
        return None
    for shift in _nudged(threshold, float(graph.degrees.max())):
        shifted = sp.csr_array(graph.laplacian - shift * sp.eye_array(graph.n_nodes))
        count = negative_eigenvalues(shifted, plan)
        if count is not None:
            return count
    return None


def _nudged(threshold: float, degree: float) -> Iterator[float]:
    """Yield the threshold, then others near it, nearest first, for where it hits an eigenvalue.

    A step relative to a small threshold is lost in the rounding of a matrix with large degrees;
    steps relative to the degree come after, up to where a pivot surely counts. None goes below
    zero, past eigenvalues that are zero.
    """
    yield threshold
    relative = [threshold * step for step in (1e-10, -1e-10, 1e-9)]
    absolute = [degree * sign * 10.0**power for power in range(-14, -8) for sign in (1, -1)]
    yield from (threshold + step for step in relative + absolute if threshold + step > 0)


def _sparse_count(graph: Graph, threshold: float) -> int | None:
    shifted = sp.csc_array(graph.laplacian - threshold * sp.eye_array(graph.n_nodes))
    try:
        factor = splu(
            shifted,
            permc_spec="MMD_AT_PLUS_A",
            diag_pivot_thresh=0.0,
            options={"SymmetricMode": True},
        )
    except RuntimeError:  # exactly singular: the threshold is an eigenvalue of a leading block
        return None
    pivots = factor.U.diagonal()
    # The signs count eigenvalues only if rows and columns were exchanged alike, and a tiny pivot
    # means that they may have been computed from noise.
    symmetric = np.array_equal(factor.perm_r, factor.perm_c)
    growth = np.abs(pivots).max() / max(float(np.abs(shifted.data).max()), 1e-300)
    if not symmetric or np.abs(pivots).min() * 1e10 < np.abs(pivots).max() or growth > 1e6:
        return None
    return int((pivots < 0).sum())


def _dense_count(graph: Graph, threshold: float) -> int:
    check_memory(
        8.5 * graph.n_nodes**2,
        f"counting the eigenvalues of {graph.n_nodes:,} nodes that few nodes do not cut in two",
        "effective_dimension estimates where it cannot count",
    )
    shifted = graph.laplacian.toarray(order="F")
    np.einsum("ii->i", shifted)[:] -= threshold
    workspace = int(dsytrf_lwork(graph.n_nodes, lower=1)[0])
    with for_size(graph.n_nodes):
        factor, pivots, _ = dsytrf(shifted, lower=1, lwork=workspace, overwrite_a=1)
    # Bunch and Kaufman's 2 x 2 blocks (marked by negative pivots) hold one eigenvalue of each sign.
    single = pivots > 0
    negative = (factor.diagonal()[single] < 0).sum()
    return int(negative + (~single).sum() // 2)
