"""A sketch of ``K``: a few random fields that bound ``x'Kx`` for any ``x`` without a solve.

Draws ``y_c = K x_c`` with ``x_c ~ N(0, A)`` have covariance ``K``, so for any fixed ``x``

    sum_c (x'y_c)^2 / q  =  x'Kx * chi2_q / q

and the quantiles of ``chi2_q`` bound ``x'Kx`` from both sides. The solves end with residuals
``r_c``; by Cauchy-Schwarz that moves the root of the sum by at most ``delta sqrt(x'Kx)`` with

    delta^2 = sum_c r_c'K r_c / q  <=  sum_c |r_c|^2 / (ridge q).
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.special import gammainccinv, gammaincinv

from cheapbandits.engines.iterative.series import begin, residuals
from cheapbandits.engines.iterative.system import conjugate_gradients
from cheapbandits.engines.rows import n_cores

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System
    from cheapbandits.graphs import Graph

    Values = NDArray[np.float64]

__all__ = ["FAILURE", "Sketch", "white_rows"]

#: Fields in the sketch, at least and at most: the upper bound of what only it knows is 3.5 times the
#: estimate with the first number, 1.5 times with the last.
LEAST_FIELDS, MOST_FIELDS = 128, 1024
#: Nodes whose place among the highest should become clear, and what each in doubt costs, in fields:
#: a shorter solve, of a few sets of probes, but most are settled by less than a solve.
N_FIRST, IN_DOUBT = 64, 0.125
#: Nodes looked at in one go.
CHUNK = 20_000
#: Fields solved for together.
BLOCK = 16
#: Chance that one bound fails. Ten million probes, each in one of a thousand balls (which one it is
#: hangs on the sketch), fail with less than 1e-6.
FAILURE = 1e-16
#: Times a block of fields is solved again for what is left.
MAX_CORRECTIONS = 5
#: Relative error of a sum in single precision.
SINGLE = 1e-6
#: Largest error ``delta`` to aim at, beside a quantile's root of 0.5.
DELTA = 0.03


class Sketch:
    """``(N, q)`` random fields of covariance ``K``, single precision.

    Parameters
    ----------
    system
        Of the graph.
    report
        Is told how much more is done.
    n_fields
        ``q``; as many as suit the graph when left out.
    """

    #: There is no gap to lean on.
    kappa = math.inf

    def __init__(
        self, system: System, report: Callable[[float], None], n_fields: int | None = None
    ) -> None:
        self._system, self._report = system, report
        self._roots = white_rows(system.graph).astype(np.float32)
        self.fields = np.empty((system.graph.n_nodes, 0), np.float32)
        self._error = 0.0
        self._draw(n_fields or LEAST_FIELDS)
        if n_fields is None:
            self._draw(self._suited())
        self._typical = np.sqrt(np.einsum("ij,ij->i", self.fields, self.fields) / self.n_fields)

    @property
    def n_fields(self) -> int:
        """``q``."""
        return self.fields.shape[1]

    @property
    def delta(self) -> float:
        """How far the solves may have moved an estimate's root."""
        return (self._error / (self._system.ridge * self.n_fields)) ** 0.5

    @property
    def facts(self) -> dict[str, object]:
        """What these bounds rest on."""
        text = f"{self.n_fields:,} random fields, {self.fields.nbytes / 2**20:,.0f} MiB"
        return {
            "sketch": f"{text}, solved to {self.delta:.2g}",
            "a bound fails": f"with a chance of {FAILURE:g}",
        }

    @property
    def work_an_entry(self) -> float:
        """Work to bound one entry of a residual, beside one of the Laplacian's in a product."""
        return 60 + self.n_fields / 2

    def rest(self, residuals: sp.csr_array) -> tuple[Values, Values]:
        """Return bounds ``(m,)`` below and above ``r'Kr`` of the rows ``r``."""
        least, most = self.range(self.n_fields)
        root = np.sqrt(self._estimates(residuals))
        slip = SINGLE * (abs(residuals) @ self._typical)
        low, high = np.maximum(root - slip, 0), root + slip
        above = high**2 / least if least else np.where(high > 0, np.inf, 0.0)
        return low**2 / most, above

    def range(self, n_fields: int) -> tuple[float, float]:
        """Return between which multiples of ``x'Kx`` an estimate lies, but for :data:`FAILURE`."""
        least = float(2 * gammaincinv(n_fields / 2, FAILURE) / n_fields) ** 0.5 - self.delta
        most = float(2 * gammainccinv(n_fields / 2, FAILURE) / n_fields) ** 0.5 + self.delta
        return max(least, 0.0) ** 2, most**2

    def _estimates(self, residuals: sp.csr_array) -> Values:
        shares = residuals.astype(np.float32) @ self.fields
        return np.einsum("ij,ij->i", shares, shares, dtype=float) / self.n_fields

    def _suited(self) -> int:
        """Return how many fields to add: what more of them cost, they save in solves.

        The first ones say of every node about what its variance is, and of which nodes it would
        still be in doubt, with ``q`` fields, whether they are among the highest.
        """
        known, estimate = self._of_nodes()
        guess = known + estimate
        count = min(N_FIRST, len(guess))
        floor = np.partition(guess, -count)[-count]

        def cost(n_fields: int) -> float:
            least = self.range(n_fields)[0] or 1e-300
            return n_fields + IN_DOUBT * int((known + estimate / least > floor).sum())

        choices = [LEAST_FIELDS << j for j in range((MOST_FIELDS // LEAST_FIELDS).bit_length())]
        return min(choices, key=cost) - self.n_fields

    def _of_nodes(self) -> tuple[Values, Values]:
        """Return of every node the known part of its variance and an estimate of the rest."""
        n, parts = self._system.graph.n_nodes, []
        for start in range(0, n, CHUNK):
            count = min(CHUNK, n - start)
            ones = (np.ones(count), np.arange(start, start + count), np.arange(count + 1))
            rows = sp.csr_array(ones, shape=(count, n))
            known, factors, terms = begin(self._system, rows, 1, self.kappa)
            parts.append((known, self._estimates(residuals(factors, terms))))
        return tuple(np.concatenate(part) for part in zip(*parts, strict=True))

    def _draw(self, count: int) -> None:
        """Add fields, block by block, a thread each, since most of it waits for memory."""
        system, old = self._system, self.n_fields
        fields = np.empty((len(self.fields), old + count), np.float32)
        fields[:, :old] = self.fields

        def draw(start: int) -> float:
            rng = np.random.default_rng([system.graph.n_nodes, start])
            right = self._roots @ rng.standard_normal((self._roots.shape[1], BLOCK), np.float32)
            ridge = np.float32(system.ridge**0.5)
            right += ridge * rng.standard_normal(right.shape, dtype=np.float32)
            fields[:, start : start + BLOCK], left = _solve(system, right)
            self._report(BLOCK / MOST_FIELDS)
            return left

        with ThreadPoolExecutor(n_cores()) as threads:
            self._error += sum(threads.map(draw, range(old, old + count, BLOCK)))
        self.fields = fields


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
