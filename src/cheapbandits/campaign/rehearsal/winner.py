"""Who does best in a rehearsal, whoever it is, and whether the runs decide it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.campaign.rehearsal.verdict import amount

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
        Whether it beats everybody else by whole intervals; not where somebody does as well.
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
    open_ = [who for who, found in rivals.items() if found is None or found.answer == "cannot tell"]
    equal = [who for who, found in rivals.items() if found is not None and found.answer == "no"]
    own = rivals.get(chosen)
    said = f"its place is {_below(regret)} below the hottest"
    if own is not None and own.answer == "yes":
        said = f"better than {chosen}: {own.why}; {said}"
    if equal:
        said += f"; {_and(equal)} did as well, for no less"
    if not open_:
        return Winner(name, not equal, f"{name} does best here, {said}")
    apart = f"whether it beats {_and(open_)} is not decided by these runs"
    if own is not None and chosen in open_:
        apart = f"{apart} (beside {chosen}, {own.why})"
    return Winner(name, False, f"{name} looks best here: {said}; {apart}")


def _below(regret: MeanInterval) -> str:
    if not math.isfinite(regret.high):
        return f"{amount(regret.mean)} (95 % interval: not from one run)"
    low, high = amount(max(regret.low, 0.0)), amount(regret.high)
    return f"{amount(regret.mean)} (95 % interval {low} to {high})"


def _and(names: list[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
