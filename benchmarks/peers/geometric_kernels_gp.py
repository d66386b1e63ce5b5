"""GP-UCB with a GeometricKernels graph kernel: an exact posterior by Cholesky in every round.

Its Matern kernel with ``nu = 1`` and length scale ``sqrt(2 / ridge)`` has the spectrum
``1 / (lambda + ridge)``: our prior. The kernel matrix is evaluated once and not charged for.
"""

from __future__ import annotations

import numpy as np
from geometric_kernels.kernels import MaternKarhunenLoeveKernel
from geometric_kernels.spaces import Graph
from scipy.linalg import cho_factor, cho_solve, solve_triangular

from benchmarks.peers.task import Task


class GeometricKernelsGP:
    """Unit noise; a reading of a group is an average of the process."""

    same_choices = True

    def __init__(self, task: Task, widths: list[int]) -> None:
        self.task = task
        self.matrix = covariance(task)
        self.columns = {width: task.average(self.matrix, width) for width in set(widths)}
        self.variances = {
            width: columns[np.arange(task.n_arms)[:, None], task.members[:, :width]].mean(axis=1)
            for width, columns in self.columns.items()
        }
        self.read: list[np.ndarray] = []  # K s of every probe told
        self.nodes: list[np.ndarray] = []
        self.readings: list[float] = []

    def ask(self, width: int) -> int:
        return int(self.scores(width).argmax())

    def scores(self, width: int) -> np.ndarray:
        if not self.read:
            return self.task.beta * np.sqrt(self.variances[width])
        covariances = np.array(self.read)  # (t, N)
        gram = np.array([covariances[:, nodes].mean(axis=1) for nodes in self.nodes])
        factor, _ = cho_factor(gram + np.eye(len(gram)), lower=True)
        cross = self.task.average(covariances.T, width)  # (N, t)
        half = solve_triangular(factor, cross.T, lower=True)
        mean = cross @ cho_solve((factor, True), np.array(self.readings))
        variance = self.variances[width] - np.einsum("tn,tn->n", half, half)
        return mean + self.task.beta * np.sqrt(np.maximum(variance, 0.0))

    def tell(self, width: int, index: int, reading: float) -> None:
        self.read.append(self.columns[width][index])
        self.nodes.append(self.task.members[index, :width])
        self.readings.append(reading)


def covariance(task: Task) -> np.ndarray:
    """Return the kernel matrix; the library's eigenvectors have length ``sqrt(N)``, not 1."""
    space = Graph(task.weights.toarray())
    kernel = MaternKarhunenLoeveKernel(space, num_levels=task.n_arms, normalize=False)
    parameters = kernel.init_params()
    parameters["nu"] = np.array([1.0])
    parameters["lengthscale"] = np.array([np.sqrt(2 / task.ridge)])
    matrix = kernel.K(parameters, np.arange(task.n_arms)[:, None])
    return np.asarray(matrix) / task.n_arms
