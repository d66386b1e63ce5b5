"""Bounds on the prior variances ``s'Ks`` of a set of probes, made tighter where it matters.

For any ``x`` and ``r = s - A x`` it holds that ``s'Ks = s'x + x'r + r'Kr``: the first part is
known, the rest is bounded by the spectral gap or by a sketch. Steps differ in the ``x`` they take:
one term of a series, for every probe; more of them, for thousands of probes at once; the solution
on a ball around the probe; on the whole graph, roughly and then exactly. Which of these pay on a
graph is tried on a few of the probes.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from copy import copy
from functools import cached_property
from typing import TYPE_CHECKING, Protocol

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.iterative.balls import Ball, Numbering
from cheapbandits.engines.iterative.series import begin, residuals
from cheapbandits.engines.iterative.steps import Step, cheapest
from cheapbandits.engines.rows import n_cores

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.iterative.system import System
    from cheapbandits.probes import ProbeSet

    Indices = NDArray[np.int64]
    Values = NDArray[np.float64]

__all__ = ["BoundedVariances"]

#: Entries of sparse rows worked on at a time, probes they are guessed from, and probes bounded by a
#: series in one call.
CHUNK, SAMPLE, MANY = 10_000_000, 100, 20_000
#: Balls solved in one call, candidates looked through for more to do there, and those then done.
FEW, QUEUE, TOGETHER = 4, 2_000, 32
#: Terms and nodes in balls that are tried, and on how many probes.
TERMS, BALLS, TRIED = (2, 3, 4, 5), (500, 2_000, 8_000), 8
#: Probes solved for together, and how far the variance may then be off.
BLOCK, ROUGH = 8, 3e-5
#: Of each set, so many of the most uncertain probes are told from the others beforehand, as far as
#: the work of so many solves goes.
N_FIRST, AHEAD = 64, 256


class Rest(Protocol):
    """What bounds ``r'Kr``: the gap or the sketch."""

    @property
    def kappa(self) -> float:
        """A gap that the series may lean on."""

    @property
    def work_an_entry(self) -> float:
        """Work to bound one entry of a residual, beside one of the Laplacian's in a product."""

    def rest(self, residuals: sp.csr_array) -> tuple[Values, Values]:
        """Bound ``r'Kr`` of rows ``(m, N)``."""


class BoundedVariances:
    """Bounds ``lower <= s'Ks <= upper`` of every probe of a set, ``(m,)``.

    They belong to one belief: :meth:`copy` gives another its own, as sharp as these.

    Parameters
    ----------
    system, rest
        Of the graph.
    solve_work
        What a solve takes, in products with the Laplacian.
    probes
        The set.
    """

    exact = False

    def __init__(self, system: System, rest: Rest, solve_work: float, probes: ProbeSet) -> None:
        self._system, self._rest, self._solve_work = system, rest, solve_work
        self._rows = probes.matrix
        self.work, self.prepared = 0.0, False
        self.lower, self.upper = np.zeros(len(probes)), np.full(len(probes), np.inf)
        self.take(Step("series", 1), np.arange(len(probes)), len(probes))
        self.level = np.zeros(len(probes), np.int8)
        self.steps = [*self._tried(), Step("rough"), Step("exact")]

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

    def sharpen(self, candidates: Indices, wanted: Values) -> Indices:
        """Tighten the bounds of the first few candidates; empty when nothing can be tightened."""
        levels = self.level[candidates]
        open_ = (levels < len(self.steps)) & (self.upper[candidates] > wanted)
        if not open_.any():
            return np.empty(0, dtype=np.int64)
        level = int(levels[open_][0])
        chosen = self.take(self.steps[level], candidates[open_ & (levels == level)], FEW)
        self.level[chosen] = level + 1
        return chosen

    def prepare(self) -> None:
        """Tighten, before any reading, the bounds of those that may be among the highest."""
        self.prepared = True
        count, end = min(N_FIRST, len(self.lower)), self.work + AHEAD * self._solve_work
        for level, step in enumerate(self.steps[:-2]):
            floor = np.partition(self.lower, -count)[-count]
            chosen = np.flatnonzero((self.upper > floor) & (self.level == level))
            chosen = chosen[np.argsort(-self.upper[chosen])]
            chosen = chosen[: int(max(0, end - self.work) / max(step.work, 1e-6))]
            chosen = self.take(step, chosen, len(chosen))
            self.level[chosen] = level + 1

    def take(self, step: Step, waiting: Indices, most: int = 1) -> Indices:
        """Take a step for the first of those who wait; return who was served."""
        if step.kind == "series":
            waiting = waiting[: max(MANY, most)]
            self._series(waiting, step.size)
        elif step.kind == "ball":
            waiting = self._balls(waiting, step.size, most)
        else:
            waiting = waiting[:BLOCK] if step.kind == "rough" else waiting[:1]
            self._solve(waiting, step.kind == "rough")
        return waiting

    def _tried(self) -> list[Step]:
        """Return the steps between the first and a solve that pay, by the most promising probes."""
        count = min(TRIED, len(self.upper))
        chosen = np.argpartition(-self.upper, count - 1)[:count]
        options = [Step("series", k) for k in TERMS]
        options += [Step("ball", size) for size in BALLS if 4 * size < self._system.graph.n_nodes]
        tried = []
        for step in options:
            trial = self.copy()
            trial.take(step, chosen, count)
            self.work += trial.work
            tried.append(step._replace(work=trial.work / count, width=trial._width(chosen)))
        return cheapest(tried, self._width(chosen), 0.5 * self._solve_work)

    def _width(self, chosen: Indices) -> float:
        return float((self.upper - self.lower)[chosen].mean())

    def _series(self, chosen: Indices, k: int) -> None:
        chunks = self._chunks(chosen, k)
        with ThreadPoolExecutor(n_cores()) as threads:
            work = threads.map(lambda part: self._learn_series(part, k), chunks)
            self.work += sum(work)

    def _learn_series(self, chosen: Indices, k: int) -> float:
        known, factors, terms = begin(self._system, self._rows[chosen], k, self._rest.kappa)
        work = self._system.terms_work(terms)
        return work + self._learn(chosen, known, residuals(factors, terms))

    def _chunks(self, chosen: Indices, k: int) -> list[Indices]:
        """Cut the probes so that the entries of their residuals fit into ``CHUNK``, by a sample."""
        sample = chosen[:: max(1, len(chosen) // SAMPLE)]
        if not len(sample):
            return []
        terms = self._system.terms(self._rows[sample], k)
        self.work += self._system.terms_work(terms)
        size = max(SAMPLE, min(MANY, int(CHUNK * len(sample) / max(1, terms[-1].nnz))))
        return [chosen[start : start + size] for start in range(0, len(chosen), size)]

    def _balls(self, waiting: Indices, size: int, count: int) -> Indices:
        """Solve on balls around the first who wait, and for others there; return who was served."""
        served = [waiting[:0]]
        while len(waiting) and len(served) <= count:
            near = waiting[:QUEUE]
            rows = self._rows[near]
            ball = Ball(self._system, self._places, rows.indices[: rows.indptr[1]], size)
            within = ball.holds(rows)
            within[0] = True
            place = np.flatnonzero(within)[:TOGETHER]
            served.append(near[place])
            known, left, work = ball.solve(rows[place])
            self.work += work + self._learn(served[-1], known, left)
            waiting = np.delete(waiting, place)
        return np.concatenate(served)

    def _learn(self, chosen: Indices, known: Values, left: sp.csr_array) -> float:
        """Bound what is left, by the gap or the sketch or, where all is known, by the ridge."""
        below, above = self._rest.rest(left)
        simple = np.asarray(left.power(2).sum(axis=1)) / self._system.ridge
        self._tighten(chosen, known + below, known + np.minimum(above, simple))
        return float(self._rest.work_an_entry * left.nnz / self._system.matrix.nnz)

    def _solve(self, chosen: Indices, rough: bool) -> None:
        """Solve on the whole graph: until the ridge alone bounds the rest, well or very well."""
        right = np.ascontiguousarray(self._rows[chosen].toarray().T)
        if rough:
            wanted = (ROUGH * self._system.ridge * float(self.lower[chosen].min())) ** 0.5
            goal = max(wanted / float(np.linalg.norm(right)), 1e-6)
            single, effort = self._system.solve_single(right.astype(np.float32), goal)
            solution = single.astype(float)
        else:
            solution, effort = self._system.solve(right)
        self.work += effort.work
        left = right - self._system.matrix @ solution
        known = np.einsum("ij,ij->j", solution, right + left)
        rest = np.einsum("ij,ij->j", left, left) / self._system.ridge
        self._tighten(chosen, known, known + rest)

    def _tighten(self, chosen: Indices, lower: Values, upper: Values) -> None:
        self.lower[chosen] = np.maximum(self.lower[chosen], lower)
        self.upper[chosen] = np.minimum(self.upper[chosen], upper)
