"""What the models leave out of a field, and what was read at the places themselves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.kernels import LowRankKernel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.learned import LearnedBelief

    Nodes = Sequence[int] | NDArray[np.int64]

__all__ = ["n_alone", "own_means", "unexplained"]

#: The share of a band's scale that the field may have beyond it.
BEYOND = 0.02


def unexplained(
    belief: LearnedBelief, models: NDArray[np.int64], scales: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return ``(A,)`` the variance of a node's value that each model leaves out.

    What a model calls noise beyond what readings of one group taken again show, is what it cannot
    explain of the field; without repeats nobody knows: all of it. And a band of few frequencies is
    soon known everywhere, where real fields have some of what is finer: ``BEYOND`` of its scale.
    """
    prior = belief.prior
    groups: dict[bytes, list[float]] = {}
    for (nodes, share), reading in zip(belief.rows, belief.evidence.readings, strict=True):
        if not math.isnan(reading):
            groups.setdefault(nodes.tobytes() + share.tobytes(), []).append(reading)
    repeats = sum(len(found) - 1 for found in groups.values())
    within = sum(float(np.var(found)) * len(found) for found in groups.values())
    shown = within / repeats if repeats else 0.0
    finer = [
        BEYOND if isinstance(prior.kernels[prior.kernel[m]], LowRankKernel) else 0.0
        for m in models.tolist()
    ]
    return np.asarray(np.maximum(scales * prior.noise[models] - shown, 0.0) + finer * scales)


def own_means(belief: LearnedBelief) -> NDArray[np.float64]:
    """Return ``(N,)`` the mean of the readings of each node alone; nan where there are none."""
    n = belief.prior.catalogue.n_nodes
    total, count = np.zeros(n), np.zeros(n)
    for (nodes, _), reading in zip(belief.rows, belief.evidence.readings, strict=True):
        if len(nodes) == 1 and not math.isnan(reading):
            total[nodes[0]] += reading
            count[nodes[0]] += 1
    return np.where(count > 0, total / np.maximum(count, 1), np.nan)


def n_alone(rows: Sequence[tuple[Nodes, object]], readings: Sequence[float], node: int) -> int:
    """Return how many readings there are of a node by itself."""
    return sum(
        len(nodes) == 1 and int(nodes[0]) == node and not math.isnan(reading)
        for (nodes, _), reading in zip(rows, readings, strict=True)
    )
