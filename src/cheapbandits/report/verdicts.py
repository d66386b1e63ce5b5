"""Verdicts as people see them: a word, a sign, how many; in HTML and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.report.markup import Html, join, tag
from cheapbandits.report.numbers import format_interval
from cheapbandits.studies.claims import Claim, Verdict

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

__all__ = [
    "LOOKS",
    "Look",
    "badge_text",
    "count_verdicts",
    "counts",
    "headline",
    "verdict_rows",
    "verdict_table",
]


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


# -- in HTML ---------------------------------------------------------------------------------------


def _badge(verdict: Verdict) -> Html:
    """Return a verdict as a coloured badge with sign and word."""
    return tag("span", badge_text(verdict), class_=f"badge {LOOKS[verdict].css}")


def counts(claims: Sequence[Claim]) -> Html:
    """Return the count of each verdict, large."""
    tiles = (
        tag("li", tag("strong", str(number)), " ", _badge(verdict))
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
        tag("td", _badge(claim.verdict), role="cell"),
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


# -- in the terminal -------------------------------------------------------------------------------


def verdict_table(claims: Sequence[Claim]) -> Table:
    """Return a table for the terminal, one line a claim whatever its width."""
    from rich import box
    from rich.table import Table

    signs = "   ".join(badge_text(verdict) for verdict in LOOKS)
    caption = f"{signs}\n{headline(claims)}"
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, expand=True, caption=caption, caption_justify="left"
    )
    table.add_column("", no_wrap=True, width=1)
    table.add_column("Claim of the paper", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("Measured", no_wrap=True, width=21)
    for claim in claims:
        measured = format_interval(claim.measured, claim.low, claim.high)
        table.add_row(_sign(claim), _plain(claim.claim), _plain(measured))
    return table


def _sign(claim: Claim) -> Text:
    from rich.text import Text

    look = LOOKS[claim.verdict]
    return Text(look.sign, style=f"bold {look.color}")


def _plain(words: str) -> Text:
    """Return text in which square brackets are no markup."""
    from rich.text import Text

    return Text(words)
