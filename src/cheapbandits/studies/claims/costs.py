"""Sections 3.3 and 5.3: the cost of a probe and of a run. Exact, no simulation needed."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from cheapbandits.probes import width_cost
from cheapbandits.studies.claims.claim import Claim, judge
from cheapbandits.studies.problems import N_NODES
from cheapbandits.theory import (
    asymptotic_cost_fraction,
    cost_bound_exceptions,
    schedule_saving,
)

__all__ = ["cost_claims"]

LONGEST = 5000


def cost_claims() -> Iterator[Claim]:
    """Yield the claims about costs."""
    costs = width_cost(np.arange(1, N_NODES + 1), N_NODES)
    yield Claim.about(
        "cost-of-a-node",
        "C(1) = 1: every single node costs the same",
        "Section 3.3, the cost formula",
        "C(1); holds if 1",
        float(costs[0]),
        judge(costs[0] == 1),
    )
    yield Claim.about(
        "cost-falls",
        "C(w) is decreasing: wider is cheaper",
        "Section 3.3, the cost formula",
        f"largest step C(w + 1) - C(w) for N = {N_NODES}; holds if negative",
        float(np.diff(costs).max()),
        judge(bool((np.diff(costs) < 0).all())),
    )
    worst = float((costs * np.arange(1, N_NODES + 1)).max())
    yield Claim.about(
        "cost-at-most-1-over-w",
        "C(w) is at most 1 / w",
        "Supplement, proof of Theorem 2",
        f"largest w C(w) for N = {N_NODES}; holds if at most 1",
        worst,
        judge(worst <= 1),
    )
    exceptions = cost_bound_exceptions(LONGEST, N_NODES)
    listed = ", ".join(map(str, exceptions))
    yield Claim.about(
        "cost-bound",
        "CheapUCB's total cost is at most 3T/4 - 1/2",
        "Theorem 2",
        f"horizons T from 1 to {LONGEST} at which it is more (N = {N_NODES}); holds if none",
        float(len(exceptions)),
        judge(not exceptions),
        f"It is more at T = {listed} only: the last stage can be longer than T/2 rounds, which the "
        "proof rules out. It holds at the figures' T = 100 and 150.",
    )
    savings = [schedule_saving(t, N_NODES) for t in range(17, LONGEST + 1)]
    yield Claim.about(
        "cost-gain-linear",
        "CheapUCB's cost gain is linear in T",
        "Remark 1, Corollary 1: at least T/4 + 1/2",
        f"smallest saving, as a share of T, for T from 17 to {LONGEST}; holds if at least 1/4",
        min(savings),
        judge(min(savings) >= 0.25),
        f"For T = 2^J - 1 it tends to {1 - asymptotic_cost_fraction():.3f} = 1 - ln 2; just above "
        f"a power of two it is near {max(savings):.2f}.",
    )
