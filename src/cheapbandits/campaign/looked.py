"""Which nodes were looked at: how many readings touch each."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.standing import Standing

__all__ = ["touched"]


def touched(standing: Standing, n_nodes: int) -> NDArray[np.int_]:
    """Return the ``(N,)`` number of readings that count and touch each node."""
    touched = np.zeros(n_nodes, dtype=int)
    for probe, _ in standing.told:
        touched[list(probe.nodes)] += 1
    for seen in standing.observed:
        touched[list(seen.nodes)] += 1
    return touched
