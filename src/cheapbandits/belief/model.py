"""The model that stands between readings and belief.

A reading of a probe ``s`` is

    r = mean + scale (s'x + noise e),     x ~ N(0, K + nugget I),     e ~ N(0, 1),

with ``K = (L + ridge I)^-1``. The paper's model has unit noise and no nugget: its estimate
``V^-1 sum r s~`` is this posterior mean, whatever the scale.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real

from cheapbandits.checks import instance
from cheapbandits.errors import ParameterError

__all__ = ["Model"]


@dataclass(frozen=True)
class Model:
    """What is assumed about field and readings before the first one.

    Attributes
    ----------
    mean
        A typical value of the field, in the readings' units.
    scale
        How far values lie from it, in the readings' units; positive.
    noise
        Standard deviation of a reading's noise, in units of ``scale``; 1 in the paper.
    nugget
        Variance that each node has for itself, unlike its neighbours, in units of ``scale^2``.
    ridge
        ``lambda > 0``, added to the Laplacian to make it invertible.

    Examples
    --------
    >>> percent = Model(mean=50.0, scale=20.0)
    >>> percent.inward(60.0), percent.outward(0.5)
    (0.5, 60.0)
    """

    mean: float = 0.0
    scale: float = 1.0
    noise: float = 1.0
    nugget: float = 0.0
    ridge: float = 0.01

    def __post_init__(self) -> None:
        for name in ("mean", "scale", "noise", "nugget", "ridge"):
            instance(getattr(self, name), Real, name, "a number")
        if not (math.isfinite(self.mean) and math.isfinite(self.scale) and self.scale > 0):
            raise ParameterError(
                f"center must be finite and scale positive, got {self.mean} and {self.scale}"
            )
        if not (self.noise > 0 and math.isfinite(self.noise)):
            raise ParameterError(f"a model's noise must be positive, got {self.noise}")
        if not (self.nugget >= 0 and math.isfinite(self.nugget)):
            raise ParameterError(f"nugget must be finite and not negative, got {self.nugget}")
        if not (self.ridge > 0 and math.isfinite(self.ridge)):
            raise ParameterError(f"ridge must be positive, got {self.ridge}; the paper uses 0.01")

    def inward(self, reading: float) -> float:
        """Return a reading as the belief takes it: around 0, in units of ``scale``."""
        return (reading - self.mean) / self.scale

    def outward(self, value: float) -> float:
        """Return a value of the belief's in the readings' units."""
        return value * self.scale + self.mean
