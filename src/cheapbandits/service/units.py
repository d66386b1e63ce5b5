"""The unit of a campaign's values: it stands at the end of the name, and so changes with it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cheapbandits.errors import OtherUnitError

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign

__all__ = ["called", "check_unit", "unit_of"]


def unit_of(name: str) -> str:
    """Return the unit that a campaign's name ends with in square brackets; empty where none.

    Examples
    --------
    >>> unit_of("Zinc in the meadow [mg/kg]"), unit_of("Counties (2009)")
    ('mg/kg', '')
    """
    found = re.search(r"\S.*\[([^\[\]]{1,16})\]$", called(name.strip()))
    return "" if found is None else found[1].strip()


def called(name: str) -> str:
    """Return a name as people write it: a stored one has no slash, its unit may have one.

    Examples
    --------
    >>> called("Nitrate 1\u22152 [mg\u2215L]") == "Nitrate 1\u22152 [mg/L]"
    True
    """
    return re.sub(r"\[[^\[\]]*\]$", lambda unit: unit[0].replace("\u2215", "/"), name)


def check_unit(campaign: Campaign, unit: str | None, key: str | None = None) -> None:
    """Refuse a reading in another unit than the campaign's name says now.

    One that is stored already, under its ``key``, was taken as it was sent: it is no new one.
    """
    if not unit or unit == unit_of(campaign.name):
        return
    now = unit_of(campaign.status().name)  # where somebody renamed it, that says so
    if key is not None and any(event.key == key for event in campaign.events()):
        return
    raise OtherUnitError(
        f"the reading is in {unit!r}, and values are in {now!r} now: the campaign was renamed; "
        f"send it in {now!r}"
        if now
        else f"the reading is in {unit!r}, and the campaign's name says no unit any more: it was "
        "renamed; send it without one",
        None,
    )
