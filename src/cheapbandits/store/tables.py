"""The three tables. The newest migration makes exactly these."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
    text,
)

__all__ = ["VERSION_TABLE", "campaigns", "events", "graphs", "metadata"]

VERSION_TABLE = "cheapbandits_version"

metadata = MetaData()
# SQLite numbers rows by itself only for the plain INTEGER type.
_number = BigInteger().with_variant(Integer(), "sqlite")

campaigns = Table(
    "cheapbandits_campaigns",
    metadata,
    Column("number", _number, Identity(), primary_key=True),
    Column("id", Text, nullable=False, unique=True),
    Column("name", Text, nullable=False, unique=True),
    Column("created", Text, nullable=False),
    Column("spec", Text, nullable=False),
    Column("graph_digest", Text, nullable=False),
    Column("summary", Text, nullable=False),
    Column("last_seq", BigInteger, nullable=False),
    Column("last_digest", Text, nullable=False),
    Column("seal", Text, nullable=False),
)

graphs = Table(
    "cheapbandits_graphs",
    metadata,
    Column("campaign", ForeignKey(campaigns.c.number), primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
)

events = Table(
    "cheapbandits_events",
    metadata,
    Column("campaign", ForeignKey(campaigns.c.number), primary_key=True, autoincrement=False),
    Column("seq", BigInteger, primary_key=True, autoincrement=False),
    Column("kind", Text, nullable=False),
    Column("body", Text, nullable=False),
    Column("ask", BigInteger),
    Column("key", Text),
    Column("who", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("digest", Text, nullable=False),
    UniqueConstraint("campaign", "key", name="cheapbandits_events_key"),
)


def _once_per_ask(kind: str) -> Index:
    only = text(f"kind = '{kind}'")
    return Index(
        f"cheapbandits_events_{kind}",
        events.c.campaign,
        events.c.ask,
        unique=True,
        sqlite_where=only,
        postgresql_where=only,
    )


# An ask is made once and told once, whoever else is writing.
_once_per_ask("ask")
_once_per_ask("tell")
