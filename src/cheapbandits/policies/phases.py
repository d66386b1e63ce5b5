"""Which reading belongs to which phase, for policies that learn from one phase at a time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cheapbandits.policies.base import Policy
from cheapbandits.policies.schedule import n_stages, stage_of_round

if TYPE_CHECKING:
    from cheapbandits.engines import Row
    from cheapbandits.probes import Probe

__all__ = ["PhasedPolicy"]


class PhasedPolicy(Policy):
    """Phase ``j = 1 .. J`` has the rounds ``2^(j-1) .. 2^j - 1``; the last one runs on.

    A probe's round is its place among all that are told or pending, by number; so the phases are a
    function of what was told, in whatever order it came. Readings that nobody asked for belong to
    no phase and are known in all of them.

    Attributes
    ----------
    given
        What nobody asked for, and what it read.
    """

    horizon: int

    def __init__(self, *args: Any, **settings: Any) -> None:
        self._by_number: dict[int, tuple[Row, float]] = {}
        self.given: list[tuple[Row, float]] = []
        super().__init__(*args, **settings)

    def phase(self, t: int) -> int:
        """Return the phase of round ``t``."""
        return stage_of_round(t, self.horizon)

    def rounds_of(self, phase: int) -> list[tuple[Row, float | None]]:
        """Return what a phase probed and read (``None``: pending), in the order of the asks."""
        return self._of_phase(phase, self._played())

    def rounds_before(self, phase: int) -> list[list[tuple[Row, float | None]]]:
        """Return what each of the phases before one probed and read, as :meth:`rounds_of`."""
        played = self._played()
        return [self._of_phase(earlier, played) for earlier in range(1, phase)]

    def _played(self) -> list[tuple[Row, float | None]]:
        """Return all that was told or is pending, in the order of the asks."""
        played: dict[int, tuple[Row, float | None]] = dict(self._by_number)
        played |= {p.number: ((p.nodes, p.weights), None) for p in self.pending}
        return [played[number] for number in sorted(played)]

    def _of_phase(
        self, phase: int, played: list[tuple[Row, float | None]]
    ) -> list[tuple[Row, float | None]]:
        last = phase == n_stages(self.horizon)
        return played[2 ** (phase - 1) - 1 : None if last else 2**phase - 1]

    def tell(self, probe: Probe, reading: float) -> None:  # noqa: D102
        super().tell(probe, reading)
        self._by_number[probe.number] = (self._rows[-1], self._values[-1])

    def observe(  # noqa: D102
        self, nodes: int | Sequence[int], reading: float, weights: Sequence[float] | None = None
    ) -> None:
        super().observe(nodes, reading, weights)
        self.given.append((self._rows[-1], self._values[-1]))

    def restore(  # noqa: D102
        self,
        told: Sequence[tuple[Probe, float]],
        *,
        observed: Sequence[tuple[Sequence[int], Sequence[float] | None, float]] = (),
        pending: Sequence[Probe] = (),
        last_number: int = 0,
        spent: float = 0.0,
    ) -> None:
        super().restore(
            told, observed=observed, pending=pending, last_number=last_number, spent=spent
        )
        read = list(zip(self._rows, self._values, strict=True))
        numbers = [probe.number for probe, _ in told]
        self._by_number = dict(zip(numbers, read[: len(told)], strict=True))
        self.given = read[len(told) :]
