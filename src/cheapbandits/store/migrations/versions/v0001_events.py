"""Format 0001: campaigns, their graphs, and their events."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_number = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    """Make the three tables."""
    op.create_table(
        "cheapbandits_campaigns",
        sa.Column("number", _number, sa.Identity(), primary_key=True),
        sa.Column("id", sa.Text, nullable=False, unique=True),
        sa.Column("name", sa.Text, nullable=False, unique=True),
        sa.Column("created", sa.Text, nullable=False),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("graph_digest", sa.Text, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("last_seq", sa.BigInteger, nullable=False),
        sa.Column("last_digest", sa.Text, nullable=False),
        sa.Column("seal", sa.Text, nullable=False),
    )
    op.create_table(
        "cheapbandits_graphs",
        _campaign(),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "cheapbandits_events",
        _campaign(),
        sa.Column("seq", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("ask", sa.BigInteger),
        sa.Column("key", sa.Text),
        sa.Column("who", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.UniqueConstraint("campaign", "key", name="cheapbandits_events_key"),
    )
    _once_per_ask("ask")
    _once_per_ask("tell")


def _campaign() -> sa.Column[int]:
    owner = sa.ForeignKey("cheapbandits_campaigns.number")
    return sa.Column("campaign", _number, owner, primary_key=True, autoincrement=False)


def _once_per_ask(kind: str) -> None:
    only = sa.text(f"kind = '{kind}'")
    op.create_index(
        f"cheapbandits_events_{kind}",
        "cheapbandits_events",
        ["campaign", "ask"],
        unique=True,
        sqlite_where=only,
        postgresql_where=only,
    )
