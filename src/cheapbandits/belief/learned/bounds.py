"""Between what the field is said to lie, as far as the readings bear it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.special import gammainccinv

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.evidence import Evidence

__all__ = ["Bounds", "believable", "n_outside"]

#: The lowest and the highest value that can be, ``None`` where nobody said.
Bounds = tuple[float | None, float | None]

#: Chance that noise alone takes readings so far beyond a bound as to refute it.
CHANCE = 1e-3


def believable(bounds: Bounds, evidence: Evidence) -> Bounds:
    """Return the bounds that are left after the readings.

    Readings may lie beyond by their noise: then what was read can be as well, and a little more.
    Those that lie further beyond refute the bound, and nothing is known on that side: an answer
    that ends at a wrong bound would be sure of it.
    """
    readings, noise = _told(evidence)
    low, high = bounds
    return (
        None if low is None else _negative(_ceiling(-low, -readings, noise)),
        None if high is None else _ceiling(high, readings, noise),
    )


def _ceiling(high: float, readings: NDArray[np.float64], noise: float) -> float | None:
    if _refuting(readings - high, noise):
        return None
    most = float(readings.max(initial=-np.inf))
    return most + noise if most > high else high


def _negative(value: float | None) -> float | None:
    return None if value is None else -value


def n_outside(bounds: Bounds, evidence: Evidence) -> int:
    """Return how many readings lie beyond a bound that they refute."""
    readings, noise = _told(evidence)
    low, high = bounds
    below = 0 if low is None else _refuting(low - readings, noise)
    return below + (0 if high is None else _refuting(readings - high, noise))


def _refuting(beyond: NDArray[np.float64], noise: float) -> int:
    """Return how many readings are beyond, where all together are too far beyond; none elsewhere.

    Of ``k`` readings at the bound that noise takes beyond it, the squares add up to chi-squared.
    """
    beyond = beyond[beyond > 0]
    k = len(beyond)
    most = noise * float(np.sqrt(2 * gammainccinv(k / 2, CHANCE))) if k else 0.0
    return k if np.linalg.norm(beyond) > most else 0


def _told(evidence: Evidence) -> tuple[NDArray[np.float64], float]:
    """Return the readings that are there, and the deviation of their noise."""
    readings = np.array(evidence.readings)
    return readings[~np.isnan(readings)], evidence.noise_deviation()
