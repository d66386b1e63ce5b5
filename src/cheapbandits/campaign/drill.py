"""A rehearsal: play a campaign against known values, with everything that goes wrong in the field.

Late readings, asks that nobody answers, readings sent twice, readings that were wrong at first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.campaign.odd_warnings import said_elsewhere
from cheapbandits.campaign.rehearsal.lasting import check_ends
from cheapbandits.errors import AlreadyToldError, ClosedError, KeyReusedError, ParameterError
from cheapbandits.fields.check import check_field
from cheapbandits.fields.sensors import GaussianSensor

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from cheapbandits.campaign.answers import Ask
    from cheapbandits.campaign.campaign import Campaign

__all__ = ["DrillReport", "drill"]

#: More missing than this and a drill would hardly end.
MOST_MISSING = 0.9
#: A late reading comes up to so many rounds later.
LATEST = 3
#: Seconds of a lease that has run out when the next ask comes.
AT_ONCE = 1e-6


@dataclass(frozen=True)
class DrillReport:
    """What happened in a drill.

    Attributes
    ----------
    told, late, cancelled, expired, corrected, duplicates
        How many readings were told, of them late; asks never told; readings corrected; tells sent
        again, each of which was refused or answered as before.
    accepted_twice, lost
        Tells stored a second time, and readings that the history does not hold as they were last
        told: both are 0, or something is wrong with the store.
    cost
        What the measurements cost.
    node, place, estimate, value
        The place that the campaign would name, its estimate and its true value.
    hottest, hottest_value, regret
        The truly hottest place, and how far the named one is below it.
    ended
        Why the drill ended.
    """

    told: int
    late: int
    cancelled: int
    expired: int
    corrected: int
    duplicates: int
    accepted_twice: int
    lost: int
    cost: float
    node: int
    place: str
    estimate: float
    value: float
    hottest: str
    hottest_value: float
    regret: float
    ended: str


def drill(
    campaign: Campaign,
    field: ArrayLike,
    *,
    noise: float,
    rng: np.random.Generator,
    late: float = 0.1,
    missing: float = 0.05,
    duplicate: float = 0.05,
    corrected: float = 0.05,
    rounds: int | None = None,
    batch: int = 1,
    stop: Callable[[Campaign], bool] | None = None,
    progress: Callable[[int], None] | None = None,
) -> DrillReport:
    """Play a campaign to its end against known values, faults included.

    Parameters
    ----------
    campaign
        It is really asked and told: use one made for the purpose.
    field
        ``(N,)`` the true value of every node.
    noise
        Standard deviation of the noise on each averaged reading.
    rng
        Where noise and faults come from.
    late, missing, duplicate, corrected
        Share of the readings that come late, never, twice, or wrong at first.
    rounds
        How many times to ask; to the campaign's end when left out.
    batch
        How many asks go out together.
    stop
        Says after each round whether to end.
    progress
        Called with the number of readings told so far.
    """
    shares = {"late": late, "missing": missing, "duplicate": duplicate, "corrected": corrected}
    _check(shares, rounds, batch)
    if rounds is None and campaign.spec.horizon is None and campaign.spec.budget is None:
        raise ParameterError("neither horizon nor budget ends this campaign: say how many rounds")
    if rounds is None and campaign.spec.horizon is None:
        check_ends(campaign.spec, campaign.policy())
    sensor = GaussianSensor(check_field(field, campaign.graph.n_nodes, campaign.graph.names), noise)
    play = _Play(campaign, sensor, rng, shares)
    ended, count = "all rounds played", 0
    try:
        play.take_open()
        while rounds is None or count < rounds:
            count += 1
            play.round(batch)
            if progress is not None:
                progress(len(play.readings))
            if stop is not None and stop(campaign):
                ended = f"the stopping rule {campaign.spec.stop} is met"
                break
    except ClosedError as error:
        ended = str(error)
    play.deliver(everything=True)
    return play.report(ended)


def _check(shares: dict[str, float], rounds: int | None, batch: int) -> None:
    for name, share in shares.items():
        if not 0 <= share <= 1:
            raise ParameterError(f"{name} is a share from 0 to 1, got {share}")
    if shares["missing"] > MOST_MISSING:
        raise ParameterError(f"missing must be at most {MOST_MISSING}, got {shares['missing']}")
    if shares["late"] + shares["missing"] > 1:
        raise ParameterError("late and missing together must be at most 1")
    if batch < 1 or (rounds is not None and rounds < 1):
        raise ParameterError(f"rounds and batch must be at least 1, got {rounds} and {batch}")


class _Play:
    """The people in the field, who make mistakes."""

    def __init__(
        self,
        campaign: Campaign,
        sensor: GaussianSensor,
        rng: np.random.Generator,
        shares: dict[str, float],
    ) -> None:
        self.campaign, self.sensor, self.rng, self.shares = campaign, sensor, rng, shares
        self.readings: dict[int, float] = {}
        self.counts: Counter[str] = Counter()
        self._seen: set[int] = set()
        self._waiting: list[tuple[int, Ask]] = []
        self._now = 0

    def take_open(self) -> None:
        """Measure what was open before the drill began."""
        rows = self.campaign.history()
        self._seen = {row["ask"] for row in rows if row["ask"] and row["status"] != "open"}
        if all(row["status"] != "open" for row in rows):
            return
        for ask in self.campaign.ask():
            self._seen.add(ask.number)
            self._measure(ask)

    def round(self, batch: int) -> None:
        """Ask for a batch, answer most of it, and deliver what comes late."""
        self._now += 1
        out: list[Ask] = []
        for _ in range(batch):
            out += self._ask()
        for ask in out:
            if self._happens("late", given=1 - self.shares["missing"]):
                self._waiting.append((self._now + int(self.rng.integers(1, LATEST + 1)), ask))
            else:
                self._measure(ask)
        self.deliver(everything=not out)

    def deliver(self, *, everything: bool = False) -> None:
        """Tell the late readings that have arrived by now."""
        due = [ask for when, ask in self._waiting if everything or when <= self._now]
        self._waiting = [(when, ask) for when, ask in self._waiting if ask not in due]
        for ask in due:
            self.counts["late"] += 1
            self._measure(ask)

    def _ask(self) -> list[Ask]:
        """Ask for one more, which may turn out to be one that nobody answers."""
        missing = self._happens("missing")
        expires = missing and self.rng.random() < 0.5
        new = [
            ask
            for ask in self.campaign.ask(1, more=True, lease=AT_ONCE if expires else None)
            if ask.number not in self._seen
        ]
        self._seen.update(ask.number for ask in new)
        if not missing:
            return new
        for ask in new:
            self.counts["expired" if expires else "cancelled"] += 1
            if not expires:
                self.campaign.cancel(ask)
        return []

    def _measure(self, ask: Ask) -> None:
        with said_elsewhere():  # slips are what it is about
            self._tell(ask)

    def _tell(self, ask: Ask) -> None:
        reading = self.sensor.read(ask.nodes, ask.weights, rng=self.rng)
        key = f"drill:{ask.number}" if self.rng.random() < 0.5 else None
        if self._happens("corrected"):
            self.counts["corrected"] += 1
            self.campaign.tell(ask, 10 * reading + 1, key=key)
            self.campaign.correct(ask.number, reading)
        else:
            self.campaign.tell(ask, reading, key=key)
        self.readings[ask.number] = reading
        if self._happens("duplicate"):
            self._tell_again(ask, reading, key)

    def _tell_again(self, ask: Ask, reading: float, key: str | None) -> None:
        """Send a tell a second time: it must be refused, or answered as before."""
        self.counts["duplicates"] += 1
        before = self.campaign.status().told
        try:
            self.campaign.tell(ask, reading, key=key)
        except (AlreadyToldError, KeyReusedError):
            return
        self.counts["accepted twice"] += self.campaign.status().told - before

    def _happens(self, fault: str, given: float = 1.0) -> bool:
        return bool(self.rng.random() * given < self.shares[fault])

    def report(self, ended: str) -> DrillReport:
        campaign, counts, field = self.campaign, self.counts, self.sensor.field
        stored = {row["ask"]: row["reading"] for row in campaign.history()}
        best, top = campaign.policy().best(), int(field.argmax())
        return DrillReport(
            told=len(self.readings),
            late=counts["late"],
            cancelled=counts["cancelled"],
            expired=counts["expired"],
            corrected=counts["corrected"],
            duplicates=counts["duplicates"],
            accepted_twice=counts["accepted twice"],
            lost=sum(stored.get(ask) != reading for ask, reading in self.readings.items()),
            cost=campaign.status().spent,
            node=best.node,
            place=campaign.graph.name(best.node),
            estimate=best.estimate,
            value=float(field[best.node]),
            hottest=campaign.graph.name(top),
            hottest_value=float(field[top]),
            regret=float(field[top] - field[best.node]),
            ended=ended,
        )
