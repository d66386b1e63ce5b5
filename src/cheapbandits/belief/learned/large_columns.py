"""The raw columns ``K s`` of one kernel: local where they decay, whole where they do not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.linalg.blas import daxpy

from cheapbandits.engines import Local
from cheapbandits.engines.memory import check_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]
    Indices = NDArray[np.int64]

__all__ = ["RawColumns"]

#: A local column that reaches more than this share of the nodes is kept whole: look-ups are then
#: plain indexing.
WHOLE_SHARE = 0.125
#: Columns that take more than this are checked against the machine's memory.
MANY_BYTES = 2**28
#: Noise that a reading is taken to have where only a bound is wanted, in units of the field's.
BOUND_NOISE = 0.01


class RawColumns:
    """``K s_1 .. K s_t`` of one kernel, and a bound on what they take from every node's variance.

    Attributes
    ----------
    taken
        ``(N,)`` ``max_i (K s_i)^2 / (s_i'K s_i + n)``: what the one reading that tells most about a
        node takes from its variance. All readings together take at least that.
    """

    def __init__(self, n_nodes: int) -> None:
        self._n_nodes = n_nodes
        self._parts: list[tuple[Indices | None, Values]] = []  # nodes sorted; None: all of them
        self._bytes, self._next_check = 0, MANY_BYTES
        self.taken = np.zeros(n_nodes)

    def __len__(self) -> int:
        return len(self._parts)

    def copy(self) -> RawColumns:
        """Return an independent copy; the columns themselves are shared, they never change."""
        twin = RawColumns(self._n_nodes)
        twin._parts, twin.taken = list(self._parts), self.taken.copy()
        twin._bytes, twin._next_check = self._bytes, self._next_check
        return twin

    def append(self, column: Local | Values, scale: float, at: Indices, share: Values) -> float:
        """Keep ``scale`` times a column of the engine's; return ``s'Ks``, scaled.

        Parameters
        ----------
        at, share
            Nodes and weights of the probe.
        """
        nodes, values = _sorted(column, self._n_nodes)
        values = values * scale
        self._bytes += values.nbytes + (0 if nodes is None else nodes.nbytes)
        if self._bytes > self._next_check:
            self._next_check = 2 * self._bytes
            check_memory(
                self._next_check, f"what {len(self._parts):,} readings taught", "finish with fewer"
            )
        self._parts.append((nodes, values))
        variance = float(self.last_at(at) @ share)
        told = values**2 / (variance + BOUND_NOISE)
        if nodes is None:
            np.maximum(self.taken, told, out=self.taken)
        else:
            self.taken[nodes] = np.maximum(self.taken[nodes], told)
        return variance

    def at(self, nodes: Indices) -> Values:
        """Return ``(t, n)`` the columns at some nodes, which are sorted."""
        found = np.zeros((len(self._parts), len(nodes)))
        for i, (known, values) in enumerate(self._parts):
            if known is None:
                np.take(values, nodes, out=found[i], mode="clip")
                continue
            first, last = np.searchsorted(nodes, (known[0], known[-1] + 1))
            asked = nodes[first:last]
            places = np.searchsorted(known, asked)
            found[i, first:last] = np.where(known[places] == asked, values[places], 0.0)
        return found

    def last_at(self, nodes: Indices) -> Values:
        """Return ``(n,)`` the last column at some nodes, in any order."""
        known, values = self._parts[-1]
        if known is None:
            return values[nodes]
        places = np.minimum(np.searchsorted(known, nodes), len(known) - 1)
        return np.where(known[places] == nodes, values[places], 0.0)

    def combine(self, amounts: Values, total: Values) -> None:
        """Add ``sum_i amounts_i K s_i`` to ``(N,)`` a total."""
        for (nodes, values), amount in zip(self._parts, amounts.tolist(), strict=True):
            if not amount:
                continue
            if nodes is None:
                daxpy(values, total, a=amount)  # in place, without an array in between
            else:
                total[nodes] += amount * values


def _sorted(column: Local | Values, n_nodes: int) -> tuple[Indices | None, Values]:
    if not isinstance(column, Local):
        return None, column
    if len(column.nodes) > WHOLE_SHARE * n_nodes:
        whole = np.zeros(n_nodes)
        whole[column.nodes] = column.values
        return None, whole
    order = np.argsort(column.nodes)
    return column.nodes[order], column.values[order]
