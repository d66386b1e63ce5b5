"""Sentences about regret that span workloads: node actions, SpectralUCB, Corollary 1, linear."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cheapbandits.metrics import MeanInterval, mean_interval, mean_ratio
from cheapbandits.studies.claims.claim import Claim, Part, Ruling, all_of, below
from cheapbandits.studies.claims.position import Evidence
from cheapbandits.studies.claims.random_graphs import worst
from cheapbandits.studies.facts import floor_curve, seeds_of
from cheapbandits.studies.paper import (
    FOREST,
    FOREST_HORIZON,
    FOREST_SMOOTHNESS,
    FUTURE,
    HORIZONS,
    LONG_HORIZONS,
    LONG_SMOOTHNESS,
    RANDOM_GRAPHS,
    RANDOM_SMOOTHNESS,
    group_of,
)
from cheapbandits.studies.results import Results

__all__ = ["per_round", "regret_claims", "workloads"]

#: CheapUCB / SpectralUCB may grow by this factor from the shortest to the longest horizon.
GROWTH = 1.10
#: Cheap sensing is "directly applicable" if it costs LinUCB at most this much more regret.
APPLICABLE = 1.10


def regret_claims(evidence: Evidence) -> Iterator[Claim]:
    """Yield the sentences about regret that span workloads."""
    results = evidence.results
    groups = workloads(results)
    if groups:
        yield _spectral_against_lin(results, groups)
        yield _node_actions(results, groups)
    long = [g for g in RANDOM_GRAPHS if _long_group(g, LONG_HORIZONS[-1]) in results]
    if long:
        yield _matches(results, long)
    longest = {f"{g.upper()} T > N": _long_group(g, LONG_HORIZONS[-1]) for g in long}
    both = {"LinUCB", *FUTURE}
    linear = {n: g for n, g in (groups | longest).items() if both <= set(results.policies(g))}
    if linear:
        yield _linear(results, linear)


def workloads(results: Results) -> dict[str, str]:
    """Return the groups of the paper's own workloads that are there, by name."""
    found = {
        graph.upper(): group_of(graph, "lowest", HORIZONS[0], RANDOM_SMOOTHNESS)
        for graph in RANDOM_GRAPHS
    }
    for group in results.groups:
        graph, field, *_ = group.split("/")
        ours = group_of(graph, field, FOREST_HORIZON, FOREST_SMOOTHNESS)
        if graph == FOREST and group == ours and not field.endswith("-share"):
            found[field] = group
    wanted = {"CheapUCB", "SpectralUCB", "LinUCB"}
    return {name: g for name, g in found.items() if wanted <= set(results.policies(g))}


def _spectral_against_lin(results: Results, groups: dict[str, str]) -> Claim:
    parts = []
    for name, group in groups.items():
        ratio = results.ratio(group, "SpectralUCB", "LinUCB")
        parts.append(Part.of(name, ratio, below(ratio, 1.0)))
    return Claim.about(
        "spectral-beats-lin",
        "regret",
        "SpectralUCB outperforms its competitor LinUCB",
        "Section 6, before 6.1",
        "largest ratio of regrets; holds if every interval is below 1",
        "x LinUCB's regret",
        worst(parts),
        all_of(parts),
        parts=parts,
    )


def _node_actions(results: Results, groups: dict[str, str]) -> Claim:
    parts = []
    level = 1 - 0.05 / len(groups)  # "somewhere": all cases together err in 5 %
    for name, group in groups.items():
        spectral, cheap = (results.final(group, policy) for policy in ("SpectralUCB", "CheapUCB"))
        ratio = mean_ratio(spectral, cheap, level)
        parts.append(Part.of(name, ratio, below(ratio, 1.0)))
    better = [part.name for part in parts if part.verdict == "holds"]
    reverse = [part.name for part in parts if part.verdict == "does not hold"]
    ruling = Ruling("holds") if better else all_of(parts)
    return Claim.about(
        "node-actions-better",
        "regret",
        "Node actions only can provide a better regret than group actions",
        "Section 3.4",
        "smallest ratio of regrets, SpectralUCB / CheapUCB; holds if surely below 1 somewhere; "
        "intervals that err in 5 % of cases all together",
        "x CheapUCB's regret",
        worst(parts, least=True),
        ruling,
        f"Surely so on {', '.join(better) or 'none'}; surely the reverse on "
        + (f"{', '.join(reverse)}: averages find the rich region sooner." if reverse else "none."),
        parts,
    )


def _long_group(graph: str, horizon: int) -> str:
    return group_of(graph, "lowest", horizon, LONG_SMOOTHNESS)


def per_round(results: Results, group: str, policy: str) -> MeanInterval:
    """Return the mean regret a round with its interval."""
    curves = results.curves(group, policy)
    return mean_interval(curves[:, -1] / curves.shape[1])


def _matches(results: Results, graphs: list[str]) -> Claim:
    """Judge the regret half of Corollary 1 by how the ratio to SpectralUCB grows with T."""
    parts, words = [], []
    for graph in graphs:
        ends = [_long_group(graph, t) for t in (LONG_HORIZONS[0], LONG_HORIZONS[-1])]
        logs = [
            np.log(results.final(g, "CheapUCB") / results.final(g, "SpectralUCB")) for g in ends
        ]
        change = mean_interval(logs[1] - logs[0])
        ends_of = (change.mean, change.low, change.high)
        growth = MeanInterval(*(float(np.exp(x)) for x in ends_of))
        parts.append(Part.of(graph.upper(), growth, below(growth, GROWTH)))
        words.append(f"{graph.upper()}: {_rates(results, ends)}")
    return Claim.about(
        "corollary-1-regret",
        "regret",
        "CheapUCB matches the regret performance of SpectralUCB",
        "Corollary 1, abstract",
        f"factor by which CheapUCB / SpectralUCB grows from T = {LONG_HORIZONS[0]} to "
        f"{LONG_HORIZONS[-1]}, c = {LONG_SMOOTHNESS}; holds if every interval is at or below "
        f"{GROWTH}",
        "x (growth of the ratio)",
        worst(parts),
        all_of(parts),
        "Only the printed bounds match. The schedule spends a fixed share of the rounds on "
        "averages, and an average cannot reach the best node: regret a round, from the shortest to "
        f"the longest T, {'; '.join(words)}.",
        parts,
    )


def _rates(results: Results, ends: list[str]) -> str:
    shown = []
    for policy in ("CheapUCB", "SpectralUCB"):
        rates = [per_round(results, group, policy).mean for group in ends]
        shown.append(f"{policy} {rates[0]:.3f} to {rates[1]:.3f}")
    floors = []
    for group in ends:
        curve = floor_curve(group, seeds_of(results, group))
        floors.append(float(curve.mean[-1]) / len(curve.mean))
    return ", ".join([*shown, f"the floor {floors[0]:.3f} to {floors[1]:.3f}"])


def _linear(results: Results, groups: dict[str, str]) -> Claim:
    parts, words = [], []
    for name, group in groups.items():
        ratio = results.ratio(group, "CheapLinUCB", "LinUCB")
        ruling = below(ratio, APPLICABLE)
        if ruling.verdict == "holds" and not name.endswith("T > N"):
            ruling = Ruling("not contradicted")  # who learns nothing has nothing to lose
        parts.append(Part.of(name, ratio, ruling))
        cost = results.ratio(group, "CheapLinUCB", "LinUCB", "cost").mean
        words.append(f"{name} {100 * (1 - cost):.0f} %")
    return Claim.about(
        "cheap-linear",
        "regret",
        "Cheap sensing applies directly to linear bandits",
        "Section 2, future work",
        f"largest ratio of regrets, CheapLinUCB / LinUCB; holds if every interval is at or below "
        f"{APPLICABLE}",
        "x LinUCB's regret",
        worst(parts),
        all_of(parts),
        f"CheapLinUCB has LinUCB's belief and CheapUCB's widths. It saves {', '.join(words)}. "
        f"In T < N rounds LinUCB learns nothing, so there averaging has nothing to lose and the "
        f"figures cannot contradict it; at T = {LONG_HORIZONS[-1]}, c = {LONG_SMOOTHNESS}, above "
        "N = 250, it learns.",
        parts,
    )
