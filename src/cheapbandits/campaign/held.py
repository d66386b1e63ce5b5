"""One campaign of a store, and no other: held by its name, known by its id.

While a program holds a campaign somebody else may rename or delete it, and give its name to another
one. A reading for ask 3 must not go to the ask 3 of that one. So every look and every write asks
whether it is still the same campaign, and says what became of it where it is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from cheapbandits.errors import NotFoundError

if TYPE_CHECKING:
    from cheapbandits.store import CampaignRow, Event, Place, Store
    from cheapbandits.store.writer import Writer

__all__ = ["Held"]


class Held:
    """A campaign that was opened; shared by threads, as it keeps nothing but who it is."""

    def __init__(self, store: Store, row: CampaignRow) -> None:
        self.store = store
        self.name = row.name
        self.id = row.id

    def row(self) -> CampaignRow:
        """Return the campaign as it is now, without reading an event."""
        with self._there():
            return self._same(self.store.campaign(self.name))

    def graph(self) -> bytes:
        """Return the graph that it was created with."""
        with self._there():
            data = self.store.graph(self.name)
            self._same(self.store.campaign(self.name))
            return data

    def events(self) -> list[Event]:
        """Return the whole log."""
        with self._there():
            self._same(self.store.campaign(self.name))
            return self.store.events(self.name)

    def find(self, key: str) -> Event | None:
        """Return the event with that idempotency key."""
        with self._there():
            self._same(self.store.campaign(self.name))
            return self.store.find(self.name, key)

    def follow(
        self, place: Place, look: Callable[[CampaignRow], object] | None = None
    ) -> list[Event]:
        """Return the events after a place; ``look`` sees the row first and may refuse."""

        def see(row: CampaignRow) -> None:
            self._same(row)
            if look is not None:
                look(row)

        with self._there():
            return self.store.follow(self.name, place, see)

    @contextmanager
    def writing(self) -> Iterator[Writer]:
        """Open the campaign for writing, see :meth:`..store.Store.writing`."""
        with self._there(), self.store.writing(self.name) as writer:
            self._same(writer.row)
            yield writer

    def _same(self, row: CampaignRow) -> CampaignRow:
        if row.id != self.id:
            raise NotFoundError(f"another campaign is called {self.name!r} now")
        return row

    @contextmanager
    def _there(self) -> Iterator[None]:
        try:
            yield
        except NotFoundError as error:
            raise NotFoundError(self._what_became()) from error

    def _what_became(self) -> str:
        rows = self.store.campaigns()
        now = next((row.name for row in rows if row.id == self.id), None)
        if now is not None:
            return (
                f"{self.name!r} was renamed to {now!r} since it was opened here, and nothing was "
                "recorded; open it by its new name"
            )
        other = any(row.name == self.name for row in rows)
        also = "; another campaign has its name now, open that one anew" if other else ""
        return f"{self.name!r} was deleted since it was opened here, and nothing was recorded{also}"
