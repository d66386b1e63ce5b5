"""The readings of a campaign on a server: sent, or kept on disk until they can be."""

from __future__ import annotations

import uuid
from typing import Any

from cheapbandits.errors import ByIndexWarning, CheapBanditsError, ParameterError, ReadingWarning
from cheapbandits.service.client.answers import Away, Barred, Busy, note_of, stored_of
from cheapbandits.service.client.heard import Heard
from cheapbandits.service.client.queue import Queue, Sent, Waiting
from cheapbandits.service.client.wire import Wire, check_key
from cheapbandits.store import Event
from cheapbandits.text import how_many
from cheapbandits.warned import warn

__all__ = ["Keeping"]


class Keeping:
    """What a campaign on a server does with readings while nobody takes them."""

    _wire: Wire
    _queue: Queue
    _heard: Heard

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
            self._queue.again(one.key)
        return self.flush()

    def discard(self, *readings: Waiting | str) -> list[Waiting]:
        """Drop readings that were :attr:`refused`, for good; return them.

        These, or those of these keys; all of them when none is named. One that is :attr:`waiting`
        still is dropped only where it is named.
        """
        gone = self._meant(readings)
        for one in gone:
            self._queue.drop(one.key)
        return gone

    def _meant(self, readings: tuple[Waiting | str, ...]) -> list[Waiting]:
        if not readings:
            return self.refused
        kept = {one.key: one for one in (*self.refused, *self.waiting)}
        keys = [one.key if isinstance(one, Waiting) else one for one in readings]
        for key in keys:
            if key not in kept:
                raise ParameterError(
                    f"no reading with the key {key!r} is kept here: name one of .refused or "
                    ".waiting, or its key"
                )
        return [kept[key] for key in dict.fromkeys(keys)]

    def _record(self, path: str, body: dict[str, Any], key: str | None) -> Event | Waiting:
        """Send a reading, or keep it where nobody is there who could take it."""
        word, before = check_key(key or uuid.uuid4().hex), self._sent(patient=False)
        try:
            if before.stopped is not None and not isinstance(before.stopped, Busy):
                raise before.stopped
            one = Waiting(path, body, word, who=self._wire.who)
            event, note = self._send(one, patient=False)
        except (Away, Barred) as error:
            kept = self._queue.add(path, body, word, self._wire.who)
            self._heard.keep(word, body)
            self._say(before)
            if type(error) is not Away:  # somebody has to do something about it
                warn(f"the reading is kept on disk and sent later: {error}")
            return kept
        except CheapBanditsError:
            self._say(before)
            raise
        self._say(before)
        if note is not None:
            warn(note, ReadingWarning)
        return event

    def _send(self, one: Waiting, *, patient: bool) -> tuple[Event, str | None]:
        """Send a reading; return how it is stored, and what the server remarks on it."""
        stored = self._wire.post(one.path, one.body, one.key, patient=patient, who=one.who)
        event = stored_of(self._wire.origin, stored, one.body["reading"], one.key)
        self._heard.hear(stored, one.body.get("nodes", ()), one.key)
        return event, note_of(stored)

    def _send_what_waits(self) -> None:
        """Send what waits before something else is asked of the server."""
        sent = self._sent(patient=True)
        if isinstance(sent.stopped, Busy):  # with readings; something else may be done
            sent = sent._replace(stopped=None)
        self._flushed(sent)

    def _sent(self, *, patient: bool) -> Sent:
        return self._queue.flush(lambda one: self._send(one, patient=patient))

    def _flushed(self, sent: Sent) -> int:
        """Say what was not taken, and return how many were; raise where none can be."""
        self._say(sent)
        if sent.stopped is not None:
            left = f"{how_many(len(sent.left))} on disk still to be sent (.waiting)"
            raise type(sent.stopped)(f"{sent.stopped}; {left}") from sent.stopped
        return sent.taken

    def _say(self, sent: Sent) -> None:
        """Tell what nobody would know otherwise."""
        for why, those in _by_reason(sent.refused, "refused").items():
            warn(
                f"the server refused {how_many(those)} that waited: {why} (kept in .refused; "
                ".send_again() sends what is there once more, .discard() drops it)"
            )
        if sent.stopped is None:
            for why, those in _by_reason(sent.left, "why").items():
                warn(f"{how_many(those)} on disk still to be sent (.waiting): {why}")
        self._say_heard()

    def _say_heard(self) -> None:
        """Warn once where the server took as indices what may be names."""
        if (said := self._heard.unsaid()) is not None:
            warn(said, ByIndexWarning)


def _by_reason(readings: list[Waiting], name: str) -> dict[str, int]:
    """Return how many there are of each reason."""
    reasons = [str(getattr(one, name)) for one in readings]
    return {why: reasons.count(why) for why in reasons}
