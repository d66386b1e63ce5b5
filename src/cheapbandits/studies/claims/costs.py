"""Sections 3.3 and 5.3: the cost of a probe and of a run. Exact but for the runs at ``s'Ls``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import numpy as np

from cheapbandits.graphs import Graph, disjoint_cliques
from cheapbandits.metrics import mean_interval
from cheapbandits.probes import width_cost
from cheapbandits.studies.claims.claim import Claim, Part, above, all_of, judge, within
from cheapbandits.studies.claims.random_graphs import SAVED, saving, worst
from cheapbandits.studies.paper import RANDOM_GRAPHS, RANDOM_SMOOTHNESS, group_of
from cheapbandits.studies.problems import N_NODES
from cheapbandits.studies.results import Results
from cheapbandits.theory import (
    asymptotic_cost_fraction,
    cost_bound_exceptions,
    footnote_cost,
    paper_cost_sum,
    schedule_cost,
    schedule_saving,
)

__all__ = ["cost_claims"]

LONGEST = 5000
SUMS = 2000
#: The two readings of the footnote's self loops, and the widths at which they are compared.
READINGS: dict[Literal["degree", "cancel"], str] = {"degree": "in the degree", "cancel": "in A too"}
FOOTNOTE_WIDTHS = (1, 2, 3, 5, 10, 50, N_NODES)


def cost_claims(results: Results) -> Iterator[Claim]:
    """Yield the claims about costs."""
    yield from _formula()
    yield from _schedule()
    raw = {
        graph.upper(): group_of(graph, "lowest", 100, RANDOM_SMOOTHNESS, cost="laplacian")
        for graph in RANDOM_GRAPHS
    }
    there = {name: group for name, group in raw.items() if group in results}
    if there:
        yield from _raw(results, there)


def _formula() -> Iterator[Claim]:
    widths = np.arange(1, N_NODES + 1)
    costs = width_cost(widths, N_NODES)
    yield Claim.about(
        "cost-of-a-node",
        "formulas",
        "C(1) = 1: every single node costs the same",
        "Section 3.3, the cost formula",
        "C(1); holds if 1",
        "cost units",
        float(costs[0]),
        judge(costs[0] == 1),
    )
    yield Claim.about(
        "cost-falls",
        "formulas",
        "C(w) is decreasing: wider is cheaper",
        "Section 3.3, the cost formula",
        f"largest step C(w + 1) - C(w) for N = {N_NODES}; holds if negative",
        "cost units",
        float(np.diff(costs).max()),
        judge(bool((np.diff(costs) < 0).all())),
    )
    bound = float((costs * widths).max())
    yield Claim.about(
        "cost-at-most-1-over-w",
        "formulas",
        "C(w) is at most 1 / w",
        "Supplement, proof of Theorem 2",
        f"largest w C(w) for N = {N_NODES}; holds if at most 1",
        "x 1/w",
        bound,
        judge(bound <= 1),
    )
    parts = []
    for name, graph in _shapes().items():
        for loops in READINGS:
            cost = {w: footnote_cost(graph, range(w), loops=loops) for w in FOOTNOTE_WIDTHS}
            off = max(abs(cost[w] - float(costs[w - 1])) for w in FOOTNOTE_WIDTHS)
            parts.append(Part.of(f"{name}, loops {READINGS[loops]}", off, judge(off < 1e-9)))
    constant = footnote_cost(_shapes()["star"], range(N_NODES))
    yield Claim.about(
        "cost-follows",
        "formulas",
        "The cost formula follows from s'Ls with self loops",
        "Section 3.3 and its footnote",
        f"largest difference between the construction and the formula, N = {N_NODES}, w from 1 to "
        "N; holds if 0",
        "cost units",
        worst(parts),
        all_of(parts),
        "On a star the construction gives 1/w - 2(w-1)/(N w^2), on a complete graph 1/w - 1/N (its "
        "one loop a node cancels); the formula is 1/w - (w-1)/(N w^2): a star with each edge "
        f"counted once. A constant probe then costs {constant:.3f}, not 0 as the text says. We "
        "take the formula as a definition.",
        parts,
    )


def _shapes() -> dict[str, Graph]:
    star = Graph.from_edges([(0, i) for i in range(1, N_NODES)])
    return {"star": star, "complete graph": disjoint_cliques(1, N_NODES)}


def _schedule() -> Iterator[Claim]:
    exceptions = cost_bound_exceptions(LONGEST, N_NODES)
    listed = ", ".join(map(str, exceptions))
    yield Claim.about(
        "cost-bound",
        "bounds",
        "CheapUCB's total cost is at most 3T/4 - 1/2",
        "Theorem 2",
        f"horizons T from 1 to {LONGEST} at which it is more (N = {N_NODES}); holds if none",
        "horizons",
        float(len(exceptions)),
        judge(not exceptions),
        f"It is more at T = {listed} only: the last stage can be longer than T/2 rounds, which the "
        "proof rules out. It holds at the figures' T = 100 and 150.",
    )
    above_sum = [
        t for t in range(1, SUMS + 1) if schedule_cost(t) > paper_cost_sum(t, last="J-1") + 1e-9
    ]
    yield Claim.about(
        "cost-sum",
        "bounds",
        "The cost is at most the sum over stages 1 to J - 1",
        "Theorem 2",
        f"horizons T from 1 to {SUMS} at which it is more; holds if none",
        "horizons",
        float(len(above_sum)),
        judge(not above_sum),
        "The sum leaves out the last stage, which is the longest and the dearest; the proof sums "
        "to J.",
    )
    capped = cost_bound_exceptions(LONGEST, max_width=2)
    yield Claim.about(
        "cost-capped",
        "bounds",
        "With widths capped at a > 1 the same bounds hold",
        "Supplement, end of the proof of Theorem 2",
        f"horizons T from 1 to {LONGEST} at which the cost is above 3T/4 - 1/2 with a = 2; holds "
        "if none",
        "horizons",
        float(len(capped)),
        judge(not capped),
        f"The last of them is T = {capped[-1] if capped else 0}: it goes on for ever. The "
        "supplement caps at the least degree; a node and its neighbours are one more, and that is "
        "our cap.",
    )
    savings = [schedule_saving(t, N_NODES) for t in range(17, LONGEST + 1)]
    yield Claim.about(
        "cost-gain-linear",
        "cost",
        "CheapUCB's cost gain is linear in T, at least T/4 + 1/2",
        "Remark 1, Corollary 1, abstract",
        f"smallest saving for T from 17 to {LONGEST}, N = {N_NODES}; holds if at least 25 % of T",
        "% of T",
        100 * min(savings),
        judge(min(savings) >= 0.25),
        f"For T = 2^J - 1 it tends to {100 * (1 - asymptotic_cost_fraction()):.1f} % = 1 - ln 2; "
        f"just above a power of two it is near {100 * max(savings):.0f} %. With widths capped at 2 "
        "it tends to 25 %. For T up to 16 see the row of 3T/4 - 1/2.",
    )


def _raw(results: Results, groups: dict[str, str]) -> Iterator[Claim]:
    """Yield what becomes of the cost when it is ``s'Ls``, as the paper first defines it."""
    parts = []
    for name, group in groups.items():
        measured = saving(results, group)
        parts.append(Part.of(name, measured, above(measured, 30.0)))
    yield Claim.about(
        "raw-saving",
        "cost",
        "A cost gain of at least 30 %, with the cost s'Ls itself",
        "Section 3.3, first formula, with Section 6.1",
        "smallest saving against SpectralUCB at T = 100, cost s'Ls on the real graph; holds if "
        "every interval is at or above 30",
        SAVED,
        worst(parts, least=True),
        all_of(parts),
        parts=parts,
    )
    single = float(width_cost(np.array([1]), N_NODES)[0])
    shares = [Part.of("by the formula", single, judge(single == 1))]
    for name, group in groups.items():
        curves = results.curves(group, "SpectralUCB", "cost")
        found = mean_interval(curves[:, -1] / curves.shape[1])
        shares.append(Part.of(f"{name}, s'Ls", found, within(found, 1.0, 0.0)))
    yield Claim.about(
        "spectral-costs-t",
        "formulas",
        "SpectralUCB's total cost is T",
        "Lemma 1",
        "largest cost a round, by the formula and by s'Ls; holds if always 1",
        "cost units a round",
        worst(shares),
        all_of(shares),
        "Under s'Ls a node costs its degree.",
        shares,
    )
