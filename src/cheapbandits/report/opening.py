"""The first screen: five sentences for someone who knows no bandits, computed from the runs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.plots.paper_curves import random_group
from cheapbandits.studies.claims.position import position
from cheapbandits.studies.claims.random_graphs import saving
from cheapbandits.studies.claims.regrets import per_round
from cheapbandits.studies.facts import floor_curve, seeds_of
from cheapbandits.studies.paper import LONG_HORIZONS, LONG_SMOOTHNESS, POLICIES, group_of

if TYPE_CHECKING:
    from cheapbandits.studies.claims import Evidence
    from cheapbandits.studies.results import Results

__all__ = ["opening_sentences"]

WHAT = (
    "Somewhere in a network one place has the highest value, and one may only read: a single "
    "place at the price of 1, or the average of w neighbouring places at a price near 1/w."
)
MEASURES = (
    "Two things are measured, and both should be small: regret adds up how far each reading fell "
    "short of the best place, cost adds up the prices."
)


def opening_sentences(evidence: Evidence) -> Iterator[str]:
    """Yield the sentences; those whose runs are missing are left out."""
    yield WHAT
    yield MEASURES
    groups = [random_group(graph) for graph in ("ba", "er")]
    results = evidence.results
    there = [group for group in groups if set(POLICIES) <= set(results.policies(group))]
    if there:
        yield _saved(results, there)
        yield _position(evidence, there)
        yield _floor(results, there)


def _saved(results: Results, groups: list[str]) -> str:
    saved = [saving(results, group).mean for group in groups]
    return (
        "True: CheapUCB, the paper's method, begins with wide averages and ends with single "
        f"places, and costs {_range(saved, '.0f')} % less than SpectralUCB and LinUCB, which read "
        "single places only (Figure 1, right)."
    )


def _position(evidence: Evidence, groups: list[str]) -> str:
    found = []
    for group in groups:
        runs, level = evidence.of(group)
        found.append(position(runs, group, level).mean)
    finite = [x for x in found if np.isfinite(x)]
    where = f"{_range(finite, '.2f')} of the way" if finite else "somewhere"
    return (
        "Not true: that this costs hardly any regret; CheapUCB ends "
        f"{where} from SpectralUCB, which knows the network, to LinUCB, which does not and in so "
        "few rounds learns nothing (Figure 1, left)."
    )


def _floor(results: Results, groups: list[str]) -> str:
    shares = [
        float(floor_curve(group, seeds_of(results, group)).mean[-1])
        / float(results.final(group, "CheapUCB").mean())
        for group in groups
    ]
    words = (
        f"And it cannot be learned away: an average never reaches the best place, and that floor "
        f"is {_range([100 * x for x in shares], '.0f')} % of CheapUCB's regret"
    )
    ends = [
        group_of("er", "lowest", t, LONG_SMOOTHNESS) for t in (LONG_HORIZONS[0], LONG_HORIZONS[-1])
    ]
    if all(group in results for group in ends):
        cheap, spectral = (
            [per_round(results, group, policy).mean for group in ends]
            for policy in ("CheapUCB", "SpectralUCB")
        )
        words += (
            f"; from T = {LONG_HORIZONS[0]} to {LONG_HORIZONS[-1]} its regret a round goes from "
            f"{cheap[0]:.2f} to {cheap[1]:.2f}, SpectralUCB's from {spectral[0]:.2f} to "
            f"{spectral[1]:.2f} (Erdős-Rényi, c = {LONG_SMOOTHNESS})"
        )
    return words + "."


def _range(values: list[float], spec: str) -> str:
    low, high = (format(x, spec) for x in (min(values), max(values)))
    return low if low == high else f"{low} to {high}"
