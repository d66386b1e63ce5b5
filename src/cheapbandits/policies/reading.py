"""What counts as a reading, and as a group that was read."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np

from cheapbandits.checks import check_ordered, finite, got, is_number, items, whole
from cheapbandits.errors import ProbeError, ReadingError

__all__ = ["check_reading", "check_row"]


def check_reading(reading: object) -> float:
    """Return a reading as a float, or say why it is none."""
    if isinstance(reading, float) and math.isfinite(reading):  # NumPy's doubles are floats
        return float(reading)
    if np.ma.is_masked(reading):
        raise ReadingError("a reading must be a number, got a masked one; tell none")
    if isinstance(reading, np.ndarray) and reading.ndim == 0:
        reading = reading.item()
    if not is_number(reading):
        raise ReadingError(f"a reading must be a number, got {got(reading)}")
    try:
        value = float(reading)  # type: ignore[arg-type]
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise ReadingError(
            f"a reading must be finite, got {got(reading)}; where there is none, tell none"
        )
    return value


def check_row(
    nodes: int | Sequence[int], weights: Sequence[float] | None, n_nodes: int
) -> tuple[tuple[int, ...], tuple[float, ...] | None]:
    """Return a group as the belief takes it, or say what is wrong with it; one node is a group."""
    given = items(nodes, "a group", kind=ProbeError) if isinstance(nodes, Iterable) else [nodes]
    group = tuple(whole(node, "a node", kind=ProbeError) for node in given)
    if not group or len(set(group)) < len(group) or not all(0 <= i < n_nodes for i in group):
        raise ProbeError(
            f"a group is one or more different nodes from 0 to {n_nodes - 1}, got {got(nodes)}"
        )
    if weights is None:
        return group, None
    check_ordered(nodes, weights)
    given = items(weights, "weights", kind=ProbeError)
    shares = tuple(finite(share, "a weight", kind=ProbeError) for share in given)
    if len(shares) != len(group) or min(shares) < 0 or abs(sum(shares) - 1) > 1e-9:
        raise ProbeError(f"weights must be {len(group)} shares that sum to 1, got {got(shares)}")
    return group, shares
