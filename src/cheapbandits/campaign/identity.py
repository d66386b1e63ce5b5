"""Which ask is meant: by its number, or by the ask itself, which must be the one in the log."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.answers import Ask
from cheapbandits.checks import whole
from cheapbandits.errors import NoSuchAskError, OtherAskError

if TYPE_CHECKING:
    from cheapbandits.store import Event

__all__ = ["check_of", "check_same", "check_target", "number_of", "those_open"]


def number_of(ask: Any) -> int:
    """Return the number of an ask, given as itself or by its number."""
    if isinstance(ask, Ask):
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


def check_target(reading_of: Any, *, observation: bool) -> None:
    """Refuse an ask where an observation is named: its number is that of another thing."""
    if observation and isinstance(reading_of, Ask):
        raise NoSuchAskError("name an observation by the number of its event, got an ask")


def those_open(numbers: Iterable[object]) -> str:
    """Return which asks wait for a reading, the first few of many, for one that does not."""
    known = [str(number) for number in numbers]
    more = ", ..." if len(known) > 8 else ""
    return f"open: {', '.join(known[:8])}{more}" if known else "no ask is open"
