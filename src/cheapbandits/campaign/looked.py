"""Which nodes were looked at: how many readings touch each, and how many nodes none does."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.standing import Standing

__all__ = ["looked_at", "touched", "unseen"]


def looked_at(standing: Standing) -> list[tuple[int, ...]]:
    """Return the groups of the readings that count, asked for or not."""
    told = [probe.nodes for probe, _ in standing.told]
    return told + [seen.nodes for seen in standing.observed]


def touched(standing: Standing, n_nodes: int) -> NDArray[np.int_]:
    """Return the ``(N,)`` number of readings that count and touch each node."""
    touched = np.zeros(n_nodes, dtype=int)
    for nodes in looked_at(standing):
        touched[list(nodes)] += 1
    return touched


def unseen(groups: Iterable[Iterable[int]], masked: Iterable[int], n_nodes: int) -> int:
    """Return how many nodes are in none of the groups and not left out.

    In time of the groups, not of the nodes.

    Examples
    --------
    >>> unseen([(0, 1), (1, 2)], [2, 9], 10)
    6
    """
    return n_nodes - len(set(masked).union(*groups))
