"""The store on SQLAlchemy, the same for SQLite and PostgreSQL."""

from __future__ import annotations

import threading
import uuid
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.exc import IntegrityError

from cheapbandits.errors import (
    DamagedError,
    NotFoundError,
    ParameterError,
    StoreError,
)
from cheapbandits.store import chain, clock, statements
from cheapbandits.store.backup import write_backup, write_one
from cheapbandits.store.checking import problems
from cheapbandits.store.commits import about_to_commit
from cheapbandits.store.database import Database
from cheapbandits.store.location import resolve
from cheapbandits.store.names import campaign_name, label, new_name, person, taken
from cheapbandits.store.opening import prepare, upgrade_format
from cheapbandits.store.removing import Removal
from cheapbandits.store.rows import CampaignRow, Event, Place
from cheapbandits.store.store import Store
from cheapbandits.store.verified import (
    events_after,
    events_from,
    graph_of,
    head_of,
    heads,
    one_event,
)
from cheapbandits.store.writer import Writer

__all__ = ["SqlStore", "open_store"]


def open_store(target: str | Path | None, *, upgrade: bool, create: bool = True) -> Store:
    """Open a database; see :meth:`Store.open`."""
    database = Database(resolve(target))
    if not create and database.path is not None and not database.path.exists():
        raise NotFoundError(
            f"there is no database at {database.path}; `cheapbandits campaign new` makes one"
        )
    try:
        prepare(database, upgrade=upgrade)
    except BaseException:
        database.close()
        raise
    return SqlStore(database)


class SqlStore(Store):
    """See :class:`Store`."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self.path = database.path
        self._thread = threading.local()
        weakref.finalize(self, database.close)

    def __repr__(self) -> str:
        return f"Store({self._database.shown!r})"

    def create(
        self,
        name: str,
        spec: dict[str, Any],
        graph: bytes,
        *,
        who: str,
        begin: Callable[[Writer], object] | None = None,
    ) -> CampaignRow:
        """Store a new campaign, and what it begins with."""
        who = person(who, "who")
        if not isinstance(graph, bytes):
            raise ParameterError(f"the graph must be bytes, not {type(graph).__name__}")
        name, terms = new_name(name), chain.canonical(spec, "the spec")
        digest = chain.digest_bytes(graph)
        identity, created = uuid.uuid4().hex, clock.now()
        start = chain.genesis(identity, name, created, terms, digest)
        row: dict[str, Any] = {
            "id": identity,
            "name": name,
            "created": created,
            "spec": terms,
            "graph_digest": digest,
            "summary": "{}",
            "last_seq": 0,
            "last_digest": start,
            "seal": chain.seal(start, "{}", 0, start),
        }

        def work(connection: Connection) -> None:
            owner = connection.execute(statements.ID_OF_NAME, {"wanted": name}).scalar()
            if owner == identity:
                return  # Only the answer to an earlier attempt was lost.
            if owner is not None:
                raise taken(name)
            added = connection.execute(statements.ADD_CAMPAIGN, row).inserted_primary_key
            assert added is not None
            connection.execute(statements.ADD_GRAPH, {"campaign": added[0], "data": graph})
            if begin is not None:
                writer = Writer(connection, head_of(connection, name), self._database.shown)
                try:
                    begin(writer)
                    writer.finish()
                finally:
                    writer.end()
            about_to_commit()

        try:
            with self._alone():
                self._database.write(work)
        except StoreError as error:
            if isinstance(error.__cause__, IntegrityError):
                raise taken(name) from error
            raise
        return self.campaign(name)

    def check_free(self, name: str) -> None:
        """Refuse a name that a campaign has, or that none can have."""
        wanted = {"wanted": campaign_name(name)}
        read = self._database.read
        if read(lambda connection: connection.execute(statements.ID_OF_NAME, wanted).scalar()):
            raise taken(name)

    def listing(self) -> list[CampaignRow | DamagedError]:
        """Return all campaigns, damaged ones as their error."""
        found = self._database.read(heads)
        return [one if isinstance(one, DamagedError) else one.row for one in found]

    def campaign(self, name: str) -> CampaignRow:
        """Return one campaign."""
        return self._database.read(lambda connection: head_of(connection, name)).row

    def graph(self, name: str) -> bytes:
        """Return a campaign's graph."""
        return self._database.read(
            lambda connection: graph_of(connection, head_of(connection, name))
        )

    def events(self, name: str, after: int = 0) -> list[Event]:
        """Return a campaign's events."""
        return self._database.read(
            lambda connection: events_after(connection, head_of(connection, name), after)
        )

    def follow(
        self, name: str, place: Place, look: Callable[[CampaignRow], object] | None = None
    ) -> list[Event]:
        """Return what happened since a place."""

        def read(connection: Connection) -> list[Event]:
            head = head_of(connection, name)
            if look is not None:
                look(head.row)
            return events_from(connection, head, place)

        return self._database.read(read)

    def find(self, name: str, key: str) -> Event | None:
        """Return the event with that idempotency key."""
        label(key, "the idempotency key")

        def read(connection: Connection) -> Event | None:
            head = head_of(connection, name)
            return one_event(connection, head, statements.EVENT_OF_KEY, key)

        return self._database.read(read)

    @contextmanager
    def writing(self, name: str) -> Iterator[Writer]:
        """Open a campaign for writing."""
        with (
            self._alone(),
            self._database.writing(lambda c: head_of(c, name, lock=True)) as (connection, head),
        ):
            writer = Writer(connection, head, self._database.shown)
            try:
                yield writer
                if writer.finish():
                    about_to_commit()
            finally:
                writer.end()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        # A second transaction of the same thread would wait for the first for ever.
        if getattr(self._thread, "writing", False):
            raise StoreError("this thread is writing already: leave the writing() block first")
        self._thread.writing = True
        try:
            yield
        finally:
            self._thread.writing = False

    def check(self) -> list[str]:
        """Return what is wrong with the database."""
        return problems(self._database)

    def backup(self, path: str | Path) -> None:
        """Write a copy to a new SQLite file."""
        write_backup(self._database, Path(path))

    def export(self, name: str, path: str | Path) -> CampaignRow:
        """Write one campaign to a new SQLite file."""
        return write_one(self._database, name, Path(path))

    def delete(self, name: str, place: Place | None = None) -> None:
        """Remove a campaign."""
        with self._alone():
            self._database.write(Removal(name, place))

    def upgrade(self) -> None:
        """Bring the database to the newest format."""
        upgrade_format(self._database)

    def close(self) -> None:
        """Close the connections."""
        self._database.close()
