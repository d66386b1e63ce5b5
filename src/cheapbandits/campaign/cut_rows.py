"""Rows of an export that was cut, known by what is left: a number, a moment, what was read.

Who saves ``ask``, ``place`` and ``reading`` has lost which nodes were read together, and a group's
average would come in as a reading of its center alone. Who saves the moments without their
fractions has lost what an origin is made of. The campaign has both.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from cheapbandits.campaign.file_rows import more_like_it, row_of
from cheapbandits.campaign.origins import Which, number_in, which_in, which_of
from cheapbandits.campaign.said_dates import has_clock, is_stamp
from cheapbandits.campaign.stored_readings import plain_reading
from cheapbandits.campaign.told_again import meet
from cheapbandits.errors import KeyReusedError

if TYPE_CHECKING:
    from cheapbandits.campaign.known_readings import Known
    from cheapbandits.campaign.stored_readings import Given, Kept

__all__ = ["CutRows", "Left", "left_in"]

#: Of how many groups with one value it is asked.
_MOST = 100
_COUNTS = ("told", "observed")


@dataclass(frozen=True)
class Left:
    """What a row says of which reading of a campaign it is: its number, moments, and status.

    ``whole`` is whether it has its nodes as an export writes them, ``named`` whether it has the
    place and status that one gives to a reading.
    """

    which: Which | None
    asked: str
    told: str
    whole: bool
    named: bool

    def is_of(self, which: Which, asked: str | None, told: str | None) -> bool:
        """Tell whether a reading of that number and these moments is meant; what is cut is none."""
        said = (self.asked, asked), (self.told, told)
        return self.which in (None, which) and all(
            stamp is not None and is_stamp(text, stamp) for text, stamp in said if text
        )

    @property
    def tells(self) -> bool:
        """Whether it says enough to be compared: a number, or a time of the day."""
        return self.which is not None or has_clock(self.asked) or has_clock(self.told)


def left_in(beside: Mapping[str, str]) -> Left | None:
    """Return what is left in a row; ``None`` where there is nothing of the kind."""
    asked, told = (beside.get(name, "").strip() for name in ("asked", "told"))
    whole = {"center", "place"} <= beside.keys()
    named = "place" in beside and beside.get("status", "").strip().lower() in _COUNTS
    left = Left(number_in(beside), asked, told, whole, named)
    return left if left.tells or named else None


class CutRows:
    """The readings of a campaign by what may be left of them; each is met once."""

    def __init__(self, there: Known) -> None:
        self._stored = {one.number: one for one in there.stored}
        self._rows = {which_of(row): row for row in there.history}
        self._groups: dict[float, list[Kept]] = defaultdict(list)
        self._numbers: dict[Which, list[Kept]] = defaultdict(list)
        for one in there.readings:
            for which in {one.which, which_in(one.event.key) or one.which}:
                self._numbers[which].append(one)
            for value in {*map(plain_reading, one.values)} if len(one.place[0]) > 1 else ():
                self._groups[value].append(one)

    def check(self, rows: Sequence[Given], file: object, places: Sequence[str]) -> None:
        """Refuse rows of single places that are readings of groups.

        Parameters
        ----------
        rows
            As they would be recorded.
        file, places
            The file, and where each row stands in it, for the message.
        """
        found = [
            (k, one)
            for k, row in enumerate(rows)
            if row.left is not None and (one := self._group(row, row.left)) is not None
        ]
        if not found:
            return
        k, one = found[0]
        kind, number = one.which
        raise KeyReusedError(
            f"{row_of(file, places, k)}: this row is {kind} {number} of this campaign, the average "
            f"of {len(one.place[0])} nodes, and of {len(rows[k].place[0])} in the file"
            f"{more_like_it(found)}: delete such rows, as their readings are there, or keep the "
            "columns center, place, names and nodes of the export; if it is another reading, "
            "import such rows as a file of their own with --again (again=True)",
            one.event,
        )

    def has(self, row: Given) -> bool:
        """Tell whether a row is a stored reading by its number, nodes and value.

        Its moment has to be the same as far as it is there; where it is not, all else must be.
        """
        left = row.left
        if left is None or left.which is None or not (left.asked or left.told or left.whole):
            return False
        found = self._numbers.get(left.which, [])
        one = next((one for one in found if one.is_like(row) and self._is_of(left, one)), None)
        return one is not None and meet(one, found, self._stored)

    def _group(self, row: Given, left: Left) -> Kept | None:
        """Return the reading of more nodes that a row is."""
        nodes = {*row.place[0]}
        for one in islice(self._groups.get(row.reading, ()), _MOST):
            at_center = left.named and nodes == {self._rows[one.which]["center"]}
            told = left.tells or at_center
            if told and nodes < {*one.place[0]} and self._is_of(left, one):
                return one
        return None

    def _is_of(self, left: Left, one: Kept) -> bool:
        """Tell whether a reading is meant: by what it is here, or was where it came from."""
        row, key = self._rows[one.which], one.event.key or ""
        first = which_in(key)
        if first is not None:
            at = key.split(":", 3)[3]
            if left.is_of(first, at, at):
                return True
        return left.is_of(one.which, row["asked"], row["told"])
