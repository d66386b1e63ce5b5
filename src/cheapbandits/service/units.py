"""Readings in another unit than the one that a campaign's name says now, see :mod:`.name_units`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.errors import OtherUnitError
from cheapbandits.store.name_units import unit_of

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign

__all__ = ["check_unit"]


def check_unit(campaign: Campaign, unit: str | None, *keys: str | None) -> None:
    """Refuse readings in another unit than the campaign's name says now; ``None`` is unsaid.

    Those that are stored already, under their ``keys``, were taken as they were sent: they are no
    new ones.
    """
    if unit is None or unit == unit_of(campaign.name):
        return
    now = unit_of(campaign.status().name)  # where somebody renamed it, that says so
    if keys and None not in keys and {event.key for event in campaign.events()}.issuperset(keys):
        return
    raise OtherUnitError(_other(unit, now), None)


def _other(unit: str, now: str) -> str:
    """Say in what a reading is, and what the campaign's name says now."""
    if not now:
        return (
            f"the reading is in {unit!r}, and the campaign's name says no unit any more: it was "
            "renamed; send it without one"
        )
    then = f"the reading is in {unit!r}" if unit else "the reading is of before there was a unit"
    return f"{then}, and values are in {now!r} now: the campaign was renamed; send it in {now!r}"
