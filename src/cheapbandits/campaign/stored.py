"""What a database says, believed only where it makes sense.

Digests show what was changed by accident; who hands over a database of their own making can have
them all agree. So settings, events and tallies are looked at as anything else from outside: what
this program cannot have written is damage, named by campaign and event.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NoReturn

from cheapbandits.errors import CampaignError, DamagedError
from cheapbandits.text import shown

__all__ = ["NONSENSE", "check_tally", "makes_no_sense", "making_sense"]

#: How nonsense shows where it is used.
NONSENSE = (KeyError, TypeError, ValueError, IndexError, AttributeError, OverflowError)

_COUNTS = ("asked", "told", "observed", "annulled")


@contextmanager
def making_sense(what: str, campaign: str) -> Iterator[None]:
    """Turn what nonsense leads to into an error that says where it stands."""
    try:
        yield
    except (DamagedError, CampaignError):
        raise
    except NONSENSE as error:
        makes_no_sense(what, campaign, error)


def makes_no_sense(
    what: str, campaign: str | None, error: Exception, seq: int | None = None
) -> NoReturn:
    """Say what makes no sense, and how to get out."""
    where = "" if campaign is None else f"campaign {campaign!r}: "
    raise DamagedError(
        f"{where}there is no sense in {what} ({type(error).__name__}: {shown(error, 200)}), so "
        "cheapbandits did not write it like this; put back a copy made with `cheapbandits db "
        "backup`, or ask who made the database",
        campaign,
        seq,
    ) from error


def check_tally(tally: Mapping[str, Any], campaign: str) -> None:
    """Refuse a tally that cannot be shown."""
    with making_sense("its tally", campaign):
        for name in _COUNTS:
            if type(tally[name]) is not int or tally[name] < 0:
                raise ValueError(f"{name} is {tally[name]!r}")
        for number in (tally["spent"], *tally["open"].values()):
            if type(number) not in (int, float) or not math.isfinite(number):
                raise ValueError(f"a cost is {number!r}")
        if not all(map(str.isdecimal, [*tally["open"], *tally["assigned"], *tally["leases"]])):
            raise ValueError("an ask has no number")
        best = tally.get("best") or {"name": "", "node": 0, "estimate": 0, "deviation": 0}
        texts = [
            tally["state"],
            *tally["assigned"].values(),
            *tally["leases"].values(),
            best["name"],
        ]
        if not all(isinstance(text, str) for text in texts):
            raise ValueError("a name is no text")
        for name in ("node", "estimate", "deviation"):
            if type(best[name]) not in (int, float) or not math.isfinite(best[name]):
                raise ValueError(f"{name} is {best[name]!r}")
