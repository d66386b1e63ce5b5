"""What was asked or told is taken back or put right: decided on what the log holds then.

Each function returns a decision: of where the campaign stands, it makes the event to append.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.answers import Ask
from cheapbandits.campaign.as_known import AsKnown
from cheapbandits.campaign.desk import Desk, Draft
from cheapbandits.campaign.identity import (
    Observed,
    check_same,
    check_same_seen,
    number_of,
    target_of,
    those_open,
)
from cheapbandits.campaign.readings import check_room, counted
from cheapbandits.campaign.tally import tally_of
from cheapbandits.errors import CampaignError, NoSuchAskError

if TYPE_CHECKING:
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.store import Event

__all__ = ["cancelled", "rewritten"]


def cancelled(desk: Desk, ask: int | Ask) -> Callable[[Standing], Draft]:
    """Withdraw an open ask."""
    number = number_of(ask)

    def decide(standing: Standing) -> Draft:
        _check_meant(desk, ask, standing)
        if number not in standing.open:
            still = those_open(standing.open)
            raise NoSuchAskError(
                f"ask {number} of {desk.terms.row.name} is not open; {still}; a reading that was "
                "told is struck by `campaign annul`"
            )
        return Draft("cancel", {}, ask=number)

    return decide


def rewritten(
    desk: Desk,
    kind: str,
    reading_of: int | Ask | Event | Observed,
    body: dict[str, Any],
    *,
    observation: bool,
    known_as: AsKnown | None = None,
) -> Callable[[Standing], Draft]:
    """Correct or annul, by ``kind``, the reading of an ask, or of an observation by its event."""
    meant = target_of(reading_of, observation=observation)
    target = number_of(meant)

    def decide(standing: Standing) -> Draft:
        _check_meant(desk, meant, standing)
        known: Any = (standing.observations if observation else standing.asks).get(target)
        if known is None or known.reading is None:
            what = "observation" if observation else "reading of an ask"
            raise NoSuchAskError(
                f"{desk.terms.row.name} has no {what} {target}; `campaign history` shows all, and "
                "`campaign tell` gives an open ask its reading"
            )
        if known_as is not None:
            known_as.check(known, desk, target, observation=observation)
        if known.annulled and kind == "annul":
            raise CampaignError(
                f"the reading of {target} has been annulled already; correct puts another in "
                "its place"
            )
        if kind == "correct" and not known.annulled and known.reading == body["reading"]:
            raise CampaignError(
                f"the reading of {target} is {known.reading!r} already; nothing was recorded"
            )
        if known.annulled:  # a struck reading that is put right counts again
            check_room(desk.terms.spec.policy, counted(tally_of(standing, None)) + 1)
        if observation:
            return Draft(kind, {**body, "observation": target})
        return Draft(kind, body, ask=target)

    return decide


def _check_meant(desk: Desk, meant: int | Ask | Observed, standing: Standing) -> None:
    """Refuse an ask or observation that is not the one of its number in the log."""
    if isinstance(meant, Ask) and (known := standing.asks.get(meant.number)) is not None:
        probe = known.probe
        check_same(meant, desk.terms.row.id, probe.nodes, probe.weights)
    if isinstance(meant, Observed) and (seen := standing.observations.get(meant.number)):
        check_same_seen(meant, seen.nodes, seen.weights)
