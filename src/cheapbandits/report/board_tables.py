"""The leaderboard's tables: targets with verdicts, ranking, performances, how sure."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from cheapbandits.plots.board.looks import policy_title
from cheapbandits.plots.names import heading
from cheapbandits.report.blocks import Table
from cheapbandits.report.numbers import format_number, show
from cheapbandits.studies.leaderboard import GROUPS, Board, Rank, Target, sureness
from cheapbandits.studies.leaderboard.entries import CHEAP, FINDER, PACED
from cheapbandits.studies.leaderboard.sure import statements_of

if TYPE_CHECKING:
    from cheapbandits.studies.leaderboard.targets import Limit, Verdict

__all__ = [
    "SIGNS",
    "headline",
    "limit",
    "performance_tables",
    "ranking_table",
    "sure_table",
    "verdicts",
]

SIGNS: dict[Verdict, str] = {
    "aim reached": "✓✓",
    "reached": "✓",
    "not reached": "✗",
    "not run": "?",
}


def headline(rows: Sequence[Target]) -> str:
    """Return the count of verdicts as a sentence."""
    counts = {verdict: sum(row.verdict == verdict for row in rows) for verdict in SIGNS}
    reached = counts["aim reached"] + counts["reached"]
    return (
        f"Of {len(rows)} targets {reached} are reached ({counts['aim reached']} with their aim), "
        f"{counts['not reached']} are not, and {counts['not run']} were not run."
    )


def verdicts(rows: Sequence[Target]) -> Table:
    """Return every target with what was measured."""
    cells = tuple(
        (
            row.what,
            row.where,
            limit(row.must),
            limit(row.aim),
            show(row.measured),
            f"{SIGNS[row.verdict]} {row.verdict}",
            row.note,
        )
        for row in rows
    )
    header = ("Target", "Where", "Must", "Aim", "Measured [low, high]", "Verdict", "Note")
    return Table("Targets", header, cells)


def limit(pair: Limit) -> str:
    """Return a limit in words.

    Examples
    --------
    >>> limit((0.8, 0.98)), limit((0.9, float("inf"))), limit((float("-inf"), 2.0))
    ('0.8 to 0.98', 'at least 0.9', 'at most 2')
    """
    low, high = pair
    if math.isinf(high):
        return f"at least {low:g}"
    return f"at most {high:g}" if math.isinf(low) else f"{low:g} to {high:g}"


def ranking_table(caption: str, ranks: Sequence[Rank], unit: str) -> Table:
    """Return the policies in their order."""
    rows = tuple(
        (policy_title(r.policy), str(r.place), show(r.score), "" if i == 0 else show(r.behind))
        for i, r in enumerate(ranks)
    )
    header = ("Policy", "Place", f"{unit} [low, high]", "behind the first [low, high]")
    return Table(caption, header, rows)


def performance_tables(board: Board) -> Iterator[Table]:
    """Yield a table for each workload: every policy and every number."""
    header = (
        "Policy",
        "Runs",
        "Regret",
        "Cost",
        "Gap closed",
        "Cost to find",
        "over SpectralUCB's",
        "Found",
        "Simple regret",
    )
    for workload in board.workloads:
        rows = tuple(
            (
                policy_title(s.policy),
                str(s.runs),
                show(s.regret),
                format_number(s.cost.mean),
                show(s.gap),
                show(s.find),
                show(s.find_ratio),
                f"{100 * s.found:.0f} %",
                show(s.simple),
            )
            for s in board.performances
            if s.workload == workload
        )
        group = GROUPS[workload.group]
        title = workload.title if group == workload.title else f"{group}: {workload.title}"
        yield Table(f"{heading(title)}, T = {workload.horizon}", header, rows, folded=True)


def sure_table(board: Board) -> Table | None:
    """Return statements against truth, a row for each group of workloads and policy."""
    rows = []
    for group, title in GROUPS.items():
        for policy in (PACED, FINDER, CHEAP):
            found = sureness(statements_of(board, board.of_group(group), [policy]))
            if found is None:
                continue
            rows.append(
                (
                    f"{heading(title)}, {policy_title(policy)}",
                    str(found.count),
                    f"{100 * found.covered:.0f} %",
                    show(found.held),
                    str(found.told),
                    format_number(found.stated),
                    format_number(found.true),
                    format_number(found.brier),
                    f"{show(found.stops)} of {found.n_stops}" if found.n_stops else "none",
                    format_number(found.ratio),
                    show(found.bounded),
                )
            )
    header = (
        "Readings of",
        "Asked",
        "90 % intervals cover",
        "Place's 95 % interval holds",
        "Probability stated",
        "Mean stated",
        "True",
        "Brier score",
        "Right where stated >= 0.8",
        "Regret over stated regret",
        "Its 90 % bound holds",
    )
    return Table("Stated and true", header, tuple(rows)) if rows else None
