"""What a campaign has already: readings from files by their keys, its own asks and observations.

A reading is there if its key is. It is also there if one of the same place and value is that agrees
with it in all that both files say, see :mod:`.key_says`: a file that was saved again has its dates
in another spelling, or a column more.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.key_says import OF_ALL, otherwise, said_in, same
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.column_names import plain_name
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign

__all__ = ["EXPORTED", "Known", "Row", "plain_column"]

#: Columns of an export that tell one reading from another.
EXPORTED = ("ask", "observation")

#: As keys were when they were made of all of a file, or held the column as it was typed.
_OLDER = re.compile(r"import:[0-9a-f]{32}(?::[0-9]+|#[0-9]+(?=:))(?::(.*))?", re.DOTALL)
_NEWER = re.compile(r"import:([0-9a-f]{32}#([0-9]+))(?:~([^@]*))?(?:@(.*))?", re.DOTALL)
#: What values are called that may be any: a column of these says nothing of which they are.
_ANY = ("reading", "readings", "value", "values", "field")
_OWN = re.compile(r"export:(ask|observation):([0-9]{1,18}):(.+)")

#: Of how many readings of one place and value it is asked whether a date is written otherwise.
_MOST = 100

#: As ``Campaign.observe_many`` takes a reading: nodes, reading, key and weights.
Row = tuple[Any, ...]


def plain_column(column: str | None) -> str | None:
    """Return a column's name however it is spelt; ``None`` for one of any values."""
    name = column and (plain_name(column) or column.strip().lower())
    return None if not name or name in _ANY else name


@dataclass
class _Stored:
    """A reading from a file: of what column, what its key says, and whether a row is the same."""

    column: str | None
    says: Mapping[str, str]
    met: bool = False


_ByWhen = dict[str, list[_Stored]]
_Agree = Callable[[Mapping[str, str], Mapping[str, str]], bool]
_Choose = Callable[[_ByWhen, str], Iterable[_Stored]]


class Known:
    """What a campaign has from files, and from its own asks and observations."""

    def __init__(self, campaign: Campaign) -> None:
        self._older: dict[tuple[Any, ...], Counter[str | None]] = defaultdict(Counter)
        self._newer: dict[str, set[str | None]] = defaultdict(set)
        self._said: dict[tuple[Any, ...], _ByWhen] = defaultdict(lambda: defaultdict(list))
        self._by_digest: dict[str, list[_Stored]] = defaultdict(list)
        self._of_all: dict[str, dict[str, int]] = {what: {} for what in OF_ALL}
        self._keys: dict[str, tuple[Any, ...]] = {}
        history = campaign.history()
        struck = {row["observation"] for row in history if row["status"] == "annulled"}
        for event in campaign.events():
            if event.kind == "observe" and event.key is not None:
                body = event.body
                content = _content(body["nodes"], body["reading"], body.get("weights"))
                self._keys[event.key] = content
                if (older := _OLDER.fullmatch(event.key)) is not None:
                    self._older[content][plain_column(older[1])] += 1
                elif (newer := _NEWER.fullmatch(event.key)) is not None:
                    self._newer[newer[1]].add(newer[4])
                    says = said_in(newer[3])
                    if says is not None:
                        stored = _Stored(newer[4], says)
                        self._said[content][says.get("when", "")].append(stored)
                        self._by_digest[newer[1]].append(stored)
                        for what in () if event.seq in struck else says.keys() & OF_ALL:
                            self._of_all[what].setdefault(says[what], event.seq)
        self._own = {
            (kind, row[kind]): (row["asked"] or row["told"], sorted(row["nodes"]))
            for row in history
            for kind in EXPORTED
            if row[kind] is not None
        }

    def check_said(self, rows: Iterable[Row], file: object) -> None:
        """Refuse readings of another unit or substance than those that were imported before."""
        for row in rows if any(self._of_all.values()) else ():
            newer = _NEWER.fullmatch(row[2])
            says = (newer and said_in(newer[3])) or {}
            for what, known in self._of_all.items():
                if what in says and known and says[what] not in known:
                    before, seq = next(iter(known.items()))
                    mend = "convert them" if what == "unit" else "save the rows of one substance"
                    raise ParameterError(
                        f"{shown(file, 500)}: the {what} of its readings is '{shown(says[what])}', "
                        f"and '{shown(before)}' of those that were imported before (observation "
                        f"{seq}), and one campaign has one: {mend}, or take a campaign of their "
                        "own (campaign new). If both are the same, write it as before"
                    )

    def has(self, row: Row) -> bool:
        """Tell whether this very reading is there, by its key."""
        nodes, reading, key, *weights = row
        content = _content(nodes, reading, weights[0] if weights else None)
        newer = _NEWER.fullmatch(key)
        if newer is not None:
            for stored in self._by_digest.get(newer[1], ()):
                stored.met |= _fits(stored.column, newer[4])
        if self._keys.get(key) == content:
            return True
        if (own := _OWN.fullmatch(key)) is not None:
            return self._own.get((own[1], int(own[2]))) == (own[3], sorted(nodes))
        if newer is None:
            return False
        column = newer[4]
        if self._newer.get(newer[1], set()) & {column, None} or (
            column is None and newer[1] in self._newer
        ):
            return True
        older = self._older.get(content, Counter())
        columns = [*older] if column is None else [column, None]
        return int(newer[2]) < max((older[name] for name in columns), default=0)

    def has_same(self, row: Row) -> bool:
        """Tell whether one is there that means the same: dates are compared as dates.

        Each that is there is met by one row of a file only: what stands there twice is two.
        """
        return self._meet(row, same, lambda found, when: found.get(when, []))

    def has_otherwise(self, row: Row) -> bool:
        """Tell whether one is there that may mean the same; only so many are looked at."""
        return self._meet(
            row, otherwise, lambda found, _: islice(chain.from_iterable(found.values()), _MOST)
        )

    def _meet(self, row: Row, agree: _Agree, choose: _Choose) -> bool:
        nodes, reading, key, *weights = row
        newer = None if key is None else _NEWER.fullmatch(key)
        says = None if newer is None else said_in(newer[3])
        if newer is None or says is None:
            return False
        found = self._said.get(_content(nodes, reading, weights[0] if weights else None), {})
        for stored in choose(found, says.get("when", "")):
            if not stored.met and _fits(stored.column, newer[4]) and agree(stored.says, says):
                stored.met = True
                return True
        return False


def _fits(one: str | None, other: str | None) -> bool:
    """Tell whether readings may be of one column; any values may be those of any."""
    return one == other or None in (one, other)


def _content(
    nodes: Sequence[int], reading: float, weights: Sequence[float] | None
) -> tuple[Any, ...]:
    return tuple(nodes), float(reading), None if weights is None else tuple(weights)
