"""A change of a reading that somebody else changed meanwhile: what is not as it was known is kept.

Whoever corrects 117 has looked at 117. Where 77 stands in its place by then, neither is known to be
the slip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.campaign.desk import Desk
from cheapbandits.errors import OtherReadingError, ParameterError
from cheapbandits.policies.reading import check_reading
from cheapbandits.text import apart

if TYPE_CHECKING:
    from cheapbandits.campaign.standing import Asked, Seen
    from cheapbandits.store import Event

__all__ = ["AsKnown"]


@dataclass(frozen=True)
class AsKnown:
    """A reading as whoever changes it knows it: what it says, and whether it was struck."""

    reading: float
    struck: bool = False

    @classmethod
    def of(cls, was: float | None, struck: bool = False) -> AsKnown | None:
        """Return what somebody knows, who need not say it."""
        if struck and was is None:
            raise ParameterError("struck is said of was: give was, too; nothing was recorded")
        return None if was is None else cls(check_reading(was), bool(struck))

    def check(self, now: Asked | Seen, desk: Desk, number: int, *, observation: bool) -> None:
        """Refuse to change a reading that is another by now."""
        if (now.reading, now.annulled) == (self.reading, self.struck):
            return
        stored = _changed(desk.held.events(), number, observation)
        by = "" if stored is None else f", by {stored.who}"
        what = "observation" if observation else "ask"
        then, reading = apart(self.reading, float(now.reading or 0.0))
        is_now, was = _said(reading, now.annulled), _said(then, self.struck)
        raise OtherReadingError(
            f"the reading of {what} {number} is {is_now} now{by}, and no more {was}: it was "
            "changed meanwhile, and nothing was recorded; look at it anew",
            stored,
        )


def _said(reading: str, struck: bool) -> str:
    return f"struck ({reading})" if struck else reading


def _changed(events: list[Event], number: int, observation: bool) -> Event | None:
    """Return the last event that made a reading what it is."""
    for event in reversed(events):
        if event.kind not in ("tell", "observe", "correct", "annul"):
            continue
        own = event.seq if event.kind == "observe" else event.body.get("observation")
        if number == (own if observation else event.ask):
            return event
    return None
