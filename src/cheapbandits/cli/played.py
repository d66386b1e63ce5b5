"""Known values as policies are to play with them: in their own units, or brought to [-1, 1].

Where the lowest and the highest believable value are given, everything stays in the units of the
values. Else they are brought to the range that the paper's constants are for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["USUAL_NOISE", "High", "Low", "Played", "settings_for"]

#: Noise where none was given, as a share of how far values lie from their middle.
USUAL_NOISE = 0.01

Low = Annotated[
    float | None,
    typer.Option(
        help="The lowest value one would believe; with --high, results are in the values' units."
    ),
]
High = Annotated[float | None, typer.Option(help="The highest value one would believe.")]


@dataclass(frozen=True, eq=False)
class Played:
    """What is played with.

    Attributes
    ----------
    values
        ``(N,)`` as the policies see them.
    noise
        Standard deviation of a reading, in the same units.
    ends
        The lowest and the highest believable value where values are in their own units.
    said
        What a reader must know about the units; empty where they are the values' own.
    """

    values: NDArray[np.float64]
    noise: float
    ends: tuple[float, float] | None
    said: str

    @classmethod
    def of(
        cls,
        known: NDArray[np.float64],
        noise: float | None,
        low: float | None = None,
        high: float | None = None,
    ) -> Played:
        """Return known values in their own units where both ends are given."""
        from cheapbandits.cli.sources import to_unit_range

        if low is None and high is None:
            values, middle, reach = to_unit_range(known)
            said = "" if reach == 1.0 else f"(value - {middle:.6g}) / {reach:.6g}"
            return cls(values, USUAL_NOISE if noise is None else noise / reach, None, said)
        if low is None or high is None:
            raise ParameterError("--low and --high go together; give the other too")
        if not low < high:
            raise ParameterError(f"--low must be below --high, got {low:g} and {high:g}")
        usual = USUAL_NOISE * (high - low) / 2
        return cls(known, usual if noise is None else noise, (low, high), "")

    def settings(self, name: str, given: dict[str, Any]) -> dict[str, Any]:
        """Return a policy's settings: what was given, and what it is to know of the values."""
        if self.ends is None:
            return settings_for(name, self.noise, given)
        from cheapbandits.cli.campaign.units import Known
        from cheapbandits.policies.registry import settings_of

        theirs = settings_of(name)
        told = Known(low=self.ends[0], high=self.ends[1], noise=self.noise).settings(name)
        told = {key: value for key, value in told.items() if key in theirs and key != "tolerance"}
        return told | {key: value for key, value in given.items() if value is not None}


def settings_for(name: str, noise: float, given: dict[str, Any]) -> dict[str, Any]:
    """Return a policy's settings: what was given, and the readings' noise if it wants to know."""
    from cheapbandits.policies.registry import settings_of

    known = {key: value for key, value in given.items() if value is not None}
    return known | ({"noise": noise} if "noise" in settings_of(name) else {})
