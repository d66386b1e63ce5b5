"""The report's content, from results, claims and figures; nothing here is written by hand twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.report.blocks import Block, Document, Paragraph, Section, VerdictTable
from cheapbandits.report.eigenvalues import eigenvalue_table
from cheapbandits.report.origin import again_blocks, origin_table
from cheapbandits.report.pictures import pictures
from cheapbandits.report.tables import final_tables

if TYPE_CHECKING:
    from cheapbandits.studies.claims import Claim
    from cheapbandits.studies.results import Results

__all__ = ["build_document"]

LEAD = (
    "The experiments and claims of “Cheap Bandits” by Hanawal, Saligrama, Valko and Munos "
    "(ICML 2015), run again. Every number and every verdict below was computed from the runs."
)
INTERVALS = (
    "Intervals are 95 % Student intervals of the mean over runs. Policies share graph, field and "
    "noise in each run, so verdicts compare them run by run and can be surer than overlapping "
    "bands suggest. Bars that would reach below 0, a sign of too few runs, are left out."
)


def build_document(
    results: Results,
    claims: Sequence[Claim],
    figures: Mapping[str, Sequence[Path]],
    manifest: Mapping[str, object],
) -> Document:
    """Return the report; parts without results are left out."""
    parts: dict[tuple[str, str], tuple[Block, ...]] = {
        ("verdicts", "Verdicts"): (VerdictTable(tuple(claims)),) if claims else (),
        ("figures", "Figures"): tuple(_figures(results, figures)),
        ("numbers", "Final regret and cost"): tuple(final_tables(results)),
        ("eigenvalues", "Eigenvalues of the block model"): tuple(_eigenvalues(results)),
        ("origin", "How it was made"): (origin_table(manifest),) if manifest else (),
        ("again", "How to run it again"): tuple(again_blocks(results, manifest)),
    }
    sections = (Section(*name, blocks) for name, blocks in parts.items() if blocks)
    return Document("Cheap Bandits, reproduced", LEAD, tuple(claims), tuple(sections))


def _figures(results: Results, figures: Mapping[str, Sequence[Path]]) -> Iterator[Block]:
    drawn = tuple(pictures(results, figures))
    if drawn:
        yield Paragraph(INTERVALS)
        yield from drawn


def _eigenvalues(results: Results) -> Iterator[Block]:
    if any(group.startswith("sbm/") for group in results.groups):
        yield eigenvalue_table()
