"""Changes as they happen, as server-sent events.

Who writes through this server rings at once. Others may write in the same database, the terminal
for one: while somebody listens to a campaign, its row is looked at twice a second, once for all
listeners; while nobody does, nothing runs.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException

from cheapbandits.campaign.documents import event_document
from cheapbandits.errors import CheapBanditsError
from cheapbandits.service.problems import json_bytes
from cheapbandits.store import OtherLogError, Place

if TYPE_CHECKING:
    from cheapbandits.service.shelf import Shelf
    from cheapbandits.service.work import Work
    from cheapbandits.store import Event

__all__ = ["Live", "place_of"]

#: Seconds between looks at a campaign that somebody listens to.
LOOK = 0.5
#: Seconds of silence after which a line is sent, so that both sides notice when the other is gone.
ALIVE = 15.0


class Live:
    """The bells of campaigns that are listened to; used from the event loop only."""

    def __init__(self, shelf: Shelf, work: Work, most: int) -> None:
        self._shelf, self._work, self._most = shelf, work, most
        self._bells: dict[str, _Bell] = {}
        self._listeners = 0
        self._closed = False

    def ring(self, identity: str) -> None:
        """Say that something was appended to a campaign."""
        if (bell := self._bells.get(identity)) is not None:
            bell.ring()

    def close(self) -> None:
        """End all streams: the server stops."""
        self._closed = True
        for bell in self._bells.values():
            bell.ring()

    def check_room(self) -> None:
        """Refuse a listener too many."""
        if self._listeners >= self._most:
            raise HTTPException(503, "too many listen already", headers={"Retry-After": "5"})

    async def changes(self, identity: str, place: Place) -> AsyncIterator[bytes]:
        """Yield every event after a place, the stored ones first, until either side leaves."""
        if self._listeners >= self._most:  # others were quicker: an answer begun is no error
            yield b"retry: 5000\n\n"
            return
        async with self._listening(identity) as bell:
            yield b"retry: 1000\n\n"
            while not self._closed:
                rung = bell.rung  # before the look: what comes while we look rings again
                try:
                    events = await self._work.look(lambda at=place: self._after(identity, at))  # type: ignore[misc]
                except OtherLogError:
                    row = await self._work.look(lambda: self._shelf.row(identity))
                    place = row.place
                    yield _message("reset", place, json_bytes({"seq": place.seq}))
                    continue
                except CheapBanditsError:
                    return  # the browser comes again, and hears then what is wrong
                for event in events:
                    place = Place(event.seq, event.digest)
                    yield _message("change", place, json_bytes(event_document(event)))
                while not self._closed and bell.rung == rung:
                    if not await bell.wait(ALIVE):
                        yield b": still here\n\n"

    def _after(self, identity: str, place: Place) -> list[Event]:
        return self._shelf.store.follow(self._shelf.row(identity).name, place)

    @asynccontextmanager
    async def _listening(self, identity: str) -> AsyncIterator[_Bell]:
        bell = self._bells.setdefault(identity, _Bell())
        bell.listeners += 1
        self._listeners += 1
        if bell.listeners == 1:
            bell.watch = asyncio.create_task(self._watch(identity, bell))
        try:
            yield bell
        finally:
            bell.listeners -= 1
            self._listeners -= 1
            if not bell.listeners:
                self._bells.pop(identity, None)
                if bell.watch is not None:
                    bell.watch.cancel()

    async def _watch(self, identity: str, bell: _Bell) -> None:
        """Ring when somebody else wrote; trouble rings too, and who listens finds out.

        The first look rings as well: what came between a listener's own look and this one is in it.
        """
        seen: Place | None = None
        while True:
            try:
                row = await self._work.look(lambda: self._shelf.row(identity))
            except CheapBanditsError:
                bell.ring()
            else:
                if row.place != seen:
                    bell.ring()
                seen = row.place
            await asyncio.sleep(LOOK)


class _Bell:
    """Rings for everybody who waits; counts, so that nobody misses one."""

    def __init__(self) -> None:
        self.rung = 0
        self.listeners = 0
        self.watch: asyncio.Task[None] | None = None
        self._event = asyncio.Event()

    def ring(self) -> None:
        self.rung += 1
        self._event.set()
        self._event = asyncio.Event()

    async def wait(self, seconds: float) -> bool:
        """Wait for the next ring; False when there was none for so long."""
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return False
        return True


def _message(kind: str, place: Place, data: bytes) -> bytes:
    return b"id: %d.%s\nevent: %s\ndata: %s\n\n" % (
        place.seq,
        place.digest.encode("ascii"),
        kind.encode("ascii"),
        data,
    )


def place_of(text: str) -> Place | None:
    """Return the place that an event's id names; ``None`` for a text that is none."""
    seq, dot, digest = text.partition(".")
    if not dot or not seq.isascii() or not seq.isdecimal() or len(seq) > 18:
        return None
    return Place(int(seq), digest) if digest.isascii() and digest.isalnum() else None
