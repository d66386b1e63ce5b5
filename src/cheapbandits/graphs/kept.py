"""What was computed from a graph and is kept with it: made once, let go with the graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, TypeVar, cast

from cheapbandits.locks import fork_safe_lock

__all__ = ["Kept"]

T = TypeVar("T")


class Kept:
    """Values by key; shared by threads, of which one makes a value while the others wait for it.

    Each key has a lock of its own: making one value may ask for another, and a long computation
    holds up only those who want its result. A copy, also by pickle, starts empty.
    """

    def __init__(self) -> None:
        self._lock = fork_safe_lock()
        self._places: dict[Hashable, _Place] = {}

    def get(self, key: Hashable, make: Callable[[], T]) -> T:
        """Return the value kept under ``key``, made now if there is none.

        Where ``make`` fails nothing is kept, and the next caller tries again.
        """
        with self._lock:
            place = self._places.setdefault(key, _Place())
        with place.lock:
            if not place.full:
                place.value = make()
                place.full = True
            return cast("T", place.value)

    def clear(self) -> None:
        """Let everything go; what is being made meanwhile reaches its callers and is not kept."""
        with self._lock:
            self._places.clear()

    def __len__(self) -> int:
        with self._lock:
            return sum(place.full for place in self._places.values())

    def __reduce__(self) -> tuple[type[Kept], tuple[()]]:
        return Kept, ()


class _Place:
    """Room for one value, with the lock of whoever makes it."""

    def __init__(self) -> None:
        self.lock = fork_safe_lock()
        self.full = False
        self.value: Any = None
