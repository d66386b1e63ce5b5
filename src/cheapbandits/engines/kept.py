"""What an engine has computed for a set of probes, made once whichever thread asks first."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Generic, TypeVar
from weakref import WeakKeyDictionary

from cheapbandits.locks import fork_safe_lock

if TYPE_CHECKING:
    from cheapbandits.probes import ProbeSet

__all__ = ["KeptBySet"]

T = TypeVar("T")


class KeptBySet(Generic[T]):
    """Values by set of probes, gone when the set is; threads may share it."""

    def __init__(self) -> None:
        self.lock = fork_safe_lock()
        self._values: WeakKeyDictionary[ProbeSet, T] = WeakKeyDictionary()

    def get(self, probes: ProbeSet, make: Callable[[], T]) -> T:
        """Return the value of a set; ``make`` is called where there is none."""
        with self.lock:
            if probes not in self._values:
                self._values[probes] = make()
            return self._values[probes]

    def put(self, probes: ProbeSet, value: T) -> None:
        """Keep a value."""
        with self.lock:
            self._values[probes] = value

    def __iter__(self) -> Iterator[ProbeSet]:
        """Yield the sets that have a value."""
        with self.lock:
            return iter(list(self._values))

    def any(self) -> T | None:
        """Return the value of some set; ``None`` where there is none."""
        with self.lock:
            return next(iter(self._values.values()), None)

    def __contains__(self, probes: ProbeSet) -> bool:
        with self.lock:
            return probes in self._values
