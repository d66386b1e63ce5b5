"""Long work outside requests: who started it gets a number, looks how far it is, may cancel it.

A rehearsal runs in a process of its own, few at a time; the others wait. A campaign is set up in a
thread: what is worked out for it is what its first ask needs. What came of it is kept for a while,
and is gone when the server stops: nothing here is a campaign's history.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import uuid
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException

from cheapbandits.errors import NotFoundError
from cheapbandits.processes import on_one_thread, our_python
from cheapbandits.service.problems import document_of

if TYPE_CHECKING:
    from cheapbandits.service.limits import Limits

__all__ = ["Job", "Jobs", "UnwantedError"]

#: Seconds that a cancelled one has to say what it found out, before it is killed.
GRACE = 5.0
#: Bytes of a result, at most.
LONGEST = 2**24
_OVER = ("done", "failed", "cancelled")


class UnwantedError(Exception):
    """Somebody cancelled it."""


@dataclass
class Job:
    """One piece of long work; changed by the event loop only."""

    kind: str
    campaign: str | None
    name: str
    order: dict[str, Any]
    #: What to do in this process, in place of an order; it calls :meth:`advance` now and then.
    here: Callable[[Job], Awaitable[dict[str, Any]]] | None = None
    #: Whoever started it has heard all: the first to be forgotten when it is over.
    passing: bool = False
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    state: str = "waiting"
    done: int = 0
    total: int | None = None
    created: str = field(default_factory=lambda: _now())
    ended: str | None = None
    result: dict[str, Any] | None = None
    error: dict[str, Any] | None = None
    unwanted: bool = False
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    task: asyncio.Task[None] | None = None
    process: asyncio.subprocess.Process | None = None
    loop: asyncio.AbstractEventLoop | None = None

    def document(self) -> dict[str, Any]:
        """Return how far it is, and what came of it."""
        names = ("kind", "campaign", "name", "state", "done", "total", "created", "ended")
        shown = {name: getattr(self, name) for name in names}
        return {"job": self.id, **shown, "result": self.result, "error": self.error}

    @property
    def over(self) -> bool:
        """Whether nothing more will happen."""
        return self.state in _OVER

    def advance(self, share: float) -> None:
        """Say how far it is, from 0 to 1, from any thread; raises where nobody wants it now."""
        if self.unwanted:
            raise UnwantedError
        if self.loop is not None:
            self.loop.call_soon_threadsafe(self._at, int(100 * share))

    def _at(self, percent: int) -> None:
        if not self.over and (percent != self.done or self.total is None):
            self.done, self.total = percent, 100
            self.tell()

    def tell(self) -> None:
        """Wake those who wait for news."""
        self.changed.set()
        self.changed = asyncio.Event()


class Jobs:
    """The long work of one server; used from its event loop only."""

    def __init__(self, limits: Limits, db: str | Path) -> None:
        self._db, self._most = str(db), limits.jobs
        self._turns = asyncio.Semaphore(limits.playing or max((os.cpu_count() or 1) // 2, 1))
        self._known: OrderedDict[str, Job] = OrderedDict()

    def start(self, job: Job) -> Job:
        """Begin, or wait for a turn; refused where too many do already."""
        if sum(not one.over for one in self._known.values()) >= self._most:
            raise HTTPException(
                503, "too much long work waits already", headers={"Retry-After": "10"}
            )
        self._known[job.id] = job
        over = [one for one in self._known.values() if one.over]
        gone = sorted(over, key=lambda one: not one.passing)[: max(len(over) - self._most, 0)]
        for old in gone:
            del self._known[old.id]
        job.task = asyncio.create_task(self._run(job))
        return job

    def get(self, identity: str) -> Job:
        """Return one by its number."""
        if identity not in self._known:
            raise NotFoundError("there is no such job, or not any more; /api/jobs lists them")
        return self._known[identity]

    def list(self) -> list[Job]:
        """Return all that are known, the newest first."""
        return list(reversed(self._known.values()))

    async def wait(self, job: Job, seconds: float) -> None:
        """Wait for news of one, or so long."""
        if not job.over and seconds > 0:
            with suppress(TimeoutError):
                await asyncio.wait_for(job.changed.wait(), seconds)

    def cancel(self, job: Job) -> None:
        """Ask it to end; what was found out by then is its result. Over is over."""
        if job.over or job.unwanted:
            return
        job.unwanted = True
        if job.here is not None:
            return  # it hears of it when it says next how far it is
        if job.process is None or job.process.stdin is None:
            if job.task is not None:
                job.task.cancel()
            return
        job.process.stdin.write(b"stop\n")
        asyncio.get_running_loop().call_later(GRACE, _kill, job.process)

    async def close(self) -> None:
        """End everything: the server stops."""
        tasks = [job.task for job in self._known.values() if job.task is not None]
        for job in self._known.values():
            job.unwanted = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _run(self, job: Job) -> None:
        try:
            if job.here is not None:
                await self._work(job, job.here)
            else:
                async with self._turns:
                    await self._play(job)
        except (asyncio.CancelledError, UnwantedError):
            job.unwanted = True
        except Exception as error:  # it must not end without a word
            job.error = document_of(error)
        finally:
            if job.process is not None:
                _kill(job.process)
                await job.process.communicate()
            if job.order.get("graph") is not None:
                Path(job.order["graph"]).unlink(missing_ok=True)
            cancelled = job.unwanted and not (job.here is not None and job.result is not None)
            job.state = "cancelled" if cancelled else "failed" if job.error else "done"
            job.ended = _now()
            job.order = {}
            job.tell()

    async def _work(self, job: Job, here: Callable[[Job], Awaitable[dict[str, Any]]]) -> None:
        job.loop = asyncio.get_running_loop()
        job.state = "running"
        job.tell()
        job.result = await here(job)
        job.done, job.total = 100, 100

    async def _play(self, job: Job) -> None:
        job.process = await asyncio.create_subprocess_exec(
            *our_python("cheapbandits.service.rehearsing"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=on_one_thread(),
            limit=LONGEST,
        )
        out, into = job.process.stdout, job.process.stdin
        assert out is not None
        assert into is not None
        job.state = "running"
        job.tell()
        into.write(json.dumps({**job.order, "db": self._db}).encode() + b"\n")
        said = False
        async for line in out:
            said = self._hear(job, json.loads(line)) or said
        await job.process.wait()
        if not said and not job.unwanted:
            raise MemoryError("the process that played it died")

    def _hear(self, job: Job, message: dict[str, Any]) -> bool:
        """Take in a line; return whether it was the last word."""
        if "done" in message:
            job.done, job.total = message["done"], message["total"]
            job.tell()
            return False
        job.result = message.get("result")
        if "error" in message:
            job.error = document_of(message["error"], message["status"])
        return True


def _kill(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        with suppress(ProcessLookupError):
            process.kill()


def _now() -> str:
    return datetime.now(UTC).isoformat()
