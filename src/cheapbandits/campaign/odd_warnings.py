"""What may be wrong with a reading, warned of where it is recorded in Python.

The terminal and the service say it in their own way, and nothing is warned of there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import partial
from typing import TYPE_CHECKING

from cheapbandits.errors import ReadingWarning
from cheapbandits.warned import warn, warn_of_done

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.campaign.spec import Spec

__all__ = ["said_elsewhere", "warn_if_odd", "warn_if_odd_at_start", "warn_of_stored"]

_elsewhere: ContextVar[bool] = ContextVar("elsewhere", default=False)


@contextmanager
def said_elsewhere() -> Iterator[None]:
    """Let nothing be warned of in this block: who records there says what is odd."""
    before = _elsewhere.set(True)
    try:
        yield
    finally:
        _elsewhere.reset(before)


def warn_if_odd(campaign: Campaign, readings: Iterable[float]) -> None:
    """Warn of the first reading that may be a slip, before any is recorded.

    So who turns warnings into errors has recorded nothing.
    """
    from cheapbandits.campaign.odd import remark

    _warn_of_first(readings, partial(remark, campaign))


def warn_if_odd_at_start(spec: Spec, readings: Iterable[float]) -> None:
    """Do the same for the readings that a campaign is to begin with."""
    from cheapbandits.campaign.odd import remark_among

    given = list(readings)
    _warn_of_first(given, lambda reading: remark_among(spec, reading, lambda: given))


def _warn_of_first(readings: Iterable[float], remark_on: Callable[[float], str | None]) -> None:
    from cheapbandits.campaign.odd import first_remark
    from cheapbandits.policies.reading import check_reading

    if _elsewhere.get():
        return
    given = [check_reading(reading) for reading in readings]
    said = first_remark(given, remark_on)
    if said is not None:
        warn(said, ReadingWarning)


def warn_of_stored(text: str) -> None:
    """Warn after something was recorded: then nothing may fail any more, whatever is set."""
    if not _elsewhere.get():
        warn_of_done(text, ReadingWarning)
