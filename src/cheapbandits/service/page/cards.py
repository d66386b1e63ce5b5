"""A card for each campaign: what stands there before anything is worked out.

How hot the hottest place is, and how sure that is, comes from one place only: what the page of the
campaign shows too. Until it is there a card says that it is being worked out.
"""

from __future__ import annotations

from collections.abc import Iterable

from cheapbandits.campaign.answers import Status
from cheapbandits.service.page.html import Html, render
from cheapbandits.store import DamagedError
from cheapbandits.store.name_units import called, unit_of
from cheapbandits.text import how_many

__all__ = ["SHOWN", "card", "summary"]

SHOWN = {"running": "Running", "paused": "Paused", "finished": "Finished"}


def summary(found: Iterable[Status | DamagedError]) -> str:
    """Return how much is going on, in a sentence."""
    running = [one for one in found if isinstance(one, Status) and one.state == "running"]
    waiting = sum(one.open for one in running)
    if not running:
        return "None is running."
    groups = {0: "No group waits", 1: "One group waits"}.get(waiting, f"{waiting} groups wait")
    return f"{len(running)} running. {groups} for a reading."


def card(one: Status | DamagedError) -> Html:
    """Return the card of one campaign, or of one that cannot be read."""
    if isinstance(one, DamagedError):
        return render("damaged", name=one.campaign or "?", problem=str(one))
    share, meter = _progress(one)
    todo, verb = _todo(one)
    return render(
        "card",
        id=one.id,
        open=one.open,
        state=one.state,
        shown=SHOWN[one.state],
        name=called(one.name),
        unit=unit_of(one.name),
        places=f"Begun {one.created[:10]}",
        best="Being worked out" if one.told + one.observed else "Nothing known yet",
        share=f"{share:.1f}",
        meter=meter,
        spent=_spent(one),
        told=_counted(one),
        todo=todo,
        verb=verb,
        go=f"/campaigns/{one.id}#reading",
    )


def _counted(one: Status) -> str:
    """Return how many readings there are; what was planned is asks alone."""
    readings = one.told + one.observed
    if one.horizon is None:
        return how_many(readings)
    extra = f", {one.observed} extra" if one.observed else ""
    return f"{one.told} of {one.horizon} readings{extra}"


def _spent(one: Status) -> str:
    spent = f"{one.spent:.1f}"
    return f"{spent} spent" if one.budget is None else f"{spent} of {one.budget:g} spent"


def _todo(one: Status) -> tuple[str, str]:
    """Return what waits, and what the link to it says."""
    if one.state == "paused":
        return "Paused", "Go on"
    if one.state != "running":
        return "Nothing left to do", "Look"
    if not one.open and one.horizon is not None and one.told >= one.horizon:
        return "All planned readings are taken", "Look"
    if not one.open:
        return "Ready for the next group", "Show it"
    who = ", ".join(sorted(one.assigned))
    groups = "One group waits" if one.open == 1 else f"{one.open} groups wait"
    return f"{groups} for a reading{f' ({who})' if who else ''}", "Enter reading"


def _progress(one: Status) -> tuple[float, str]:
    """Return how far a campaign is, in percent, by money or else by readings."""
    if one.budget:
        return min(100.0 * one.spent / one.budget, 100.0), "Budget spent"
    if one.horizon:
        return min(100.0 * one.told / one.horizon, 100.0), "Readings taken"
    return 0.0, "Readings taken"
