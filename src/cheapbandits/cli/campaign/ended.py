"""A campaign that runs but cannot ask any more: its money or its plan is used up.

Imports neither typer nor NumPy: ``status`` is quick. Only where so little money is left that it may
be the end is the campaign opened, to know its cheapest group.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.cli.campaign.commands import Commands
from cheapbandits.cli.campaign.shown import number

if TYPE_CHECKING:
    from cheapbandits.campaign import Status

__all__ = ["Ended", "ended"]

#: With more nodes, prices are not looked up: setting all groups up would take too long.
_QUICK = 20_000


@dataclass(frozen=True)
class Ended:
    """What ended a campaign.

    Attributes
    ----------
    state, why
        In a word or two in place of "running", and in full.
    remedy
        What to do now.
    more
        The commands that go on with more money, one after the other.
    """

    state: str
    why: str
    remedy: str
    more: tuple[str, ...] = ()


def ended(now: Status, db: str | None) -> Ended | None:
    """Return what ended a campaign that nobody finished; ``None`` where it can go on."""
    if now.state != "running" or now.open:
        return None
    command = Commands(now.name, db)
    finish = f"{command('finish')}, after a last {command('status', '--assess')}"
    if now.horizon is not None and now.told >= now.horizon:
        why = f"all {now.horizon} planned measurements are told"
        return Ended("all measured", why, f"{finish}; or go on with {command('ask', '--beyond')}")
    if now.budget is None or now.left is None:
        return None
    # Groups are cheaper than single nodes, but hardly ever by so much more than those so far.
    if now.told and now.left > now.spent / now.told:
        return None
    least = _cheapest(now.name, db)
    if least is None or least <= now.left * (1 + 1e-9):
        return None
    left = number(max(now.left, 0.0))
    why = f"{left} of {number(now.budget)} left, and the cheapest measurement costs {number(least)}"
    return Ended("budget spent", why, finish, _going_on(now, db))


def _going_on(now: Status, db: str | None) -> tuple[str, ...]:
    """Return the commands of a campaign with more money that starts from these readings."""
    command = Commands(now.name, db)
    return (
        command("clone", command.word(f"{now.name}-2"), "--with-readings", "--budget", "MONEY"),
    )


def _cheapest(name: str, db: str | None) -> float | None:
    """Return what the cheapest group costs now; ``None`` where that takes too long to know."""
    from cheapbandits.campaign.cheapest import cheapest
    from cheapbandits.cli.campaign.options import open_campaign

    with open_campaign(name, db) as campaign:
        if campaign.graph.n_nodes > _QUICK:
            return None
        return cheapest(campaign.policy())
