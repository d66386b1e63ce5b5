"""The one writer of a campaign: what it may read and append before others get their turn."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, NoReturn

from sqlalchemy import Connection
from sqlalchemy.exc import DBAPIError, IntegrityError

from cheapbandits.errors import AlreadyToldError, KeyReusedError, ParameterError, StoreError
from cheapbandits.store import chain, clock, statements
from cheapbandits.store.faults import translated
from cheapbandits.store.names import fresh_key, label, person, taken
from cheapbandits.store.renaming import renamed
from cheapbandits.store.rows import CampaignRow, Event, Place
from cheapbandits.store.verified import Head, damaged, events_after, events_from, one_event

__all__ = ["Writer"]


class Writer:
    """A campaign open for writing, from :meth:`..store.Store.writing`."""

    def __init__(self, connection: Connection, head: Head, shown: str) -> None:
        self._connection = connection
        self._head = head
        self._shown = shown
        self._changed = False
        self._ended: str | None = None

    @property
    def row(self) -> CampaignRow:
        """The campaign as it is now, what was appended in this block included."""
        return self._head.row

    def events(self, after: int = 0) -> list[Event]:
        """Return the events with ``seq`` above ``after``, in order."""
        with self._using() as connection:
            return events_after(connection, self._head, after)

    def follow(self, place: Place) -> list[Event]:
        """Return the events after a place; see :meth:`..store.Store.follow`."""
        with self._using() as connection:
            return events_from(connection, self._head, place)

    def find(self, key: str) -> Event | None:
        """Return the event with that idempotency key."""
        label(key, "the idempotency key")
        with self._using() as connection:
            return one_event(connection, self._head, statements.EVENT_OF_KEY, key)

    def told(self, ask: int) -> Event | None:
        """Return the event that told an ask."""
        return self._of_ask("tell", ask)

    def asked(self, ask: int) -> Event | None:
        """Return the event that made an ask."""
        return self._of_ask("ask", ask)

    def _of_ask(self, kind: str, ask: int) -> Event | None:
        number = _ask_number(ask)
        with self._using() as connection:
            return one_event(connection, self._head, statements.EVENT_OF_ASK[kind], number)

    def append(
        self,
        kind: str,
        body: dict[str, Any],
        *,
        ask: int | None = None,
        key: str | None = None,
        who: str,
    ) -> Event:
        """Add an event; it is stored for good when the block has been left.

        Raises
        ------
        AlreadyToldError
            A ``tell`` of an ask that has its reading; carries the stored event.
        KeyReusedError
            Another event has the key; look with :meth:`find` first.
        """
        text = chain.canonical(body, "the body of an event")
        row: dict[str, Any] = {
            "seq": self.row.last_seq + 1,
            "kind": label(kind, "the kind of an event"),
            "body": text,
            "ask": None if ask is None else _ask_number(ask),
            "key": None if key is None else fresh_key(key),
            "who": person(who, "who"),
            "at": clock.now(),
        }
        digest = chain.link(self.row.last_digest, **row)
        with self._using() as connection:
            add = statements.ADD_EVENT[connection.dialect.name]
            values = {**row, "campaign": self._head.number, "digest": digest}
            added = connection.execute(add, values).scalar()
        if added != row["seq"]:
            self._refuse(kind, ask, key)
        self._change(replace(self.row, last_seq=row["seq"], last_digest=digest))
        return Event(**{**row, "body": json.loads(text)}, digest=digest)

    def _refuse(self, kind: str, ask: int | None, key: str | None) -> NoReturn:
        """Say which stored event stands against the one to append."""
        if kind == "tell" and ask is not None and (told := self.told(ask)):
            when = f"{told.at[:16].replace('T', ' ')} UTC"
            raise AlreadyToldError(f"ask {ask} was told already, by {told.who}, {when}", told)
        if kind == "ask" and ask is not None and self.asked(ask):
            raise StoreError(f"ask {ask} was made already; give it the next free number")
        if key is not None and (used := self.find(key)):
            raise KeyReusedError(f"the key {key!r} was used already, by event {used.seq}", used)
        damaged(self.row.name, self.row.last_seq + 1, "it is there before it was appended")

    def summarise(self, summary: dict[str, Any]) -> None:
        """Replace the campaign's summary."""
        text = chain.canonical(summary, "the summary")
        self._change(replace(self.row, summary=json.loads(text)))

    def rename(self, name: str) -> None:
        """Give the campaign another name, see :mod:`.renaming`; events may still be appended.

        Raises
        ------
        NameTakenError
            Another campaign has it.
        """
        with self._using() as connection:
            self._head = renamed(connection, self._head, name)
        self._changed = True

    def _change(self, row: CampaignRow) -> None:
        self._head = replace(self._head, row=row)
        self._changed = True

    @contextmanager
    def _using(self) -> Iterator[Connection]:
        if self._ended is not None:
            raise StoreError(f"{self._shown}: {self._ended}; open it again with writing()")
        with translated(self._shown):
            try:
                yield self._connection
            except DBAPIError:
                # The database may have rolled back by itself: nothing more must slip in.
                self._ended = "an error has ended this block, nothing of it is stored"
                raise

    def finish(self) -> bool:
        """Write the campaign's row, the last step before the commit; return whether it changed."""
        if self._changed:
            self._write_row()
        self.end()
        return self._changed

    def _write_row(self) -> None:
        row = self.row
        try:
            with self._using() as connection:
                summary = chain.canonical(row.summary, "the summary")
                values = {
                    "this": self._head.number,
                    "name": row.name,
                    "summary": summary,
                    "last_seq": row.last_seq,
                    "last_digest": row.last_digest,
                    "seal": chain.seal(row.genesis, summary, row.last_seq, row.last_digest),
                }
                changed = connection.execute(statements.CHANGE_CAMPAIGN, values).rowcount
            if changed != 1:
                raise StoreError(
                    f"{self._shown}: the database left the row of {row.name!r} as it was, by a "
                    "rule or a policy of somebody else's; nothing of this step was stored, look at "
                    "what acts on the table cheapbandits_campaigns"
                )
        except StoreError as error:
            if isinstance(error.__cause__, IntegrityError):
                raise taken(row.name) from error  # somebody else took it at the same moment
            raise

    def end(self) -> None:
        """Let nobody use this block any more."""
        self._ended = self._ended or "this block has been left"


def _ask_number(ask: int) -> int:
    if isinstance(ask, bool) or not isinstance(ask, int) or not 0 <= ask < 2**63:
        raise ParameterError(f"the number of an ask must be a whole number from 0: got {ask!r}")
    return ask
