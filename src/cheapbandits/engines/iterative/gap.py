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

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System
    from cheapbandits.graphs import Graph

    Values = NDArray[np.float64]

__all__ = ["LEAST", "Gap", "least_quotient"]

#: Lanczos steps at which a gap should show, and at the most: what is found of a small one helps to
#: draw a sketch.
FIRST_STEPS, N_STEPS = 150, 400
#: Below this gap a sketch tells more.
LEAST = 0.1
#: Chance that the gap is smaller than said.
FAILURE = 1e-7


class Gap:
    """Bounds by a spectral gap ``kappa``, of more than :data:`LEAST` to be of use."""

    #: Work to bound one entry of a residual, beside one of the Laplacian's in a product.
    work_an_entry = 60.0

    def __init__(self, system: System, kappa: float) -> None:
        self._system, self.kappa = system, kappa
        parts = system.graph.parts
        sizes = np.bincount(parts)
        self._sizes = sizes.astype(float)
        self._inverses = np.bincount(parts, 1 / system.diagonal)
        self._parts = sp.csr_array((np.ones(len(parts)), parts, np.arange(len(parts) + 1)))

    @property
    def facts(self) -> dict[str, object]:
        """What these bounds rest on."""
        return {"spectral gap": f"{self.kappa:.3g}, smaller with a chance of {FAILURE:g}"}

    def rest(self, residuals: sp.csr_array) -> tuple[Values, Values]:
        """Return bounds ``(m,)`` below and above ``r'Kr`` of the rows ``r``."""
        inverse, sizes = 1 / self._system.diagonal, self._sizes
        data = residuals.data * inverse[residuals.indices]
        scaled = sp.csr_array((data, residuals.indices, residuals.indptr), residuals.shape)
        sums = residuals @ self._parts
        squares = sums.power(2)
        sure = squares @ (1 / sizes) / self._system.ridge
        left = residuals.power(2) @ inverse + squares @ (self._inverses / sizes**2)
        left = left - 2 * (sums.multiply(scaled @ self._parts) @ (1 / sizes))
        left = np.maximum(left, 0)
        # No quotient x'Ax / x'Dx exceeds 2.
        return np.asarray(sure + left / 2), np.asarray(sure + left / self.kappa)


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
        if off[-1] < 1e-12 or (step == FIRST_STEPS and _bound(diagonal, off, graph) > LEAST):
            break
        before, vector = vector, new / off[-1]
    return _bound(diagonal, off, graph)


def _bound(diagonal: list[float], off: list[float], graph: Graph) -> float:
    """Return what ``kappa`` is at least after these steps, but for :data:`FAILURE`."""
    miss = np.log(1.648 * graph.n_nodes**0.5 / FAILURE) / (2 * len(diagonal) - 1)
    return float(2 - _top(diagonal, off) / (1 - miss**2)) if miss < 1 else 0.0


def _top(diagonal: list[float], off: list[float]) -> float:
    return float(eigvalsh_tridiagonal(np.array(diagonal), np.array(off[: len(diagonal) - 1])).max())
