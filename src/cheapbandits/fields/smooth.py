"""The paper's simulated fields: a few graph frequencies, ``f = Q alpha``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.checks import generator as generator_of
from cheapbandits.checks import whole
from cheapbandits.errors import CapacityError, ParameterError
from cheapbandits.graphs.check import check_graph
from cheapbandits.spectrum import fourier_basis

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["sparse_field"]

#: All frequencies are wanted only for random supports; the dense basis then takes 8 N^2 bytes.
MAX_RANDOM_NODES = 10_000


def sparse_field(
    graph: Graph,
    *,
    n_frequencies: int = 5,
    support: Literal["lowest", "random"] = "lowest",
    rng: np.random.Generator | int | None = None,
    scale: Literal["max", "none"] = "max",
) -> NDArray[np.float64]:
    """Draw a field of a few frequencies: ``f = Q alpha``, ``alpha`` Gaussian on ``k`` of them.

    Parameters
    ----------
    graph
        ``N`` nodes, ``L = Q diag(lambda) Q'``.
    n_frequencies
        ``k``, how many entries of ``alpha`` are not 0.
    support
        Which ones: the ``k`` ``"lowest"`` frequencies, which give a smooth field, or ``"random"``
        ones, which do not (the paper leaves it open; only the first shows what it shows).
    rng
        Generator or seed.
    scale
        ``"max"`` divides by ``max |f|``; ``"none"`` leaves ``f`` as drawn.

    Returns
    -------
    field
        ``(N,)``. Its smoothness ``||alpha||_Lambda`` is ``sqrt(f'Lf + ridge f'f)``.

    Notes
    -----
    Each eigenvector has its largest entry positive, so a seed names a field wherever eigenvalues
    are simple. A graph in several parts has one zero frequency a part: those lowest frequencies
    are constant on each part. The eigenvectors of a graph of some 10,000 nodes or more take long:
    :func:`planted_field` does not need them.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> ring = Graph.from_edges([(i, (i + 1) % 8) for i in range(8)])
    >>> field = sparse_field(ring, n_frequencies=1, rng=0)
    >>> field.round(9).tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    if not 1 <= whole(n_frequencies, "n_frequencies") <= check_graph(graph).n_nodes:
        raise ParameterError(
            f"n_frequencies must be from 1 to {graph.n_nodes}, got {n_frequencies}"
        )
    if scale not in ("max", "none"):
        raise ParameterError(f"scale must be 'max' or 'none', got {scale!r}")
    generator = generator_of(rng)
    basis = _supporting_basis(graph, n_frequencies, support, generator)
    field = basis @ generator.standard_normal(n_frequencies)
    return np.asarray(field / np.abs(field).max() if scale == "max" else field)


def _supporting_basis(
    graph: Graph, k: int, support: str, rng: np.random.Generator
) -> NDArray[np.float64]:
    """Return the ``(N, k)`` eigenvectors that the field is made of."""
    if support == "lowest":
        return fourier_basis(graph, k)[1]
    if support != "random":
        raise ParameterError(f"support must be 'lowest' or 'random', got {support!r}")
    if graph.n_nodes > MAX_RANDOM_NODES:
        raise CapacityError(
            f"random frequencies need all eigenvectors: at most {MAX_RANDOM_NODES:,} nodes, "
            f"got {graph.n_nodes:,}; use support='lowest' or planted_field"
        )
    chosen = np.sort(rng.choice(graph.n_nodes, k, replace=False))
    return np.asarray(fourier_basis(graph)[1][:, chosen])
