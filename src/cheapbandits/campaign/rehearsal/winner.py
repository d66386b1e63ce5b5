"""Who does best in a rehearsal, whoever it is, and whether the runs decide it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cheapbandits.campaign.rehearsal.verdict import Verdict
    from cheapbandits.metrics import MeanInterval

__all__ = ["Winner", "winner"]


@dataclass(frozen=True)
class Winner:
    """The one to take.

    Attributes
    ----------
    name
        Who.
    decided
        Whether it beats everybody else by whole intervals.
    why
        For people: its place with an interval, how it compares to the campaign's own settings,
        and from whom the runs do not tell it apart.
    """

    name: str
    decided: bool
    why: str


def winner(
    regret: MeanInterval, name: str, chosen: str, others: Mapping[str, Verdict | None]
) -> Winner:
    """Return the winner in words.

    Parameters
    ----------
    regret
        How far its place is below the hottest.
    name, chosen
        Who it is, and whose settings are the campaign's.
    others
        By name, whether it beats them; ``None`` where that was not played (itself among them).
    """
    rivals = {other: found for other, found in others.items() if other != name}
    open_ = [who for who, found in rivals.items() if found is None or found.answer != "yes"]
    own = rivals.get(chosen)
    place = f"its place is {_below(regret)} below the hottest"
    if not open_:
        better = f", better than {chosen}: {own.why}" if own is not None else f": {place}"
        tail = f"; {place}" if own is not None else ""
        return Winner(name, True, f"{name} does best here{better}{tail}")
    apart = f"whether it beats {_and(open_)} is not decided by these runs"
    if own is not None and chosen not in open_:
        apart = f"it beats {chosen}: {own.why}; {apart}"
    elif own is not None:
        apart = f"{apart} ({chosen}: {own.why})"
    return Winner(name, False, f"{name} looks best here: {place}, but {apart}")


def _below(regret: MeanInterval) -> str:
    if not math.isfinite(regret.high):
        return f"{regret.mean:z.3g} (95 % interval: not from one run)"
    low = max(regret.low, 0.0)
    return f"{regret.mean:z.3g} (95 % interval {low:z.3g} to {regret.high:z.3g})"


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
