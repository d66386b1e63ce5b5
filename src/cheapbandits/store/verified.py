"""Rows from the database, believed only when their digests agree."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NoReturn

from sqlalchemy import Connection, Row, Select

from cheapbandits.errors import DamagedError, NotFoundError
from cheapbandits.store import chain, statements
from cheapbandits.store.faults import RESTORE
from cheapbandits.store.names import campaign_name
from cheapbandits.store.rows import CampaignRow, Event, OtherLogError, Place
from cheapbandits.text import did_you_mean

__all__ = [
    "Head",
    "damaged",
    "events_after",
    "events_from",
    "graph_of",
    "head",
    "head_of",
    "heads",
    "not_found",
    "one_event",
]


@dataclass(frozen=True, slots=True)
class Head:
    """A campaign's row with what only the store needs of it."""

    number: int
    row: CampaignRow
    graph_digest: str


def damaged(name: str, seq: int | None, what: str) -> NoReturn:
    """Say where the damage is and how to get out."""
    where = f"campaign {name!r}" if seq is None else f"campaign {name!r}, event {seq}"
    raise DamagedError(
        f"{where}: {what}; {RESTORE}",
        name,
        seq,
    )


def head(row: Row[Any]) -> Head:
    """Return a campaign's row, or refuse it when its seal is broken."""
    try:
        start = chain.genesis(row.id, row.name, row.created, row.spec, row.graph_digest)
        whole = row.seal == chain.seal(start, row.summary, row.last_seq, row.last_digest)
        spec, summary = json.loads(row.spec), json.loads(row.summary)
    except (TypeError, ValueError, RecursionError):
        whole = False
    if not whole:
        damaged(str(row.name), None, "its row was changed or torn")
    seen = CampaignRow(
        row.id, row.name, row.created, spec, summary, row.last_seq, start, row.last_digest
    )
    return Head(row.number, seen, row.graph_digest)


def heads(connection: Connection) -> list[Head | DamagedError]:
    """Return all campaigns, the newest first, a damaged one as its error; no event is read."""
    return [_head_or_damage(row) for row in connection.execute(statements.ALL_CAMPAIGNS)]


def _head_or_damage(row: Row[Any]) -> Head | DamagedError:
    try:
        return head(row)
    except DamagedError as error:
        return error


def head_of(connection: Connection, name: str, *, lock: bool = False) -> Head:
    """Return one campaign; with ``lock`` nobody else can write it until the transaction ends."""
    wanted = campaign_name(name)
    query = statements.ONE_CAMPAIGN_LOCKED if lock else statements.ONE_CAMPAIGN
    row = connection.execute(query, {"wanted": wanted}).one_or_none()
    if row is None:
        raise not_found(connection, wanted)
    return head(row)


def not_found(connection: Connection, wanted: str) -> NotFoundError:
    """Return the error of a name that no campaign has, with the nearest that one has."""
    found = connection.execute(statements.ALL_NAMES).scalars().all()
    names = [name for name in found if isinstance(name, str)]  # others are damage
    return NotFoundError(f"no campaign is named {wanted!r}; {_hint(wanted, names)}")


def _hint(wanted: str, names: Sequence[str]) -> str:
    if not names:
        return "there are none yet"
    return f"{did_you_mean(wanted, names)}`cheapbandits campaign list` shows all"


def graph_of(connection: Connection, campaign: Head) -> bytes:
    """Return the bytes of a campaign's graph."""
    data = connection.execute(statements.GRAPH, {"number": campaign.number}).scalar()
    if not isinstance(data, bytes) or chain.digest_bytes(data) != campaign.graph_digest:
        damaged(campaign.row.name, None, "its graph was changed or removed")
    return data


def events_after(connection: Connection, campaign: Head, after: int) -> list[Event]:
    """Return the events with ``seq`` above ``after``, the chain verified up to the last."""
    after = max(after, 0)
    return [] if after > campaign.row.last_seq else _chained(connection, campaign, after)[1]


def events_from(connection: Connection, campaign: Head, place: Place) -> list[Event]:
    """Return the events after a place, or refuse a log that does not go through it."""
    if place == campaign.row.place:
        return []
    if place.seq > campaign.row.last_seq:
        raise OtherLogError
    digest, found = _chained(connection, campaign, place.seq)
    if digest != place.digest:
        raise OtherLogError
    return found


def _chained(connection: Connection, campaign: Head, after: int) -> tuple[str, list[Event]]:
    """Return the digest at ``after`` and the events that follow it, up to the last."""
    name, last, digest = campaign.row.name, campaign.row.last_seq, campaign.row.genesis
    # The last event that the caller has comes along: the chain goes on from its digest.
    query = {"number": campaign.number, "first": after}
    rows = list(connection.execute(statements.EVENTS_FROM, query))
    if after > 0:
        if not rows or rows[0].seq != after:
            damaged(name, after, "it is missing")
        digest = rows.pop(0).digest
    start, found = digest, []
    for expected, row in enumerate(rows, after + 1):
        if row.seq != expected:
            damaged(name, expected, "it is missing")
        found.append(_event(name, row, digest))
        digest = row.digest
    if after + len(found) < last:
        damaged(name, after + len(found) + 1, "it is missing")
    if after + len(found) > last or digest != campaign.row.last_digest:
        damaged(name, last, "the last event is not the one that the campaign ends with")
    return start, found


def one_event(
    connection: Connection, campaign: Head, query: Select[Any], wanted: str | int
) -> Event | None:
    """Return the event that a query finds, its own digest verified."""
    row = connection.execute(query, {"number": campaign.number, "wanted": wanted}).one_or_none()
    if row is None:
        return None
    return _event(
        campaign.row.name, row, campaign.row.genesis if row.seq == 1 else str(row.previous)
    )


def _event(name: str, row: Row[Any], previous: str) -> Event:
    values: tuple[Any, ...] = tuple(row)
    _, seq, kind, body, ask, key, who, at, digest = values[:9]
    try:
        expected = chain.link(
            previous, seq=seq, kind=kind, body=body, ask=ask, key=key, who=who, at=at
        )
        whole = expected == digest
        content = json.loads(body) if whole else {}
    except (TypeError, ValueError, RecursionError):
        whole = False
    if not whole:
        damaged(name, seq, "it, or the one before it, was changed or torn")
    return Event(seq, kind, content, ask, key, who, at, digest)
