"""Random fields of covariance ``K``: draws ``y = K x`` with ``x ~ N(0, A)``.

On each part the mean of ``x`` is solved for exactly, and the rest, of sum zero, by a fixed number
of Chebyshev steps. These are linear: what comes out is normal, with the covariance
``(1 - R) K (1 - R)'``, ``|R| <= epsilon`` as an operator on the energy. They need a bound below the
spectrum of ``D^-1 A``; where the one at hand asks for too many steps, conjugate gradients solve,
and end with residuals ``r``. By Cauchy-Schwarz these move the root of a mean square of ``q``
fields by at most ``delta`` times the true one,

    delta^2 = sum_c r_c'K r_c / q  <=  sum_c |r_c|^2 / (ridge q).
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.iterative.system import TOLERANCE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System
    from cheapbandits.graphs import Graph

    Single = NDArray[np.float32]

__all__ = ["BLOCK", "Fields", "white_rows"]

#: Fields solved for together.
BLOCK = 16
#: Error of the steps to aim at, and so many steps at most.
EPSILON, MOST_STEPS = 0.05, 150
#: Error ``delta`` of conjugate gradients to aim at.
DELTA = 0.03


class Fields:
    """Draws blocks of fields; threads may share it.

    Parameters
    ----------
    system
        Of the graph.
    kappa
        No ``x`` of sum zero on each part has a smaller ``x'Ax / x'Dx``.

    Attributes
    ----------
    epsilon
        The error of the steps, zero where conjugate gradients solve.
    """

    def __init__(self, system: System, kappa: float) -> None:
        self._system = system
        self._roots = white_rows(system.graph).astype(np.float32)
        self._inverse = (1 / system.diagonal).astype(np.float32)[:, None]
        parts = system.graph.parts
        ones = np.ones(len(parts), np.float32)
        self._spread = sp.csr_array((ones, parts, np.arange(len(parts) + 1)))
        self._average = sp.csr_array(self._spread / np.bincount(parts)[None, :]).T.tocsr()
        self._average = self._average.astype(np.float32)
        self._least = max(kappa, system.ridge / float(system.diagonal.max()))
        ratio = math.acosh((2 + self._least) / (2 - self._least))
        steps = math.ceil(math.acosh(1 / EPSILON) / ratio)
        self._steps = steps if steps <= MOST_STEPS else 0
        self.epsilon = 1 / math.cosh(steps * ratio) if self._steps else 0.0

    def draw(self, start: int) -> tuple[Single, float]:
        """Return a block ``(N, BLOCK)`` of fields, and ``sum |r|^2`` of conjugate gradients."""
        rng = np.random.default_rng([self._system.graph.n_nodes, start])
        right = self._roots @ rng.standard_normal((self._roots.shape[1], BLOCK), np.float32)
        ridge = np.float32(self._system.ridge)
        right += ridge**0.5 * rng.standard_normal(right.shape, np.float32)
        if not self._steps:
            return self._solve(right)
        means = self._average @ right
        return self._iterate(right - self._spread @ means) + self._spread @ (means / ridge), 0.0

    def _iterate(self, left: Single) -> Single:
        """Take the Chebyshev steps for a spectrum from ``least`` to 2; ``left`` is overwritten."""
        middle, half = 1 + self._least / 2, 1 - self._least / 2
        rho = half / middle
        solution = np.zeros_like(left)
        direction = self._smooth(left) / np.float32(middle)
        for _ in range(self._steps):
            solution += direction
            left -= self._system.single @ direction
            rho, before = 1 / (2 * middle / half - rho), rho
            direction *= np.float32(rho * before)
            direction += np.float32(2 * rho / half) * self._smooth(left)
        return solution

    def _smooth(self, left: Single) -> Single:
        """Return ``D^-1 r`` less its mean on each part."""
        smooth = self._inverse * left
        smooth -= self._spread @ (self._average @ smooth)
        return smooth

    def _solve(self, right: Single) -> tuple[Single, float]:
        """Return about ``K x``, and ``sum |r|^2``."""
        system = self._system
        goal = DELTA * (system.ridge * BLOCK) ** 0.5 / float(np.linalg.norm(right))
        solved = system.solve(right.astype(float), max(goal, TOLERANCE))[0].astype(np.float32)
        left = right - system.matrix @ solved.astype(float)
        return solved, float(np.linalg.norm(left)) ** 2


def white_rows(graph: Graph) -> sp.csr_array:
    """Return ``(N, E)`` ``B'W^(1/2)``, whose square is the Laplacian."""
    upper = sp.coo_array(sp.triu(graph.weights, k=1))
    number, root = np.arange(upper.nnz), np.sqrt(upper.data)
    rows = np.concatenate([upper.coords[0], upper.coords[1]])
    entries = (np.concatenate([root, -root]), (rows, np.concatenate([number, number])))
    return sp.csr_array(entries, shape=(graph.n_nodes, upper.nnz))
