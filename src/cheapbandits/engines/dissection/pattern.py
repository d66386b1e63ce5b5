"""Which nodes must lie in one front: neighbours, and those that some probe holds together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.memory import check_memory

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["WIDEST", "joined"]

#: Groups of more nodes than this would fill in too much: their variances are solved for.
WIDEST = 32
#: Memory for a pair of nodes that some probe holds together, while patterns are added up.
BYTES_A_PAIR = 24


def joined(graph: Graph, sets: Sequence[ProbeSet]) -> sp.csr_array:
    """Return ``(N, N)`` the graph's pattern with an edge between all nodes that share a probe.

    Sets with probes of more than :data:`WIDEST` nodes are left out.
    """
    sets = [probes for probes in sets if 1 < int(probes.widths.max()) <= WIDEST]
    pairs = sum(int((probes.widths**2).sum()) for probes in sets)
    check_memory(
        BYTES_A_PAIR * pairs, f"{pairs:,} pairs of nodes within probes", "take narrower probes"
    )
    pattern = sp.csr_array(graph.weights.astype(bool).astype(np.int32))
    for probes in sets:
        matrix = probes.matrix
        ones = np.ones(matrix.nnz, dtype=np.int32)
        member = sp.csr_array((ones, matrix.indices, matrix.indptr), shape=matrix.shape)
        pattern = sp.csr_array(pattern + member.T @ member)
    rows = np.repeat(np.arange(graph.n_nodes, dtype=np.int32), np.diff(pattern.indptr))
    off = rows != pattern.indices
    counts = np.bincount(rows[off], minlength=graph.n_nodes)
    pointers = np.concatenate([[0], np.cumsum(counts)])
    return sp.csr_array(
        (np.ones(off.sum(), np.int8), pattern.indices[off], pointers), pattern.shape
    )
