"""Bounds on the prior variances ``s'Ks`` of a set of probes, made tighter where it matters.

For any ``x`` and ``r = s - A x`` it holds that ``s'Ks = s'x + x'r + r'Kr``: the first part is
known, the rest is bounded by the spectral gap or by a sketch. Levels differ in the ``x`` they take:
first the beginning of a series, for every probe, then more of it, for thousands of probes at once;
then the solution on a ball around the probe and on a larger one; last, on the whole graph.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.iterative.balls import Ball, Numbering
from cheapbandits.engines.rows import n_cores

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cheapbandits.engines.engine import Row
    from cheapbandits.engines.iterative.system import System
    from cheapbandits.probes import ProbeSet

    Indices = NDArray[np.int64]
    Values = NDArray[np.float64]

__all__ = ["BoundedVariances"]

#: Entries of sparse rows worked on at a time, probes they are guessed from, and probes bounded by a
#: longer series in one call.
CHUNK, SAMPLE, MANY = 10_000_000, 100, 20_000
#: Balls solved in one call, candidates looked through for more to do there, and those then done.
FEW, QUEUE, TOGETHER = 4, 2_000, 32


class Rest(Protocol):
    """What bounds ``r'Kr``: the gap or the sketch."""

    n_many: int
    balls: tuple[int, ...]
    n_balls: int

    def promising(self, lower: Values, upper: Values) -> Indices:
        """Which probes to look at more closely beforehand."""

    def rest(self, nodes: Indices, residuals: Values) -> tuple[Values, Values]:
        """Bound ``r'Kr`` of vectors ``(k, m)`` on some nodes."""

    def n_terms(self, level: int) -> int:
        """How many terms of the series a level takes."""

    def many(self, rows: sp.csr_array, level: int) -> tuple[Values, Values, float]:
        """Bound ``s'Ks`` of many probes by a few terms of the series; and the work."""


class BoundedVariances:
    """Bounds ``lower <= s'Ks <= upper`` of every probe of a set, ``(m,)``.

    They belong to one belief: :meth:`copy` gives another its own, as sharp as these.

    Parameters
    ----------
    system, rest
        Of the graph.
    column
        Gives ``K s``; what it computes is at hand when the probe is really used.
    solve_work
        What such a column takes, in products with the Laplacian.
    probes
        The set.
    """

    exact = False

    def __init__(
        self,
        system: System,
        rest: Rest,
        column: Callable[[Row], Values],
        solve_work: float,
        probes: ProbeSet,
    ) -> None:
        self._system, self._rest, self._column = system, rest, column
        self._solve_work = solve_work
        self._probes, self._rows = probes, probes.matrix
        self._whole_level = rest.n_many + len(rest.balls)
        self.work, self.prepared = 0.0, False
        self.level = np.zeros(len(probes), np.int8)
        self.lower, self.upper = np.zeros(len(probes)), np.full(len(probes), np.inf)
        self._many(np.arange(len(probes)), 0)

    def copy(self) -> BoundedVariances:
        """Return bounds of one's own, with no work done on them yet."""
        other = copy(self)
        other.level, other.lower, other.upper = (
            self.level.copy(),
            self.lower.copy(),
            self.upper.copy(),
        )
        other.work = 0.0
        other.__dict__.pop("_places", None)
        return other

    @cached_property
    def _places(self) -> Numbering:
        return Numbering(self._system.graph.n_nodes)

    def sharpen(self, candidates: Indices, wanted: Values, room: float = np.inf) -> Indices:
        """Tighten the bounds of the first few candidates; empty when nothing can be tightened."""
        levels = self.level[candidates]
        open_ = (levels < self._whole_level) & (self.upper[candidates] > wanted)
        if not open_.any():
            return np.empty(0, dtype=np.int64)
        level = int(levels[open_][0]) + 1
        chosen = candidates[open_ & (levels == level - 1)]
        if level < self._rest.n_many:
            chosen = chosen[:MANY]
            self._many(chosen, level)
        elif level < self._whole_level:
            chosen = self._balls(chosen, self._rest.balls[level - self._rest.n_many], FEW)
        else:
            chosen = chosen[: int(self._solve_work <= room)]
            for index in chosen.tolist():
                self._whole(index)
        self.level[chosen] = level
        return np.asarray(chosen)

    def prepare(self) -> None:
        """Tighten, before any reading, the bounds of those that may be among the highest."""
        self.prepared = True
        for level in range(1, self._rest.n_many + 1):
            chosen = self._rest.promising(self.lower, self.upper)
            chosen = chosen[self.level[chosen] < level]
            if level < self._rest.n_many:
                self._many(chosen, level)
            else:
                chosen = chosen[np.argsort(-self.upper[chosen])]
                chosen = self._balls(chosen, self._rest.balls[0], self._rest.n_balls)
            self.level[chosen] = level

    def _many(self, chosen: Indices, level: int) -> None:
        chunks = self._chunks(chosen, level)
        with ThreadPoolExecutor(n_cores()) as threads:
            bounds = threads.map(lambda part: self._rest.many(self._rows[part], level), chunks)
            for part, (lower, upper, work) in zip(chunks, bounds, strict=True):
                self._tighten(part, lower, upper)
                self.work += work

    def _chunks(self, chosen: Indices, level: int) -> list[Indices]:
        """Cut the probes so that the entries of their residuals fit into ``CHUNK``, by a sample."""
        sample = chosen[:: max(1, len(chosen) // SAMPLE)]
        if not len(sample):
            return []
        terms = self._system.terms(self._rows[sample], self._rest.n_terms(level))
        self.work += self._system.terms_work(terms)
        size = max(SAMPLE, min(MANY, int(CHUNK * len(sample) / max(1, terms[-1].nnz))))
        return [chosen[start : start + size] for start in range(0, len(chosen), size)]

    def _balls(self, waiting: Indices, size: int, count: int) -> Indices:
        """Solve on balls around the first who wait, and for others there; return who was served."""
        served = [waiting[:0]]
        waiting = waiting[:QUEUE]
        while len(waiting) and len(served) <= count:
            rows = self._rows[waiting]
            ball = Ball(self._system, self._places, rows.indices[: rows.indptr[1]], size)
            within = ball.holds(rows)
            within[0] = True
            place = np.flatnonzero(within)[:TOGETHER]
            served.append(waiting[place])
            self._learn(served[-1], ball, rows[place])
            waiting = np.delete(waiting, place)
        return np.concatenate(served)

    def _learn(self, chosen: Indices, ball: Ball, rows: sp.csr_array) -> None:
        known, residuals, work = ball.solve(rows)
        self.work += work
        below, above = self._rest.rest(ball.nodes, residuals)
        simple = np.einsum("ij,ij->j", residuals, residuals) / self._system.ridge
        self._tighten(chosen, known + below, known + np.minimum(above, simple))

    def _whole(self, index: int) -> None:
        column = self._column(self._probes.group(index))
        # Counted as it would be if nobody had computed it before: a certificate is repeatable.
        self.work += self._solve_work
        weights = self._rows[[index]].toarray().ravel()
        residual = weights - self._system.matrix @ column
        known = float(column @ (weights + residual))
        self._tighten(index, known, known + float(residual @ residual) / self._system.ridge)

    def _tighten(self, chosen: Indices | int, lower: Values | float, upper: Values | float) -> None:
        self.lower[chosen] = np.maximum(self.lower[chosen], lower)
        self.upper[chosen] = np.minimum(self.upper[chosen], upper)
