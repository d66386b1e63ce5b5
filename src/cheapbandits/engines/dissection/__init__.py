"""Direct solving in the order of a nested dissection: one sparse factor, and what follows."""

from cheapbandits.engines.dissection.elimination import Elimination
from cheapbandits.engines.dissection.inertia import negative_eigenvalues
from cheapbandits.engines.dissection.order import Dissection, dissect
from cheapbandits.engines.dissection.plan import Plan, plan_for
from cheapbandits.engines.dissection.tree import Tree

__all__ = [
    "Dissection",
    "Elimination",
    "Plan",
    "Tree",
    "dissect",
    "negative_eigenvalues",
    "plan_for",
]
