"""A sketch of ``K``: a few random fields that bound ``x'Kx`` for any ``x`` without a solve.

Draws ``y_c = K x_c`` with ``x_c ~ N(0, A)`` have covariance ``K``, so for any fixed ``x``

    sum_c (x'y_c)^2 / q  =  x'Kx * chi2_q / q

and the quantiles of ``chi2_q`` bound ``x'Kx`` from both sides. The solves end with residuals
``r_c``; by Cauchy-Schwarz that moves the root of the sum by at most ``delta sqrt(x'Kx)`` with

    delta^2 = sum_c r_c'K r_c / q  <=  sum_c |r_c|^2 / (ridge q).
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.special import gammainccinv, gammaincinv

from cheapbandits.engines.iterative.moments import from_below, moments
from cheapbandits.engines.iterative.system import conjugate_gradients
from cheapbandits.engines.rows import n_cores
from cheapbandits.locks import fork_safe_lock

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System
    from cheapbandits.graphs import Graph

    Values = NDArray[np.float64]

__all__ = ["FAILURE", "Sketch", "white_rows"]

#: Fields in the sketch: the upper bound of what only it knows is 3.5 times the estimate.
N_FIELDS = 128
#: Of each set, so many of the most uncertain probes are looked at more closely beforehand.
N_FIRST = 15_000
#: Fields solved for together.
BLOCK = 16
#: Chance that one bound fails. A hundred million of them together fail with less than 1e-6.
FAILURE = 1e-14
#: Balls one probe may be solved in: which one it is depends on the sketch, so all must be counted.
N_SEEDS = 1000
#: Times a block of fields is solved again for what is left.
MAX_CORRECTIONS = 5
#: Relative error of a sum in single precision.
SINGLE = 1e-6
#: Largest error ``delta`` to aim at, beside a quantile's root of 0.5.
DELTA = 0.03


class Sketch:
    """``(N, q)`` random fields of covariance ``K``, single precision."""

    #: Levels at which :meth:`many` works: 1 and 3 terms of the series.
    n_many = 2
    #: Nodes in the balls of the levels that follow, and how many are solved beforehand.
    balls: tuple[int, ...] = (500, 2_000, 16_000)
    n_balls = 1_000

    def __init__(self, system: System, report: Callable[[float], None]) -> None:
        self.fields = np.empty((system.graph.n_nodes, N_FIELDS), np.float32)
        roots = white_rows(system.graph).astype(np.float32)

        def draw(start: int) -> float:
            """Fill one block of fields; a thread each, since most of it waits for memory."""
            rng = np.random.default_rng([system.graph.n_nodes, start])
            right = roots @ rng.standard_normal((roots.shape[1], BLOCK), dtype=np.float32)
            right += np.float32(system.ridge**0.5) * rng.standard_normal(
                right.shape, dtype=np.float32
            )
            solved, left = _solve(system, right)
            self.fields[:, start : start + BLOCK] = solved
            report(BLOCK / N_FIELDS)
            return left

        with ThreadPoolExecutor(n_cores()) as threads:
            error = sum(threads.map(draw, range(0, N_FIELDS, BLOCK)))
        self.delta = (error / (system.ridge * N_FIELDS)) ** 0.5
        self._system = system
        self._smooth, self._lock = [self.fields], fork_safe_lock()
        self._of_series, self._of_ball = self._range(FAILURE), self._range(FAILURE / N_SEEDS)

    @property
    def facts(self) -> dict[str, object]:
        """What these bounds rest on."""
        size = sum(fields.nbytes for fields in self._smooth)
        text = f"{N_FIELDS} random fields, {size / 2**20:,.0f} MiB, solved to {self.delta:.2g}"
        return {"sketch": text, "a bound fails": f"with a chance of {FAILURE:g}"}

    def rest(self, nodes: NDArray[np.int64], residuals: Values) -> tuple[Values, Values]:
        """Return bounds ``(m,)`` below and above ``r'Kr`` of vectors ``(k, m)`` on some nodes."""
        shares = residuals.T @ self.fields[nodes].astype(float)
        return _bounds(shares, 0.0, self._of_ball)

    def promising(self, lower: Values, upper: Values) -> NDArray[np.int64]:  # noqa: ARG002
        """Return the :data:`N_FIRST` with the highest upper bounds."""
        count = min(N_FIRST, len(upper))
        return np.argpartition(-upper, count - 1)[:count]

    def n_terms(self, level: int) -> int:
        """How many terms of the series a level takes."""
        return 2 * level + 1

    def many(self, rows: sp.csr_array, level: int) -> tuple[Values, Values, float]:
        """Return bounds ``(m,)`` below and above ``s'Ks`` of the rows ``s``, and the work."""
        mu, work = moments(self._system, rows, self.n_terms(level))
        known, steps = from_below(mu)
        # r = s - sum_j c_j (t_j - t_(j+1)), and what Y says for t_j, its j-th smoothing says for s.
        factors = -np.diff(steps, axis=1, prepend=1.0, append=0.0)
        shares, single = np.zeros((rows.shape[0], N_FIELDS)), rows.astype(np.float32)
        slip = np.zeros(rows.shape[0])
        for j, factor in enumerate(factors.T):
            share = factor[:, None] * (single @ self._smoothed(j))
            slip += SINGLE * np.sqrt(_squares(share))
            shares += share
        below, above = _bounds(shares, slip, self._of_series)
        return known + below, known + above, work

    def _range(self, failure: float) -> tuple[float, float]:
        """Return between which multiples of ``x'Kx`` an estimate lies, but for such a chance."""
        least = float(2 * gammaincinv(N_FIELDS / 2, failure) / N_FIELDS) ** 0.5 - self.delta
        most = float(2 * gammainccinv(N_FIELDS / 2, failure) / N_FIELDS) ** 0.5 + self.delta
        return max(least, 0.0) ** 2, most**2

    def _smoothed(self, j: int) -> NDArray[np.float32]:
        """Return ``(D^-1 W)^j Y``; several threads may ask."""
        with self._lock:
            self._smooth_up_to(j)
        return self._smooth[j]

    def _smooth_up_to(self, j: int) -> None:
        while len(self._smooth) <= j:
            smooth = np.empty_like(self.fields)
            weights = self._system.graph.weights.astype(np.float32)
            for start in range(0, N_FIELDS, BLOCK):
                part = slice(start, start + BLOCK)
                smooth[:, part] = weights @ np.ascontiguousarray(self._smooth[-1][:, part])
            smooth /= self._system.diagonal.astype(np.float32)[:, None]
            self._smooth.append(smooth)


def _bounds(
    shares: Values, slip: Values | float, multiples: tuple[float, float]
) -> tuple[Values, Values]:
    """Return bounds below and above ``x'Kx`` from ``x'Y``, ``(m, q)``, and its rounding."""
    least, most = multiples
    root = np.sqrt(_squares(shares))
    low, high = np.maximum(root - slip, 0), root + slip
    if not least:
        return low**2 / most, np.where(high > 0, np.inf, 0.0)
    return low**2 / most, high**2 / least


def _squares(shares: Values) -> Values:
    return np.asarray(np.einsum("ij,ij->i", shares, shares)) / N_FIELDS


def white_rows(graph: Graph) -> sp.csr_array:
    """Return ``(N, E)`` ``B'W^(1/2)``, whose square is the Laplacian."""
    upper = sp.coo_array(sp.triu(graph.weights, k=1))
    number, root = np.arange(upper.nnz), np.sqrt(upper.data)
    rows = np.concatenate([upper.coords[0], upper.coords[1]])
    entries = (np.concatenate([root, -root]), (rows, np.concatenate([number, number])))
    return sp.csr_array(entries, shape=(graph.n_nodes, upper.nnz))


def _solve(system: System, right: NDArray[np.float32]) -> tuple[NDArray[np.float32], float]:
    """Return about ``K x`` for ``(N, b)``, and ``sum |r|^2``, corrected until small."""
    goal = DELTA * (system.ridge * right.shape[1]) ** 0.5
    left, error = right, float(np.linalg.norm(right))
    solved = np.zeros_like(right)
    for _ in range(MAX_CORRECTIONS):
        wanted = max(0.8 * goal / error, 1e-6)
        solved += conjugate_gradients(system.single, system.coarse.apply, left, wanted)[0]
        left = _residual(system, right, solved)
        before, error = error, float(np.linalg.norm(left))
        if error <= goal or error > before / 2:
            break
    return solved, error**2


def _residual(
    system: System, right: NDArray[np.float32], solved: NDArray[np.float32]
) -> NDArray[np.float32]:
    """Return ``b - A x`` in double precision until the last rounding, field by field."""
    left = np.empty_like(right)
    for k in range(right.shape[1]):
        left[:, k] = right[:, k] - system.matrix @ solved[:, k].astype(float)
    return left
