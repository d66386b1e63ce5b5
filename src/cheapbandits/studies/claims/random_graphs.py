"""Sections 6.1 and 6.2: what the paper says of random graphs and the block model."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.metrics import MeanInterval
from cheapbandits.policies import LinUCB
from cheapbandits.simulation import rounds_of
from cheapbandits.studies.claims.across import spoken
from cheapbandits.studies.claims.claim import Claim, Part, above, all_of
from cheapbandits.studies.claims.position import (
    LESS,
    MUCH,
    SAME,
    SLIGHT,
    Evidence,
    beside,
    clear_of_lin,
    standing,
)
from cheapbandits.studies.paper import HORIZONS, POLICIES, RANDOM_SMOOTHNESS, group_of
from cheapbandits.studies.problems import NOISE, draw_problem, noise_seed

if TYPE_CHECKING:
    from cheapbandits.studies.results import Results

__all__ = ["random_graph_claims", "saving", "worst"]

WAY = "of the way from SpectralUCB to LinUCB"
SAVED = "% of the cost saved"


def random_graph_claims(evidence: Evidence) -> Iterator[Claim]:
    """Yield the claims about random graphs that the results can judge."""
    results = evidence.results
    cases = [
        (f"{graph.upper()} T = {horizon}", group_of(graph, "lowest", horizon, RANDOM_SMOOTHNESS))
        for graph in ("ba", "er")
        for horizon in HORIZONS
    ]
    wanted = set(POLICIES)
    there = [(name, group) for name, group in cases if wanted <= set(results.policies(group))]
    if there:
        yield _slightly_worse(evidence, there)
        yield _better_than_lin(evidence, there)
        yield _saving(results, there)
    group = group_of("sbm", "lowest", HORIZONS[0], RANDOM_SMOOTHNESS)
    if wanted <= set(results.policies(group)):
        yield from _block_model(evidence, group)


def saving(results: Results, group: str, other: str = "SpectralUCB") -> MeanInterval:
    """Return the percentage of the other policy's cost that CheapUCB saves, with its interval."""
    ratio = results.ratio(group, "CheapUCB", other, "cost")
    return MeanInterval(*(100 * (1 - x) for x in (ratio.mean, ratio.high, ratio.low)))


def worst(parts: Sequence[Part], *, least: bool = False) -> MeanInterval:
    """Return the number of the part with the largest (or least) mean; parts without one aside."""
    found = [part for part in parts if np.isfinite(part.measured)]
    if not found:
        return MeanInterval(np.nan, np.nan, np.nan)
    pick = min if least else max
    part = pick(found, key=lambda part: part.measured)
    return MeanInterval(part.measured, part.low, part.high)


def _slightly_worse(evidence: Evidence, cases: Sequence[tuple[str, str]]) -> Claim:
    parts = [standing(evidence, name, group, SLIGHT) for name, group in cases]
    return Claim.about(
        "random-slightly-worse",
        "regret",
        "BA and ER: regret slightly worse than SpectralUCB's",
        "Section 6.1, Figure 1",
        f"worst position between SpectralUCB (0) and LinUCB (1), c = ||alpha||; holds if every "
        f"interval is at or below {SLIGHT}",
        WAY,
        worst(parts),
        all_of(parts),
        f"{beside(evidence, cases)} The paper does not give c. {spoken(evidence, 'Slightly')}",
        parts,
    )


def _better_than_lin(evidence: Evidence, cases: Sequence[tuple[str, str]]) -> Claim:
    parts = [clear_of_lin(evidence, name, group) for name, group in cases]
    problem = f"ba/lowest/T{HORIZONS[0]}"
    distinct = min(_places_of_lin(problem, seed) for seed in range(3))
    return Claim.about(
        "random-better-than-lin",
        "regret",
        "BA and ER: regret significantly better than LinUCB's",
        "Section 6.1, Figure 1",
        f"worst position between SpectralUCB (0) and LinUCB (1), c = ||alpha||; holds if every "
        f"interval is at or below {MUCH}, and CheapUCB's regret surely at or below {LESS} of "
        "LinUCB's",
        WAY,
        worst(parts),
        all_of(parts),
        f"LinUCB learns nothing here: it probed {distinct} different nodes in {HORIZONS[0]} rounds "
        "(fewest of 3 runs), so better than LinUCB means better than drawing nodes without "
        f"replacement. {spoken(evidence, 'Much')}",
        parts,
    )


def _places_of_lin(problem: str, seed: int) -> int:
    """Return how many different nodes LinUCB probes in one run."""
    graph, field = draw_problem(problem, seed)
    policy = LinUCB(graph, horizon=HORIZONS[0])
    noise = np.random.default_rng(noise_seed(problem, seed))
    return len({row.nodes for row in rounds_of(policy, field, NOISE, noise)})


def _saving(results: Results, cases: Sequence[tuple[str, str]]) -> Claim:
    parts = []
    for name, group in cases:
        measured = saving(results, group)
        parts.append(Part.of(name, measured, above(measured, 30.0)))
    return Claim.about(
        "random-saving",
        "cost",
        "BA and ER: a cost gain of at least 30 %",
        "Section 6.1, Figure 1",
        "smallest saving against SpectralUCB and LinUCB, which cost the same; holds if every "
        "interval is at or above 30",
        SAVED,
        worst(parts, least=True),
        all_of(parts),
        "The cost follows from the schedule alone: widths are capped by the smallest closed "
        "neighbourhood of each drawn graph, which makes the interval.",
        parts,
    )


def _block_model(evidence: Evidence, group: str) -> Iterator[Claim]:
    part = standing(evidence, "block model", group, SAME)
    yield Claim.about(
        "sbm-same-regret",
        "regret",
        "Block model: the same regret as SpectralUCB",
        "Section 6.2, Figure 2 a",
        f"position between SpectralUCB (0) and LinUCB (1), T = {HORIZONS[0]}, c = ||alpha||; holds "
        f"if the interval is at or below {SAME}",
        WAY,
        worst([part]),
        all_of([part]),
        f"{beside(evidence, [('Block model', group)])} {spoken(evidence, 'The same')}",
    )
    cost = saving(evidence.results, group)
    yield Claim.about(
        "sbm-lower-cost",
        "cost",
        "Block model: at a significantly lower cost",
        "Section 6.2, Figure 2 b",
        f"saving at T = {HORIZONS[0]}; holds if the interval is at or above 30",
        SAVED,
        cost,
        above(cost, 30.0),
    )
