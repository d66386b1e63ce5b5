"""What a reading may improve: expected improvement with the tail that this field has shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["expected_improvement", "improvement_bound"]

#: The Gaussian counts as much as this many innovations.
GAUSSIAN_PARTS = 4.0
#: Fewer innovations than this say nothing about a tail: five without a surprise had a policy read
#: one place for ever, two steps from a hill.
ENOUGH = 10
#: The bound is read from a table with this many steps a deviation, up to FAR deviations.
STEPS, FAR = 64, 12


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
        parts) and these, one part each, once they are ``ENOUGH``.
    """
    x = np.minimum(short / np.maximum(deviation, 1e-150), 1e6)  # that far nothing is expected
    density = np.exp(-0.5 * x * x) / np.sqrt(2 * np.pi)
    gaussian = density - x * ndtr(-x)
    if len(innovations) < ENOUGH:
        return np.asarray(deviation * gaussian)
    order = np.sort(innovations)
    above = np.concatenate([np.cumsum(order[::-1])[::-1], [0.0]])
    first = np.searchsorted(order, x, side="right")
    count = len(order) - first
    shown = above[first] - np.where(count > 0, x, 0.0) * count
    return np.asarray(
        deviation * (GAUSSIAN_PARTS * gaussian + shown) / (GAUSSIAN_PARTS + len(order))
    )


def improvement_bound(
    short: NDArray[np.float64], deviation: NDArray[np.float64], innovations: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return a close upper bound of the same, at a fifth of the work.

    ``E max(0, r - x)`` falls with ``x``: its value at the next lower step of a table bounds it.
    """
    steps = np.arange(STEPS * FAR + 1) / STEPS
    table = expected_improvement(steps, np.ones(len(steps)), innovations)
    x = STEPS * np.minimum(short / np.maximum(deviation, 1e-150), FAR)
    return np.asarray(deviation * table[x.astype(np.intp)])
