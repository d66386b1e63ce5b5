"""Baseline: an eigendecomposition with rank-one updates, the usual good implementation.

``V^-1`` is dense and kept by Sherman-Morrison, in place; so are the mean and the quadratic form of
every probe of the current stage, which are computed in full when a stage begins.
"""

from __future__ import annotations

import numpy as np
from scipy.linalg.blas import dger

from benchmarks.literal import Literal
from benchmarks.problem import Problem


class RankOne(Literal):
    """The same scores as :class:`Literal`, at ``O(N^2)`` a round."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem)
        self.inverse = np.asfortranarray(np.diag(1 / self.v.diagonal()))  # BLAS updates it in place
        self.alpha = np.zeros(len(self.v))
        del self.v, self.s_sum
        self._stage_width = 0

    def scores(self) -> np.ndarray:
        self._begin_stage(self.width(self.t + 1))
        return self.means + self.beta * np.sqrt(np.maximum(self.norms, 0.0))

    def _begin_stage(self, width: int) -> None:
        if width == self._stage_width:
            return
        spectral = self.probes(width)
        if self.t == 0:  # V is diagonal still
            self.norms = np.square(spectral) @ self.inverse.diagonal()
        else:
            self.norms = np.einsum("ij,ij->i", spectral @ self.inverse, spectral)
        self.means = spectral @ self.alpha
        self._stage_width = width

    def learn(self, index: int, reading: float) -> None:
        spectral = self.probes(self._stage_width)
        s = spectral[index]
        direction = self.inverse @ s
        shrink = 1 / (1 + s @ direction)
        surprise = shrink * (reading - self.means[index])
        shift = spectral @ direction
        dger(-shrink, direction, direction, a=self.inverse, overwrite_a=1)
        self.alpha += surprise * direction
        self.means += surprise * shift
        self.norms -= shrink * np.square(shift)
        self.t += 1
