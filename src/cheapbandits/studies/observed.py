"""What a cell may record beside regret and cost: the place named each round, and how sure it was.

A study that compares how fast a place is found, or whether what is stated is true, asks for it by
a :class:`Watch`; the paper's studies do not, and pay nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.metrics import TOLERANCE, coverage, floor_regret, probe_prices, simple_regret

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.policies import Policy

__all__ = ["Observed", "Observer", "Statement", "Watch"]

#: Level of the intervals of all nodes.
LEVEL = 0.9


@dataclass(frozen=True)
class Watch:
    """What to record.

    Attributes
    ----------
    checkpoints
        After how many readings the policy is asked how sure it is.
    assessed
        The policies that are asked, as cells name them.
    """

    checkpoints: tuple[int, ...] = ()
    assessed: tuple[str, ...] = ()


@dataclass(frozen=True)
class Statement:
    """What a policy stated after some readings, beside the truth.

    Attributes
    ----------
    readings
        How many there were.
    covered, spread, error
        Share of all nodes whose 90 % interval holds its value, the intervals' mean width, and the
        estimates' root mean squared error.
    held
        Whether the 95 % interval of the named place holds its value.
    probability
        Stated, that the place is within 5 % of the range of the best; ``None``: cannot tell.
    right
        Whether it is.
    stated_regret, true_regret
        The expected regret of stopping, and the regret.
    bounded
        Whether the regret is within the bound that is stated to hold nine times in ten.
    """

    readings: int
    covered: float
    spread: float
    error: float
    held: bool
    probability: float | None
    right: bool
    stated_regret: float
    true_regret: float
    bounded: bool


@dataclass(frozen=True)
class Observed:
    """What a watched cell recorded.

    Attributes
    ----------
    named, gaps
        The node named after each round, and its simple regret.
    span
        The field's range, highest minus lowest.
    floor
        The regret of someone who knows the field, in as many rounds at the same total cost.
    blind
        The regret of someone who reads nodes at random, on average.
    statements
        What was stated on the way.
    """

    named: tuple[int, ...]
    gaps: tuple[float, ...]
    span: float
    floor: float
    blind: float
    statements: tuple[Statement, ...] = ()

    def content(self) -> dict[str, Any]:
        """Return it as JSON can write it."""
        return asdict(self)

    @classmethod
    def of(cls, content: Mapping[str, Any]) -> Observed:
        """Return what :meth:`content` wrote."""
        return cls(
            tuple(content["named"]),
            tuple(content["gaps"]),
            content["span"],
            content["floor"],
            content["blind"],
            tuple(Statement(**made) for made in content["statements"]),
        )


class Observer:
    """Looks at a policy after each of its readings.

    Parameters
    ----------
    policy
        Fresh.
    name
        What its cell calls it.
    field
        ``(N,)`` the truth.
    watch
        What to record.
    """

    def __init__(self, policy: Policy, name: str, field: NDArray[np.float64], watch: Watch) -> None:
        self._policy, self._field = policy, field
        self._span = float(np.ptp(field))
        asked = name in watch.assessed
        self._when = frozenset(watch.checkpoints if asked else ())
        self._named: list[int] = []
        self._statements: list[Statement] = []

    def note(self, readings: int) -> None:
        """Record the place named now, and how sure that is where it is time to ask."""
        self._named.append(int(self._policy.best().node))
        if readings in self._when:
            self._statements.append(self._state(readings))

    def observed(self, total_cost: float) -> Observed:
        """Return what was recorded, with the floor at what was spent."""
        prices, values = probe_prices(self._policy.menu, self._field)
        top, rounds = float(self._field.max()), len(self._named)
        floor = floor_regret(prices, values, top, total_cost=total_cost, rounds=rounds)
        gaps = simple_regret(self._field, self._named)
        return Observed(
            tuple(self._named),
            tuple(gaps.tolist()),
            self._span,
            floor,
            rounds * (top - float(self._field.mean())),
            tuple(self._statements),
        )

    def _state(self, readings: int) -> Statement:
        policy, field = self._policy, self._field
        known = policy.estimates(level=LEVEL)
        stated = policy.assess(tolerance=TOLERANCE * self._span)
        value = float(field[stated.node])
        regret = float(field.max()) - value
        probability = stated.probability
        return Statement(
            readings,
            coverage(known.low, known.high, field),
            float(np.mean(np.asarray(known.high) - np.asarray(known.low))),
            float(np.sqrt(np.mean((np.asarray(known.estimate) - field) ** 2))),
            bool(stated.low <= value <= stated.high),
            None if probability is None else float(probability),
            bool(regret <= TOLERANCE * self._span),
            float(stated.expected_regret),
            regret,
            bool(regret <= stated.regret_bound),
        )
