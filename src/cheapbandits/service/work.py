"""Where requests do their work: never in the event loop.

A write is one short transaction, and SQLite has one writer: they queue here, not at the file's
lock. Looks need a thread each. Long work (a choice, an assessment) takes turns a campaign, so that
those who wait for one campaign's desk do not take the threads from the others. What a page draws
has threads of its own: on a large graph a choice may take a minute, and the map is there before.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar
from weakref import WeakValueDictionary

import anyio
from starlette.exceptions import HTTPException

from cheapbandits.campaign.desk import signed
from cheapbandits.campaign.odd_warnings import said_elsewhere

if TYPE_CHECKING:
    from cheapbandits.service.limits import Limits

__all__ = ["Work"]

T = TypeVar("T")


class Work:
    """The threads of one server; used from its event loop only."""

    def __init__(self, limits: Limits, *, one_writer: bool) -> None:
        cores = os.cpu_count() or 1
        self._writes = anyio.CapacityLimiter(1 if one_writer else 8)
        self._looks = anyio.CapacityLimiter(8)
        self._long = anyio.CapacityLimiter(max(cores, 2))
        self._pictures = anyio.CapacityLimiter(max(cores, 2))
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        self._most, self._waiting = limits.waiting, 0

    async def look(self, job: Callable[[], T]) -> T:
        """Read something that is at hand."""
        return await anyio.to_thread.run_sync(job, limiter=self._looks)

    async def write(self, job: Callable[[], T], who: str | None = None) -> T:
        """Append in one short transaction."""
        return await anyio.to_thread.run_sync(_by(who, job), limiter=self._writes)

    async def long(self, campaign: str, job: Callable[[], T], who: str | None = None) -> T:
        """Compute, when it is this campaign's turn."""
        return await self._in_turn(campaign, _by(who, job), self._long)

    async def picture(self, campaign: str, job: Callable[[], T]) -> T:
        """Work out what a page draws, when it is this campaign's turn; no choice is waited for."""
        return await self._in_turn(f"picture {campaign}", job, self._pictures)

    async def _in_turn(self, whose: str, job: Callable[[], T], threads: anyio.CapacityLimiter) -> T:
        if self._waiting >= self._most:
            raise HTTPException(
                503, "too many requests wait for long work", headers={"Retry-After": "2"}
            )
        turn = self._turns.get(whose)
        if turn is None:
            turn = self._turns[whose] = asyncio.Lock()
        self._waiting += 1
        try:
            async with turn:
                return await anyio.to_thread.run_sync(job, limiter=threads)
        finally:
            self._waiting -= 1


def _by(who: str | None, job: Callable[[], T]) -> Callable[[], T]:
    def run() -> T:
        with signed(who), said_elsewhere():  # what is odd is in the answer
            return job()

    return run
