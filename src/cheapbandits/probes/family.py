"""A family of probes: one set of groups for every width a policy may use."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from cheapbandits.checks import whole
from cheapbandits.errors import ParameterError
from cheapbandits.locks import fork_safe_lock
from cheapbandits.probes.probe_set import ProbeSet, UniformProbes, WeightedProbes

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Family", "NestedFamily"]


class Family(ABC):
    """Groups of nodes by width; width 1 is every single node.

    Attributes
    ----------
    n_nodes
        ``N``.
    max_width
        The widest set there is; policies cap their widths here.
    """

    n_nodes: int
    max_width: int

    @abstractmethod
    def at(self, width: int) -> ProbeSet:
        """Return the probes of one width, always the same object for the same width."""

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """Short text that differs between families that would group nodes otherwise."""

    def nearness(self, center: int, nodes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return ``(r,)`` or ``(r, k)`` numbers by which the group around a centre takes its nodes.

        Nodes with the same numbers are equally near: which of them is taken hangs on how nodes are
        numbered. Here no two are; a family that breaks ties says which.
        """
        del center
        return nodes.astype(np.float64)

    def _check_width(self, width: int) -> None:
        if not 1 <= whole(width, "width") <= self.max_width:
            raise ParameterError(f"width must be from 1 to {self.max_width}, got {width}")


class NestedFamily(Family):
    """Groups that grow: the group of width ``w + 1`` adds one node to the group of width ``w``.

    A subclass orders, for each node, the nodes to be added, nearest first; see :meth:`_grow`. The
    order must not depend on the width asked for. Threads may share a family: one grows the groups
    while the others wait.
    """

    def __init__(self, n_nodes: int, max_width: int) -> None:
        self.n_nodes = n_nodes
        self.max_width = max_width
        self._table = np.arange(n_nodes, dtype=np.int64)[:, None]
        self._sets: dict[int, ProbeSet] = {}
        self._lock = fork_safe_lock()

    @abstractmethod
    def _grow(self, width: int) -> NDArray[np.int64]:
        """Return ``(N, width)`` nodes, each row's own node first, padded with -1 where short."""

    def at(self, width: int) -> ProbeSet:
        """Return one group around every node; nodes that lack neighbours have narrower ones."""
        known = self._sets.get(width)
        if known is None:
            self._check_width(width)
            with self._lock:
                known = self._sets.get(width)
                if known is None:
                    if width > self._table.shape[1]:
                        self._table = self._grow(width)
                    known = self._sets[width] = _as_probes(self._table[:, :width], self.n_nodes)
        return known

    def __getstate__(self) -> dict[str, Any]:
        return {key: value for key, value in self.__dict__.items() if key != "_lock"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = fork_safe_lock()


def _as_probes(table: NDArray[np.int64], n_nodes: int) -> ProbeSet:
    present = table >= 0
    if present.all():
        return UniformProbes(np.ascontiguousarray(table), n_nodes)
    sizes = present.sum(axis=1)
    pointers = np.concatenate([[0], np.cumsum(sizes)])
    shares = np.repeat(1.0 / sizes, sizes)
    matrix = sp.csr_array((shares, table[present], pointers), shape=(len(table), n_nodes))
    return WeightedProbes(matrix, centers=table[:, 0].copy())
