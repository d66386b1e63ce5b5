"""The time of day, for leases only: order and budget follow sequence numbers."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cheapbandits.errors import ParameterError

__all__ = ["later", "now"]

TEN_YEARS = 315_576_000.0


def now() -> str:
    """Return the time in UTC, in a form that sorts as text."""
    return _text(datetime.now(UTC))


def later(seconds: float) -> str:
    """Return the time so many seconds from now; a lease is at most ten years."""
    if not 0 <= seconds <= TEN_YEARS:
        raise ParameterError(f"a lease is a number of seconds from 0, got {seconds}")
    return _text(datetime.now(UTC) + timedelta(seconds=seconds))


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")
