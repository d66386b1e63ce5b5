"""The one clock: stamps on events, and leases. Order and budget never follow it."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from cheapbandits.checks import is_number
from cheapbandits.errors import ParameterError

__all__ = ["LONGEST_LEASE", "later", "now"]

#: Ten years, in seconds.
LONGEST_LEASE = 315_576_000.0


def now() -> str:
    """Return the time in UTC, as ISO 8601 with microseconds: it sorts as text."""
    return _text(datetime.now(UTC))


def later(seconds: float) -> str:
    """Return the time at which a lease of so many seconds from now runs out."""
    if not (is_number(seconds) and 0 < seconds <= LONGEST_LEASE):
        raise ParameterError(
            f"a lease is a number of seconds above 0, at most {LONGEST_LEASE:.0f}, got {seconds!r}"
        )
    return _text(datetime.now(UTC) + timedelta(seconds=float(seconds)))


def _text(moment: datetime) -> str:
    return moment.isoformat(timespec="microseconds")
