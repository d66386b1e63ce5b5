"""The report: its content, from results, claims and figures, built once and written twice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.plots.paper import FIGURE_TITLES
from cheapbandits.report.blocks import Block, Document, Paragraph, Picture, Section, VerdictTable
from cheapbandits.report.constants import constants_table, smoothness_blocks
from cheapbandits.report.html_page import html_page
from cheapbandits.report.markdown import markdown_text
from cheapbandits.report.opening import opening_sentences
from cheapbandits.report.sentences import sentence
from cheapbandits.report.slips import slips_table
from cheapbandits.report.tables import (
    again_blocks,
    eigenvalue_table,
    final_tables,
    origin_table,
)
from cheapbandits.report.verdicts import by_topic
from cheapbandits.studies.claims import TOPICS, Evidence

if TYPE_CHECKING:
    from cheapbandits.studies.claims import Claim
    from cheapbandits.studies.results import Results

__all__ = ["build_document", "write_report"]

#: The figure of the first screen.
FIRST = "figure1"
LEAD = (
    "The experiments and claims of “Cheap Bandits” by Hanawal, Saligrama, Valko and Munos "
    "(ICML 2015), run again. Every number and every verdict below was computed from the runs."
)
VERDICTS = (
    "Five verdicts. Holds, does not hold: the whole interval lies on one side of a limit that was "
    "fixed beforehand. Undecided: the interval contains the limit, more runs would tell. Not "
    "contradicted: a bound so loose that nothing measured here could have been above it. "
    "Ill-posed: as it stands, no number decides it. One row a sentence of the paper."
)
FRESH = (
    "Positions on random graphs and the block model are judged by fresh runs, with seeds that "
    "nobody had looked at when the limits were fixed, as many as it took to decide or to reach "
    "the cap; each interval is at {level} %, so that all looks together err in 5 % of cases. "
    "cheapbandits reproduce --decide makes them. The figures keep their own runs."
)
INTERVALS = (
    "Intervals are 95 % Student intervals of the mean over runs. Policies share graph, field and "
    "noise in each run, so verdicts compare them run by run and can be surer than overlapping "
    "bands suggest. On the forest a run is a clustering of the land of its own, one of twenty. "
    "Bars that would reach below 0, a sign of too few runs, are left out."
)
#: Words for those who do not see a figure.
_CURVES = (
    "Line charts over the rounds of cumulative regret (left) and cumulative cost (right) for "
    "CheapUCB, SpectralUCB, LinUCB and CheapLinUCB; bands are 95 % intervals of the mean, thin "
    "vertical lines the starts of CheapUCB's stages, the dotted line the floor of averaging"
)
_ALT = {
    "figure1": f"{_CURVES}. Rows: Barabási-Albert and Erdős-Rényi graphs.",
    "figure1-T100": f"{_CURVES}. Rows: Barabási-Albert and Erdős-Rényi graphs.",
    "figure2": f"{_CURVES}. Rows: block model and forest cover type Cottonwood/Willow.",
    "figure3": "Dots with 95 % intervals: final regret of the three policies for each of the seven "
    "forest cover types, and the floor that averaging sets under CheapUCB's.",
    "horizons": "Regret a round against the horizon, 128 to 2048 rounds, on three kinds of graphs: "
    "CheapUCB stays level above the floor of averaging, SpectralUCB falls.",
    "sensitivity": "Markers with 95 % intervals: regret against c on four graphs, c on a "
    "logarithmic axis with a dotted line where the norm of alpha lies, regret a round "
    "against the horizon T on three, and CheapUCB's saving against T, with jumps just after powers "
    "of two. Bars that would reach below 0 are left out.",
    "theory": "Line charts on a logarithmic axis: measured regret far below the bounds of Theorems "
    "1 and 2, which lie above what always probing the worst node would lose.",
    "cliques": "Markers with 95 % intervals: regret as a multiple of the lower bound for 2, 4, 8 "
    "and 16 cliques, with the good clique drawn at random and on the worst field. Lines: the bound "
    "at 1, uniform play at 2, a player who knows all but the place between them, one clique for "
    "ever where another is good above them, being told the good clique at 0.",
}


def write_report(
    evidence: Results | Evidence,
    claims: Sequence[Claim],
    figures: Mapping[str, Sequence[Path]],
    manifest: Mapping[str, object],
    folder: Path,
) -> list[Path]:
    """Write ``report.html``, one file that needs nothing else, and its twin ``report.md``.

    Parameters
    ----------
    evidence
        Results of any of the studies, with fresh runs beside them or without; what was not run is
        left out.
    claims
        With their verdicts, in the order in which they are listed.
    figures
        Files by figure, as :func:`~cheapbandits.plots.save_paper_figures` returns them; the page
        holds a copy, the Markdown points at the files.
    manifest
        What made the results; see :mod:`cheapbandits.studies.manifest`.
    folder
        Where both go.
    """
    folder.mkdir(parents=True, exist_ok=True)
    document = build_document(evidence, claims, figures, manifest)
    page, twin = folder / "report.html", folder / "report.md"
    page.write_text(html_page(document), encoding="utf-8")
    twin.write_text(markdown_text(document, folder), encoding="utf-8")
    return [page, twin]


def build_document(
    evidence: Results | Evidence,
    claims: Sequence[Claim],
    figures: Mapping[str, Sequence[Path]],
    manifest: Mapping[str, object],
) -> Document:
    """Return the report; parts without results are left out."""
    if not isinstance(evidence, Evidence):
        evidence = Evidence(evidence)
    results = evidence.results
    others = {name: files for name, files in figures.items() if name != FIRST}
    parts: dict[tuple[str, str], tuple[Block, ...]] = {
        ("c", "The constant c"): tuple(smoothness_blocks(evidence)),
        ("verdicts", "Verdicts"): tuple(_verdicts(evidence, claims)),
        ("slips", "Slips and silences"): (slips_table(),) if results.groups else (),
        ("figures", "Figures"): tuple(_figures(results, others)),
        ("constants", "Constants of the workloads"): tuple(constants_table(results)),
        ("numbers", "Final regret and cost"): tuple(final_tables(results)),
        ("eigenvalues", "Eigenvalues of the block model"): tuple(_eigenvalues(results)),
        ("origin", "How it was made"): (origin_table(manifest),) if manifest else (),
        ("again", "How to run it again"): tuple(again_blocks(results, manifest)),
    }
    sections = (Section(*name, blocks) for name, blocks in parts.items() if blocks)
    opening = tuple(_opening(evidence, figures))
    title = "Cheap Bandits, reproduced"
    return Document(title, LEAD, tuple(claims), tuple(sections), opening=opening)


def _opening(evidence: Evidence, figures: Mapping[str, Sequence[Path]]) -> Iterator[Block]:
    """Yield what the first screen shows: five sentences and Figure 1."""
    if evidence.results.groups:
        for words in opening_sentences(evidence):
            yield Paragraph(words)
    yield from _pictures(evidence.results, {n: f for n, f in figures.items() if n == FIRST})


def _verdicts(evidence: Evidence, claims: Sequence[Claim]) -> Iterator[Block]:
    if claims:
        yield Paragraph(VERDICTS)
    if evidence.fresh is not None:
        level = f"{100 * evidence.fresh_level:.4g}"
        yield Paragraph(FRESH.format(level=level))
    for topic, some in by_topic(claims).items():
        yield VerdictTable(TOPICS[topic], some, f"about-{topic}")


def _figures(results: Results, figures: Mapping[str, Sequence[Path]]) -> Iterator[Block]:
    drawn = tuple(_pictures(results, figures))
    if drawn:
        yield Paragraph(INTERVALS)
        yield from drawn


def _eigenvalues(results: Results) -> Iterator[Block]:
    if any(group.startswith("sbm/") for group in results.groups):
        yield eigenvalue_table()


def _pictures(results: Results, figures: Mapping[str, Sequence[Path]]) -> Iterator[Picture]:
    """Yield the figures that have files, in the order given."""
    for name, files in figures.items():
        title = FIGURE_TITLES.get(name, name)
        if files:
            yield Picture(title, tuple(files), _ALT.get(name, title), sentence(name, results))
