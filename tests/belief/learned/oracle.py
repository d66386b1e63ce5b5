"""The learned belief's models by plain dense algebra, with an unknown mean by bordered systems."""

from __future__ import annotations

import numpy as np
from scipy.linalg import null_space


def dense(kernel, n):
    return kernel.rows(np.arange(n))


def rows_matrix(rows, n):
    matrix = np.zeros((len(rows), n))
    for i, (nodes, share) in enumerate(rows):
        np.add.at(matrix[i], nodes, share)
    return matrix


def posterior(prior_covariance, s, noise, y):
    """Kriging with an unknown mean: solve [G 1; 1' 0] for all nodes at once."""
    t, n = s.shape
    gram = s @ prior_covariance @ s.T + noise * np.eye(t)
    border = np.block([[gram, np.ones((t, 1))], [np.ones((1, t)), np.zeros((1, 1))]])
    right = np.vstack([s @ prior_covariance, np.ones((1, n))])
    weights = np.linalg.solve(border, right)
    mean = weights[:t].T @ y
    covariance = prior_covariance - right.T @ weights
    return mean, covariance


def residual_evidence(prior_covariance, s, noise, y):
    """Return log det and quadratic form of the readings' contrasts, free of the mean."""
    t = len(y)
    gram = s @ prior_covariance @ s.T + noise * np.eye(t)
    contrasts = null_space(np.ones((1, t))).T
    inner = contrasts @ gram @ contrasts.T
    _, log_det = np.linalg.slogdet(inner)
    centred = contrasts @ y
    return log_det, float(centred @ np.linalg.solve(inner, centred))
