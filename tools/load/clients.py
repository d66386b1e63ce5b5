"""Clients that ask and tell as fast as they are answered, and note what they were told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cheapbandits.store import Event

__all__ = ["Client", "run_all"]


@dataclass
class Client:
    """One team.

    Attributes
    ----------
    campaign
        Local or remote: the methods are the same.
    name
        Who measures.
    asks, tells
        Seconds that each call took.
    told
        Readings that were acknowledged, by ask.
    kept
        Readings that were kept on disk because the server was away.
    errors
        What a call raised; there should be none.
    """

    campaign: Any
    name: str
    asks: list[float] = field(default_factory=list)
    tells: list[float] = field(default_factory=list)
    told: dict[int, float] = field(default_factory=dict)
    kept: dict[int, float] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)

    def run(self, until: float) -> None:
        """Ask and tell until then."""
        while time.monotonic() < until:
            try:
                self._round()
            except Exception as error:  # every one counts, and the others go on
                self.errors.append(f"{self.name}: {type(error).__name__}: {error}"[:300])
                time.sleep(0.5)

    def _round(self) -> None:
        start = time.perf_counter()
        (ask,) = self.campaign.ask(assignee=self.name)
        middle = time.perf_counter()
        reading = ask.number % 97 / 97
        answer = self.campaign.tell(ask, reading)
        end = time.perf_counter()
        self.asks.append(middle - start)
        self.tells.append(end - middle)
        kind = self.told if isinstance(answer, Event) else self.kept
        kind[ask.number] = reading


def run_all(
    clients: list[Client], seconds: float, meanwhile: Callable[[], None] | None = None
) -> float:
    """Let all run at once; return how long it took. ``meanwhile`` happens in this thread."""
    start = time.monotonic()
    threads = [
        threading.Thread(target=client.run, args=(start + seconds,), name=client.name)
        for client in clients
    ]
    for thread in threads:
        thread.start()
    if meanwhile is not None:
        meanwhile()
    for thread in threads:
        thread.join()
    return time.monotonic() - start
