"""Groups up to a width: what a crew can visit, a drone can see, or a price list names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cheapbandits.checks import instance, whole
from cheapbandits.probes.family import Family

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.probes.probe_set import ProbeSet

__all__ = ["Capped", "usual_probes"]

#: Past so many nodes groups of one width are taken.
_LARGE = 100_000
#: Coordinates of more dimensions are features, and near in them is not near in space.
_MOST_DIMENSIONS = 3


class Capped(Family):
    """The groups of another family, without those wider than ``max_width``.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> from cheapbandits.probes import Hops
    >>> Capped(Hops(grid(5, 5)), 3).max_width
    3
    """

    def __init__(self, family: Family, max_width: int) -> None:
        instance(family, Family, "family", "a family of probes such as Hops(graph)")
        self.n_nodes = family.n_nodes
        self.max_width = min(whole(max_width, "max_width", least=1), family.max_width)
        self._family = family

    @property
    def fingerprint(self) -> str:  # noqa: D102
        return f"capped({self.max_width}, {self._family.fingerprint})"

    def at(self, width: int) -> ProbeSet:  # noqa: D102
        self._check_width(width)
        return self._family.at(width)

    def nearness(self, center: int, nodes: NDArray[np.int64]) -> NDArray[np.float64]:  # noqa: D102
        return self._family.nearness(center, nodes)


def usual_probes(graph: Graph) -> str:
    """Return the name of the groups for people in the field, who named none.

    The nearest where nodes have places; else each node with its own strongest neighbours, so that
    one without any narrows nobody's group but its own. On a large graph whose nodes all have
    neighbours the strongest, whose groups are of one width: these were measured there.
    """
    if graph.n_nodes > _LARGE and graph.neighbor_counts.min() > 0:
        return "strongest"
    places = graph.coordinates
    if places is not None and places.shape[1] <= _MOST_DIMENSIONS:
        return "nearest"
    return "strongest-own"
