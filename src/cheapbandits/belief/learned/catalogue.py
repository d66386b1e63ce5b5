"""All probes of all widths in one list: what a learning policy looks over every round."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.kernels import Kernel
    from cheapbandits.probes import Family

    Indices = NDArray[np.int64]
    Nearness = Callable[[int, Indices], NDArray[np.float64]]

__all__ = ["Catalogue"]

#: Pairs of nodes looked up at a time: 64 MiB of indices and values.
PAIRS = 2**21


@dataclass(frozen=True, eq=False)
class Catalogue:
    """``m`` probes of several widths as the rows of one sparse ``(m, N)`` matrix.

    Attributes
    ----------
    matrix
        ``(m, N)`` the probes of the first width, then of the second, and so on.
    centers
        ``(m,)`` the node each belongs to.
    levels
        ``(m,)`` the width (level, for named groups) each comes from.
    widths
        The widths, in order; the first is 1, so that the first ``N`` probes are the nodes.
    nearness
        What tells nodes that are equally near, see :meth:`~cheapbandits.probes.Family.nearness`.
    """

    matrix: sp.csr_array
    centers: NDArray[np.int64]
    levels: NDArray[np.int64]
    widths: tuple[int, ...]
    nearness: Nearness

    @classmethod
    def of(cls, family: Family, widths: Sequence[int]) -> Catalogue:
        """Return the probes of a family at these widths; width 1 is always among them."""
        chosen = tuple(sorted({1, *widths}))
        family.at(chosen[-1])  # the widest first: groups that grow are then made once
        sets = [family.at(width) for width in chosen]
        return cls(
            sp.csr_array(sp.vstack([probes.matrix for probes in sets])),
            np.concatenate([probes.centers for probes in sets]),
            np.repeat(chosen, [len(probes) for probes in sets]),
            chosen,
            family.nearness,
        )

    def __len__(self) -> int:
        return len(self.centers)

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return int(self.matrix.shape[1])

    @cached_property
    def starts(self) -> dict[int, int]:
        """Where each width begins: probe ``i`` of width ``w`` is row ``starts[w] + i``."""
        return {width: int(np.argmax(self.levels == width)) for width in self.widths}

    def at(self, width: int) -> slice:
        """Return the rows of one width."""
        start = self.starts[width]
        return slice(start, start + int((self.levels == width).sum()))

    def row(self, index: int) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return one probe's nodes and weights."""
        start, stop = self.matrix.indptr[index], self.matrix.indptr[index + 1]
        return self.matrix.indices[start:stop].astype(np.int64), self.matrix.data[start:stop]

    def centers_of(self, group: NDArray[np.int64]) -> list[int]:
        """Return the nodes of a group around which there is a probe of just these nodes.

        Or would be if the nodes had other numbers: of neighbours equally near, those of lower
        number are offered, and others were as likely to be.
        """
        if self._blocks:
            steps = np.arange(0, len(self), self.n_nodes)
            near = (group[:, None] + steps).ravel()
        else:
            near = np.flatnonzero(np.isin(self.centers, group))
        sizes = self.matrix.indptr[near + 1] - self.matrix.indptr[near]
        return [int(self.centers[i]) for i in near[sizes == len(group)] if self._may_be(i, group)]

    def _may_be(self, index: int, group: NDArray[np.int64]) -> bool:
        """Tell whether a probe is of these nodes, but for others as near to its centre."""
        nodes, center = self.row(index)[0], int(self.centers[index])
        return set(nodes.tolist()) == set(group.tolist()) or (
            _sorted(self.nearness(center, nodes)) == _sorted(self.nearness(center, group))
        )

    @cached_property
    def _blocks(self) -> bool:
        """Whether every width has one probe a node, in order, so that centres need no look-up."""
        n = self.n_nodes
        return len(self) % n == 0 and np.array_equal(self.centers, np.arange(len(self)) % n)

    def by_center(self, seen: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return ``seen_s seen_c`` for every probe ``s`` with centre ``c``; ``(m, ...)`` like seen.

        The nodes come first in the catalogue, so ``seen_c`` is what the probe of ``c`` alone sees.
        """
        if self._blocks:
            n = self.n_nodes
            split = seen.reshape(len(self) // n, n, *seen.shape[1:])
            return np.asarray((split * seen[:n]).reshape(seen.shape))
        return np.asarray(seen * seen[self.centers])

    def with_center(self, seen: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return ``(m,)`` the sum of ``seen_s seen_c`` over the columns of ``(m, k)``."""
        if self._blocks:
            n = self.n_nodes
            split = seen.reshape(len(self) // n, n, -1)
            return np.asarray(np.einsum("wnk,nk->wn", split, seen[:n])).ravel()
        return np.asarray(np.einsum("mk,mk->m", seen, seen[self.centers]))

    def variances(self, kernel: Kernel) -> NDArray[np.float64]:
        """Return ``s'Ks`` of every probe."""
        result = np.zeros(len(self))
        for probe, i, j, weight in self._pairs():
            result += np.bincount(probe, weight * kernel.entries(i, j), minlength=len(self))
        return result

    def crosses(self, kernel: Kernel) -> NDArray[np.float64]:
        """Return ``e_c'Ks``, the covariance of every probe with its centre ``c``."""
        rows = np.repeat(np.arange(len(self)), np.diff(self.matrix.indptr))
        values = self.matrix.data * kernel.entries(self.centers[rows], self.matrix.indices)
        return np.asarray(np.bincount(rows, values, minlength=len(self)))

    def _pairs(self) -> Iterator[tuple[Indices, Indices, Indices, NDArray[np.float64]]]:
        """Yield probe, both nodes and the product of their weights, for every pair in a group."""
        pointers, nodes, weights = self.matrix.indptr, self.matrix.indices, self.matrix.data
        sizes = np.diff(pointers).astype(np.int64)
        ends = np.cumsum(sizes**2)
        first = 0
        while first < len(self):
            before = ends[first - 1] if first else 0
            last = max(first + 1, int(np.searchsorted(ends, before + PAIRS, side="right")))
            size = sizes[first:last]
            probe = np.repeat(np.arange(first, last), size**2)
            within = np.arange(len(probe)) - np.repeat(np.cumsum(size**2) - size**2, size**2)
            start, width = pointers[probe].astype(np.int64), sizes[probe]
            a, b = start + within // width, start + within % width
            yield probe, nodes[a], nodes[b], weights[a] * weights[b]
            first = last


def _sorted(near: NDArray[np.float64]) -> list[list[float]]:
    return sorted(np.atleast_2d(near.T).T.tolist())
