"""The user's units and the policy's: values within about [-1, 1] around 0, as in the paper."""

from __future__ import annotations

import math
from dataclasses import dataclass

from cheapbandits.errors import ParameterError

__all__ = ["Units"]


@dataclass(frozen=True)
class Units:
    """Readings are taken as ``(reading - center) / scale``; estimates come back the other way.

    Attributes
    ----------
    center
        A typical value of the field, in the user's units.
    scale
        How far values lie from it, at most; positive.
    """

    center: float = 0.0
    scale: float = 1.0

    def __post_init__(self) -> None:
        if not (math.isfinite(self.center) and math.isfinite(self.scale) and self.scale > 0):
            raise ParameterError(
                f"center must be finite and scale positive, got {self.center} and {self.scale}"
            )

    def inward(self, reading: float) -> float:
        """Return a reading as the policy takes it."""
        return (reading - self.center) / self.scale

    def outward(self, value: float) -> float:
        """Return a value of the policy's in the user's units."""
        return value * self.scale + self.center
