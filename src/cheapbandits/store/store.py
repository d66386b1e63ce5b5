"""The interface of the store: append, read, and care of the database as a whole."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self

from cheapbandits.store.rows import CampaignRow, Event, Place

if TYPE_CHECKING:
    from cheapbandits.errors import DamagedError
    from cheapbandits.store.writer import Writer

__all__ = ["Store"]


class Store(ABC):
    """Campaigns and their events in a database; open one with :meth:`open`."""

    #: The file that holds it; ``None`` where it is on a server.
    path: Path | None = None

    @staticmethod
    def open(
        target: str | Path | None = None, *, upgrade: bool = False, create: bool = True
    ) -> Store:
        """Open a database, made on the spot when there is none.

        Parameters
        ----------
        target
            A file, ``sqlite:///FILE`` or ``postgresql://USER@HOST/NAME``. None stands for the
            variable ``CHEAPBANDITS_DB``, else for a file in the user's data folder.
        upgrade
            Bring an older format to the newest instead of refusing it.
        create
            Make a file that is not there; otherwise it is an error.

        Raises
        ------
        UpgradeNeededError
            Another version of the software wrote the database.
        DamagedError
            The file is not a whole database.
        """
        # SQLAlchemy takes a while to import; the command line's help must not wait for it.
        from cheapbandits.store.sql import open_store

        return open_store(target, upgrade=upgrade, create=create)

    @abstractmethod
    def create(
        self,
        name: str,
        spec: dict[str, Any],
        graph: bytes,
        *,
        who: str,
        begin: Callable[[Writer], object] | None = None,
    ) -> CampaignRow:
        """Store a new campaign: its name (1 to 100 printable characters), terms and graph.

        What ``begin`` appends is stored with it, or neither is; it may be called more than once.
        """

    @abstractmethod
    def check_free(self, name: str) -> None:
        """Refuse a name that a campaign has, or that none can have."""

    @abstractmethod
    def listing(self) -> list[CampaignRow | DamagedError]:
        """Return all campaigns, the newest first, without reading an event.

        A damaged one comes as the error that says so: it is no reason to hide the others.
        """

    def campaigns(self) -> list[CampaignRow]:
        """Return the campaigns that are whole, the newest first, without reading an event."""
        return [row for row in self.listing() if isinstance(row, CampaignRow)]

    @abstractmethod
    def campaign(self, name: str) -> CampaignRow:
        """Return one campaign, without reading an event."""

    @abstractmethod
    def graph(self, name: str) -> bytes:
        """Return the graph that the campaign was created with."""

    @abstractmethod
    def events(self, name: str, after: int = 0) -> list[Event]:
        """Return the events with ``seq`` above ``after``, in order, none missing or altered."""

    @abstractmethod
    def follow(
        self, name: str, place: Place, look: Callable[[CampaignRow], object] | None = None
    ) -> list[Event]:
        """Return the events after a place.

        Parameters
        ----------
        name
            The campaign.
        place
            The last event that the caller has, from :attr:`CampaignRow.place` or an event.
        look
            Sees the campaign before any event is read; may refuse by raising.

        Raises
        ------
        OtherLogError
            The log does not go through the place: it was put back, or is another campaign's.
        """

    @abstractmethod
    def find(self, name: str, key: str) -> Event | None:
        """Return the event with that idempotency key."""

    @abstractmethod
    def writing(self, name: str) -> AbstractContextManager[Writer]:
        """Open a campaign for writing; others who want to wait until the block is left.

        Leaving the block commits: what was appended is on disk. An exception rolls back.
        """

    @abstractmethod
    def check(self) -> list[str]:
        """Return what is wrong with the database, one sentence each; nothing when all is well."""

    @abstractmethod
    def backup(self, path: str | Path) -> None:
        """Write a copy to a new SQLite file, consistent even while others write."""

    @abstractmethod
    def export(self, name: str, path: str | Path) -> CampaignRow:
        """Write one campaign, all of it, to a new SQLite file, which is a database of its own.

        It is looked through first: a damaged one is refused. Returns its row as it was written.
        """

    @abstractmethod
    def delete(self, name: str, place: Place | None = None) -> None:
        """Remove a campaign with its graph and its events, for good; a damaged one, too.

        With a place nothing is removed unless the log still ends there.
        """

    @abstractmethod
    def upgrade(self) -> None:
        """Bring the database to the newest format; history stays as it is."""

    @abstractmethod
    def close(self) -> None:
        """Close the connections; the store must not be used any more."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()
