"""The belief about a field: a Gaussian posterior in node space, updated reading by reading.

With prior covariance ``K``, noise ``nu`` and probes ``s_1 .. s_t`` the posterior is ``N(m, C)``,

    C = K - sum_k g_k g_k',      m = m_0 + sum_k z_k g_k,

where each reading ``r`` of a probe ``s`` adds one column: with ``d = s'Cs + nu^2``,

    g = C s / sqrt(d),           z = (r - s'm) / sqrt(d).

With ``nu = 1`` this is the paper's ``V^-1`` and ``alpha^`` seen from the nodes: ``C = Q V^-1 Q'``
and ``m = Q alpha^``. The ``z_k`` are independent and standard normal under the model, so the
readings' log density is ``-1/2 sum_k (log 2 pi d_k + z_k^2)``.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Self, cast

import numpy as np
import scipy.sparse as sp
from scipy.linalg import cholesky, solve_triangular

from cheapbandits.belief.columns import LocalColumns, WholeColumns, average, averages
from cheapbandits.belief.model import Model
from cheapbandits.belief.surprise import Surprise
from cheapbandits.belief.view import View
from cheapbandits.checks import instance
from cheapbandits.copies import independent
from cheapbandits.engines import ExactVariances, choose, row_arrays
from cheapbandits.engines.memory import check_memory
from cheapbandits.engines.nugget import with_nugget
from cheapbandits.errors import ProbeError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.columns import Columns
    from cheapbandits.engines import Absorbing, Covariance, DenseEngine, Explanation, Row, Variances
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["Belief"]

#: A belief over few nodes still waits for this many readings before it is factorised afresh.
MIN_COLUMNS = 64
#: The paper's: values around 0, unit noise.
PAPER = Model()


class Belief:
    """A Gaussian belief over ``N`` nodes. It belongs to one policy: one thread at a time.

    Parameters
    ----------
    prior
        Covariance before any reading. A belief is itself one, so beliefs can be stacked: see
        :meth:`imagine`.
    model
        How readings become what is believed; the paper's, in its own units, when left out.
    mean
        ``(N,)`` prior mean in the model's units; zero when left out.

    Notes
    -----
    A reading costs ``O(N t)`` while there are ``t < N`` of them. At ``t = N`` a dense posterior is
    factorised afresh from its precision ``K^-1 + S'S / nu^2`` and becomes the new starting point,
    so the cost of a reading stays ``O(N^2)`` and rounding never builds up over more than ``N``
    updates. Where columns are local a reading costs what it touches.
    """

    def __init__(
        self,
        prior: Covariance,
        model: Model = PAPER,
        mean: NDArray[np.float64] | None = None,
    ) -> None:
        self.prior = self._first = with_nugget(prior, model.nugget)
        self._on_belief = isinstance(prior, Belief)
        self.model, self._noise_variance = model, model.noise**2
        self.prior_mean = np.zeros(prior.n_nodes) if mean is None else mean
        self._most_columns = max(prior.n_nodes, MIN_COLUMNS)
        self._before = Surprise()  # of the readings that are in the prior by now
        self._start()

    @classmethod
    def of(cls, graph: Graph, model: Model = PAPER, engine: str = "auto") -> Belief:
        """Return what is believed about a field on a graph before any reading.

        Parameters
        ----------
        graph, model
            ``K = (L + ridge I)^-1`` of the graph, with the model's ridge and nugget.
        engine
            What computes ``K``: see :func:`~cheapbandits.engines.choose`.

        Examples
        --------
        >>> from cheapbandits.graphs import grid
        >>> belief = Belief.of(grid(4, 5), Model(mean=20.0, scale=5.0))
        >>> belief.condition(((7,), None), 31.0)
        >>> round(belief.evidence(), 2)
        -3.83
        """
        instance(model, Model, "model", "a Model")
        return cls(choose(graph, model.ridge, engine), model)

    def _start(self) -> None:
        self.columns: Columns = (LocalColumns if self.local else WholeColumns)(self.n_nodes)
        self._innovations = np.empty(16)  # z_k
        self._scales: list[float] = []  # 1 / sqrt(d_k)
        self._rows: list[Row] = []
        self._readings: list[float] = []  # in the model's units
        self._views: dict[ProbeSet, View] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Leave the views behind: they are computed again where the belief arrives."""
        return {**self.__dict__, "_views": {}}

    def __copy__(self) -> Self:
        return independent(self, *self.unchanging())

    def unchanging(self) -> tuple[object, ...]:
        """Return what copies of this belief may share: an engine, but no belief, which learns."""
        return () if self._on_belief else (self.prior, self._first)

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self.prior.n_nodes

    @property
    def local(self) -> bool:
        """Whether columns are kept only where they have not decayed."""
        return self.prior.local

    def prepare(self, sets: Sequence[ProbeSet], n_readings: int = 0) -> None:
        """Say which sets of probes will be looked at, and how many readings are planned.

        Their set-up is done at once, and what cannot fit into memory is refused.
        """
        self.prior.prepare(sets)
        if not self.local:
            check_memory(
                8 * min(n_readings, self._most_columns) * self.n_nodes,
                f"what {n_readings:,} readings teach about {self.n_nodes:,} nodes",
                "plan with fewer readings, or take fewer nodes",
            )

    def explain(self) -> Explanation:
        """Return which engine computes the prior covariance, and why."""
        return self.prior.explain()

    @property
    def mean(self) -> NDArray[np.float64]:
        """``(N,)`` posterior mean ``m`` in the model's units, computed when asked for."""
        return np.asarray(self.prior_mean + self.columns.combine(self.innovations))

    @property
    def n_columns(self) -> int:
        """How many readings came since the last fresh start."""
        return len(self._rows)

    @property
    def innovations(self) -> NDArray[np.float64]:
        """``(t,)`` the numbers ``z_k`` since the last fresh start."""
        return self._innovations[: len(self._rows)]

    @property
    def surprise(self) -> Surprise:
        """How all readings so far came out against what was expected."""
        since = self.innovations
        return self._before.plus(len(since), float(since @ since))

    def evidence(self) -> float:
        """Return the log marginal likelihood of all readings so far, in their own units.

        Readings that are in the prior by now made ``log det K^-1`` grow by
        ``sum_k log(d_k / nu^2)``: two determinants that nobody else needs, so they wait till here.
        """
        seen, old = self.surprise, self._before.count
        spread = math.log(2 * math.pi) + 2 * math.log(self.model.scale)
        log_variance = -2 * sum(map(math.log, self._scales))
        if old:
            grown = _log_determinant(self.prior) - _log_determinant(self._first)
            log_variance += grown + 2 * old * math.log(self.model.noise)
        return -0.5 * (seen.count * spread + log_variance + seen.total)

    def view(self, probes: ProbeSet) -> View:
        """Return mean and variance of every probe in a set, up to date."""
        view = self._views.get(probes)
        if view is None:
            view = self._views[probes] = View(self, probes)
        view.refresh()
        return view

    def condition(self, row: Row, reading: float) -> None:
        """Learn from one reading, in the readings' units: a rank-one update."""
        self._check_row(row)
        self._condition(row, self.model.inward(reading))

    def expect(self, row: Row) -> None:
        """Learn as if a probe had read just what is expected: only the uncertainty falls."""
        self._condition(row, None)

    def _check_row(self, row: Row) -> None:
        # An array would take -1 for its last node. No more than this: it is part of every round.
        nodes = row[0]
        if not nodes or min(nodes) < 0 or max(nodes) >= len(self.prior_mean):
            raise ProbeError(
                f"a group is one or more nodes from 0 to {self.n_nodes - 1}, got {nodes!r}"
            )

    def _condition(self, row: Row, value: float | None) -> None:
        if len(self._rows) >= self._most_columns:
            self._start_afresh()
        columns = self.columns
        shares, column = columns.residual(self.prior.column(row), row)
        variance = max(columns.variance(column, row), 0.0)
        scale = (self._noise_variance + variance) ** -0.5
        expected = average(self.prior_mean, row) + float(shares @ self.innovations)
        if value is None:
            value = expected
        columns.append(column, scale)
        self._remember((value - expected) * scale, scale, row, value)

    def condition_many(self, rows: Sequence[Row], readings: Sequence[float]) -> None:
        """Learn from many readings at once: the same belief as one by one, by block operations."""
        for row in rows:
            self._check_row(row)
        values = [self.model.inward(float(reading)) for reading in readings]
        too_many = len(self._rows) + len(rows) > self._most_columns
        if too_many and self._start_afresh(rows, values):
            return
        if self.local or len(rows) < 2:
            for row, value in zip(rows, values, strict=True):
                self._condition(row, value)
            return
        self._condition_block(rows, values)

    def _condition_block(self, rows: Sequence[Row], values: Sequence[float]) -> None:
        """Take in whole columns together, by one factorisation of what the readings share."""
        matrix = as_matrix(rows, self.n_nodes)
        raw = np.array([self.columns.residual(self.prior.column(row), row)[1] for row in rows])
        gram = np.asarray(matrix @ raw.T)
        noise = self._noise_variance * np.eye(len(rows))
        factor = cholesky((gram + gram.T) / 2 + noise, lower=True)
        columns = solve_triangular(factor, raw, lower=True)
        surprise = np.asarray(values) - matrix @ self.mean
        innovations = solve_triangular(factor, surprise, lower=True).tolist()
        for i, row in enumerate(rows):
            self.columns.append(columns[i], 1.0)
            self._remember(innovations[i], 1.0 / float(factor[i, i]), row, values[i])

    def imagine(self) -> Belief:
        """Return a belief that starts from this one, for readings that have not come yet."""
        return Belief(self, Model(noise=self.model.noise), mean=self.mean)

    # A belief is a covariance too: the posterior ``C``.

    def column(self, row: Row) -> Any:
        """Return ``C s`` of one probe, ``(N,)`` or local."""
        return self.columns.residual(self.prior.column(row), row)[1]

    def variances(self, probes: ProbeSet) -> Variances:
        """Return ``s'Cs`` of every probe in a set, or bounds where the prior has them."""
        view = self.view(probes)
        return ExactVariances(view.upper) if view.exact else view.frozen()

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` centred draws with covariance ``C``; add the mean as needed.

        Draws of the prior are corrected reading by reading, as if each had been read with its own
        noise: ``x - g (s'x + noise) / sqrt(d)``.
        """
        draws = self.prior.sample(n_samples, rng)
        noise = self.model.noise * rng.standard_normal((len(self._rows), n_samples))
        for k, row in enumerate(self._rows):
            seen = averages(draws, row) + noise[k]
            self.columns.correct(draws, k, seen * self._scales[k])
        return draws

    def posterior_samples(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` joint draws of the whole field, in the model's units."""
        return self.mean + self.sample(n_samples, rng)

    def precision(self) -> sp.csr_array | None:
        """Return ``C^-1 = K^-1 + S'S / nu^2``, where the prior has a sparse ``K^-1``."""
        start = self.prior.precision()
        if start is None or not self._rows:
            return start
        matrix = self._scaled(self._rows)
        return sp.csr_array(start + matrix.T @ matrix)

    def absorb(self, matrix: sp.csr_array) -> DenseEngine | None:
        """Return the covariance with precision ``C^-1 + S'S``; see ``Covariance``."""
        own = self._scaled(self._rows)
        return self.prior.absorb(sp.csr_array(sp.vstack([own, matrix])) if self._rows else matrix)

    @property
    def log_determinant(self) -> float:
        """``log det C^-1``, where the prior has one."""
        grown = -2 * sum(math.log(scale * self.model.noise) for scale in self._scales)
        return _log_determinant(self.prior) + grown

    def _remember(self, innovation: float, scale: float, row: Row, value: float) -> None:
        count = len(self._rows)
        if count == len(self._innovations):
            self._innovations = np.concatenate([self._innovations, np.empty(count)])
        self._innovations[count] = innovation
        self._scales.append(scale)
        self._rows.append(row)
        self._readings.append(value)

    def _scaled(self, rows: Sequence[Row]) -> sp.csr_array:
        return as_matrix(rows, self.n_nodes) / self.model.noise

    def _start_afresh(self, rows: Sequence[Row] = (), values: Sequence[float] = ()) -> bool:
        """Make the posterior the new prior, by a fresh factorisation of its precision, if it can.

        With readings ``r`` of probes ``S``, ``sum z^2 = (r - S m_0)'(r - S m) / nu^2``.
        """
        start = self.prior.precision()
        matrix = self._scaled([*self._rows, *rows])
        fresh = self.prior.absorb(matrix)
        if start is None or fresh is None:
            return False
        told = np.array([*self._readings, *values]) / self.model.noise
        information = start @ self.prior_mean + matrix.T @ told
        mean = np.asarray(fresh.matrix @ information)
        squares = float((told - matrix @ self.prior_mean) @ (told - matrix @ mean))
        self._before = self._before.plus(len(told), squares)
        self.prior, self.prior_mean = fresh, mean
        self._start()
        return True


def _log_determinant(covariance: Covariance) -> float:
    """Return ``log det K^-1`` of a covariance that could absorb readings: those have one."""
    return cast("Absorbing", covariance).log_determinant


def as_matrix(rows: Sequence[Row], n_nodes: int) -> sp.csr_array:
    """Return probes as the rows of a sparse ``(t, N)`` matrix."""
    if not rows:
        return sp.csr_array((0, n_nodes))
    nodes, shares = zip(*map(row_arrays, rows), strict=True)
    pointers = np.concatenate([[0], np.cumsum([len(group) for group in nodes])])
    entries = (np.concatenate(shares), np.concatenate(nodes), pointers)
    return sp.csr_array(entries, shape=(len(rows), n_nodes))
