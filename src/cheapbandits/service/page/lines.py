"""Long work for a page as lines of JSON, as they come: a job that ends when nobody listens.

It is in the list of jobs with how far it is, and cancelled there like any other. Work goes no
further ahead than its listener, and its set-up can be ended too: it says how far it is.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any

from starlette.responses import StreamingResponse

from cheapbandits.errors import CapacityError, CheapBanditsError
from cheapbandits.progress import heard
from cheapbandits.service.jobs import Job, UnwantedError
from cheapbandits.service.problems import json_bytes

if TYPE_CHECKING:
    from cheapbandits.service.house import House

__all__ = ["PATIENCE", "streamed"]

Line = dict[str, Any]

#: Seconds of work after which it is given up, and lines that may wait for their listener.
PATIENCE, AHEAD = 180.0, 64
#: Seconds without a line after which the listener hears how far it is.
SILENCE = 0.4


def streamed(
    house: House, kind: str, name: str, total: int, begin: Callable[[], Iterator[Line]]
) -> StreamingResponse:
    """Return an answer that grows.

    Parameters
    ----------
    house
        The server.
    kind, name
        Of the job.
    total
        How many lines there will be, about.
    begin
        Gives the lines. Those with ``getting`` say what is set up next; until the first other one
        the work waits for other set-ups, not for other steps.
    """
    told = _Told()
    work = _work(house, kind, total, begin, told)
    job = house.jobs.start(Job(kind, None, name, {}, work, passing=True))

    async def lines() -> AsyncIterator[bytes]:
        try:
            yield json_bytes({"job": job.id}) + b"\n"
            said = 0
            while True:
                try:
                    line = await asyncio.wait_for(told.lines.get(), SILENCE)
                except TimeoutError:
                    if said != job.done:
                        said = job.done
                        yield json_bytes({"percent": said}) + b"\n"
                    continue
                told.room.set()
                if line is None:
                    return
                yield json_bytes(line) + b"\n"
        finally:
            house.jobs.cancel(job)
            told.leave()

    return StreamingResponse(lines(), media_type="application/x-ndjson")


class _Told:
    """What was said and not heard yet; used from the event loop only."""

    def __init__(self) -> None:
        self.lines: asyncio.Queue[Line | None] = asyncio.Queue()
        self.room = asyncio.Event()

    async def say(self, line: Line, job: Job) -> None:
        self.lines.put_nowait(line)
        while self.lines.qsize() > AHEAD and not job.unwanted:
            self.room.clear()
            await self.room.wait()

    def leave(self) -> None:
        while not self.lines.empty():
            self.lines.get_nowait()
        self.room.set()


def _work(
    house: House, kind: str, total: int, begin: Callable[[], Iterator[Line]], told: _Told
) -> Callable[[Job], Any]:
    async def work(job: Job) -> Line:
        clock, count, ready = _Clock(job), 0, False
        steps: Iterator[Line] = iter(())

        def first() -> None:
            nonlocal steps
            steps = begin()

        try:
            await house.work.long(f"{kind} set-up", lambda: clock.timed(first))
            while True:
                turn = kind if ready else f"{kind} set-up"
                line = await house.work.long(turn, lambda: clock.timed(lambda: next(steps, None)))
                if line is None:
                    return {"lines": count}
                count, ready = count + 1, ready or "getting" not in line
                if ready:
                    clock.share = min(count / max(total, 1), 1.0)
                    job.advance(clock.share)
                await told.say(line, job)
        except UnwantedError:
            told.lines.put_nowait({"cancelled": True})
            raise
        except CheapBanditsError as error:
            told.lines.put_nowait({"error": str(error)})
            raise
        except Exception:
            told.lines.put_nowait({"error": "it failed here; the server's log says more"})
            raise
        finally:
            told.lines.put_nowait(None)

    return work


class _Clock:
    """Lets work be ended from within: nobody wants it, or it took too long."""

    def __init__(self, job: Job) -> None:
        self._job, self._spent = job, 0.0
        #: How far it is; before it is set up that is for the set-up to say.
        self.share: float | None = None

    def timed(self, do: Callable[[], Any]) -> Any:
        began = time.monotonic()

        def listen(share: float) -> None:
            self._job.advance(share if self.share is None else self.share)
            if self._spent + time.monotonic() - began > PATIENCE:
                raise CapacityError(
                    f"it takes longer than {PATIENCE:g} s here; take a smaller network, fewer "
                    "rounds, or a quicker method"
                )

        try:
            with heard(listen):
                listen(self._job.done / 100)
                return do()
        finally:
            self._spent += time.monotonic() - began
