"""A sentence of the paper, what we measured, and the rules by which a number becomes a verdict.

An interval that lies wholly on one side of a limit decides; one that contains it does not. A bound
that nothing could have contradicted is not said to hold, and a sentence that no number can decide
is not said to be open.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal, NamedTuple

from cheapbandits.metrics import MeanInterval

__all__ = [
    "TOPICS",
    "Claim",
    "Part",
    "Ruling",
    "Topic",
    "Verdict",
    "above",
    "all_of",
    "below",
    "ill_posed",
    "judge",
    "not_contradicted",
    "within",
    "write_claims",
]

Verdict = Literal["holds", "does not hold", "undecided", "not contradicted", "ill-posed"]
Topic = Literal["regret", "cost", "bounds", "graphs", "formulas", "data"]

#: What claims are about, in the order in which they are listed.
TOPICS: dict[Topic, str] = {
    "regret": "Regret, measured",
    "cost": "Cost, measured",
    "bounds": "Theorems, bounds, proofs",
    "graphs": "Graphs and eigenvalues",
    "formulas": "Formulas and definitions",
    "data": "Facts about the data",
}
#: Exact numbers are compared with this much room for rounding.
ROUNDING = 1e-12
#: A bound that lies this many times above everything measured could not have been contradicted.
LOOSE = 5.0


class Ruling(NamedTuple):
    """A verdict, and why where it is no plain yes or no."""

    verdict: Verdict
    why: str = ""


@dataclass(frozen=True)
class Part:
    """One case of a sentence that speaks of several: a cover type, a graph, a horizon."""

    name: str
    measured: float
    low: float
    high: float
    verdict: Verdict

    @classmethod
    def of(cls, name: str, measured: MeanInterval | float, ruling: Ruling) -> Part:
        """Return a part with the ruling on its interval, or on its exact number."""
        number = _interval(measured)
        return cls(name, number.mean, number.low, number.high, ruling.verdict)


@dataclass(frozen=True)
class Claim:
    """One checked sentence of the paper.

    Attributes
    ----------
    id
        Short and stable.
    topic
        What it is about; counts are kept apart by it.
    claim
        The paper's words in short.
    where
        Section, theorem or figure.
    quantity
        What ``measured`` is, and when we say that the claim holds.
    unit
        Of ``measured``, as it stands behind the number.
    measured, low, high
        The number and its 95 % interval; not a number where nothing is measured.
    verdict
        Computed from them.
    note
        What a reader should know about it.
    parts
        The cases, where the sentence speaks of several.
    """

    id: str
    topic: Topic
    claim: str
    where: str
    quantity: str
    unit: str
    measured: float
    low: float
    high: float
    verdict: Verdict
    note: str = ""
    parts: tuple[Part, ...] = ()

    @classmethod
    def about(
        cls,
        claim_id: str,
        topic: Topic,
        claim: str,
        where: str,
        quantity: str,
        unit: str,
        measured: MeanInterval | float,
        ruling: Ruling,
        note: str = "",
        parts: Sequence[Part] = (),
    ) -> Claim:
        """Return a claim about an interval, or about an exact number, with its ruling."""
        number = _interval(measured)
        numbers = (number.mean, number.low, number.high)
        remark = f"{ruling.why} {note}".strip()
        words = (claim_id, topic, claim, where, quantity, unit)
        return cls(*words, *numbers, ruling.verdict, remark, tuple(parts))


def write_claims(claims: Iterable[Claim], path: Path) -> None:
    """Write claims as JSON; numbers that are not finite become null."""
    rows = [_plain(asdict(claim)) for claim in claims]
    path.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")


def judge(holds: bool) -> Ruling:
    """Return the ruling of a plain yes or no."""
    return Ruling("holds" if holds else "does not hold")


def ill_posed(why: str) -> Ruling:
    """Return the ruling of a sentence that no number can decide as it stands."""
    return Ruling("ill-posed", why)


def not_contradicted(share: float, limit: float = 1.0) -> Ruling:
    """Rule on the largest share of a bound that was measured.

    More than the limit contradicts it. Less than a fifth of it says nothing: no policy and no field
    that was tried could have told the bound from a wrong one.
    """
    if share > limit:
        return Ruling("does not hold")
    if share > limit / LOOSE:
        return Ruling("holds")
    return Ruling("not contradicted", "The bound is too loose for these runs to contradict it.")


def all_of(parts: Sequence[Part]) -> Ruling:
    """Hold if every part holds, fail if one fails; name the parts that keep it from holding."""
    for verdict in ("does not hold", "ill-posed", "undecided", "not contradicted"):
        named = [part.name for part in parts if part.verdict == verdict]
        if named:
            words = {"does not hold": "Fails", "ill-posed": "Ill-posed"}.get(verdict, "Open")
            return Ruling(verdict, f"{words} on {', '.join(named)}." if len(parts) > 1 else "")
    return Ruling("holds")


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
    return Ruling("undecided", f"The interval contains the limit {limit:g}; more runs would tell.")


def _interval(measured: MeanInterval | float) -> MeanInterval:
    if isinstance(measured, MeanInterval):
        return measured
    return MeanInterval(measured, measured, measured)


def _plain(row: dict[str, object]) -> dict[str, object]:
    """Return a row in which every number is one that JSON has."""
    found: dict[str, object] = {}
    for key, value in row.items():
        if isinstance(value, float) and not math.isfinite(value):
            found[key] = None
        elif key == "parts" and isinstance(value, tuple):
            found[key] = [_plain(part) for part in value]
        else:
            found[key] = value
    return found
