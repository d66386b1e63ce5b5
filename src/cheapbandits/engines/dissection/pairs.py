"""Variances of groups, from the inverse at all nodes and between those that share a group."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.plan import Plan

__all__ = ["variances_of"]


def variances_of(
    matrix: sp.csr_array, plan: Plan, diagonal: NDArray[np.float64], values: NDArray[np.float64]
) -> NDArray[np.float64] | None:
    """Return ``s'Ks`` of the rows of ``(m, N)``; ``None`` where a pair of nodes is not known.

    Parameters
    ----------
    matrix, plan
        The groups, and whose edges are known.
    diagonal, values
        ``K`` at the nodes and on the edges.
    """
    counts = np.diff(matrix.indptr)
    width = int(counts.max())
    # Shorter groups are filled up with their first node, which then counts nothing.
    table = np.repeat(matrix.indices[matrix.indptr[:-1]], width).reshape(-1, width)
    shares = np.zeros(table.shape)
    slots = np.arange(width) < counts[:, None]
    table[slots], shares[slots] = matrix.indices, matrix.data
    table, shares = np.ascontiguousarray(table.T).astype(np.int64), np.ascontiguousarray(shares.T)
    total = np.zeros(len(counts))
    for i in range(width):
        total += shares[i] ** 2 * diagonal[table[i]]
        for j in range(i):
            edges = plan.edges(table[i], table[j])
            missing = edges < 0
            if (missing & (shares[i] != 0)).any():
                return None
            known = values[edges] if len(values) else np.zeros(len(edges))
            total += 2 * shares[i] * shares[j] * known
    return total
