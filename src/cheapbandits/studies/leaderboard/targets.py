"""What the policies must reach, measured, with a verdict: the table of the learning policies."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from cheapbandits.metrics import MeanInterval
from cheapbandits.studies.leaderboard.board import NOTHING, Board
from cheapbandits.studies.leaderboard.entries import FINDER, FULL, PACED, SPECTRAL
from cheapbandits.studies.leaderboard.pooled import mean_gap, pooled_ratio
from cheapbandits.studies.leaderboard.sure import (
    Sureness,
    learned_to_noise,
    statements_of,
    sureness,
)
from cheapbandits.studies.leaderboard.workloads import GROUPS, Workload

__all__ = ["LEARNING", "Target", "Verdict", "judge_targets"]

Verdict = Literal["aim reached", "reached", "not reached", "not run"]
Limit = tuple[float, float]

#: Whose statements are judged: the readings of both are looked at.
LEARNING = (PACED, FINDER)
_GAP = "PacedKG at CheapUCB's cost, gap closed"
_FIND = "Finder, cost to find over SpectralUCB's"


@dataclass(frozen=True)
class Target:
    """One row: what, where, the limits (from, to), what was measured, and the verdict."""

    what: str
    where: str
    must: Limit
    aim: Limit
    measured: MeanInterval
    note: str = ""

    @property
    def verdict(self) -> Verdict:
        """Judged by the measured number; its interval says how sure that is."""
        value = self.measured.mean
        if math.isnan(value):
            return "not run"
        if self.aim[0] <= value <= self.aim[1]:
            return "aim reached"
        return "reached" if self.must[0] <= value <= self.must[1] else "not reached"


def judge_targets(board: Board) -> list[Target]:
    """Return every row of the table, in its order; what was not run says so."""
    return [*_gaps(board), *_budgets(board), *_finding(board), *_sure(board)]


def _at_least(must: float, aim: float) -> tuple[Limit, Limit]:
    return (must, math.inf), (aim, math.inf)


def _at_most(must: float, aim: float) -> tuple[Limit, Limit]:
    return (-math.inf, must), (-math.inf, aim)


def _named(board: Board, name: str) -> tuple[Workload, ...]:
    return tuple(w for w in board.workloads if w.name == name)


def _gaps(board: Board) -> Iterator[Target]:
    limits = {"ba": (0.9, 0.95), "er": (0.8, 0.9), "sbm": (0.7, 0.85)}
    titles = {"ba": "Barabási-Albert", "er": "Erdős-Rényi", "sbm": "block model"}
    for name, pair in limits.items():
        found = _named(board, name)
        measured = board.gap(found[0], PACED) if found else NOTHING
        yield Target(_GAP, titles[name], *_at_least(*pair), measured)
    for group, where, pair in (
        ("forest", "forest, mean of the types", (0.3, 0.55)),
        ("counties", "counties", (0.35, 0.55)),
        ("real", "other real fields, mean", (0.5, 0.7)),
    ):
        measured = mean_gap(board, board.of_group(group), PACED)
        yield Target(_GAP, where, *_at_least(*pair), measured)
    worst, note = _extreme(lambda w: board.gap(w, PACED), board.of_group("real"), min)
    yield Target(_GAP, "other real fields, worst", *_at_least(0.1, 0.3), worst, note)


def _budgets(board: Board) -> Iterator[Target]:
    worst, note = _extreme(lambda w: board.ratio(w, FULL, SPECTRAL, "regret"), board.workloads, max)
    what = "PacedKG with budget T, regret over SpectralUCB's"
    yield Target(what, "worst workload", *_at_most(1.0, 0.5), worst, note)


def _finding(board: Board) -> Iterator[Target]:
    for group, pair in (("random", (0.5, 0.3)), ("forest", (0.4, 0.25)), ("real", (0.5, 0.3))):
        measured = pooled_ratio(board, board.of_group(group), FINDER, SPECTRAL, "find")
        yield Target(_FIND, GROUPS[group], *_at_most(*pair), measured)
    real = board.of_group("real")
    measured = pooled_ratio(board, real, FINDER, "CoordinatesGP", "find")
    what = "Finder, cost to find over that of a Gaussian process on coordinates"
    yield Target(what, GROUPS["real"], *_at_most(0.6, 0.4), measured)


def _sure(board: Board) -> Iterator[Target]:
    yield from _coverage(board)
    pooled = sureness(statements_of(board, board.workloads, LEARNING))
    yield Target(
        "95 % interval of the named place holds its value",
        "all workloads",
        *_at_least(0.85, 0.93),
        pooled.held if pooled else NOTHING,
    )
    yield Target(
        "stops at a stated probability of 0.8 or more: right",
        "all workloads",
        *_at_least(0.85, 0.95),
        pooled.stops if pooled else NOTHING,
        f"{pooled.n_stops} of {pooled.told} statements" if pooled else "",
    )
    far, note = _farthest(board)
    what = "stated probability against frequency, difference"
    yield Target(what, "worst group of workloads", *_at_most(0.2, 0.1), far, note)
    ratio = pooled.ratio if pooled else math.nan
    yield Target(
        "mean regret of stopping over mean stated expected regret",
        "all workloads",
        (-math.inf, 2.0),
        (0.8, 1.3),
        MeanInterval(ratio, ratio, ratio),
    )


def _coverage(board: Board) -> Iterator[Target]:
    """Yield the least and the most that 90 % intervals cover, over workloads.

    For the most, only statements on fields that were not yet learned to the noise count.
    """
    every: dict[str, float] = {}
    unknown: dict[str, float] = {}
    for workload in board.workloads:
        found = statements_of(board, [workload], LEARNING)
        open_ = [row for row in found if not learned_to_noise(row[0], workload)]
        for rows, shares in ((found, every), (open_, unknown)):
            summary = sureness(rows)
            if summary is not None:
                shares[workload.title] = summary.covered
    known = len(every) - len(unknown)
    note = f"; {known} workload(s) were learned to the noise whenever asked" if known else ""
    for word, pick, shares, limits in (
        ("least", min, every, _at_least(0.8, 0.85)),
        ("most", max, unknown, _at_most(0.98, 0.95)),
    ):
        where = pick(shares, key=lambda title: shares[title]) if shares else ""
        share = shares.get(where, math.nan)
        yield Target(
            "90 % intervals of all nodes cover",
            f"workload with the {word}",
            *limits,
            MeanInterval(share, share, share),
            where + (note if word == "most" else ""),
        )


def _farthest(board: Board) -> tuple[MeanInterval, str]:
    """Return the group whose mean stated probability is farthest from what came true."""
    found: list[tuple[float, str, Sureness]] = []
    for group, title in GROUPS.items():
        summary = sureness(statements_of(board, board.of_group(group), LEARNING))
        if summary is not None and summary.told:
            found.append((abs(summary.stated - summary.true), title, summary))
    if not found:
        return NOTHING, ""
    far, title, summary = max(found, key=lambda row: row[0])
    note = f"{title}: stated {summary.stated:.2f}, true {summary.true:.2f}"
    return MeanInterval(far, far, far), note


def _extreme(
    measure: Callable[[Workload], MeanInterval],
    workloads: Sequence[Workload],
    pick: Callable[..., tuple[float, str, MeanInterval]],
) -> tuple[MeanInterval, str]:
    rows = [(m.mean, w.title, m) for w in workloads if not math.isnan((m := measure(w)).mean)]
    if not rows:
        return NOTHING, ""
    _, title, measured = pick(rows, key=lambda row: row[0])
    return measured, title
