"""Direct solving by nested dissection, for graphs that few nodes cut in two: maps, roads, grids."""

from cheapbandits.engines.dissection.factor import Factor
from cheapbandits.engines.dissection.inertia import negative_eigenvalues
from cheapbandits.engines.dissection.inverse import inverse_by_front
from cheapbandits.engines.dissection.order import Dissection, dissect
from cheapbandits.engines.dissection.thicken import pairs_of_groups, thicken
from cheapbandits.engines.dissection.tree import Tree

__all__ = [
    "Dissection",
    "Factor",
    "Tree",
    "dissect",
    "inverse_by_front",
    "negative_eigenvalues",
    "pairs_of_groups",
    "thicken",
]
