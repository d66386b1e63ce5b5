"""The readings of a campaign on a server: sent, or kept on disk until they can be."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import (
    ByIndexWarning,
    KeyReusedError,
    ParameterError,
    ReadingWarning,
    StoreError,
)
from cheapbandits.service.client.answers import Away, Barred, Busy, note_of, stored_of
from cheapbandits.service.client.asked_first import AskedFirst
from cheapbandits.service.client.heard import Heard
from cheapbandits.service.client.queue import Queue, Sent, Waiting
from cheapbandits.service.client.wire import Wire, new_key
from cheapbandits.store import Event
from cheapbandits.text import how_many
from cheapbandits.warned import warn, warn_of_done

if TYPE_CHECKING:
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.graphs import Graph

__all__ = ["Keeping"]


class Keeping:
    """What a campaign on a server does with readings while nobody takes them."""

    _wire: Wire
    _queue: Queue
    _heard: Heard
    _path: str

    @property
    def waiting(self) -> list[Waiting]:
        """Readings that wait on disk for the server, of all its campaigns."""
        return self._queue.list()

    @property
    def refused(self) -> list[Waiting]:
        """Readings that waited and that the server then refused, with its reason.

        :meth:`send_again` and :meth:`discard` end that.
        """
        return self._queue.list(refused=True)

    def flush(self) -> int:
        """Send what waits; return how many were taken.

        Raises what keeps the server from taking any: it is away, or wants another token. A reading
        that is refused, or has to wait for its campaign, is told in a warning; the others are sent.
        """
        return self._flushed(self._sent(patient=True))

    def send_again(self, *readings: Waiting | str) -> int:
        """Send readings that were :attr:`refused` once more, as :meth:`flush` does.

        These, or those of these keys; all of them when none is named. Returns how many were taken,
        of them and of what waits.
        """
        for one in self._meant(readings):
            self._queue.again(one)
        return self.flush()

    def discard(self, *readings: Waiting | str) -> list[Waiting]:
        """Drop readings that were :attr:`refused`, for good; return them.

        These, or those of these keys; all of them when none is named. One that is :attr:`waiting`
        still is dropped only where it is named.
        """
        gone = self._meant(readings)
        for one in gone:
            self._queue.drop(one)
        return gone

    def _meant(self, readings: tuple[Waiting | str, ...]) -> list[Waiting]:
        if not readings:
            return self.refused
        kept = (*self.refused, *self.waiting)
        found = [self._found(one, kept) for one in readings]
        return list({(one.path, one.key): one for one in found}.values())

    def _found(self, meant: Waiting | str, kept: Sequence[Waiting]) -> Waiting:
        """Return which of the readings that are kept is meant; by its key, one of this campaign."""
        if isinstance(meant, Waiting):
            found = [one for one in kept if (one.path, one.key) == (meant.path, meant.key)]
        else:
            found = [one for one in kept if one.key == meant]
            found = [one for one in found if one.campaign == self._path] or found
        if len(found) == 1:
            return found[0]
        key = meant.key if isinstance(meant, Waiting) else meant
        if found:
            raise ParameterError(
                f"readings of {len(found)} other campaigns are kept with the key {key!r}: name the "
                "one that is meant, from .refused or .waiting"
            )
        raise ParameterError(
            f"no reading with the key {key!r} is kept here: name one of .refused or .waiting, or "
            "its key"
        )

    def _record(
        self, path: str, body: dict[str, Any], key: str | None, nodes: Sequence[int | str] = ()
    ) -> Event | Waiting:
        """Send a reading, or keep it where nobody is there who could take it.

        Once it may be stored, or is kept, nothing is raised but that it is not.
        """
        word = new_key(key)
        first = AskedFirst(self._heard, [body["reading"]], nodes)
        first.by_terms(self._terms_at_hand())
        before = self._sent(patient=False)
        self._say(before, warn_of_done)
        try:
            if before.stopped is not None and not isinstance(before.stopped, Busy):
                raise before.stopped
            first.by_server(self._wire, self._path, patient=False)
            one = Waiting(path, body, word, who=self._wire.who)
            event, note = self._send(one, patient=False, heard=first.said)
        except (Away, Barred) as error:
            return self._kept(path, body, word, error)
        self._say_heard()
        if note is not None:
            warn_of_done(note, ReadingWarning)
        return event

    def _kept(self, path: str, body: dict[str, Any], key: str, error: Exception) -> Waiting:
        """Keep a reading on disk, and say so where somebody has to do something about it."""
        try:
            kept = self._queue.add(path, body, key, self._wire.who)
        except KeyReusedError:
            raise
        except StoreError as full:
            raise StoreError(
                f"{full}; the server may have the reading all the same: tell it again with "
                f"key={key!r}, so that it is stored once"
            ) from full
        self._heard.keep(path, key, body)
        if type(error) is not Away:
            warn_of_done(f"the reading is kept on disk and sent later: {error}")
        return kept

    def _send(
        self, one: Waiting, *, patient: bool, heard: bool = False
    ) -> tuple[Event, str | None]:
        """Send a reading; return how it is stored, and what the server remarks on it."""
        stored = self._wire.post(one.path, one.body, one.key, patient=patient, who=one.who)
        event = stored_of(self._wire.origin, stored, one.body["reading"], one.key)
        self._heard.hear(stored, one.body.get("nodes", ()), one.path, one.key)
        return event, note_of(stored, heard=heard)

    def _send_what_waits(self) -> None:
        """Send what waits before something else is asked of the server."""
        sent = self._sent(patient=True)
        if isinstance(sent.stopped, Busy):  # with readings; something else may be done
            sent = sent._replace(stopped=None)
        self._flushed(sent)

    def _sent(self, *, patient: bool) -> Sent:
        return self._queue.flush(lambda one: self._send(one, patient=patient)[1])

    def _flushed(self, sent: Sent) -> int:
        """Say what was not taken, and return how many were; raise where none can be."""
        self._say(sent, warn)
        if sent.stopped is not None:
            left = f"{how_many(len(sent.left))} on disk still to be sent (.waiting)"
            raise type(sent.stopped)(f"{sent.stopped}; {left}") from sent.stopped
        return sent.taken

    def _say(self, sent: Sent, tell: Callable[[str], None]) -> None:
        """Tell what nobody would know otherwise; of what is stored, so that nothing fails."""
        for note, those in _counted(sent.notes).items():
            warn_of_done(f"of {how_many(those)} that waited: {note}", ReadingWarning)
        self._say_heard()
        for why, those in _counted(str(one.refused) for one in sent.refused).items():
            tell(
                f"the server refused {how_many(those)} that waited: {why} (kept in .refused; "
                ".send_again() sends what is there once more, .discard() drops it)"
            )
        if sent.stopped is None:
            for why, those in _counted(str(one.why) for one in sent.left).items():
                tell(f"{how_many(those)} on disk still to be sent (.waiting): {why}")

    def _say_heard(self) -> None:
        """Warn once where the server took as indices what may be names."""
        if (said := self._heard.unsaid()) is not None:
            warn_of_done(said, ByIndexWarning)

    def _terms_at_hand(self) -> tuple[Graph, Spec] | None:
        """Return graph and settings where they have been fetched."""
        found: tuple[Graph, Spec] | None = vars(self).get("_terms")
        return found


def _counted(texts: Iterable[str]) -> dict[str, int]:
    """Return how many there are of each, in the order they came."""
    return dict(Counter(texts))
