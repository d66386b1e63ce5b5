"""The rules by which a number becomes a verdict, each with its margin said aloud.

An interval that lies wholly on one side of a limit decides; one that contains it does not.
"""

from __future__ import annotations

from typing import NamedTuple

from cheapbandits.metrics import Interval
from cheapbandits.studies.claims.claim import Verdict

__all__ = ["EQUAL", "SLIGHT", "Ruling", "above", "below", "judge", "untestable", "within"]

#: "Slightly worse", "similar", "close": at most a quarter more regret.
SLIGHT = 1.25
#: "The same": within a tenth.
EQUAL = 0.10
#: Exact numbers are compared with this much room for rounding.
ROUNDING = 1e-12


class Ruling(NamedTuple):
    """A verdict, and why where it is no plain yes or no."""

    verdict: Verdict
    why: str = ""


def judge(holds: bool) -> Ruling:
    """Return the ruling of a plain yes or no."""
    return Ruling("holds" if holds else "does not hold")


def untestable(why: str) -> Ruling:
    """Return the ruling of a claim that no number can decide."""
    return Ruling("cannot be tested", why)


def above(interval: Interval, limit: float) -> Ruling:
    """Hold if the whole interval is at or above the limit, fail if it is wholly below."""
    if interval.low >= limit - ROUNDING:
        return Ruling("holds")
    return Ruling("does not hold") if interval.high < limit else _undecided(limit)


def below(interval: Interval, limit: float) -> Ruling:
    """Hold if the whole interval is at or below the limit, fail if it is wholly above."""
    if interval.high <= limit + ROUNDING:
        return Ruling("holds")
    return Ruling("does not hold") if interval.low > limit else _undecided(limit)


def within(interval: Interval, center: float, margin: float) -> Ruling:
    """Hold if the whole interval is within a margin of a value, fail if it is wholly outside."""
    low, high = center - margin, center + margin
    if low - ROUNDING <= interval.low and interval.high <= high + ROUNDING:
        return Ruling("holds")
    outside = interval.high < low or interval.low > high
    return Ruling("does not hold") if outside else _undecided(low if interval.low < low else high)


def _undecided(limit: float) -> Ruling:
    return untestable(
        f"Undecided: the interval contains the limit {limit:g}; more runs would tell."
    )
