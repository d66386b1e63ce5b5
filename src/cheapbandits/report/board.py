"""The leaderboard's report: targets, ranking, pictures, every number; as a page and as Markdown."""

from __future__ import annotations

import shlex
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.plots.board.figures import BOARD_TITLES
from cheapbandits.plots.board.looks import policy_title
from cheapbandits.report.blocks import Block, Code, Document, Paragraph, Picture, Section
from cheapbandits.report.board_tables import (
    SIGNS,
    headline,
    limit,
    performance_tables,
    ranking_table,
    sure_table,
    verdicts,
)
from cheapbandits.report.html_page import html_page
from cheapbandits.report.markdown import markdown_text
from cheapbandits.report.numbers import show
from cheapbandits.report.tables import origin_table
from cheapbandits.studies.leaderboard import Board, Rank, Target

if TYPE_CHECKING:
    from rich.table import Table as Shown

__all__ = ["build_board_document", "target_table", "write_board_report"]

LEAD = (
    "All policies on the paper's graphs, the forest, the counties and, where their files were "
    "given, other real fields. Nodes are numbered at random in every run, which also draws where a "
    "policy starts; all parameters are the defaults; noise 0.01. Every number, place and verdict "
    "was computed from the runs."
)
WORDS = (
    "Gap closed: the way from CheapUCB's regret (0) to that of someone who knows the field and "
    "spends as much (1). Cost to find: what was spent until the named place was, and stayed, "
    "within 5 % of the field's range of the best; the whole horizon where it never was. Intervals "
    "are 95 % and paired by run; a verdict is by the number itself. A policy that no target is "
    "about gets a third of the runs."
)
RANKED = (
    "Groups of workloads count alike. Policies that cannot be told apart from the one before them "
    "that opened a place (the 95 % interval of the paired difference contains 0) share it."
)
_ALT = {
    "pareto": "Markers: mean regret against mean cost of every policy, a panel a workload, over "
    "the dashed line of someone who knows the field.",
    "reliability": "Share that was true against stated probability, with binomial intervals and "
    "counts; the diagonal is honest.",
    "finding": "Bars: mean cost to find the place over the horizon, for every policy, with the "
    "share of runs that found it.",
}
_CAPTIONS = {
    "pareto": "Left and down is better. The grey step joins the policies that no other beats in "
    "both; the dashed line is the least regret possible at that cost. Bars are 95 % intervals of "
    "the paired difference to CheapUCB. Finder, which takes as many "
    "rounds as its money pays for, has no regret to compare.",
    "reliability": "A point below the diagonal is too sure. Numbers: statements in each bin.",
    "finding": "Shorter is better. Numbers: cost over T, and in brackets the "
    "runs in which the place named at the end was right.",
}


def write_board_report(
    board: Board,
    rows: Sequence[Target],
    ranks: Mapping[str, Sequence[Rank]],
    figures: Mapping[str, Sequence[Path]],
    manifest: Mapping[str, object],
    folder: Path,
) -> list[Path]:
    """Write ``report.html``, one file that needs nothing else, and its twin ``report.md``.

    Parameters
    ----------
    board
        The results.
    rows
        The targets.
    ranks
        By purpose, ``excess`` and ``find``.
    figures
        Files by figure, as :func:`~cheapbandits.plots.board.save_board_figures` returns them.
    manifest
        What made the results.
    folder
        Where both go.
    """
    folder.mkdir(parents=True, exist_ok=True)
    document = build_board_document(board, rows, ranks, figures, manifest)
    page, twin = folder / "report.html", folder / "report.md"
    page.write_text(html_page(document), encoding="utf-8")
    twin.write_text(markdown_text(document, folder), encoding="utf-8")
    return [page, twin]


def build_board_document(
    board: Board,
    rows: Sequence[Target],
    ranks: Mapping[str, Sequence[Rank]],
    figures: Mapping[str, Sequence[Path]],
    manifest: Mapping[str, object],
) -> Document:
    """Return the report; parts without results are left out."""
    sure = sure_table(board)
    parts: dict[tuple[str, str], tuple[Block, ...]] = {
        ("targets", "Targets"): (Paragraph(WORDS), verdicts(rows)),
        ("ranking", "Ranking"): tuple(_ranking(ranks)),
        ("figures", "Figures"): tuple(_pictures(figures)),
        ("sure", "How sure, and how true"): (sure,) if sure else (),
        ("numbers", "Every policy on every workload"): tuple(performance_tables(board)),
        ("origin", "How it was made"): (origin_table(manifest),) if manifest else (),
        ("again", "How to run it again"): (Code(_command(manifest)),),
    }
    sections = tuple(Section(*name, blocks) for name, blocks in parts.items() if blocks)
    return Document("Leaderboard", LEAD, (), sections, headline(rows))


def _ranking(ranks: Mapping[str, Sequence[Rank]]) -> Iterator[Block]:
    units = {
        "excess": (
            "For what is earned over the rounds",
            "regret left, from 0 (knows the field) to 1 (reads at random)",
        ),
        "find": ("For finding the place", "cost to find over T"),
    }
    found = {purpose: units[purpose] for purpose in units if ranks.get(purpose)}
    if found:
        yield Paragraph(RANKED)
    for purpose, (caption, unit) in found.items():
        first = ", ".join(policy_title(r.policy) for r in ranks[purpose] if r.place == 1)
        yield Paragraph(f"{caption}: first is {first}.")
        yield ranking_table(caption, ranks[purpose], unit)


def _pictures(figures: Mapping[str, Sequence[Path]]) -> Iterator[Picture]:
    for name, files in figures.items():
        if files:
            yield Picture(BOARD_TITLES[name], tuple(files), _ALT[name], _CAPTIONS[name])


def _command(manifest: Mapping[str, object]) -> str:
    """Return the command that makes the same numbers again."""
    words = ["cheapbandits", "leaderboard"]
    parameters = manifest.get("parameters")
    if isinstance(parameters, dict):
        words += ["--quick"] if parameters.get("quick") else []
        words += ["--runs", str(parameters["runs"])] if not parameters.get("quick") else []
        words += ["--seed", str(parameters.get("seed", 0))]
    return shlex.join(words)


def target_table(rows: Sequence[Target]) -> Shown:
    """Return the targets for the terminal, one line each."""
    from rich import box
    from rich.table import Table as Shown
    from rich.text import Text

    colors = {"aim reached": "green", "reached": "green", "not reached": "red", "not run": "yellow"}
    table = Shown(
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        expand=True,
        caption=headline(rows),
        caption_justify="left",
    )
    table.add_column("", no_wrap=True, width=2)
    table.add_column("Target", no_wrap=True, overflow="ellipsis", ratio=1)
    table.add_column("Where", no_wrap=True, overflow="ellipsis", width=25)
    table.add_column("Must", no_wrap=True, width=13)
    table.add_column("Measured", no_wrap=True, width=21)
    for row in rows:
        sign = Text(SIGNS[row.verdict], style=f"bold {colors[row.verdict]}")
        words = (row.what, row.where, limit(row.must), show(row.measured))
        table.add_row(sign, *map(Text, words))
    return table
