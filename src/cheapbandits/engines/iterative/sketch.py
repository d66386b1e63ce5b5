"""A sketch of ``K``: a few random fields that bound ``x'Kx`` for any ``x`` without a solve.

Fields ``y_c`` have covariance ``K``, so for any fixed ``x``

    sum_c (x'y_c)^2 / q  =  x'Kx * chi2_q / q

and the quantiles of ``chi2_q`` bound ``x'Kx`` from both sides.
"""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.special import gammainccinv, gammaincinv

from cheapbandits.engines.iterative.fields import BLOCK, Fields
from cheapbandits.engines.iterative.series import begin, residuals
from cheapbandits.engines.rows import n_cores

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System

    Values = NDArray[np.float64]

__all__ = ["Sketch"]

#: Fields in the sketch, at least and at most: the upper bound of what only it knows is 3.5 times
#: the estimate with the first number, 1.8 times with the last.
LEAST_FIELDS, MOST_FIELDS = 128, 512
#: Nodes whose place among the highest should become clear, and what each in doubt costs, in fields:
#: a shorter solve, of a few sets of probes, but most are settled by less than a solve.
N_FIRST, IN_DOUBT = 64, 0.125
#: Nodes looked at in one go.
CHUNK = 20_000
#: Chance that one bound fails. Ten million probes, each in one of a thousand balls (which one it is
#: hangs on the sketch), fail with less than 1e-6.
FAILURE = 1e-16
#: Relative error of a sum in single precision.
SINGLE = 1e-6


class Sketch:
    """``(N, q)`` random fields of covariance ``K``, single precision.

    Parameters
    ----------
    system, kappa
        As :class:`~cheapbandits.engines.iterative.fields.Fields` takes them.
    report
        Is told how much more is done.
    n_fields
        ``q``; as many as suit the graph when left out.
    """

    #: The series has no gap to lean on.
    kappa = math.inf

    def __init__(
        self,
        system: System,
        kappa: float,
        report: Callable[[float], None],
        n_fields: int | None = None,
    ) -> None:
        self._system, self._source, self._report = system, Fields(system, kappa), report
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
    def facts(self) -> dict[str, object]:
        """What these bounds rest on."""
        text = f"{self.n_fields:,} random fields, {self.fields.nbytes / 2**20:,.0f} MiB"
        error = self._source.epsilon or self._delta
        return {
            "sketch": f"{text}, solved to {error:.2g}",
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
        least = float(2 * gammaincinv(n_fields / 2, FAILURE) / n_fields) ** 0.5
        most = float(2 * gammainccinv(n_fields / 2, FAILURE) / n_fields) ** 0.5
        error = self._source.epsilon
        least, most = (1 - error) * least - self._delta, (1 + error) * most + self._delta
        return max(least, 0.0) ** 2, most**2

    @property
    def _delta(self) -> float:
        return math.sqrt(self._error / (self._system.ridge * self.n_fields))

    def _estimates(self, residuals: sp.csr_array) -> Values:
        shares = residuals.astype(np.float32) @ self.fields
        return np.asarray(np.einsum("ij,ij->i", shares, shares, dtype=float)) / self.n_fields

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
        n = self._system.graph.n_nodes
        known, estimate = np.empty(n), np.empty(n)
        for start in range(0, n, CHUNK):
            nodes = np.arange(start, min(start + CHUNK, n))
            ones = (np.ones(len(nodes)), nodes, np.arange(len(nodes) + 1))
            rows = sp.csr_array(ones, shape=(len(nodes), n))
            known[nodes], factors, terms = begin(self._system, rows, 1, self.kappa)
            estimate[nodes] = self._estimates(residuals(factors, terms))
        return known, estimate

    def _draw(self, count: int) -> None:
        """Add fields, a thread for each block, since most of it waits for memory."""
        old = self.n_fields
        fields = np.empty((len(self.fields), old + count), np.float32)
        fields[:, :old] = self.fields

        def draw(start: int) -> float:
            fields[:, start : start + BLOCK], left = self._source.draw(start)
            self._report(BLOCK / MOST_FIELDS)
            return left

        with ThreadPoolExecutor(n_cores()) as threads:
            self._error += sum(threads.map(draw, range(old, old + count, BLOCK)))
        self.fields = fields
