"""What computes ``K``: the contract of an engine, and the small types that pass through it.

In node space the paper's estimate is the posterior mean of a Gaussian process with covariance
``K = (L + ridge I)^-1`` (``I / ridge`` for LinUCB). No eigenbasis is needed: a column ``K s`` for
each probe really used, and ``s'Ks`` for the candidates.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np

if TYPE_CHECKING:
    import scipy.sparse as sp
    from numpy.typing import NDArray

    from cheapbandits.engines.dense import DenseEngine
    from cheapbandits.engines.explanation import Explanation
    from cheapbandits.probes import ProbeSet

    Values = NDArray[np.float64]
    Indices = NDArray[np.int64]

__all__ = [
    "DROP",
    "Covariance",
    "Engine",
    "ExactVariances",
    "Local",
    "Remaining",
    "Row",
    "Variances",
    "row_arrays",
]

#: What a local column leaves out. Scores that differ by 1e-9 are ties; a thousand readings, each
#: off by this much, stay below that.
DROP = 1e-13

#: One probe as nodes and their weights in the average (``None``: equal weights).
Row = tuple[tuple[int, ...], tuple[float, ...] | None]


class Local(NamedTuple):
    """A vector that is zero outside of some nodes.

    Attributes
    ----------
    nodes
        ``(k,)`` indices, in any order.
    values
        ``(k,)`` what stands there.
    """

    nodes: NDArray[np.int64]
    values: NDArray[np.float64]


def row_arrays(row: Row) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return a probe's nodes and weights as arrays."""
    nodes, weights = row
    shares = np.full(len(nodes), 1.0 / len(nodes)) if weights is None else np.asarray(weights)
    return np.asarray(nodes, dtype=np.int64), shares


class Variances(Protocol):
    """Bounds ``lower <= s'Ks <= upper`` of every probe of a set, ``(m,)``.

    Whoever asked an engine for them owns them: what is sharpened here, nobody else sees.
    """

    @property
    def lower(self) -> Values:
        """``(m,)`` lower bounds; where :attr:`exact`, the same array as the upper ones."""

    @property
    def upper(self) -> Values:
        """``(m,)`` upper bounds."""

    @property
    def exact(self) -> bool:
        """Whether the bounds agree, to rounding."""

    @property
    def work(self) -> float:
        """Work done on sharpening so far, in products with the Laplacian."""

    def sharpen(self, candidates: Indices, wanted: Values) -> Indices:
        """Tighten the bounds of some candidates, the most promising first; return which.

        Nobody is returned where nothing can be tightened.

        Parameters
        ----------
        candidates
            Probes, the most promising first.
        wanted
            The variance below which each of them no longer matters.
        """


class ExactVariances:
    """Variances without an error: the bounds are one array."""

    exact, work = True, 0.0

    def __init__(self, values: Values) -> None:
        values.setflags(write=False)  # everybody on the graph may hold it
        self.lower = self.upper = values

    def sharpen(
        self,
        candidates: Indices,
        wanted: Values,  # noqa: ARG002
    ) -> Indices:
        """Return nobody: there is nothing to tighten."""
        return candidates[:0]


class Remaining:
    """Bounds on variances of which something has been taken away."""

    def __init__(self, whole: Variances, taken: Values) -> None:
        self._whole, self._taken = whole, taken

    @property
    def lower(self) -> Values:
        """``(m,)`` lower bounds."""
        return self._whole.lower - self._taken

    @property
    def upper(self) -> Values:
        """``(m,)`` upper bounds."""
        return self._whole.upper - self._taken

    @property
    def exact(self) -> bool:
        """Whether the bounds agree."""
        return self._whole.exact

    @property
    def work(self) -> float:
        """Work done on sharpening so far."""
        return self._whole.work

    def sharpen(self, candidates: Indices, wanted: Values) -> Indices:
        """Tighten the bounds of some candidates; return which."""
        return self._whole.sharpen(candidates, wanted + self._taken[candidates])


class Covariance(Protocol):
    """What a belief stands on: a covariance ``K`` over ``N`` nodes. A belief is one as well."""

    @property
    def n_nodes(self) -> int:
        """``N``."""

    @property
    def local(self) -> bool:
        """Whether :meth:`column` gives :class:`Local` vectors."""

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Do the set-up for these sets of probes at once; never needed, only quicker."""

    def column(self, row: Row) -> Any:
        """Return ``K s`` of one probe, ``(N,)`` or local, free to be overwritten."""

    def variances(self, probes: ProbeSet) -> Variances:
        """Return bounds on ``s'Ks`` of every probe in a set, the caller's own."""

    def sample(self, n_samples: int, rng: np.random.Generator) -> Values:
        """Return ``(n_samples, N)`` draws from the centred Gaussian with this covariance."""

    def precision(self) -> sp.csr_array | None:
        """Return ``K^-1`` as a sparse matrix, or ``None`` where there is none to be had."""

    def absorb(self, matrix: sp.csr_array) -> DenseEngine | None:
        """Return the covariance with precision ``K^-1 + S'S``, factorised afresh.

        ``None`` where that would take more than this engine was chosen for; one that can absorb
        is an :class:`Absorbing`.
        """

    def explain(self) -> Explanation:
        """Say which engine this is, and why it was taken."""


class Absorbing(Covariance, Protocol):
    """A covariance that can absorb readings, and so knows its determinant."""

    @property
    def log_determinant(self) -> float:
        """``log det K^-1``."""


class Engine(Covariance, Protocol):
    """A covariance that is computed. It does not change after its set-up, and threads may share it.

    What is computed later (the variances of another set of probes) is computed once, under a lock,
    and kept; it is the same for everybody.
    """

    name: str
