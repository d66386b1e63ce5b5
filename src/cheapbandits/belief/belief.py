"""The belief about a field: a Gaussian posterior in node space, updated reading by reading.

With prior covariance ``K``, unit noise and probes ``s_1 .. s_t`` the posterior is ``N(m, C)``,

    C = K - sum_k g_k g_k',      m = m_0 + sum_k z_k g_k,

where each reading ``r`` of a probe ``s`` adds one column: with ``v = s'Cs``,

    g = C s / sqrt(1 + v),       z = (r - s'm) / sqrt(1 + v).

This is the paper's ``V^-1`` and ``alpha^`` seen from the nodes: ``C = Q V^-1 Q'`` and
``m = Q alpha^``.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from scipy.linalg import cholesky, solve_triangular

from cheapbandits.belief.dense import DenseCovariance
from cheapbandits.belief.view import LONG, View

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.covariance import Covariance, Row
    from cheapbandits.belief.explanation import Explanation
    from cheapbandits.probes import ProbeSet

__all__ = ["Belief"]

#: A belief over few nodes still waits for this many readings before it is factorised afresh.
MIN_COLUMNS = 64


class Belief:
    """A Gaussian belief over ``N`` nodes.

    Parameters
    ----------
    prior
        Covariance before any reading. A belief is itself one, so beliefs can be stacked: see
        :meth:`imagine`.
    mean
        ``(N,)`` prior mean; zero when left out.

    Notes
    -----
    A reading costs ``O(N t)`` while there are ``t < N`` of them. At ``t = N`` the posterior is
    factorised afresh from its precision ``K^-1 + S'S`` and becomes the new starting point, so the
    cost of a reading stays ``O(N^2)`` and rounding never builds up over more than ``N`` updates.
    """

    def __new__(cls, prior: Covariance | None = None, *_: object, **__: object) -> Belief:
        """Return the kind of belief that suits the prior, as ``pathlib.Path`` does for a system."""
        suited = prior.belief_type() if cls is Belief and prior is not None else cls
        return object.__new__(suited)

    def __init__(self, prior: Covariance, mean: NDArray[np.float64] | None = None) -> None:
        self.prior = prior
        self.prior_mean = np.zeros(prior.n_nodes) if mean is None else mean
        self._innovations = np.empty(16)  # z_k
        self._scales: list[float] = []  # 1 / sqrt(1 + v_k)
        self._rows: list[Row] = []
        self._readings: list[float] = []
        self._views: dict[ProbeSet, View] = {}
        self._start()

    def _start(self) -> None:
        # Row k is g_k. Memory that is not written to yet costs nothing, moving long columns does.
        self._columns = np.empty((16 if self.n_nodes < LONG else 128, self.n_nodes))

    def belief_type(self) -> type[Belief]:
        """Return the kind of belief that can stand on this one."""
        return type(self)

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Say which sets of probes will be looked at, so that their set-up is done at once."""
        self.prior.prepare(sets)

    def explain(self) -> Explanation:
        """Return which engine computes the prior covariance, and why."""
        return self.prior.explain()

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self.prior.n_nodes

    @property
    def mean(self) -> NDArray[np.float64]:
        """``(N,)`` posterior mean ``m``, computed when asked for."""
        return np.asarray(self.prior_mean + self.innovations @ self.columns)

    @property
    def n_columns(self) -> int:
        """``t``, the readings since the last fresh start."""
        return len(self._rows)

    def last_column(self) -> tuple[NDArray[np.float64], float]:
        """Return ``g_t`` and ``z_t``, what the last reading added."""
        last = len(self._rows) - 1
        return self._columns[last], self._innovations.item(last)

    @property
    def columns(self) -> NDArray[np.float64]:
        """``(t, N)`` the columns ``g_k`` as rows."""
        return self._columns[: len(self._rows)]

    @property
    def innovations(self) -> NDArray[np.float64]:
        """``(t,)`` the numbers ``z_k``."""
        return self._innovations[: len(self._rows)]

    def view(self, probes: ProbeSet) -> View:
        """Return mean and deviation of every probe in a set, up to date."""
        view = self._views.get(probes)
        if view is None:
            view = self._views[probes] = self._new_view(probes)
        view.refresh(self)
        return view

    def _new_view(self, probes: ProbeSet) -> View:
        return View(probes)

    def condition(self, row: Row, reading: float) -> None:
        """Learn from one reading: a rank-one update."""
        if len(self._rows) >= max(self.n_nodes, MIN_COLUMNS):
            self._start_afresh()
        shares, column = self._shares_and_column(row)
        variance = max(_average(column, row), 0.0)
        scale = (1.0 + variance) ** -0.5
        expected = _average(self.prior_mean, row) + float(shares @ self.innovations)
        column *= scale
        self._append(column, (reading - expected) * scale, scale, row, reading)

    def condition_many(self, rows: Sequence[Row], readings: Sequence[float]) -> None:
        """Learn from many readings at once: the same belief as one by one, by block operations."""
        if len(self._rows) + len(rows) > max(self.n_nodes, MIN_COLUMNS) and self._can_start_afresh:
            self._start_afresh(rows, readings)
            return
        if not rows:
            return
        matrix = _as_matrix(rows, self.n_nodes)
        raw = np.array([self.prior.column(row) for row in rows])
        raw -= (matrix @ self.columns.T) @ self.columns
        gram = np.asarray(matrix @ raw.T)
        factor = cholesky((gram + gram.T) / 2 + np.eye(len(rows)), lower=True)
        columns = solve_triangular(factor, raw, lower=True)
        surprise = np.asarray(readings, dtype=float) - matrix @ self.mean
        innovations = solve_triangular(factor, surprise, lower=True)
        for i, row in enumerate(rows):
            scale = 1.0 / float(factor[i, i])
            self._append(columns[i], float(innovations[i]), scale, row, float(readings[i]))

    def imagine(self) -> Belief:
        """Return a belief that starts from this one, for readings that have not come yet."""
        return Belief(self, mean=self.mean)

    # A belief is a covariance too: the posterior ``C``.

    def column(self, row: Row) -> Any:
        """Return ``C s`` of one probe, ``(N,)``."""
        return self._shares_and_column(row)[1]

    def _shares_and_column(self, row: Row) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return ``g_k's`` of every column, ``(t,)``, and ``C s = K s - sum_k (g_k's) g_k``."""
        columns = self.columns
        shares = _averages(columns, row)
        column = self.prior.column(row)
        column -= shares @ columns
        return shares, column

    def quadratic(self, probes: ProbeSet) -> NDArray[np.float64]:
        """Return ``s'Cs`` of every probe in a set."""
        return self.view(probes).variance.copy()

    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` centred draws with covariance ``C``; add the mean as needed.

        Draws of the prior are corrected reading by reading, as if each had been read with its own
        noise: ``x - g (s'x + noise) / sqrt(1 + v)``.
        """
        draws = self.prior.sample(n_samples, rng)
        noise = rng.standard_normal((len(self._rows), n_samples))
        for k, row in enumerate(self._rows):
            seen = _averages(draws, row) + noise[k]
            draws -= np.outer(seen * self._scales[k], self._columns[k])
        return draws

    def posterior_samples(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` joint draws of the whole field from the posterior."""
        return self.mean + self.sample(n_samples, rng)

    def precision(self) -> sp.csr_array | None:
        """Return ``C^-1 = K^-1 + S'S``, where the prior has a sparse ``K^-1``."""
        start = self.prior.precision()
        if start is None or not self._rows:
            return start
        matrix = _as_matrix(self._rows, self.n_nodes)
        return sp.csr_array(start + matrix.T @ matrix)

    def _append(
        self,
        column: NDArray[np.float64],
        innovation: float,
        scale: float,
        row: Row,
        reading: float,
    ) -> None:
        count = len(self._rows)
        if count == len(self._columns):
            self._columns = np.concatenate([self._columns, np.empty_like(self._columns)])
        self._columns[count] = column
        self._remember(innovation, scale, row, reading)

    def _remember(self, innovation: float, scale: float, row: Row, reading: float) -> None:
        count = len(self._rows)
        if count == len(self._innovations):
            self._innovations = np.concatenate([self._innovations, np.empty(count)])
        self._innovations[count] = innovation
        self._scales.append(scale)
        self._rows.append(row)
        self._readings.append(reading)

    @property
    def _can_start_afresh(self) -> bool:
        return self.prior.precision() is not None

    def _start_afresh(self, rows: Sequence[Row] = (), readings: Sequence[float] = ()) -> None:
        """Make the posterior the new prior, by a fresh factorisation of its precision."""
        start = self.prior.precision()
        if start is None:
            return
        matrix = _as_matrix([*self._rows, *rows], self.n_nodes)
        told = np.array([*self._readings, *readings], dtype=float)
        information = start @ self.prior_mean + matrix.T @ told
        self.prior = DenseCovariance(sp.csr_array(start + matrix.T @ matrix))
        self.prior_mean = self.prior.matrix @ information
        for kept in (self._scales, self._rows, self._readings):
            kept.clear()
        self._views.clear()


def _average(signal: NDArray[np.float64], row: Row) -> float:
    """Return ``s'x``. Groups are small: adding numbers one by one beats three array calls."""
    nodes, weights = row
    if weights is None:
        return sum(map(signal.item, nodes)) / len(nodes)
    return sum(w * signal.item(node) for node, w in zip(nodes, weights, strict=True))


def _averages(signals: NDArray[np.float64], row: Row) -> NDArray[np.float64]:
    """Return ``s'x`` for every row ``x`` of ``(t, N)`` signals."""
    nodes, weights = row
    if weights is not None:
        return np.asarray(signals[:, list(nodes)] @ np.asarray(weights))
    if len(nodes) == 1:
        return signals[:, nodes[0]]
    total: NDArray[np.float64] = signals[:, nodes[0]] + signals[:, nodes[1]]
    for node in nodes[2:]:
        total += signals[:, node]
    total /= len(nodes)
    return total


def _as_matrix(rows: Sequence[Row], n_nodes: int) -> sp.csr_array:
    """Return probes as the rows of a sparse ``(t, N)`` matrix."""
    sizes = [len(nodes) for nodes, _ in rows]
    shares = [
        np.full(size, 1.0 / size) if weights is None else np.asarray(weights, dtype=float)
        for size, (_, weights) in zip(sizes, rows, strict=True)
    ]
    indices = np.concatenate([np.asarray(nodes, dtype=np.int64) for nodes, _ in rows])
    pointers = np.concatenate([[0], np.cumsum(sizes)])
    return sp.csr_array((np.concatenate(shares), indices, pointers), shape=(len(rows), n_nodes))
