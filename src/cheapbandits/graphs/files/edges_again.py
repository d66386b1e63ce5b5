"""Rows of edges that add no edge: to a node itself, of weight 0, or given before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["count_loops", "given_again", "of_no_weight"]


def count_loops(pairs: NDArray[np.int64]) -> int:
    """Return how many of ``(E, 2)`` pairs join a node to itself."""
    return int((pairs[:, 0] == pairs[:, 1]).sum())


def given_again(pairs: NDArray[np.int64]) -> tuple[str, ...]:
    """Return the note on edges that stand in several rows and count once; often none.

    A list that has edges once in either direction says nothing by it. One with a row a trip does,
    which goes one way twice: how often an edge is there may be its weight.

    Examples
    --------
    >>> given_again(np.array([[0, 1], [1, 0], [1, 2], [2, 1]]))
    ()
    >>> given_again(np.array([[0, 1], [0, 1], [1, 2]]))[0][:53]
    '1 of 2 edges stands in several rows, and counts once:'
    """
    joined = pairs[pairs[:, 0] != pairs[:, 1]]
    if not len(joined):
        return ()
    low, high = joined.min(axis=1), joined.max(axis=1)
    _, first, rows = np.unique(
        low * (int(high.max()) + 1) + high, return_inverse=True, return_counts=True
    )
    forward = np.bincount(first.ravel(), weights=joined[:, 0] == low)
    several = int((rows > 1).sum())
    if not ((forward > 1) | (rows - forward > 1)).any():
        return ()
    stand, count = ("stands", "counts") if several == 1 else ("stand", "count")
    return (
        f"{several:,} of {len(rows):,} edges {stand} in several rows, and {count} once: "
        f"{len(joined):,} rows in all. If how often matters, give each edge once, with the number "
        "of its rows as weight",
    )


def of_no_weight(pairs: NDArray[np.int64], weights: NDArray[np.float64] | None) -> tuple[str, ...]:
    """Return the note on edges of weight 0; those of a node to itself have their own."""
    apart = pairs[:, 0] != pairs[:, 1]
    count = 0 if weights is None else int((apart & (weights == 0)).sum())
    edges = "edge of weight 0 joins" if count == 1 else "edges of weight 0 join"
    return (f"{count:,} {edges} nothing: left out",) if count else ()
