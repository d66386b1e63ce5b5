"""Verdicts as people see them: a word, a sign, and how many there are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cheapbandits.studies.claims import Claim, Verdict

__all__ = ["LOOKS", "Look", "badge_text", "count_verdicts", "headline"]


@dataclass(frozen=True)
class Look:
    """How a verdict is shown; never by colour alone."""

    sign: str
    css: str
    color: str
    plural: str


LOOKS: dict[Verdict, Look] = {
    "holds": Look("✓", "holds", "green", "hold"),
    "does not hold": Look("✗", "fails", "red", "do not hold"),
    "cannot be tested": Look("?", "open", "yellow", "cannot be tested"),
}


def badge_text(verdict: Verdict) -> str:
    """Return sign and word.

    Examples
    --------
    >>> badge_text("does not hold")
    '✗ does not hold'
    """
    return f"{LOOKS[verdict].sign} {verdict}"


def count_verdicts(claims: Sequence[Claim]) -> dict[Verdict, int]:
    """Return how many claims have each verdict; all three are there."""
    return {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in LOOKS}


def headline(claims: Sequence[Claim]) -> str:
    """Return the count of verdicts as a sentence."""
    if not claims:
        return "No claim was judged."
    counts = (
        f"{n} {verdict if n == 1 else LOOKS[verdict].plural}"
        for verdict, n in count_verdicts(claims).items()
    )
    return f"Of {len(claims)} claims " + "{}, {}, and {}.".format(*counts)
