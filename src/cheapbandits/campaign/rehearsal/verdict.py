"""Does one method beat another: yes, no, or nobody can tell; and why."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from cheapbandits.metrics import MeanInterval

__all__ = ["MATTERS", "Verdict", "amount", "verdict"]

#: Costs that differ by less than this share are the same: money left over that buys nothing.
MATTERS = 0.05


@dataclass(frozen=True)
class Verdict:
    """An answer, its reason in words, and what it rests on.

    Attributes
    ----------
    answer, why
        For people.
    regret
        Regret less that of the other, paired by run.
    cost
        Cost in units of that of the other, paired by run.
    """

    answer: Literal["yes", "no", "cannot tell"]
    why: str
    regret: MeanInterval
    cost: MeanInterval


def verdict(regret: MeanInterval, cost: MeanInterval, tolerance: float) -> Verdict:
    """Judge by whole intervals.

    Better in one and not clearly worse in the other is a yes; where the places are equally good,
    within the tolerance, the cheaper wins. Equal in both is a no: nothing is gained.

    Parameters
    ----------
    regret, cost
        As in :class:`Verdict`.
    tolerance
        Places that differ by no more are equally good.
    """
    if math.isinf(regret.high - regret.low):
        return Verdict("cannot tell", "one run cannot say; more runs (--runs) may", regret, cost)
    nearer, farther = regret.high < 0, regret.low > 0
    cheaper, dearer = cost.high < 1 - MATTERS, cost.low > 1 + MATTERS
    place = f"its place is {_amount(regret)} {'higher' if nearer else 'lower'}"
    price = f"it costs {abs(1 - cost.mean):.0%} {'less' if cheaper else 'more'}"
    if nearer:
        if dearer:
            return Verdict("cannot tell", f"{place}, but {price}", regret, cost)
        return Verdict("yes", f"{place}{f', and {price}' if cheaper else ''}", regret, cost)
    if cheaper and regret.high <= tolerance:
        why = f"its place is as good (at most {amount(max(regret.high, 0.0))} lower), and {price}"
        return Verdict("yes", why, regret, cost)
    if farther:
        if cheaper:
            return Verdict("cannot tell", f"{price}, but {place}", regret, cost)
        return Verdict("no", f"{place}{f', and {price}' if dearer else ''}", regret, cost)
    if regret.low >= -tolerance and not cheaper:
        why = f"its place is at most {amount(max(-regret.low, 0.0))} higher, and it is no cheaper"
        return Verdict("no", why, regret, cost)
    why = f"its place may be {_between(regret)}; more runs (--runs) may tell"
    return Verdict("cannot tell", why, regret, cost)


def _between(regret: MeanInterval) -> str:
    """Return how much higher a place may be, in words; less regret is higher."""
    low, high = -regret.high, -regret.low
    if not (math.isfinite(low) and math.isfinite(high)):
        return "higher or lower, one run does not say"
    if low >= 0:
        return f"between {amount(low)} and {amount(high)} higher"
    return f"between {amount(-low)} lower and {amount(high)} higher"


def _amount(difference: MeanInterval) -> str:
    low, high = sorted((abs(difference.low), abs(difference.high)))
    return f"{amount(abs(difference.mean))} ({amount(low)} to {amount(high)})"


def amount(value: float) -> str:
    """Return a number in about three digits, as people write it; never ``-0``.

    Examples
    --------
    >>> amount(129_356.4), amount(0.01234), amount(-0.0)
    ('129,000', '0.0123', '0')
    """
    if not 1000 <= abs(value) < 1e15:
        return f"{value:z.3g}"
    digits = 2 - math.floor(math.log10(abs(value)))
    return f"{round(value, digits):,.0f}"
