"""The problem as a linear bandit, the way a library of linear bandits can be given it.

In the features ``x = Lambda^-1/2 Q's`` the paper's model is a plain ridge regression with unit
penalty: ``V_0 = Lambda`` becomes the identity.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import scipy.sparse as sp

import cheapbandits as cb
from benchmarks.literal import strongest_first
from benchmarks.problem import Problem


@dataclass(frozen=True, eq=False)
class Task:
    """What a peer gets: features, and the probes and readings to follow."""

    weights: sp.csr_array
    node_features: np.ndarray  # (N, N) row i: Lambda^-1/2 Q'e_i
    members: np.ndarray  # (N, widest) each node's group
    widths: np.ndarray  # (T,) of each round
    centers: np.ndarray  # (T,) our choices
    readings: np.ndarray  # (T,)
    beta: float
    ridge: float

    @cached_property
    def n_arms(self) -> int:
        return len(self.members)

    def features(self, width: int) -> np.ndarray:
        """``(N, N)`` a row for each probe of a width."""
        return self.average(self.node_features, width)

    def average(self, values: np.ndarray, width: int) -> np.ndarray:
        """Return the rows of ``values`` averaged over the groups of a width."""
        total = values[self.members[:, 0]]
        for place in range(1, width):
            total += values[self.members[:, place]]
        return total / width

    def save(self, path: Path) -> None:
        arrays = {name: value for name, value in vars(self).items() if name not in _SPARSE}
        parts = dict(zip(_SPARSE_PARTS, _parts(self.weights), strict=True))
        np.savez(path, **arrays, **parts)

    @classmethod
    def load(cls, path: Path) -> Task:
        with np.load(path) as stored:
            values = {name: stored[name] for name in stored.files}
        data, indices, indptr = (values.pop(name) for name in _SPARSE_PARTS)
        values["weights"] = sp.csr_array((data, indices, indptr))
        for name in ("beta", "ridge"):
            values[name] = float(values[name])
        return cls(**values)


_SPARSE = ("weights", "n_arms")
_SPARSE_PARTS = ("weights_data", "weights_indices", "weights_indptr")


def _parts(weights: sp.csr_array) -> tuple[np.ndarray, ...]:
    return weights.data, weights.indices, weights.indptr


def make_task(problem: Problem, history: cb.History) -> Task:
    """Whiten the features of a problem: an eigendecomposition, which no peer is charged for."""
    graph = cb.Graph(problem.weights)
    policy = cb.CheapUCB(graph, **problem.settings)
    eigenvalues, basis = cb.fourier_basis(graph)
    return Task(
        weights=problem.weights,
        node_features=basis / np.sqrt(eigenvalues + policy.ridge),
        members=strongest_first(problem.weights, policy.family.max_width),
        widths=np.array([row.width for row in history]),
        centers=np.array([row.center for row in history]),
        readings=np.array([row.reading for row in history]),
        beta=policy.beta,
        ridge=policy.ridge,
    )
