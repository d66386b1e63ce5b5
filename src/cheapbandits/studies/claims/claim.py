"""A claim of the paper, what we measured, and a verdict that code computed."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from cheapbandits.metrics import Interval

__all__ = ["Claim", "Verdict", "write_claims"]

Verdict = Literal["holds", "does not hold", "cannot be tested"]


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
        measured: Interval | float,
        ruling: tuple[Verdict, str],
        note: str = "",
    ) -> Claim:
        """Return a claim about an interval, or about an exact number, with its ruling."""
        if not isinstance(measured, Interval):
            measured = Interval(measured, measured, measured)
        numbers = (measured.mean, measured.low, measured.high)
        verdict, why = ruling
        return cls(claim_id, claim, where, quantity, *numbers, verdict, f"{why} {note}".strip())


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
