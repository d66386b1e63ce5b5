"""Another name for a campaign.

The digest that a log begins with holds the name, so that no row can be passed off as another's. A
new name therefore chains the whole log anew, after it was found to be whole. Nothing else in it
changes: numbers, contents, who and when stay as they are.
"""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Connection

from cheapbandits.errors import ParameterError
from cheapbandits.store import chain, statements
from cheapbandits.store.names import new_name, taken
from cheapbandits.store.verified import Head, events_after

__all__ = ["renamed"]


def renamed(connection: Connection, campaign: Head, name: str) -> Head:
    """Chain the events of a campaign for another name; return its head, the row not yet written."""
    wanted, row = new_name(name), campaign.row
    if wanted == row.name:
        raise ParameterError(f"the campaign is called {wanted!r} already; give another name")
    if connection.execute(statements.ID_OF_NAME, {"wanted": wanted}).scalar() is not None:
        raise taken(wanted)
    events_after(connection, campaign, 0)  # what is damaged must not be made to look whole
    stored = connection.execute(statements.ONE_CAMPAIGN, {"wanted": row.name}).one()
    start = chain.genesis(row.id, wanted, row.created, stored.spec, campaign.graph_digest)
    digest, fresh = start, []
    query = {"number": campaign.number, "first": 1}
    for _, seq, kind, body, ask, key, who, at, _ in connection.execute(
        statements.EVENTS_FROM, query
    ):
        digest = chain.link(digest, seq=seq, kind=kind, body=body, ask=ask, key=key, who=who, at=at)
        fresh.append({"this": campaign.number, "which": seq, "fresh": digest})
    if fresh:
        connection.execute(statements.CHAIN_EVENT, fresh)
    return replace(campaign, row=replace(row, name=wanted, genesis=start, last_digest=digest))
