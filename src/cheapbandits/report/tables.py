"""The report's tables: final numbers, eigenvalues, how it was all made and how to make it again."""

from __future__ import annotations

import math
import shlex
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.cover_types import cover_type_groups
from cheapbandits.plots.names import describe_group, heading
from cheapbandits.plots.paper_curves import random_group
from cheapbandits.report.blocks import Block, Code, Paragraph, Table
from cheapbandits.report.numbers import duration, format_number
from cheapbandits.studies.claims import PAPER_EIGENVALUES, block_model_eigenvalues
from cheapbandits.studies.paper import FUTURE, HORIZONS, POLICIES, RANDOM_GRAPHS

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["again_blocks", "eigenvalue_table", "final_tables", "origin_table"]

_ALL_STUDIES = 10
_ZERO = 1e-9


def final_tables(results: Results) -> Iterator[Table]:
    """Yield a table for each part of the reproduction that was run."""
    random = [random_group(graph, horizon) for horizon in HORIZONS for graph in RANDOM_GRAPHS]
    forest = list(cover_type_groups(results).values())
    cliques = [group for group in results.groups if group.startswith("cliques/d")]
    known = {*random, *forest, *cliques}
    others = [group for group in results.groups if group not in known]
    cliques = [group for group in cliques if "-good" not in group]  # one field each: a claim's
    parts = {
        "Random graphs": random,
        "Forest": forest,
        "Other c, support, horizon, cost and reward": others,
        "Disjoint cliques": cliques,
    }
    for caption, groups in parts.items():
        found = [group for group in groups if group in results]
        if found:
            yield _table(results, caption, found, folded=len(found) > 10)


def _table(results: Results, caption: str, groups: list[str], *, folded: bool) -> Table:
    there = {policy for group in groups for policy in results.policies(group)}
    policies = [policy for policy in (*POLICIES, *FUTURE) if policy in there]
    # Regret and cost in one column a policy: eight columns of intervals fit no sheet of paper.
    header = ("Setting", "Runs", *(f"{policy}: regret / cost" for policy in policies))
    rows = tuple(_row(results, group, policies) for group in groups)
    return Table(caption, header, rows, folded, cards=True)


def _row(results: Results, group: str, policies: list[str]) -> tuple[str, ...]:
    here = results.policies(group)
    runs = str(len(results.final(group, here[0])))
    cells = (_cell(results, group, policy) if policy in here else "" for policy in policies)
    return (heading(describe_group(group)), runs, *cells)


def _cell(results: Results, group: str, policy: str) -> str:
    """Return regret with half its interval's width, and cost."""
    regret = results.mean(group, policy).final
    cost = float(results.final(group, policy, "cost").mean())
    half = (regret.high - regret.low) / 2
    margin = f" ± {half:.2g}" if math.isfinite(half) else ""
    return f"{format_number(regret.mean)}{margin} / {format_number(cost)}"


def eigenvalue_table(draws: int = 20) -> Table:
    """Return the table of the six smallest eigenvalues, over some draws of the graph."""
    values = block_model_eigenvalues(draws)
    values = np.where(values < _ZERO, 0.0, values)
    ends = zip(values.min(axis=0), values.max(axis=0), strict=True)
    rows = (
        ("The paper", *map(format_number, PAPER_EIGENVALUES)),
        ("Mean of our draws", *map(format_number, values.mean(axis=0))),
        ("Smallest to largest", *(f"{low:.1f} to {high:.1f}" for low, high in ends)),
    )
    header = ("", *(f"λ{i}" for i in range(1, len(PAPER_EIGENVALUES) + 1)))
    return Table(f"The six smallest, {draws} draws of the graph", header, rows)


def origin_table(manifest: Mapping[str, object]) -> Table:
    """Return everything the manifest says, a row each."""
    return Table("Parameters, versions, machine", ("What", "Value"), tuple(_rows(manifest)))


def _command(manifest: Mapping[str, object]) -> str:
    """Return the command that makes the same numbers again."""
    words = ["cheapbandits", "reproduce"]
    studies, parameters = manifest.get("studies"), manifest.get("parameters")
    if isinstance(studies, list) and len(studies) < _ALL_STUDIES:
        words += map(str, studies)
    if isinstance(parameters, dict):
        quick = parameters.get("quick")
        words += ["--quick"] if quick else ["--runs", str(parameters.get("runs", 100))]
        words += ["--seed", str(parameters.get("seed", 0))]
    return shlex.join(words)


def again_blocks(results: Results, manifest: Mapping[str, object]) -> Iterator[Block]:
    """Yield how to run everything again, and how to check a single number."""
    yield Paragraph("Everything again; on one core or many, the numbers are the same:")
    yield Code(_command(manifest))
    for cell in results.cells[:1]:
        yield Paragraph("One run of one policy, round by round:")
        yield Code(shlex.join(["cheapbandits", "reproduce", "--cell", cell.id, "--json"]))


def _rows(manifest: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for key, value in manifest.items():
        if key == "engines" and isinstance(value, Mapping):
            for policy, engines in value.items():
                yield f"engine of {policy}", ", ".join(engines)
        elif isinstance(value, Mapping):
            yield from _rows(value)
        elif key == "seconds" and isinstance(value, int | float):
            yield "time", duration(value)
        elif isinstance(value, list | tuple):
            yield key, ", ".join(map(str, value))
        else:
            yield key, str(value)
