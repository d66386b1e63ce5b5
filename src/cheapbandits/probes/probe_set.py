"""A set of probes: the rows of a matrix ``S`` that averages a signal over groups of nodes.

The paper's :math:`S_w` is one such set: one group of width ``w`` around each node.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.checks import unmasked
from cheapbandits.errors import ProbeError
from cheapbandits.graphs.csr import spans
from cheapbandits.graphs.sparse_check import check_sparse

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["ProbeSet", "UniformProbes", "WeightedProbes"]


class ProbeSet(ABC):
    """``m`` probes over ``N`` nodes, the rows of a row-stochastic ``(m, N)`` matrix ``S``."""

    n_nodes: int
    centers: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.centers)

    @property
    @abstractmethod
    def widths(self) -> NDArray[np.int64]:
        """``(m,)`` number of nodes in each group."""

    @property
    @abstractmethod
    def matrix(self) -> sp.csr_array:
        """``(m, N)`` the matrix ``S``."""

    @abstractmethod
    def average(self, signals: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return ``S x`` for a signal ``(N,)``, or ``(t, m)`` for the rows of ``(t, N)``."""

    def average_local(
        self, nodes: NDArray[np.int64], values: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64] | slice, NDArray[np.float64]]:
        """Return ``S x`` of a signal on few nodes: for which probes, and what they see.

        Probes that are not among them see nothing.
        """
        holders = self._holders
        starts = holders.indptr[nodes].astype(np.int64)
        counts = holders.indptr[nodes + 1] - starts
        entries = spans(starts, counts)
        rows = holders.indices[entries]
        shares = holders.data[entries] * np.repeat(values, counts)
        averages = np.bincount(rows, weights=shares, minlength=len(self))
        return slice(None), averages.astype(float, copy=False)

    @cached_property
    def _holders(self) -> sp.csr_array:
        """``(N, m)`` the matrix ``S'``: which probes hold a node."""
        return sp.csr_array(self.matrix.T.tocsr())

    @abstractmethod
    def group(self, index: int) -> tuple[tuple[int, ...], tuple[float, ...] | None]:
        """Return one probe's nodes, centre first, and its weights (``None``: equal)."""

    def touching(self, nodes: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """Return ``(m,)`` which probes contain any of the ``(N,)`` marked nodes."""
        return np.asarray(self.average(nodes.astype(float)) > 0)


class UniformProbes(ProbeSet):
    """Groups of one width, all nodes counting alike: ``s_i = 1 / w`` on the group.

    Parameters
    ----------
    members
        ``(m, w)`` node indices, the centre in the first column.
    n_nodes
        ``N``.
    """

    def __init__(self, members: NDArray[np.int64], n_nodes: int) -> None:
        self.n_nodes = n_nodes
        self._members = members
        self._width = members.shape[1]
        # Width-major: taking and adding along the first axis walks memory in order.
        self._by_place = np.ascontiguousarray(members.T)
        self.centers = self._by_place[0]
        self._one_a_node = np.array_equal(self.centers, np.arange(n_nodes))

    @property
    def members(self) -> NDArray[np.int64]:
        """``(m, w)`` node indices."""
        return self._members

    @property
    def widths(self) -> NDArray[np.int64]:
        return np.full(len(self), self._width)

    @property
    def matrix(self) -> sp.csr_array:
        return self._matrix

    @cached_property
    def _matrix(self) -> sp.csr_array:
        m, w = self._members.shape
        data = np.full(m * w, 1.0 / w)
        pointers = np.arange(0, m * w + 1, w)
        # A copy: SciPy sorts a row's indices in place, and the members have the centre first.
        return sp.csr_array((data, self._members.flatten(), pointers), shape=(m, self.n_nodes))

    def average(self, signals: NDArray[np.float64]) -> NDArray[np.float64]:
        # The indices are known to be good; mode="clip" spares their check.
        total = signals if self._one_a_node else signals.take(self.centers, axis=-1, mode="clip")
        if self._width == 1:
            return total
        if signals.ndim == 1:
            others = signals.take(self._by_place[1:], mode="clip")
            total = total + np.add.reduce(others, axis=0)
        else:
            total = total + signals.take(self._by_place[1], axis=1, mode="clip")
            for place in self._by_place[2:]:
                total += signals.take(place, axis=1, mode="clip")
        total /= self._width
        return np.asarray(total)

    def average_local(
        self, nodes: NDArray[np.int64], values: NDArray[np.float64]
    ) -> tuple[NDArray[np.int64] | slice, NDArray[np.float64]]:
        if self._width == 1 and self._one_a_node:
            return nodes, values
        return super().average_local(nodes, values)

    def group(self, index: int) -> tuple[tuple[int, ...], None]:
        return tuple(self._members[index].tolist()), None


class WeightedProbes(ProbeSet):
    """Groups of any widths and weights.

    Parameters
    ----------
    matrix
        ``(m, N)`` sparse, non-negative, rows summing to one.
    centers
        ``(m,)`` the node each group belongs to; its heaviest node (the first, on ties) when left
        out.
    """

    def __init__(self, matrix: sp.csr_array, centers: NDArray[np.int64] | None = None) -> None:
        self._matrix = matrix
        self.n_nodes = matrix.shape[1]
        self.centers = self._heaviest() if centers is None else centers

    @property
    def widths(self) -> NDArray[np.int64]:
        return np.asarray(np.diff(self._matrix.indptr), dtype=np.int64)

    @property
    def matrix(self) -> sp.csr_array:
        return self._matrix

    def average(self, signals: NDArray[np.float64]) -> NDArray[np.float64]:
        return np.asarray((self._matrix @ signals.T).T)

    def group(self, index: int) -> tuple[tuple[int, ...], tuple[float, ...] | None]:
        start, stop = self._matrix.indptr[index], self._matrix.indptr[index + 1]
        nodes, weights = self._matrix.indices[start:stop], self._matrix.data[start:stop]
        order = np.argsort(nodes != self.centers[index], kind="stable")
        shares = None if np.ptp(weights) == 0 else tuple(weights[order].tolist())
        return tuple(nodes[order].tolist()), shares

    def _heaviest(self) -> NDArray[np.int64]:
        matrix = self._matrix
        tops = [
            int(matrix.indices[a + int(matrix.data[a:b].argmax())])
            for a, b in zip(matrix.indptr[:-1], matrix.indptr[1:], strict=True)
        ]
        return np.array(tops, dtype=np.int64)


def check_groups(matrix: object, n_nodes: int) -> sp.csr_array:
    """Return a user's groups as a row-stochastic CSR matrix, or say which row is not one."""
    try:
        unmasked(matrix, "groups", kind=ProbeError)
        if sp.issparse(matrix) and getattr(matrix, "ndim", 0) == 2:
            check_sparse(matrix, "groups", ProbeError)
        # As an array first: SciPy reads a tuple as the parts of a sparse matrix.
        rows = matrix if sp.issparse(matrix) else np.array(matrix, dtype=float)
        groups = sp.csr_array(rows, dtype=float, copy=True)
    except (TypeError, ValueError) as error:
        if isinstance(error, ProbeError):
            raise
        raise ProbeError(f"groups must be a matrix of shape (m, {n_nodes}): {error}") from error
    if groups.ndim != 2 or groups.shape[0] == 0 or groups.shape[1] != n_nodes:
        raise ProbeError(f"groups must have shape (m, {n_nodes}), m >= 1; got {groups.shape}")
    groups.sum_duplicates()
    bad = np.flatnonzero(~np.isfinite(groups.data) | (groups.data < 0))
    if bad.size:
        row = int(np.searchsorted(groups.indptr, bad[0], side="right")) - 1
        raise ProbeError(
            f"groups must be finite and non-negative: row {row} has {groups.data[bad[0]]:g}"
        )
    groups.eliminate_zeros()
    sums = np.asarray(groups.sum(axis=1)).ravel()
    off = np.flatnonzero(np.abs(sums - 1) > 1e-9)
    if off.size:
        raise ProbeError(
            f"each group's weights must sum to 1: row {off[0]} sums to {sums[off[0]]:g}; "
            "divide each row by its sum"
        )
    return groups
