"""Which ask or observation is meant: by its number, or by itself, which must be as in the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cheapbandits.campaign.answers import Ask
from cheapbandits.checks import whole
from cheapbandits.errors import NoSuchAskError, OtherAskError
from cheapbandits.store import Event

__all__ = [
    "Observed",
    "check_of",
    "check_same",
    "check_same_seen",
    "number_of",
    "target_of",
    "those_open",
]


@dataclass(frozen=True)
class Observed:
    """The observation that is meant: the number of its event, and the group it must be of."""

    number: int
    nodes: tuple[int, ...]
    weights: tuple[float, ...] | None = None


def number_of(ask: Any) -> int:
    """Return the number of an ask, given as itself or by its number."""
    if isinstance(ask, Ask | Observed):
        return ask.number
    return whole(ask, "the number of an ask or observation", kind=NoSuchAskError)


def check_of(ask: Ask, campaign: str, event: Event | None = None) -> None:
    """Refuse an ask of another campaign."""
    if ask.campaign and ask.campaign != campaign:
        raise OtherAskError(
            f"ask {ask.number} is of another campaign than this one: tell it there", event
        )


def check_same(
    ask: Ask,
    campaign: str,
    nodes: Sequence[int],
    weights: Sequence[float] | None,
    event: Event | None = None,
) -> None:
    """Refuse an ask of another campaign, or for another group than the log has under its number.

    The same group asked for again, after a backup was put back, is the same: its reading is as
    good. ``event`` is the stored ask, where it is at hand.
    """
    check_of(ask, campaign, event)
    same_weights = (None if weights is None else tuple(weights)) == ask.weights
    if tuple(nodes) != tuple(ask.nodes) or not same_weights:
        raise OtherAskError(
            f"ask {ask.number} is for nodes {list(nodes)} now, not for {list(ask.nodes)}: the log "
            "was put back to an earlier moment since; observe() records the reading without an ask",
            event,
        )


def check_same_seen(meant: Observed, nodes: Sequence[int], weights: Sequence[float] | None) -> None:
    """Refuse an observation of another group than the log has under its number."""
    same_weights = (None if weights is None else tuple(weights)) == meant.weights
    if tuple(nodes) != meant.nodes or not same_weights:
        raise OtherAskError(
            f"observation {meant.number} is of nodes {list(nodes)} now, not of "
            f"{list(meant.nodes)}: the log was put back to an earlier moment since; look at it "
            "anew before you change it",
            None,
        )


def target_of(reading_of: Any, *, observation: bool) -> Any:
    """Return whose reading is meant; what ``observe`` returned says of which group it is.

    An ask is refused where an observation is named, and an event everywhere else: its number is
    that of another thing.
    """
    if observation and isinstance(reading_of, Ask):
        raise NoSuchAskError("name an observation by the number of its event, got an ask")
    if not isinstance(reading_of, Event):
        return reading_of
    if not observation or reading_of.kind != "observe":
        raise NoSuchAskError(
            f"event {reading_of.seq} ({reading_of.kind}) is no ask; name an ask by its number, an "
            "observation by what observe() returned, with observation=True"
        )
    weights = reading_of.body.get("weights")
    return Observed(
        reading_of.seq,
        tuple(reading_of.body["nodes"]),
        None if weights is None else tuple(weights),
    )


def those_open(numbers: Iterable[object]) -> str:
    """Return which asks wait for a reading, the first few of many, for one that does not."""
    known = [str(number) for number in numbers]
    more = ", ..." if len(known) > 8 else ""
    return f"open: {', '.join(known[:8])}{more}" if known else "no ask is open"
