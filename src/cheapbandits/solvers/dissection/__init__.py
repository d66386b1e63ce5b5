"""Direct solving by nested dissection, for graphs that few nodes cut in two: maps, roads, grids."""

from cheapbandits.solvers.dissection.factor import Factor
from cheapbandits.solvers.dissection.inertia import negative_eigenvalues
from cheapbandits.solvers.dissection.inverse import inverse_by_front
from cheapbandits.solvers.dissection.order import Dissection, dissect
from cheapbandits.solvers.dissection.thicken import pairs_of_groups, thicken
from cheapbandits.solvers.dissection.tree import Tree

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
