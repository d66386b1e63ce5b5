"""Baseline: the paper's Algorithm 1 as written, in the eigenbasis.

A full eigendecomposition; every round inverts ``V`` and computes the quadratic forms of all probes
of its stage. It is the tests' oracle with the probe matrices built by array operations.
"""

from __future__ import annotations

import numpy as np
from tests.oracles.literal import LiteralUCB

import cheapbandits as cb
from benchmarks.ours import is_best
from benchmarks.problem import Problem


class Literal(LiteralUCB):
    """CheapUCB's scores and learning, all vectorised NumPy."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.weights.toarray(), kind="cheap", **problem.settings)
        self._members = strongest_first(problem.weights, self.cap)

    def probes(self, width: int) -> np.ndarray:
        """``(N, N)`` rows ``s~ = Q's``: averages of rows of ``Q``, no product with a matrix."""
        if width not in self._probes:
            total = self.basis[self._members[:, 0]]
            for place in range(1, width):
                total += self.basis[self._members[:, place]]
            self._probes[width] = np.divide(total, width, out=total)
        return self._probes[width]


def strongest_first(weights: object, cap: int) -> np.ndarray:
    """``(N, cap)`` each node with its strongest neighbours; ties: lowest index."""
    counts = np.diff(weights.indptr)
    rows = np.repeat(np.arange(len(counts)), counts)
    order = np.lexsort((weights.indices, -weights.data, rows))
    first = weights.indptr[:-1, None] + np.arange(cap - 1)
    return np.column_stack([np.arange(len(counts)), weights.indices[order][first]])


def follow(baseline: LiteralUCB, history: cb.History) -> int:
    """Score every round, learn what ``history`` learned; return how often the choice differs.

    Following keeps both on one path where a tie was broken otherwise.
    """
    wrong = 0
    for row in history:
        wrong += not is_best(baseline.scores(), row.center)
        baseline.learn(row.center, row.reading)
    return wrong
