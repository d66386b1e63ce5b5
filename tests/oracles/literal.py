"""The paper's algorithms written down literally, in the eigenbasis: slow, and independent of src.

Full eigendecomposition; ``V`` inverted and every quadratic form computed in every round.
"""

from __future__ import annotations

import math

import numpy as np


class LiteralUCB:
    """Algorithm 1 for ``kind`` in {"cheap", "spectral", "lin"}."""

    def __init__(
        self, weights, *, kind, horizon, ridge=0.01, delta=0.001, noise=0.01, smoothness=1.0
    ):
        self.weights = np.asarray(weights, dtype=float)
        n = len(self.weights)
        laplacian = np.diag(self.weights.sum(axis=1)) - self.weights
        eigenvalues, self.basis = np.linalg.eigh(laplacian)
        lam = np.maximum(eigenvalues, 0.0) + ridge
        self.kind, self.horizon = kind, horizon
        budget = horizon / math.log(1 + horizon / ridge)
        self.d = (
            n
            if kind == "lin"
            else max(k for k in range(1, n + 1) if (k - 1) * lam[k - 1] <= budget)
        )
        root = self.d * math.log(1 + horizon / ridge) + 2 * math.log(1 / delta)
        self.beta = 2 * noise * math.sqrt(root) + smoothness
        self.v = np.diag(np.full(n, ridge) if kind == "lin" else lam)
        self.s_sum = np.zeros(n)
        closed = (self.weights > 0).sum(axis=1) + 1
        self.cap = int(closed.min())
        self.t = 0
        self._probes = {}

    def width(self, t):
        if self.kind != "cheap":
            return 1
        stages = max(1, math.ceil(math.log2(self.horizon)))
        stage = min(math.floor(math.log2(t)) + 1, stages)
        return min(self.cap, stages - stage + 1)

    def probes(self, width):
        """``(N, N)`` rows ``s_i^w`` in node space."""
        if width not in self._probes:
            n = len(self.weights)
            s = np.zeros((n, n))
            for i in range(n):
                neighbors = [j for j in range(n) if self.weights[i, j] > 0]
                neighbors.sort(key=lambda j: (-self.weights[i, j], j))
                group = [i, *neighbors[: width - 1]]
                s[i, group] = 1 / width
            self._probes[width] = s @ self.basis  # rows are s~ = Q's
        return self._probes[width]

    def scores(self):
        """Upper confidence bounds of all probes of the coming round."""
        spectral = self.probes(self.width(self.t + 1))
        inverse = np.linalg.inv(self.v)
        alpha = inverse @ self.s_sum
        norms = np.einsum("ij,ij->i", spectral @ inverse, spectral)
        return spectral @ alpha + self.beta * np.sqrt(np.maximum(norms, 0.0))

    def learn(self, index, reading):
        s = self.probes(self.width(self.t + 1))[index]
        self.v += np.outer(s, s)
        self.s_sum += reading * s
        self.t += 1
