"""The spectral gap: on an expander it bounds what a residual can still hide.

With ``D`` the diagonal of ``A = L + ridge I``, on a connected part of ``n`` nodes

    r'Kr  =  (1'r)^2 / (n ridge)  +  p'Kp,     p'Kp <= p'D^-1 p / kappa,

where ``p`` is ``r`` less its mean and ``kappa`` the least ``x'Ax / x'Dx`` of any ``x`` of sum zero.
Lanczos iteration from a random start finds it, and how far off it can be after ``k`` steps is known
but for a small chance (Kuczynski and Wozniakowski, 1992).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.linalg import eigvalsh_tridiagonal

from cheapbandits.engines.iterative.moments import from_above, from_below, moments

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System

    Values = NDArray[np.float64]

__all__ = ["Gap"]

#: Lanczos steps, and the step at which a graph without a gap is given up.
N_STEPS, FIRST_STEPS = 150, 25
#: Below this gap a sketch tells more.
LEAST = 0.1
#: Of each set, so many of the most uncertain probes are looked at more closely beforehand.
N_FIRST = 100
#: Chance that the gap is smaller than said.
FAILURE = 1e-7


class Gap:
    """Bounds by the spectral gap; :meth:`of` says whether there is one."""

    #: Levels at which :meth:`many` works: 1, 2, 3 terms of the series.
    n_many = 3
    #: Nodes in the balls of the levels that follow, and how many are solved beforehand.
    balls: tuple[int, ...] = (2_000, 16_000)
    n_balls = 60

    def __init__(self, system: System, kappa: float) -> None:
        self._system, self.kappa = system, kappa
        parts = system.graph.parts
        sizes = np.bincount(parts)
        self._sizes = sizes.astype(float)
        self._inverses = np.bincount(parts, 1 / system.diagonal)
        self._parts = sp.csr_array((np.ones(len(parts)), parts, np.arange(len(parts) + 1)))

    @classmethod
    def of(cls, system: System) -> Gap | None:
        """Return the gap's bounds, or ``None`` on a graph that has next to none."""
        kappa = least_quotient(system)
        return cls(system, kappa) if kappa > LEAST else None

    @property
    def facts(self) -> dict[str, object]:
        """What these bounds rest on."""
        return {"spectral gap": f"{self.kappa:.3g}, smaller with a chance of {FAILURE:g}"}

    def rest(self, nodes: NDArray[np.int64], residuals: Values) -> tuple[Values, Values]:
        """Return bounds ``(m,)`` below and above ``r'Kr`` of vectors ``(k, m)`` on some nodes."""
        kinds, place = np.unique(self._system.graph.parts[nodes], return_inverse=True)
        sums = sp.csr_array((np.ones(len(nodes)), place, np.arange(len(nodes) + 1))).T
        sizes, inverses = self._sizes[kinds], self._inverses[kinds]
        scaled = residuals / self._system.diagonal[nodes][:, None]
        means = (sums @ residuals) / sizes[:, None]
        sure = sizes @ means**2 / self._system.ridge
        square = np.einsum("ij,ij->j", scaled, residuals) + inverses @ means**2
        square -= 2 * np.einsum("ij,ij->j", sums @ scaled, means)
        square = np.maximum(square, 0)
        # No quotient x'Ax / x'Dx exceeds 2.
        return sure + square / 2, sure + square / self.kappa

    def promising(self, lower: Values, upper: Values) -> NDArray[np.int64]:
        """Return who may be among the :data:`N_FIRST` highest."""
        count = min(N_FIRST, len(lower))
        return np.flatnonzero(upper > np.partition(lower, -count)[-count])

    def n_terms(self, level: int) -> int:
        """How many terms of the series a level takes."""
        return level + 1

    def many(self, rows: sp.csr_array, level: int) -> tuple[Values, Values, float]:
        """Return bounds ``(m,)`` below and above ``s'Ks`` of the rows ``s``, and the work."""
        mu, work = moments(self._system, rows, self.n_terms(level))
        known, square, steps = from_above(mu, self.kappa)
        means = self._part_sums(rows, steps)
        sure = np.asarray(means.power(2) @ (1 / self._sizes)) / self._system.ridge
        drift = np.asarray(means.power(2) @ (self._inverses / self._sizes**2))
        rest = (np.sqrt(np.maximum(square, 0)) + np.sqrt(drift)) ** 2
        return from_below(mu)[0], known + sure + rest / self.kappa, work

    def _part_sums(self, rows: sp.csr_array, steps: Values) -> sp.csr_array:
        """Return ``1'r`` of each residual on each part: ``1's - ridge 1'x``, sparse."""
        system = self._system
        sums = rows @ self._parts
        reach = np.ones(system.graph.n_nodes)
        for step in steps.T:
            reach = reach / system.diagonal
            data = rows.data * reach[rows.indices]
            share = sp.csr_array((data, rows.indices, rows.indptr), shape=rows.shape) @ self._parts
            sums = sums - sp.diags_array(system.ridge * step) @ share
            reach = system.graph.weights @ reach
        return sp.csr_array(sums)


def least_quotient(system: System) -> float:
    """Return a bound below ``kappa``, by Lanczos on ``1 + D^-1/2 W D^-1/2`` less the means."""
    graph, root = system.graph, np.sqrt(system.diagonal)
    parts, inverses = graph.parts, np.bincount(graph.parts, 1 / system.diagonal)

    def project(x: Values) -> Values:
        return np.asarray(x - (np.bincount(parts, x / root) / inverses)[parts] / root)

    vector = project(np.random.default_rng(graph.n_nodes).standard_normal(graph.n_nodes))
    vector /= np.linalg.norm(vector) or 1.0
    before = np.zeros_like(vector)
    diagonal: list[float] = []
    off: list[float] = []
    for step in range(min(N_STEPS, graph.n_nodes)):
        new = project(vector + (graph.weights @ (vector / root)) / root)
        diagonal.append(float(new @ vector))
        new -= diagonal[-1] * vector
        new -= (off[-1] if off else 0.0) * before
        off.append(float(np.linalg.norm(new)))
        if off[-1] < 1e-12 or (step == FIRST_STEPS and _top(diagonal, off) > 2 - LEAST):
            break
        before, vector = vector, new / off[-1]
    miss = np.log(1.648 * graph.n_nodes**0.5 / FAILURE) / (2 * len(diagonal) - 1)
    return 2 - _top(diagonal, off) / (1 - miss**2) if miss < 1 else 0.0


def _top(diagonal: list[float], off: list[float]) -> float:
    return float(eigvalsh_tridiagonal(np.array(diagonal), np.array(off[: len(diagonal) - 1])).max())
