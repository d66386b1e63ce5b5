"""Verdicts as people see them: a word, a sign, how many; in HTML and in the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cheapbandits.report.markup import Html, join, tag
from cheapbandits.report.numbers import format_interval
from cheapbandits.studies.claims import TOPICS, Claim, Part, Topic, Verdict

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

__all__ = [
    "LOOKS",
    "Look",
    "badge_text",
    "by_topic",
    "count_verdicts",
    "counts",
    "headline",
    "measured_text",
    "parts_text",
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
    "undecided": Look("?", "open", "yellow", "undecided"),
    "not contradicted": Look("~", "open", "yellow", "not contradicted"),
    "ill-posed": Look("∅", "open", "yellow", "ill-posed"),
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
    """Return how many claims have each verdict; all five are there."""
    return {verdict: sum(claim.verdict == verdict for claim in claims) for verdict in LOOKS}


def by_topic(claims: Sequence[Claim]) -> dict[Topic, tuple[Claim, ...]]:
    """Return the claims by what they are about; topics without any are left out."""
    found = {topic: tuple(c for c in claims if c.topic == topic) for topic in TOPICS}
    return {topic: some for topic, some in found.items() if some}


def headline(claims: Sequence[Claim]) -> str:
    """Return the verdicts, counted by topic: an identity is not weighed against a theorem.

    A number over everything would be made mostly of sentences that nobody doubted.
    """
    if not claims:
        return "No claim was judged."
    return " ".join(
        f"{TOPICS[topic]}: {_counted(some)}." for topic, some in by_topic(claims).items()
    )


def measured_text(claim: Claim) -> str:
    """Return a claim's number with its interval and its unit."""
    number = format_interval(claim.measured, claim.low, claim.high)
    return f"{number} {claim.unit}".strip() if number != "n/a" else number


def parts_text(claim: Claim) -> str:
    """Return the cases of a claim in one line, each with its sign and number."""
    return "; ".join(_part(part) for part in claim.parts)


def _part(part: Part) -> str:
    number = format_interval(part.measured, part.low, part.high)
    return f"{LOOKS[part.verdict].sign} {part.name} {number}"


def _counted(claims: Sequence[Claim]) -> str:
    return ", ".join(
        f"{n} {verdict if n == 1 else LOOKS[verdict].plural}"
        for verdict, n in count_verdicts(claims).items()
        if n
    )


# -- in HTML ---------------------------------------------------------------------------------------


def _badge(verdict: Verdict) -> Html:
    """Return a verdict as a coloured badge with sign and word."""
    return tag("span", badge_text(verdict), class_=f"badge {LOOKS[verdict].css}")


def counts(claims: Sequence[Claim]) -> Html:
    """Return the count of each verdict, a line a topic."""
    return tag("ul", *(_line(*row) for row in by_topic(claims).items()), class_="counts")


def _line(topic: Topic, claims: Sequence[Claim]) -> Html:
    tiles = (
        tag("span", tag("strong", str(number)), " ", _badge(verdict), class_="count")
        for verdict, number in count_verdicts(claims).items()
        if number
    )
    return tag("li", tag("a", TOPICS[topic], href=f"#about-{topic}"), " ", join(tiles, " "))


def verdict_rows(claims: Sequence[Claim]) -> Html:
    """Return a row a claim; how it was judged and its notes unfold below its words.

    Roles are said aloud because on a phone each row is laid out as a card, which would make some
    browsers forget that it is a row.
    """
    return join((_row(claim) for claim in claims), "\n")


def _row(claim: Claim) -> Html:
    return tag(
        "tr",
        tag("td", _badge(claim.verdict), role="cell"),
        tag("th", claim.claim, _details(claim), scope="row", role="rowheader"),
        tag("td", claim.where, class_="where", role="cell", data_label="Where"),
        tag("td", measured_text(claim), class_="wrap", role="cell", data_label="Measured"),
        id=f"claim-{claim.id}",
        role="row",
    )


def _details(claim: Claim) -> Html:
    measured = tag("p", tag("b", "Measured: "), claim.quantity, ".")
    note = tag("p", claim.note) if claim.note else Html("")
    parts = tag("p", tag("b", "Cases: "), parts_text(claim), ".") if claim.parts else Html("")
    return tag("details", tag("summary", "how judged"), measured, parts, note)


# -- in the terminal -------------------------------------------------------------------------------


def verdict_table(claims: Sequence[Claim]) -> Table:
    """Return a table for the terminal, one line a claim whatever its width."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    signs = "   ".join(badge_text(verdict) for verdict in LOOKS)
    caption = f"{signs}\n{headline(claims)}"
    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, expand=True, caption=caption, caption_justify="left"
    )
    table.add_column("", no_wrap=True, width=1)
    table.add_column("Claim of the paper", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("Measured", no_wrap=True, overflow="ellipsis", width=24)
    for topic, some in by_topic(claims).items():
        table.add_row("", Text(TOPICS[topic], style="bold"), "")
        for claim in some:
            table.add_row(_sign(claim), _plain(claim.claim), _plain(measured_text(claim)))
    return table


def _sign(claim: Claim) -> Text:
    from rich.text import Text

    look = LOOKS[claim.verdict]
    return Text(look.sign, style=f"bold {look.color}")


def _plain(words: str) -> Text:
    """Return text in which square brackets are no markup."""
    from rich.text import Text

    return Text(words)
