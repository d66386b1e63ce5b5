"""Where campaigns stand, as ``list`` and ``status`` print it. Imports neither typer nor NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from cheapbandits.campaign.documents import listing_document, status_document
from cheapbandits.cli.campaign.ended import Ended, ended
from cheapbandits.cli.campaign.fitting import Column, print_fitted
from cheapbandits.cli.campaign.shown import COLORS, apart, chance, count, number, print_json
from cheapbandits.cli.plain import note, plain
from cheapbandits.errors import DamagedError

if TYPE_CHECKING:
    from cheapbandits.campaign import Status
    from cheapbandits.campaign.stopping import Outlook

__all__ = ["print_list", "print_status"]


#: From here on a stated probability may be acted on, and from here on it is more than a guess.
SURE, LIKELY = 0.8, 0.6


def print_list(
    rows: Sequence[Status | DamagedError], *, as_json: bool = False, db: str | None = None
) -> None:
    """Print the campaigns, one a row; of a damaged one, also what to do about it."""
    if as_json:
        print_json(listing_document(rows))
    elif not rows:
        print("no campaign yet; start one with: cheapbandits campaign new NAME GRAPH")
    else:
        columns = [
            Column("campaign"),
            Column("state", whole=True),
            Column("told", whole=True, right=True),
            Column("open", whole=True, right=True, spare=2),
            Column("spent", whole=True, right=True, spare=1),
            Column("left", whole=True, right=True),
            Column("best so far"),
        ]
        print_fitted(columns, [_cells(row, db) for row in rows])
        for row in rows:
            if isinstance(row, DamagedError):
                note(f"note: {row}")


def _cells(row: Status | DamagedError, db: str | None) -> tuple[object, ...]:
    if isinstance(row, DamagedError):
        return row.campaign, "damaged", "-", "-", "-", "-", "-"
    best = "-" if row.best is None else row.best["name"]
    measured = f"{row.told}/{'-' if row.horizon is None else row.horizon}"
    end = ended(row, db)
    state = row.state if end is None else end.state
    return row.name, state, measured, row.open, number(row.spent), number(row.left), best


def print_status(
    now: Status, outlook: Outlook | None = None, *, as_json: bool = False, db: str | None = None
) -> None:
    """Print where a campaign stands; with an outlook, also how sure the answer is."""
    if as_json:
        print_json(status_document(now, outlook))
    else:
        _print_facts(now, outlook, ended(now, db))


def _print_facts(now: Status, outlook: Outlook | None, end: Ended | None) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="dim")
    facts = {**_progress(now), **(_known(now) if outlook is None else _assessed(outlook))}
    if end is not None:
        facts.pop("going on", None)
        facts |= {"over": end.why, "now": end.remedy}
    for fact, value in facts.items():
        grid.add_row(fact, Text(plain(value)))
    for step, command in enumerate(() if end is None else end.more):
        grid.add_row("" if step else "more money", Text(plain(command)))
    console = Console()
    title = Text(plain(now.name), style="bold")
    state = now.state if end is None else end.state
    title.append(plain(f"  {state}"), style=COLORS.get(now.state, "") if end is None else "bold")
    console.print(title)
    console.print(grid)


def _progress(now: Status) -> dict[str, str]:
    """Return how far the campaign has come."""
    seen = f", {now.observed} observed" if now.observed else ""
    seen += f", {now.annulled} annulled" if now.annulled else ""
    planned = "" if now.horizon is None else f" of {now.horizon}"
    spent = number(now.spent)
    if now.reserved:
        spent += f", {number(now.reserved)} more for what is open"
    if now.over_budget:
        spent += f"; over budget by {number(now.over_budget)}: late readings are taken all the same"
    elif now.left is not None:
        spent += f"; {number(now.left)} of {number(now.budget)} left"
    return {
        "policy": now.policy,
        "measured": f"{now.told}{planned}{seen}, {now.open} open{_late(now)}",
        **({"measuring": _teams(now)} if now.assigned else {}),
        "cost so far": spent,
    }


def _late(now: Status) -> str:
    """Return how many open asks the next one gives up."""
    return f" ({now.expired} out of time: the next ask gives up on it)" if now.expired else ""


def _teams(now: Status) -> str:
    """Return who is to measure which open asks."""
    return "; ".join(
        f"{team}: ask {', '.join(map(str, asks))}" for team, asks in now.assigned.items()
    )


def _known(now: Status) -> dict[str, str]:
    """Return the best place as it was known at the last ask or change."""
    best = now.best
    if now.best_masked:
        return {"best so far": "masked since; --assess names the best of the others"}
    counted = 0 if best is None else best["told"] + best.get("observed", now.observed)
    later = now.told + now.observed - counted
    note = f" ({count(later, 'reading')} came since; --assess counts them)" if later > 0 else ""
    if best is not None and best.get("changed"):
        note = " (readings were changed since; --assess counts them)"
    if best is None:
        return {"best so far": f"nothing is known yet{note}"}
    return {"best so far": f"{best['name']}, about {number(best['estimate'])}{note}"}


def _assessed(outlook: Outlook) -> dict[str, str]:
    """Return how sure the answer is, and what going on costs."""
    met = {True: "met: it is time to stop", False: "not met"}[outlook.met]
    rule = outlook.rule if outlook.rule == "never" else f"{outlook.rule}, {met}"
    plan = {"going on": _ahead(outlook), "stopping rule": rule}
    known = outlook.assessment
    if known is None:
        return {"best so far": "nothing is known yet", **plan}
    estimate, low, high = apart(known.estimate, known.low, known.high)
    facts = {
        "best so far": f"{outlook.place} (node {known.node})",
        "estimate": f"{estimate}, {known.level:.0%} interval {low} to {high}",
        "stopping now": f"loses {number(known.expected_regret)} to expect, at most "
        f"{number(known.regret_bound)} nine times in ten",
    }
    within = f" (within {number(known.tolerance)} of it)" if known.tolerance else ""
    if known.probability is None:
        facts["is the hottest"] = f"cannot tell: {known.cannot_tell}"
    else:
        facts["is the hottest"] = f"with probability {chance(known.probability)}{within}"
        facts["act on it?"] = _advice(known.probability, known.alone, outlook)
    if outlook.masked:
        facts["left out"] = (
            f"{count(outlook.masked, 'masked site')}, whatever was read there: the answer is of "
            "the others"
        )
    if known.outside:
        facts["beyond belief"] = (
            f"{count(known.outside, 'reading')} beyond --low or --high: that bound is not used"
        )
    facts["never looked at"] = f"{outlook.unseen:,} of {count(outlook.n_nodes, 'site')}"
    if outlook.agreement:
        facts["the graph"] = outlook.agreement
    return {**facts, **plan}


def _advice(probability: float, alone: int, outlook: Outlook) -> str:
    """Return what a probability means for a decision: how often such were right is in the docs."""
    if probability >= SURE and outlook.agreement and not outlook.follows:
        return "only if linked sites are alike, which the readings have not shown: read some more"
    if probability >= SURE and not alone:
        return "likely right, but nobody read it by itself: do that before you act"
    if probability >= SURE:
        return "yes: most answers that were so sure were right, though not all"
    if probability >= LIKELY:
        return "likely right: read it by itself, and its neighbours, before you do"
    return "not yet: a hotter place may well have been missed"


def _ahead(outlook: Outlook) -> str:
    if outlook.ahead is None:
        return "no end is planned"
    return f"expected to cost {number(outlook.ahead)} more"
