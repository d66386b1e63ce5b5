"""What a reading may improve: expected improvement with the tail that this field has shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["expected_improvement"]

#: The Gaussian counts as much as this many innovations.
GAUSSIAN_PARTS = 4.0


def expected_improvement(
    short: NDArray[np.float64], deviation: NDArray[np.float64], innovations: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return ``E max(0, deviation * r - short)``.

    Parameters
    ----------
    short
        ``(m,)`` how far each mean is below the best one, at least 0.
    deviation
        ``(m,)`` how far a reading is expected to move it.
    innovations
        ``(k,)`` standardised innovations: ``r`` is a mixture of a Gaussian (``GAUSSIAN_PARTS``
        parts) and these, one part each.
    """
    d = np.maximum(deviation, 1e-300)
    x = short / d
    density = np.exp(-0.5 * x * x) / np.sqrt(2 * np.pi)
    gaussian = density - x * ndtr(-x)
    if not len(innovations):
        return np.asarray(deviation * gaussian)
    order = np.sort(innovations)
    above = np.concatenate([np.cumsum(order[::-1])[::-1], [0.0]])
    first = np.searchsorted(order, x, side="right")
    count = len(order) - first
    shown = above[first] - np.where(count > 0, x, 0.0) * count
    return np.asarray(
        deviation * (GAUSSIAN_PARTS * gaussian + shown) / (GAUSSIAN_PARTS + len(order))
    )
