"""Whether ``L + ridge I`` can be solved with in floating point."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.graphs import Graph

__all__ = ["check_conditioning", "least_ridge"]

#: The largest relative error of the inverse that is put up with.
MAX_ERROR = 1e-7


def least_ridge(graph: Graph) -> float:
    """Return a ridge that the graph's weights leave standing, next to the smallest such."""
    # The relative error of the inverse is about the rounding unit times the condition number.
    return 1.01 * _highest(graph) * float(np.finfo(float).eps) / MAX_ERROR


def check_conditioning(graph: Graph, ridge: float) -> None:
    """Refuse weights beside which the ridge would drown in rounding."""
    highest = _highest(graph)
    error = float(np.finfo(float).eps) * (highest + ridge) / ridge
    if error > MAX_ERROR:
        raise ParameterError(
            f"ridge={ridge:g} is too small beside the graph's weights (eigenvalues up to "
            f"{highest:g}): the covariance would be off by {error:.0e}; a ridge of "
            f"{least_ridge(graph):.2g} would do, or smaller weights"
        )


def _highest(graph: Graph) -> float:
    """Return what no eigenvalue of the Laplacian exceeds."""
    return 2 * float(graph.degrees.max())
