"""Verdicts in HTML: the counts at the top, and a row a claim."""

from __future__ import annotations

from collections.abc import Sequence

from cheapbandits.report.markup import Html, join, tag
from cheapbandits.report.numbers import format_interval
from cheapbandits.report.verdicts import LOOKS, badge_text, count_verdicts
from cheapbandits.studies.claims import Claim, Verdict

__all__ = ["badge", "counts", "verdict_rows"]


def badge(verdict: Verdict) -> Html:
    """Return a verdict as a coloured badge with sign and word."""
    return tag("span", badge_text(verdict), class_=f"badge {LOOKS[verdict].css}")


def counts(claims: Sequence[Claim]) -> Html:
    """Return the count of each verdict, large."""
    tiles = (
        tag("li", tag("strong", str(number)), " ", badge(verdict))
        for verdict, number in count_verdicts(claims).items()
    )
    return tag("ul", *tiles, class_="counts")


def verdict_rows(claims: Sequence[Claim]) -> Html:
    """Return a row a claim; how it was judged and its notes unfold below its words.

    Roles are said aloud because on a phone each row is laid out as a card, which would make some
    browsers forget that it is a row.
    """
    return join((_row(claim) for claim in claims), "\n")


def _row(claim: Claim) -> Html:
    measured = format_interval(claim.measured, claim.low, claim.high)
    return tag(
        "tr",
        tag("td", badge(claim.verdict), role="cell"),
        tag("th", claim.claim, _details(claim), scope="row", role="rowheader"),
        tag("td", claim.where, class_="where", role="cell", data_label="Where"),
        tag("td", measured, role="cell", data_label="Measured"),
        id=f"claim-{claim.id}",
        role="row",
    )


def _details(claim: Claim) -> Html:
    measured = tag("p", tag("b", "Measured: "), claim.quantity, ".")
    note = tag("p", claim.note) if claim.note else Html("")
    return tag("details", tag("summary", "how judged"), measured, note)
