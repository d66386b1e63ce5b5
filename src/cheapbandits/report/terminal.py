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
