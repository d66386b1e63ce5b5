"""What was believed after each reading of a campaign, kept as few bytes for a slider.

A moment is an event after which something else is believed: a reading, its correction, its
striking. What was believed then is never computed anew: corrections make a new moment.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.belief.learned import LearnedBelief
from cheapbandits.belief.learned.bounds import Bounds, believable
from cheapbandits.belief.learned.unexplained import unexplained
from cheapbandits.service.page.packed import MOST_DOTS, pack, quantised

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.service.page.naming import Named
    from cheapbandits.store import Event

    Values = NDArray[np.float64]

__all__ = ["CHANGES", "Frame", "Moment", "frame_of", "packed_frame"]

#: Events after which something else is believed.
CHANGES = frozenset({"tell", "observe", "correct", "annul"})
#: So many digits tell one log from another.
DIGITS = 16


@dataclass(frozen=True, eq=False)
class Frame:
    """What is believed of every place at one moment.

    Attributes
    ----------
    value, deviation
        ``(N,)`` estimate, and how far the truth may well be from it.
    known
        ``(N,)`` from 0, as before any reading, to 1: how much of a place's variance is gone.
    """

    value: NDArray[np.floating[Any]]
    deviation: NDArray[np.floating[Any]]
    known: NDArray[np.uint8]
    _order: list[NDArray[np.int64]] = field(default_factory=list, repr=False)

    def coldest_first(self) -> NDArray[np.int64]:
        """Return the places by their values, of equal ones the last first; sorted once."""
        if not self._order:
            self._order.append(np.argsort(-self.value, kind="stable")[::-1].copy())
        return self._order[0]


@dataclass(frozen=True)
class Moment:
    """One step of the slider.

    Attributes
    ----------
    seq, kind, who, at
        The event.
    ask, observation
        Which row of the ledger it is about, whether it was read then, corrected or struck.
    nodes, reading
        Where, and what was read; a struck reading has none.
    spent, told, unseen, width
        As of then; ``told`` counts the readings that stood, ``unseen`` the places that were in none
        of them, ``width`` is how many places this one was over.
    best, estimate, low, high
        The place of the highest estimate then, and its interval; ``None`` where
        no reading stood, or where the network is too large to know.
    least, most
        The lowest and the highest estimate of all places then, or else reading.
    digest
        Of the log up to the event, its beginning: once a backup was put back, another log has
        events of the same numbers.
    """

    seq: int
    kind: str
    who: str
    at: str
    nodes: tuple[int, ...]
    reading: float | None
    spent: float
    told: int
    unseen: int
    width: int
    ask: int | None = None
    observation: int | None = None
    best: int | None = None
    estimate: float | None = None
    low: float | None = None
    high: float | None = None
    least: float | None = None
    most: float | None = None
    digest: str = ""

    @classmethod
    def of(
        cls,
        event: Event,
        nodes: tuple[int, ...],
        reading: float | None,
        so_far: tuple[float, int, int],
        readings: list[float],
    ) -> Moment:
        """Return the moment of an event before anything is believed: what was read is its range."""
        head = event.seq, event.kind, event.who, event.at, nodes, reading
        least, most = min(readings, default=None), max(readings, default=None)
        seen = None if event.ask is not None else event.body.get("observation", event.seq)
        digest = event.digest[:DIGITS]
        return cls(
            *head, *so_far, len(nodes), event.ask, seen, least=least, most=most, digest=digest
        )

    def told_by(self, frame: Frame, best: Named | None) -> Moment:
        """Return this moment with what was believed then."""
        said: dict[str, Any] = dict.fromkeys(("best", "estimate", "low", "high"))
        if best is not None:
            said = best._asdict()
        return replace(self, **said, least=float(frame.value.min()), most=float(frame.value.max()))


def frame_of(belief: LearnedBelief, bounds: Bounds) -> Frame:
    """Return what a learned belief says of every place.

    The deviation is that of the average over models, within and between them, and of what they
    leave unexplained, as in the answer's interval. How well a place is known is told by what is
    left of its variance within the models, as they weigh now.
    """
    n, prior = belief.n_nodes, belief.prior
    models, weights = belief.active()
    parts = [belief.of_model(m) for m in models.tolist()]
    means = np.stack([mean for mean, _ in parts])
    left = np.stack([variance for _, variance in parts])
    scales = belief.evidence.scales()[models]
    share = weights * scales
    nugget = prior.nugget[models][:, None]
    before = (1 - nugget) * prior.variances[prior.kernel[models], :n] + nugget
    value = weights @ means
    within = share @ left
    between = weights @ (means - value) ** 2
    gone = 1 - within / np.maximum(share @ before, 1e-300)
    low, high = believable(bounds, belief.evidence)
    if low is not None or high is not None:
        value = np.clip(value, low, high)
    rest = float(weights @ unexplained(belief, models, scales))
    deviation = np.sqrt(np.maximum(within + between + rest, 0))
    return framed(value, deviation, np.sqrt(np.clip(gone, 0, 1)))


def framed(value: Values, deviation: Values, known: Values) -> Frame:
    """Return a frame in few bytes a place."""
    kept = quantised(known, 0.0, 1.0, np.uint8)
    return Frame(_in_few_bytes(value), _in_few_bytes(deviation), kept)


def _in_few_bytes(values: Values) -> NDArray[np.floating[Any]]:
    """Return values in four bytes each, or as they are where four cannot hold them."""
    size, held = float(np.abs(values).max(initial=0.0)), np.finfo(np.float32)
    fits = size <= float(held.max) and (size == 0.0 or size >= float(held.tiny) / held.eps)
    return values.astype(np.float32) if fits else values


def packed_frame(
    frame: Frame | None,
    readings: NDArray[np.int_],
    seq: int,
    free: NDArray[np.bool_] | None = None,
    digest: str = "",
) -> bytes:
    """Return a frame for a browser: values to a 65,535th of their range; ``digest`` of its moment.

    The scale of doubt is that of the free places: nobody will make those left out less doubtful.
    """
    counts = np.minimum(readings, 255).astype(np.uint8)
    head: dict[str, Any] = {"seq": seq, "digest": digest, "low": 0.0, "high": 0.0, "most": 0.0}
    head["top"] = int(readings.max(initial=0))
    if frame is None:
        return pack(head, {"readings": counts} if len(counts) <= MOST_DOTS else {})
    low, high = float(frame.value.min()), float(frame.value.max())
    counted = frame.deviation if free is None or not free.any() else frame.deviation[free]
    most = float(counted.max())
    head |= {"low": low, "high": high, "most": most}
    if len(counts) > MOST_DOTS:  # a browser is sent what is in view: see :mod:`.bins`
        return pack(head, {})
    arrays = {
        "value": quantised(frame.value.astype(float), low, high, np.uint16),
        "known": frame.known,
        "deviation": quantised(frame.deviation.astype(float), 0.0, most, np.uint8),
        "readings": counts,
    }
    return pack(head, arrays)
