"""The numbers behind the figures: final regret and cost of every group and policy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cheapbandits.plots.cover_types import cover_type_groups
from cheapbandits.plots.names import describe_group, heading
from cheapbandits.plots.paper_curves import random_group
from cheapbandits.report.blocks import Table
from cheapbandits.report.numbers import show
from cheapbandits.studies.paper import HORIZONS, RANDOM_GRAPHS
from cheapbandits.studies.run import POLICIES

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["final_tables"]


def final_tables(results: Results) -> Iterator[Table]:
    """Yield a table for each part of the reproduction that was run."""
    random = [random_group(graph, horizon) for horizon in HORIZONS for graph in RANDOM_GRAPHS]
    forest = list(cover_type_groups(results).values())
    cliques = [group for group in results.groups if group.startswith("cliques/")]
    known = {*random, *forest, *cliques}
    others = [group for group in results.groups if group not in known]
    parts = {
        "Random graphs": random,
        "Forest": forest,
        "Other c, support and horizon": others,
        "Disjoint cliques": cliques,
    }
    for caption, groups in parts.items():
        found = [group for group in groups if group in results]
        if found:
            yield _table(results, caption, found, folded=len(found) > 10)


def _table(results: Results, caption: str, groups: list[str], *, folded: bool) -> Table:
    there = {policy for group in groups for policy in results.policies(group)}
    policies = [policy for policy in POLICIES if policy in there]
    header = ("Setting", "Runs", *(f"{policy} regret" for policy in policies))
    header += tuple(f"{policy} cost" for policy in policies)
    rows = tuple(_row(results, group, policies) for group in groups)
    return Table(caption, header, rows, folded)


def _row(results: Results, group: str, policies: list[str]) -> tuple[str, ...]:
    here = results.policies(group)
    runs = str(len(results.final(group, here[0])))
    regret = (show(results.mean(group, p).final) if p in here else "" for p in policies)
    cost = (show(results.mean(group, p, "cost").final) if p in here else "" for p in policies)
    return (heading(describe_group(group)), runs, *regret, *cost)
