"""What is known of values, in the units of the readings, as each policy wants to hear it.

The paper's policies want a center, a scale, and the noise as a share of the scale. Those that learn
want the lowest and the highest value and the noise as it is. People know the latter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cheapbandits.checks import finite
from cheapbandits.errors import ParameterError

__all__ = ["Known"]


@dataclass(frozen=True)
class Known:
    """What was said of the values; ``None`` where nothing was."""

    low: float | None = None
    high: float | None = None
    center: float | None = None
    scale: float | None = None
    noise: float | None = None
    tolerance: float | None = None

    def settings(self, policy: str) -> dict[str, Any]:
        """Return the settings of a policy, and the campaign's ``tolerance``."""
        from cheapbandits.metrics import TOLERANCE
        from cheapbandits.policies.registry import settings_of

        theirs = settings_of(policy)
        ends = self._ends()
        given: dict[str, Any] = {"tolerance": self.tolerance, "center": self.center}
        given |= {"scale": self.scale, "noise": self.noise}
        if "low" in theirs and "scale" not in theirs:
            if self.center is not None or self.scale is not None:
                raise ParameterError(
                    f"{policy} learns level and scale from the readings: leave --center and "
                    "--scale out, or say --low and --high, or --policy CheapUCB"
                )
            given |= {"low": self.low, "high": self.high}
        elif ends is not None:
            low, high = ends
            given |= {"center": (low + high) / 2, "scale": (high - low) / 2}
            if self.tolerance is None:
                given["tolerance"] = TOLERANCE * (high - low)
        elif self.low is not None or self.high is not None:
            raise ParameterError(f"{policy} needs --low and --high together; give the other too")
        if "scale" in theirs and self.noise is not None:
            given["noise"] = self._share(given["scale"])
        return {name: value for name, value in given.items() if value is not None}

    def _ends(self) -> tuple[float, float] | None:
        known = {"low": self.low, "high": self.high}
        for name, value in known.items():
            if value is not None:
                finite(value, f"--{name}")
        ranged = self.low is not None or self.high is not None
        if ranged and (self.center is not None or self.scale is not None):
            raise ParameterError(
                "--low and --high say what --center and --scale say; give one of the pairs"
            )
        if self.low is None or self.high is None:
            return None
        if not self.low < self.high:
            raise ParameterError(
                f"--low must be below --high, got {self.low:g} and {self.high:g}; exchange them?"
            )
        return self.low, self.high

    def _share(self, scale: float | None) -> float:
        """Return the noise as a share of the scale."""
        noise = finite(self.noise, "--noise", least=0)
        if scale is None and noise > 1:
            raise ParameterError(
                f"--noise {noise:g} is larger than all values, which are taken to lie between -1 "
                "and 1; say the lowest and highest value one would believe, --low and --high"
            )
        return noise / (1.0 if scale is None else scale or 1.0)
