"""What callers see of the store: events, campaigns, and a place in a campaign's log."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

__all__ = ["CampaignRow", "Event", "OtherLogError", "Place"]


class Place(NamedTuple):
    """A place in a log: the number of an event and its digest, which stands for all before it.

    Place 0 is the beginning; its digest stands for what the campaign was created with.
    """

    seq: int
    digest: str


class OtherLogError(Exception):
    """The log is whole, but does not go through the place that its reader has come to.

    It was put back to an earlier moment, or is that of another campaign. A signal, not a fault: the
    reader starts over.
    """


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
    genesis, last_digest
        The digests that the log begins and ends with.
    """

    id: str
    name: str
    created: str
    spec: dict[str, Any]
    summary: dict[str, Any]
    last_seq: int
    genesis: str
    last_digest: str

    @property
    def place(self) -> Place:
        """The end of the log."""
        return Place(self.last_seq, self.last_digest)
