"""A claim of the paper, what we measured, and the rules by which a number becomes a verdict.

An interval that lies wholly on one side of a limit decides; one that contains it does not.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from cheapbandits.metrics import MeanInterval

__all__ = [
    "EQUAL",
    "SLIGHT",
    "Claim",
    "Ruling",
    "Verdict",
    "above",
    "below",
    "judge",
    "untestable",
    "within",
    "write_claims",
]

Verdict = Literal["holds", "does not hold", "cannot be tested"]

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


@dataclass(frozen=True)
class Claim:
    """One checked sentence of the paper.

    Attributes
    ----------
    id
        Short and stable.
    claim
        The paper's words in short.
    where
        Section, theorem or figure.
    quantity
        What ``measured`` is, and when we say that the claim holds.
    measured, low, high
        The number and its 95 % interval; not a number where nothing is measured.
    verdict
        Computed from them.
    note
        What a reader should know about it.
    """

    id: str
    claim: str
    where: str
    quantity: str
    measured: float
    low: float
    high: float
    verdict: Verdict
    note: str = ""

    @classmethod
    def about(
        cls,
        claim_id: str,
        claim: str,
        where: str,
        quantity: str,
        measured: MeanInterval | float,
        ruling: Ruling,
        note: str = "",
    ) -> Claim:
        """Return a claim about an interval, or about an exact number, with its ruling."""
        if not isinstance(measured, MeanInterval):
            measured = MeanInterval(measured, measured, measured)
        numbers = (measured.mean, measured.low, measured.high)
        remark = f"{ruling.why} {note}".strip()
        return cls(claim_id, claim, where, quantity, *numbers, ruling.verdict, remark)


def write_claims(claims: Iterable[Claim], path: Path) -> None:
    """Write claims as JSON; numbers that are not finite become null."""
    rows = [
        {
            key: None if isinstance(value, float) and not math.isfinite(value) else value
            for key, value in asdict(claim).items()
        }
        for claim in claims
    ]
    path.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


def judge(holds: bool) -> Ruling:
    """Return the ruling of a plain yes or no."""
    return Ruling("holds" if holds else "does not hold")


def untestable(why: str) -> Ruling:
    """Return the ruling of a claim that no number can decide."""
    return Ruling("cannot be tested", why)


def above(interval: MeanInterval, limit: float) -> Ruling:
    """Hold if the whole interval is at or above the limit, fail if it is wholly below."""
    if interval.low >= limit - ROUNDING:
        return Ruling("holds")
    return Ruling("does not hold") if interval.high < limit else _undecided(limit)


def below(interval: MeanInterval, limit: float) -> Ruling:
    """Hold if the whole interval is at or below the limit, fail if it is wholly above."""
    if interval.high <= limit + ROUNDING:
        return Ruling("holds")
    return Ruling("does not hold") if interval.low > limit else _undecided(limit)


def within(interval: MeanInterval, center: float, margin: float) -> Ruling:
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
