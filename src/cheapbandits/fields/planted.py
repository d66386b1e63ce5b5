"""Fields with known hot places, for graphs too large for eigenvectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp
from scipy.sparse.linalg import cg

from cheapbandits.checks import generator as generator_of
from cheapbandits.engines.threads import on_one_thread
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["planted_field"]

#: The last bump is this fraction of the first: a tempting second best, but clearly lower.
LOWEST_PEAK = 0.5


@on_one_thread
def planted_field(
    graph: Graph,
    *,
    centers: Sequence[int] | None = None,
    n_bumps: int = 3,
    reach: float = 2.0,
    rng: np.random.Generator | int | None = None,
) -> NDArray[np.float64]:
    """Plant bumps that fade along the edges; the hottest node is the first centre.

    Parameters
    ----------
    graph
        ``N`` nodes; a million are fine.
    centers
        Nodes the bumps stand on, highest first; drawn at random when left out.
    n_bumps
        How many to draw when ``centers`` is left out.
    reach
        How far a bump extends, in edges of average weight: on a path it falls by about ``1/e`` over
        ``reach`` steps.
    rng
        Generator or seed; only the draw of centres uses it.

    Returns
    -------
    field
        ``(N,)`` from 0 to 1, with 1 at ``centers[0]`` only.

    Notes
    -----
    The bump around node ``c`` is ``b = x / x_c`` with ``(I + reach^2 L / mean weight) x = e_c``,
    solved by conjugate gradients. That matrix is a diagonally dominant M-matrix, so ``b`` is
    largest at ``c``. Heights fall evenly from 1 to 1/2, and the field is the highest bump at each
    node: a sum could put the hottest place between two bumps.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(i, i + 1) for i in range(6)])
    >>> planted_field(path, centers=[2, 6], reach=1.0).round(2).tolist()
    [0.2, 0.4, 1.0, 0.38, 0.15, 0.19, 0.5]
    """
    if not (reach > 0 and np.isfinite(reach)):
        raise ParameterError(f"reach must be positive, got {reach}")
    nodes = _check_centers(graph.n_nodes, centers, n_bumps, rng)
    edge_weights = graph.weights.data
    strength = reach**2 / (float(edge_weights.mean()) if edge_weights.size else 1.0)
    matrix = sp.csr_array(sp.eye_array(graph.n_nodes) + strength * graph.laplacian)
    field = np.zeros(graph.n_nodes)
    for height, node in zip(np.linspace(1, LOWEST_PEAK, len(nodes)), nodes, strict=True):
        field = np.maximum(field, height * _bump(matrix, node))
    return field


def _check_centers(
    n_nodes: int,
    centers: Sequence[int] | None,
    n_bumps: int,
    rng: np.random.Generator | int | None,
) -> list[int]:
    if centers is None:
        if not 1 <= n_bumps <= n_nodes:
            raise ParameterError(f"n_bumps must be from 1 to {n_nodes}, got {n_bumps}")
        return [int(c) for c in generator_of(rng).choice(n_nodes, n_bumps, replace=False)]
    nodes = [int(c) for c in centers]
    outside = [c for c in nodes if not 0 <= c < n_nodes]
    if outside or not nodes or len(set(nodes)) < len(nodes):
        raise ParameterError(
            f"centers must be distinct nodes from 0 to {n_nodes - 1}, at least one; got {nodes}"
        )
    return nodes


def _bump(matrix: sp.csr_array, node: int) -> NDArray[np.float64]:
    """Return ``(N,)`` values from 0 to 1, with 1 at the node."""
    impulse = np.zeros(matrix.shape[0])
    impulse[node] = 1.0
    inverse_diagonal = sp.diags_array(1.0 / matrix.diagonal())
    solution, failed = cg(matrix, impulse, rtol=1e-10, maxiter=10_000, M=inverse_diagonal)
    if failed:
        raise ParameterError("the bump did not settle in 10,000 steps: choose a smaller reach")
    # Far away the true value is below the solver's error, which may have either sign.
    return np.asarray(np.maximum(solution / solution[node], 0.0))
