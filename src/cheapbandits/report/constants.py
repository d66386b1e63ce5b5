"""Two tables that a reader needs first: what ``c`` decides, and the constants of each workload."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from cheapbandits.plots.names import COVER_TYPES, GRAPHS, heading, smoothness_label
from cheapbandits.report.blocks import Block, Paragraph, Table
from cheapbandits.report.numbers import format_interval, format_number
from cheapbandits.report.verdicts import LOOKS
from cheapbandits.studies.claims import across_smoothness
from cheapbandits.studies.facts import DRAWS, Facts, facts_of, seeds_of
from cheapbandits.studies.paper import (
    FOREST,
    FOREST_HORIZON,
    HORIZONS,
    OTHER_SMOOTHNESS,
    split_group,
)

if TYPE_CHECKING:
    from cheapbandits.studies.claims import Evidence, Part
    from cheapbandits.studies.results import Results

__all__ = ["constants_table", "smoothness_blocks"]

ABOUT_C = (
    "The paper does not say which c its experiments used, and its sentences about regret hang on "
    "it. Our figures take c = ||\N{GREEK SMALL LETTER ALPHA}||, what the theorems ask for, on "
    "random graphs, and c = 1 on the forest. Each cell: verdict, and position between SpectralUCB "
    "(0) and LinUCB (1) with its 95 % interval; n/a where LinUCB is not surely worse than "
    "SpectralUCB, so that there is no scale, or not yet (?)."
)


def smoothness_blocks(evidence: Evidence) -> Iterator[Block]:
    """Yield for which ``c`` each sentence about regret holds."""
    rows = list(across_smoothness(evidence))
    if not rows:
        return
    known = [c for c in OTHER_SMOOTHNESS if any(c in row.parts for row in rows)]
    yield Paragraph(ABOUT_C)
    yield Table(
        "For which c each sentence holds",
        ("Sentence", *(f"c = {smoothness_label(c)}" for c in known)),
        tuple((row.sentence, *(_cell(row.parts.get(c)) for c in known)) for row in rows),
        cards=True,
    )


def _cell(part: Part | None) -> str:
    if part is None:
        return ""
    return f"{LOOKS[part.verdict].sign} {format_interval(part.measured, part.low, part.high)}"


def constants_table(results: Results) -> Iterator[Table]:
    """Yield the constants of the paper's bounds, a row a workload that was run."""
    rows = []
    for graph, field in (
        ("ba", "lowest"),
        ("er", "lowest"),
        ("sbm", "lowest"),
        (FOREST, "cottonwood-willow"),
    ):
        horizon = FOREST_HORIZON if graph == FOREST else HORIZONS[0]
        groups = [g for g in results.groups if g.startswith(f"{graph}/{field}/T{horizon}/")]
        if groups:
            problem, _ = split_group(groups[0])
            seeds = seeds_of(results, groups[0])[:DRAWS]
            name = COVER_TYPES.get(field) or heading(GRAPHS[graph])
            rows.append((name, *_columns([facts_of(problem, seed) for seed in seeds])))
    if rows:
        header = (
            "Workload",
            "N",
            "T",
            "d",
            "κ",
            f"c = {smoothness_label('theory')}",
            "λ2",
            "λd",
            "λd+1",
        )
        caption = f"Constants, smallest to largest of {DRAWS} draws"
        yield Table(caption, header, tuple(rows), cards=True)


def _columns(facts: list[Facts]) -> Iterator[str]:
    for name in ("n_nodes", "horizon", "dimension", "kappa", "c", "lambda_2", "low", "high"):
        yield _ends(getattr(fact, name) for fact in facts)


def _ends(values: Iterable[float]) -> str:
    found = list(values)
    low, high = (format_number(float(f"{x:.3g}")) for x in (min(found), max(found)))
    return low if low == high else f"{low} to {high}"
