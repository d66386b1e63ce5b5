"""A group as a belief holds it: one and the same, in whatever order its nodes were given."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.learned.catalogue import Catalogue

__all__ = ["Place", "apart", "as_group", "place_of"]

#: What a group is about: the nodes that it may have been made around.
Place = frozenset[int]


def as_group(
    nodes: Sequence[int], weights: Sequence[float] | None
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return nodes and weights (``None``: equal) by number, those that weigh nothing left out."""
    at = np.asarray(nodes, dtype=np.int64)
    share = np.full(len(at), 1 / len(at)) if weights is None else np.asarray(weights, float)
    order = np.argsort(at)
    order = order[share[order] > 0]
    return at[order], share[order]


def place_of(catalogue: Catalogue, nodes: NDArray[np.int64]) -> Place:
    """Return the centres whose probe is just this group; where there is none, all its nodes.

    Groups of several widths around one centre tell of one place. The first of a group's nodes is
    no centre: people list the sites of a district in any order.
    """
    return frozenset(catalogue.centers_of(nodes)) or frozenset(nodes.tolist())


def apart(places: Iterable[Place]) -> set[Place]:
    """Return the different places: those that share no node with a smaller one.

    A group that is made around either of two nodes is no third place beside them.
    """
    found = set(places)
    by_node: dict[int, int] = {}
    for place in found:
        for node in place:
            by_node[node] = min(by_node.get(node, len(place)), len(place))
    return {place for place in found if all(by_node[node] == len(place) for node in place)}
