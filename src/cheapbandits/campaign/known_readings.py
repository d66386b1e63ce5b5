"""What a campaign has already: readings from files by their keys, its own asks and observations.

A reading is there if its key is. It is also there if one of the same place and value is that agrees
with it in all that both files say, see :mod:`.key_says`: a file that was saved again has its dates
in another spelling, or a column more. A reading that was corrected is met by either value.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.key_says import OF_ALL, moment_of, of_other_record, otherwise, same
from cheapbandits.campaign.origins import events_of, own_origin, values_in, which_of
from cheapbandits.campaign.stored_readings import (
    Given,
    Kept,
    Place,
    Stored,
    content_of,
    fits,
    parts_of,
    plain_column,
    plain_reading,
    where_read,
)
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.files.heading_units import plain_unit
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.store import Event

__all__ = ["Known"]

#: As keys were when they were made of all of a file, or held the column as it was typed.
_OLDER = re.compile(r"import:[0-9a-f]{32}(?::[0-9]+|#[0-9]+(?=:))(?::(.*))?", re.DOTALL)

#: Of how many readings of one place and value it is asked whether a date is written otherwise.
_MOST = 100

_Content = tuple[Place, float]
_ByWhen = dict[str, list[Stored]]
_Agree = Callable[[Mapping[str, str], Mapping[str, str]], bool]
_Choose = Callable[[_ByWhen, str], Iterable[Stored]]


class Known:
    """What a campaign has from files, and from its own asks and observations.

    ``history`` has all its asks and readings, ``readings`` are those that have been read, and
    ``stored`` those from files whose keys say something.
    """

    def __init__(self, campaign: Campaign) -> None:
        self.name, self.history = campaign.name, campaign.history()
        self.stored: list[Stored] = []
        self.readings: list[Kept] = []
        self._older: dict[_Content, Counter[str | None]] = defaultdict(Counter)
        self._newer: dict[str, set[str | None]] = defaultdict(set)
        self._said: dict[_Content, _ByWhen] = defaultdict(lambda: defaultdict(list))
        self._by_digest: dict[str, list[Stored]] = defaultdict(list)
        log = campaign.events()
        values, of = values_in(log), events_of(log)
        now = {which_of(row): row for row in self.history}
        self._kept: dict[str, Kept] = {}
        for which, row in now.items():
            place, counts = where_read(row["nodes"], row["weights"]), row["status"] != "annulled"
            kept = Kept(which, place, tuple(values.get(which, ())), counts, of[which])
            if kept.values:
                self.readings.append(kept)
            own = own_origin(*which, row["asked"] or row["told"])
            for origin in {own, row["origin"], of[which].key or own}:
                self._kept.setdefault(origin, kept)
        for event in log:
            if event.kind == "observe" and event.key is not None:
                which = "observation", event.seq
                self._take(event, event.key, now.get(which, {}), values[which])

    def _take(
        self, event: Event, key: str, now: Mapping[str, Any], values: Iterable[float]
    ) -> None:
        """Remember an observation; ``now`` is its row in the history, if it came before that."""
        body = event.body
        content = content_of(body["nodes"], body["reading"], body.get("weights"))
        if (older := _OLDER.fullmatch(key)) is not None:
            self._older[content][plain_column(older[1])] += 1
        elif (parts := parts_of(key)) is not None:
            self._newer[parts.digest].add(parts.column)
            if parts.says is None:
                return
            place, reading = content[0], plain_reading(now.get("reading", content[1]))
            counts = now.get("status") != "annulled"
            one = Stored(event.seq, place, reading, counts, parts.column, parts.says)
            for value in {*map(plain_reading, values)}:
                self._said[place, value][moment_of(parts.says)].append(one)
            self._by_digest[parts.digest].append(one)
            self.stored.append(one)

    def by_hand(self) -> list[Stored]:
        """Return the readings that count and have no key of a file: told, observed, or exported.

        But for those that a file has, too: it was taken once more, and that was meant.
        """
        files = {(one.place, one.reading) for one in self.stored}
        known = {one.which: one.event.key or "" for one in self.readings if one.counts}
        found = []
        for row in self.history:
            which = which_of(row)
            if which not in known or known[which].startswith("import:"):
                continue
            place, reading = content_of(row["nodes"], row["reading"], row["weights"])
            if (place, reading) not in files:
                found.append(Stored(which[1], place, reading, True, None, {}))
        return found

    @property
    def counted(self) -> int:
        """How many readings count, those that are awaited among them."""
        return sum(
            row["status"] == "open" or (row["reading"] is not None and row["status"] != "annulled")
            for row in self.history
        )

    def check_said(self, rows: Iterable[Given], file: object) -> None:
        """Refuse readings of another unit or substance than those that were imported before."""
        before: dict[str, dict[str, tuple[str, int]]] = {what: {} for what in OF_ALL}
        for one in self.stored:
            for what in one.says.keys() & OF_ALL if one.counts else ():
                word = one.says[what]
                before[what].setdefault(_plain(what, word), (word, one.number))
        for row in rows if any(before.values()) else ():
            says = row.says
            for what, known in before.items():
                if what in says and known and _plain(what, says[what]) not in known:
                    word, number = next(iter(known.values()))
                    mend = "convert them" if what == "unit" else f"save the rows of one {what}"
                    raise ParameterError(
                        f"{shown(file, 500)}: the {what} of its readings is '{shown(says[what])}', "
                        f"and '{shown(word)}' of those that were imported before (observation "
                        f"{number}), and one campaign has one: {mend}, or take a campaign of their "
                        "own (campaign new). If both are the same, write it as before"
                    )

    def kept(self, row: Given) -> Kept | None:
        """Return what has the key of a row, or another name of it."""
        names = (row.key, *row.names)
        return next((self._kept[name] for name in names if name in self._kept), None)

    def has(self, row: Given) -> bool:
        """Tell whether this very reading is there, by its key."""
        content, parts = (row.place, row.reading), row.parts
        if parts is not None:
            for stored in self._by_digest.get(parts.digest, ()):
                stored.met |= fits(stored.column, parts.column)
        if self.kept(row) is not None:
            return True
        if parts is None:
            return False
        column = parts.column
        if self._newer.get(parts.digest, set()) & {column, None} or (
            column is None and parts.digest in self._newer
        ):
            return True
        older = self._older.get(content, Counter())
        columns = [*older] if column is None else [column, None]
        return parts.count < max((older[name] for name in columns), default=0)

    def has_same(self, row: Given) -> bool:
        """Tell whether one is there that means the same: dates are compared as dates.

        Each that is there is met by one row of a file only: what stands there twice is two.
        """
        return self._meet(row, same, lambda found, when: found.get(when, []))

    def has_otherwise(self, row: Given) -> bool:
        """Tell whether one is there that may mean the same; only so many are looked at."""
        return any(
            self._meet(
                row, agree, lambda found, _: islice(chain.from_iterable(found.values()), _MOST)
            )
            for agree in (otherwise, of_other_record)
        )

    def _meet(self, row: Given, agree: _Agree, choose: _Choose) -> bool:
        if row.parts is None or row.parts.says is None:
            return False
        found = self._said.get((row.place, row.reading), {})
        for stored in choose(found, moment_of(row.says)):
            free = not stored.met and fits(stored.column, row.column)
            if free and agree(stored.says, row.says):
                stored.met = True
                return True
        return False


def _plain(what: str, word: str) -> str:
    """Return what a file says of all its readings, however it is spelt."""
    return plain_unit(word) if what == "unit" else word
