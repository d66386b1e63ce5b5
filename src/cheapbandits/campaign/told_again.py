"""Rows of an export whose origin was cut off: the moment at which each was told says which it is.

A campaign stamps its readings to the microsecond. A row of the same nodes and value with the stamp
of a stored reading, in a column ``told``, is that reading, however little else the row has.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from cheapbandits.campaign.said_dates import plain_stamp

if TYPE_CHECKING:
    from collections.abc import Mapping

    from cheapbandits.campaign.known_readings import Known
    from cheapbandits.campaign.stored_readings import Given, Kept, Stored

__all__ = ["ToldAgain", "meet"]


class ToldAgain:
    """The readings of a campaign by the moment at which it was told them; each is met once."""

    def __init__(self, there: Known) -> None:
        self._stored = {one.number: one for one in there.stored}
        self._moments: dict[str, list[Kept]] = defaultdict(list)
        for one in there.readings:
            self._moments[plain_stamp(one.event.at)].append(one)

    def has(self, row: Given) -> bool:
        """Tell whether a row is a stored reading by its moment; one that was struck, too."""
        found = self._moments.get(plain_stamp(row.says.get("when", "")), [])
        one = next((one for one in found if one.is_like(row)), None)
        return one is not None and meet(one, found, self._stored)


def meet(one: Kept, found: list[Kept], stored: Mapping[int, Stored]) -> bool:
    """Have a reading met by a row, so that no other row or rule meets it; it is found."""
    found.remove(one)
    kind, number = one.which
    if kind == "observation" and number in stored:
        stored[number].met = True
    return True
