"""What counts as a reading."""

from __future__ import annotations

import math
from numbers import Real

import numpy as np

from cheapbandits.errors import ReadingError

__all__ = ["check_reading"]


def check_reading(reading: object) -> float:
    """Return a reading as a float, or say why it is none."""
    if type(reading) is float and math.isfinite(reading):
        return reading
    if isinstance(reading, np.ndarray) and reading.ndim == 0:
        reading = reading.item()
    if isinstance(reading, bool | np.bool_) or not isinstance(reading, Real):
        raise ReadingError(f"a reading must be a number, got {reading!r}")
    try:
        value = float(reading)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise ReadingError(f"a reading must be finite, got {reading!r}; forget(probe) drops it")
    return value
