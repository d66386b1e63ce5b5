"""The only place where the store looks at the clock."""

from __future__ import annotations

from datetime import UTC, datetime

__all__ = ["now"]


def now() -> str:
    """Return the time in UTC, as ISO 8601 with microseconds."""
    return datetime.now(UTC).isoformat(timespec="microseconds")
