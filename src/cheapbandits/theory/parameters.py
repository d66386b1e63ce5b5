"""What the theory's functions ask of their numbers; each refusal names the parameter."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = [
    "check_choice",
    "check_delta",
    "check_not_negative",
    "check_positive",
    "check_rounds",
]


def check_rounds(name: str, value: ArrayLike) -> NDArray[np.float64]:
    """Return whole numbers of rounds, at least 1, as floats of the same shape."""
    rounds = np.asarray(value, dtype=float)
    bad = rounds[~((rounds >= 1) & (rounds == np.floor(rounds)) & np.isfinite(rounds))]
    if bad.size:
        raise ParameterError(f"{name} must be a whole number, at least 1, got {bad.flat[0]:g}")
    return rounds


def check_positive(name: str, value: float) -> float:
    """Return a finite number above 0."""
    if not (value > 0 and math.isfinite(value)):
        raise ParameterError(f"{name} must be positive and finite, got {value}")
    return float(value)


def check_not_negative(name: str, value: float) -> float:
    """Return a finite number, 0 or more."""
    if not (value >= 0 and math.isfinite(value)):
        raise ParameterError(f"{name} must be finite and not negative, got {value}")
    return float(value)


def check_choice(name: str, value: str, known: tuple[str, ...]) -> str:
    """Return a word that is one of those known."""
    if value not in known:
        raise ParameterError(f"{name} must be {' or '.join(map(repr, known))}, got {value!r}")
    return value


def check_delta(delta: float) -> float:
    """Return a failure probability strictly between 0 and 1."""
    if not 0 < delta < 1:
        raise ParameterError(f"delta must be between 0 and 1, got {delta}; the paper uses 0.001")
    return float(delta)
