"""Verdicts for the terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cheapbandits.report.numbers import format_interval
from cheapbandits.report.verdicts import LOOKS, badge_text, headline

if TYPE_CHECKING:
    from rich.table import Table
    from rich.text import Text

    from cheapbandits.studies.claims import Claim

__all__ = ["verdict_table"]

#: Columns of the terminal: verdict, claim, number; with the space between, 80.
_WIDTHS = (18, 34, 20)


def verdict_table(claims: Sequence[Claim]) -> Table:
    """Return a table for the terminal, at most 80 columns wide."""
    from rich import box
    from rich.table import Table

    table = Table(
        box=box.SIMPLE_HEAD, pad_edge=False, caption=headline(claims), caption_justify="left"
    )
    verdict, words, number = _WIDTHS
    table.add_column("Verdict", no_wrap=True, max_width=verdict)
    table.add_column("Claim", max_width=words)
    table.add_column("Measured", max_width=number)
    for claim in claims:
        measured = format_interval(claim.measured, claim.low, claim.high)
        table.add_row(_badge(claim), _words(claim), _plain(measured))
    return table


def _badge(claim: Claim) -> Text:
    from rich.text import Text

    return Text(badge_text(claim.verdict), style=f"bold {LOOKS[claim.verdict].color}")


def _words(claim: Claim) -> Text:
    from rich.text import Text

    return Text.assemble(claim.claim, (f" ({claim.where})", "dim"))


def _plain(words: str) -> Text:
    """Return text in which square brackets are no markup."""
    from rich.text import Text

    return Text(words)
