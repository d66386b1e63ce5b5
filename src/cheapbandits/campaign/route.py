"""The order in which to visit the groups of a batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cheapbandits.campaign.answers import Ask
    from cheapbandits.campaign.campaign import Campaign

__all__ = ["Route"]


class Route:
    """Puts asks in the order of a short way, from where the last one that was told ended.

    What they cost is what was said when they were asked for, one after the other; a shorter way
    is the crew's gain.

    Parameters
    ----------
    campaign
        Its nodes have coordinates.
    """

    def __init__(self, campaign: Campaign) -> None:
        from cheapbandits.probes import Travel

        self._campaign = campaign
        self._travel = Travel(campaign.graph)

    def ordered(self, asks: Sequence[Ask]) -> list[Ask]:
        """Return the asks in the order to visit them."""
        told = [row for row in self._campaign.history() if row["ask"] and row["status"] == "told"]
        last = max(told, key=lambda row: row["ask"], default=None)
        start = None if last is None else self._travel.last_of(last["nodes"])
        order = self._travel.order([ask.nodes for ask in asks], start)
        return [asks[index] for index in order]
