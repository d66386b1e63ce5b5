"""Every statement that a campaign's readers and writers run, built once.

Building a statement costs as much as running it; here it happens at import.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    ColumnElement,
    Select,
    and_,
    bindparam,
    delete,
    insert,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects import postgresql, sqlite

from cheapbandits.store.tables import campaigns, events, graphs

__all__ = [
    "ADD_CAMPAIGN",
    "ADD_EVENT",
    "ADD_GRAPH",
    "ALL_CAMPAIGNS",
    "ALL_NAMES",
    "CHAIN_EVENT",
    "CHANGE_CAMPAIGN",
    "EVENTS_FROM",
    "EVENT_OF_ASK",
    "EVENT_OF_KEY",
    "GRAPH",
    "ID_OF_NAME",
    "ONE_CAMPAIGN",
    "ONE_CAMPAIGN_LOCKED",
    "REMOVE_CAMPAIGN",
]

_this = events.c.campaign == bindparam("number")

ALL_CAMPAIGNS = select(campaigns).order_by(campaigns.c.number.desc())
ALL_NAMES = select(campaigns.c.name)
ONE_CAMPAIGN = select(campaigns).where(campaigns.c.name == bindparam("wanted"))
# SQLite has no row locks: there the whole transaction has the lock, see connections.py.
ONE_CAMPAIGN_LOCKED = ONE_CAMPAIGN.with_for_update()
ID_OF_NAME = select(campaigns.c.id).where(campaigns.c.name == bindparam("wanted"))
GRAPH = select(graphs.c.data).where(graphs.c.campaign == bindparam("number"))
EVENTS_FROM = select(events).where(_this, events.c.seq >= bindparam("first")).order_by(events.c.seq)


def _with_previous_digest(*conditions: ColumnElement[bool]) -> Select[Any]:
    before = events.alias("before")
    previous = and_(before.c.campaign == events.c.campaign, before.c.seq == events.c.seq - 1)
    return (
        select(events, before.c.digest.label("previous"))
        .select_from(events.outerjoin(before, previous))
        .where(_this, *conditions)
    )


def _of_kind(kind: str) -> Select[Any]:
    # The kind stands in the text of the query, or the partial index would not be used.
    literal: ColumnElement[str] = literal_column(f"'{kind}'")
    return _with_previous_digest(events.c.kind == literal, events.c.ask == bindparam("wanted"))


EVENT_OF_KEY = _with_previous_digest(events.c.key == bindparam("wanted"))
EVENT_OF_ASK = {kind: _of_kind(kind) for kind in ("ask", "tell")}

ADD_CAMPAIGN = insert(campaigns)
ADD_GRAPH = insert(graphs)
CHANGE_CAMPAIGN = update(campaigns).where(campaigns.c.number == bindparam("this"))
#: Gives an event the digest that it has after a campaign got another name.
CHAIN_EVENT = (
    update(events)
    .where(events.c.campaign == bindparam("this"), events.c.seq == bindparam("which"))
    .values(digest=bindparam("fresh"))
)
#: In this order: nothing may belong to a campaign that is gone.
REMOVE_CAMPAIGN = (
    delete(events).where(events.c.campaign == bindparam("this")),
    delete(graphs).where(graphs.c.campaign == bindparam("this")),
    delete(campaigns).where(campaigns.c.number == bindparam("this")),
)
#: By dialect. A conflict is not an error here (that would end PostgreSQL's transaction): no row is
#: added, and the writer looks which event stands against it.
ADD_EVENT = {
    "sqlite": sqlite.insert(events).on_conflict_do_nothing().returning(events.c.seq),
    "postgresql": postgresql.insert(events).on_conflict_do_nothing().returning(events.c.seq),
}
