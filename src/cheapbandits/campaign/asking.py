"""Asking: expire what ran out, then ask until enough is open or nothing more can be paid."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cheapbandits.campaign import clock
from cheapbandits.campaign.errors import ClosedError
from cheapbandits.errors import BudgetError

if TYPE_CHECKING:
    from cheapbandits.campaign.ledger import Ledger
    from cheapbandits.campaign.session import Session
    from cheapbandits.probes import Probe
    from cheapbandits.store.log import Log

__all__ = ["ask_more", "check_running", "expire"]


def ask_more(
    ledger: Ledger, log: Log, session: Session, wanted: int, lease: float | None, beyond: bool
) -> None:
    """Append up to ``wanted`` new asks; raise only where nothing is open either."""
    for _ in range(wanted):
        try:
            probe = _next_probe(session, beyond)
        except ClosedError:
            if session.state.open:
                return
            raise
        session.follow([ledger.append(log, "ask", _body(probe, lease), ask=probe.number)])


def expire(ledger: Ledger, log: Log, session: Session) -> None:
    """Close the open asks whose lease has run out."""
    now = clock.now()
    late = [n for n, ask in session.state.open.items() if ask.lease and ask.lease <= now]
    session.follow([ledger.append(log, "expire", {}, ask=number) for number in late])


def check_running(name: str, session: Session) -> None:
    """Refuse to ask in a campaign that is paused or finished."""
    if session.state.finished is not None:
        raise ClosedError(f"{name} is finished: {session.state.finished}")
    if session.state.paused:
        raise ClosedError(f"{name} is paused; resume it to go on asking")


def _next_probe(session: Session, beyond: bool) -> Probe:
    state, spec = session.state, session.spec
    if not beyond and session.policy.n_told + len(state.open) >= spec.horizon:
        raise ClosedError(
            f"all {spec.horizon} planned measurements have been asked for; finish the campaign, or "
            "go on with beyond=True (--beyond)"
        )
    try:
        return session.policy.ask()
    except BudgetError as error:
        raise ClosedError(
            f"the budget of {spec.budget:g} is used up: {state.spent:g} spent, and {error}"
        ) from error


def _body(probe: Probe, lease: float | None) -> dict[str, Any]:
    body: dict[str, Any] = {"center": probe.center, "nodes": list(probe.nodes), "cost": probe.cost}
    if probe.weights is not None:
        body["weights"] = list(probe.weights)
    if lease is not None:
        body["lease"] = clock.later(lease)
    return body
