"""Numbers that the server took as indices and that may be names: said once, by who knows no better.

The server cannot see where nodes came from. Those that an ask or a policy gave are marked here
(:class:`~cheapbandits.checks.Index`), and are remembered while their reading waits on disk.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cheapbandits.campaign.by_index import is_plain

__all__ = ["Heard"]


class Heard:
    """What the server said of the nodes of one campaign object."""

    def __init__(self) -> None:
        self._kept: dict[tuple[str, str], Sequence[int | str]] = {}
        self._found: str | None = None
        self.said = False

    def keep(self, path: str, key: str, body: Mapping[str, Any]) -> None:
        """Remember the nodes of a reading that waits on disk: a file does not say how they came."""
        self._kept[path, key] = body.get("nodes", ())

    def hear(
        self, stored: object, nodes: Sequence[int | str], path: str = "", key: str = ""
    ) -> None:
        """Take in an answer to a request with these nodes; nothing is said yet."""
        found = stored.get("by_index") if isinstance(stored, Mapping) else None
        given = self._kept.pop((path, key), nodes)
        if isinstance(found, str) and any(map(is_plain, given)):
            self._found = self._found or found

    def unsaid(self) -> str | None:
        """Return what has to be said now, for the first time and the last."""
        if self.said or self._found is None:
            return None
        self.said = True
        return self._found
