"""Late readings of asks that were cancelled or expired: they are taken, and may pass the budget."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.campaign.tally import filled

if TYPE_CHECKING:
    from cheapbandits.store import CampaignRow

__all__ = ["SLACK", "late_and_over", "over_text"]

#: Rounding of a long sum, compared with the budget.
SLACK = 1e-9


def over_text(over: float, spent: float, reserved: float, budget: float) -> str:
    """Say by how much a budget is passed, and how that may be."""
    held = f" and {reserved:.4g} for what is open" if reserved else ""
    return (
        f"over budget by {over:.4g} ({spent:.4g} spent{held}, of {budget:.4g}): late readings of "
        "asks that were cancelled or expired are taken all the same"
    )


def late_and_over(row: CampaignRow, number: int, cost: float) -> list[str]:
    """Return what to say if the reading of an ask, which is no longer open, passes the budget."""
    budget, tally = row.spec.get("budget"), filled(row.summary)
    if budget is None or str(number) in tally["open"]:
        return []
    spent, reserved = tally["spent"] + cost, sum(tally["open"].values())
    over = spent + reserved - budget
    return [over_text(over, spent, reserved, budget)] if over > SLACK * budget else []
