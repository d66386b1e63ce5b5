"""Direct solving in the order of a nested dissection: one sparse factor, and what follows."""

from cheapbandits.engines.dissection.factor import Factor
from cheapbandits.engines.dissection.inertia import negative_eigenvalues
from cheapbandits.engines.dissection.inverse import inverse_by_front
from cheapbandits.engines.dissection.order import Dissection, dissect
from cheapbandits.engines.dissection.tree import Tree

__all__ = [
    "Dissection",
    "Factor",
    "Tree",
    "dissect",
    "inverse_by_front",
    "negative_eigenvalues",
]
