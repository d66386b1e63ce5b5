"""The last few documents that were computed: two who look at one map cost one computation."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Any

from cheapbandits.locks import fork_safe_lock

__all__ = ["Kept"]


class Kept:
    """Documents by what they depend on, the longest unused first to go; shared by threads."""

    def __init__(self, nodes: int) -> None:
        self._most = nodes
        self._lock = fork_safe_lock()
        self._known: OrderedDict[Hashable, tuple[dict[str, Any], int]] = OrderedDict()

    def get(self, key: Hashable, nodes: int, make: Callable[[], dict[str, Any]]) -> dict[str, Any]:
        """Return the document of a key, of so many nodes; made now where it is not at hand."""
        with self._lock:
            if key in self._known:
                self._known.move_to_end(key)
                return self._known[key][0]
        made = make()
        with self._lock:
            self._known[key] = made, nodes
            while len(self._known) > 1 and sum(n for _, n in self._known.values()) > self._most:
                self._known.popitem(last=False)
        return made
