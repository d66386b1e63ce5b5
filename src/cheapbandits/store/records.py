"""The two kinds of rows that callers see."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

__all__ = ["CampaignRow", "Event"]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened to a campaign; never changed once stored.

    Attributes
    ----------
    seq
        1, 2, 3, ... within the campaign. This, never the clock, is the order of events.
    kind, body
        What happened: a word and its details (plain JSON values).
    ask
        The number of the ask it is about, if any.
    key
        The caller's idempotency key, if any; at most one event of a campaign has it.
    who, at
        Who did it, and when by that machine's clock (UTC, ISO 8601).
    digest
        Hash of this event and of all before it.
    """

    seq: int
    kind: str
    body: dict[str, Any]
    ask: int | None
    key: str | None
    who: str
    at: str
    digest: str


@dataclass(frozen=True, slots=True)
class CampaignRow:
    """A campaign as the list of campaigns shows it, without its events.

    Attributes
    ----------
    id
        Made by the store; safe in file names and addresses.
    name, created, spec
        What was given when the campaign was created, and when (UTC, ISO 8601).
    summary
        What the last writer wrote down for readers in a hurry.
    last_seq
        The number of events.
    """

    id: str
    name: str
    created: str
    spec: dict[str, Any]
    summary: dict[str, Any]
    last_seq: int
