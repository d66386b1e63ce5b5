"""The time of day, for leases only: order and budget follow sequence numbers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

__all__ = ["later", "now"]


def now() -> str:
    """Return the time in UTC, in a form that sorts as text."""
    return _text(datetime.now(UTC))


def later(seconds: float) -> str:
    """Return the time so many seconds from now."""
    return _text(datetime.now(UTC) + timedelta(seconds=seconds))


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")
