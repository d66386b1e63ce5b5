"""Which readings of a file a campaign has already: by what they say, not by how it is written.

A reading's key is made of its nodes, what was read, when and by whom as far as the file says so,
and how many such stand above it there. So a file that is sorted anew, cut or grown gives the same
keys for the same readings, and a true repeat within one file is kept. A row of an export has the
key of the ask or observation that it was.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import KeyReusedError
from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import TOLD_BY

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign

__all__ = ["Recorded", "key_of", "record"]

#: Columns of an export that tell one reading from another.
_EXPORTED = ("ask", "observation")

#: As keys were when they were made of all of a file, or held the column as it was typed.
_OLDER = re.compile(r"import:[0-9a-f]{32}(?::[0-9]+|#[0-9]+(?=:))(?::(.*))?", re.DOTALL)
_NEWER = re.compile(r"import:([0-9a-f]{32}#([0-9]+))(?:@(.*))?", re.DOTALL)
#: What values are called that may be any: a column of these says nothing of which they are.
_ANY = ("reading", "readings", "value", "values", "field")
_OWN = re.compile(r"export:(ask|observation):([0-9]{1,18}):(.+)")

#: As ``Campaign.observe_many`` takes a reading: nodes, reading, key and weights.
Row = tuple[Any, ...]


@dataclass(frozen=True)
class Recorded:
    """How many readings were new, and how many were there already."""

    new: int
    known: int


def key_of(
    content: Sequence[Any], beside: Mapping[str, str], seen: Counter[str], column: str | None
) -> str:
    """Return the key of a reading.

    Parameters
    ----------
    content
        Its nodes, what was read, and weights where there are some.
    beside
        What else its row says.
    seen
        How often each reading has come in this file so far; counts on.
    column
        Where the file is a table of sites, what it calls the column of the readings. Of two
        columns of one table, neither called as any values are, each has readings of its own.
    """
    for kind in _EXPORTED:
        number, at = beside.get(kind, ""), beside.get("asked") or beside.get("told")
        if number and at and number.isascii() and number.isdecimal():
            return f"export:{kind}:{int(number)}:{at}"
    told = [(name, beside[name].strip()) for name in TOLD_BY if beside.get(name, "").strip()]
    text = repr((*content, *told)).encode()
    digest = hashlib.blake2b(text, digest_size=16).hexdigest()
    seen[digest] += 1
    return f"import:{digest}#{seen[digest] - 1}" + (
        "" if (name := _plain(column)) is None else f"@{name}"
    )


def _plain(column: str | None) -> str | None:
    """Return a column's name however it is spelt; ``None`` for one of any values."""
    name = column and (plain_name(column) or column.strip().lower())
    return None if not name or name in _ANY else name


def record(campaign: Campaign, rows: Iterable[Row], *, again: bool = False) -> Recorded:
    """Record the readings of a file, all or none, but for those that are there already.

    Parameters
    ----------
    campaign
        Where they go.
    rows
        As :func:`.importing.read_import` gives them.
    again
        Whether to take those that are there already, too: the same was read once more.
    """
    given = list(rows)
    there = _Known(campaign) if given else None
    fresh: list[Row] = []
    known: list[Row] = []
    for row in given:
        (known if there is not None and there.has(row) else fresh).append(row)
    if again:
        fresh += [(nodes, reading, None, *rest) for nodes, reading, _, *rest in known]
    try:
        new = campaign.observe_many(fresh)
    except KeyReusedError as error:
        before = error.event
        raise KeyReusedError(
            "a row of that export was imported before, and had another reading then, "
            f"{before.body.get('reading')}: correct observation {before.seq} here, and leave the "
            "row out",
            before,
        ) from error
    return Recorded(new, len(given) - new)


class _Known:
    """What a campaign has from files, and from its own asks and observations."""

    def __init__(self, campaign: Campaign) -> None:
        self._older: dict[tuple[Any, ...], Counter[str | None]] = defaultdict(Counter)
        self._newer: dict[str, set[str | None]] = defaultdict(set)
        self._keys: dict[str, tuple[Any, ...]] = {}
        for event in campaign.events():
            if event.kind == "observe" and event.key is not None:
                body = event.body
                content = _content(body["nodes"], body["reading"], body.get("weights"))
                self._keys[event.key] = content
                if (older := _OLDER.fullmatch(event.key)) is not None:
                    self._older[content][_plain(older[1])] += 1
                elif (newer := _NEWER.fullmatch(event.key)) is not None:
                    self._newer[newer[1]].add(newer[3])
        self._own = {
            (kind, row[kind]): (row["asked"] or row["told"], sorted(row["nodes"]))
            for row in campaign.history()
            for kind in _EXPORTED
            if row[kind] is not None
        }

    def has(self, row: Row) -> bool:
        nodes, reading, key, *weights = row
        content = _content(nodes, reading, weights[0] if weights else None)
        if self._keys.get(key) == content:
            return True
        if (own := _OWN.fullmatch(key)) is not None:
            return self._own.get((own[1], int(own[2]))) == (own[3], sorted(nodes))
        newer = _NEWER.fullmatch(key)
        if newer is None:
            return False
        column = newer[3]
        if self._newer.get(newer[1], set()) & {column, None} or (
            column is None and newer[1] in self._newer
        ):
            return True
        older = self._older.get(content, Counter())
        columns = [*older] if column is None else [column, None]
        return int(newer[2]) < max((older[name] for name in columns), default=0)


def _content(
    nodes: Sequence[int], reading: float, weights: Sequence[float] | None
) -> tuple[Any, ...]:
    return tuple(nodes), float(reading), None if weights is None else tuple(weights)
