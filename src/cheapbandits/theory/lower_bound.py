"""The lower bound of Proposition 1, with a constant, and the graph and fields that prove it.

``d`` disjoint cliques, the field constant on each: all probes of a clique read the same, so they
are one arm, and the noise of a reading does not depend on the width. What is left is a bandit with
``d`` Gaussian arms. One clique, drawn uniformly, is better than the rest by ``xi``.

The constant. Let ``P_i`` be the law of the readings when clique ``i`` is the good one, ``P_0`` when
none is, ``n_i`` how often clique ``i`` is probed, ``sigma`` the deviation of the noise:

1. ``E_i n_i <= E_0 n_i + T TV(P_0, P_i)``, since ``0 <= n_i <= T``;
2. ``TV <= sqrt(KL / 2)`` (Pinsker) and ``KL(P_0, P_i) = E_0 n_i xi^2 / (2 sigma^2)``;
3. so the mean over ``i`` of ``E_i n_i`` is at most ``T/d + (T xi / (2 sigma)) sqrt(T/d)`` (Jensen);
4. with ``xi = a sigma sqrt(d/T)`` the mean regret ``xi (T - mean E_i n_i)`` is at least
   ``a (1 - 1/d - a/2) sigma sqrt(d T)``, largest at ``a = 1 - 1/d``.

Hence ``(1 - 1/d)^2 / 2 sigma sqrt(d T)``, at least ``sigma sqrt(d T) / 8`` for ``d >= 2``. The
steps are those of Auer et al. (2002), Theorem 5.1. For comparison, Lattimore and Szepesvari,
*Bandit Algorithms* (2020), Theorem 15.2, have ``sqrt((d - 1) T) / 27`` for means in [0, 1]. The
paper sets ``a = 1``, which gives ``1/2 - 1/d``: nothing at ``d = 2``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import generator as generator_of
from cheapbandits.errors import ParameterError
from cheapbandits.graphs import disjoint_cliques
from cheapbandits.theory.parameters import check_not_negative, check_positive, check_rounds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = [
    "fixed_clique_regret",
    "hard_gap",
    "hard_instance",
    "lower_bound",
    "smallest_hard_clique",
    "uniform_regret",
]


def lower_bound(dimension: int, horizon: int, *, noise: float = 1.0) -> float:
    """Return ``(1 - 1/d)^2 / 2 sigma sqrt(d T)``, below which no policy's regret stays.

    For every policy, the expected regret averaged over the ``d`` fields of :func:`hard_instance`
    is at least this, so it is on one of them.

    Parameters
    ----------
    dimension, horizon
        ``d`` and ``T``.
    noise
        ``sigma``, the standard deviation of the Gaussian noise.

    Examples
    --------
    >>> round(lower_bound(5, 1000), 2)
    22.63
    """
    d, rounds, sigma = _check(dimension, horizon, noise)
    return 0.5 * (1 - 1 / d) ** 2 * sigma * math.sqrt(d * rounds)


def hard_gap(dimension: int, horizon: int, *, noise: float = 1.0) -> float:
    """Return ``xi = (1 - 1/d) sigma sqrt(d/T)``, by which the good clique is better.

    Examples
    --------
    >>> hard_gap(4, 900)
    0.05
    """
    d, rounds, sigma = _check(dimension, horizon, noise)
    return (1 - 1 / d) * sigma * math.sqrt(d / rounds)


def uniform_regret(dimension: int, horizon: int, *, noise: float = 1.0) -> float:
    """Return ``xi T (1 - 1/d)``, the expected regret of a clique drawn anew in every round.

    It is exactly twice the lower bound, whatever the field: a policy near it has not learned.

    Examples
    --------
    >>> uniform_regret(4, 900) / lower_bound(4, 900)
    2.0
    """
    gap = hard_gap(dimension, horizon, noise=noise)
    return gap * horizon * (1 - 1 / dimension)


def fixed_clique_regret(dimension: int, horizon: int, *, noise: float = 1.0) -> float:
    """Return ``xi T``, the most that always probing one clique loses over the construction.

    On the field whose good clique it is, it loses nothing: a bound that holds for every policy can
    only be about the worst field.

    Examples
    --------
    >>> fixed_clique_regret(4, 900)
    45.0
    """
    return hard_gap(dimension, horizon, noise=noise) * horizon


def smallest_hard_clique(dimension: int, horizon: int, *, ridge: float = 0.01) -> int:
    """Return the least clique size for which ``d`` cliques have effective dimension ``d``.

    ``L + ridge I`` of ``d`` cliques of size ``m`` has ``d`` eigenvalues ``ridge``; the rest are
    ``m + ridge``. Definition 1 asks for ``(d - 1) ridge <= T / log(1 + T/ridge) < d (m + ridge)``.
    The paper states the second half only; where the first fails (a large ridge) no size will do.

    Examples
    --------
    >>> smallest_hard_clique(5, 1000)
    18
    """
    d, rounds, _ = _check(dimension, horizon, 0.0)
    budget = rounds / math.log1p(rounds / check_positive("ridge", ridge))
    if (d - 1) * ridge > budget:
        raise ParameterError(
            f"no graph of {d} parts has effective dimension {d} at horizon {horizon} and ridge "
            f"{ridge}: (d - 1) ridge exceeds {budget:.4g}; take a smaller ridge or more rounds"
        )
    return max(2, math.floor(budget / d - ridge) + 1)


def hard_instance(
    dimension: int,
    horizon: int,
    clique_size: int | None = None,
    rng: np.random.Generator | int | None = None,
    *,
    ridge: float = 0.01,
    noise: float = 1.0,
    level: float = 0.5,
    good: int | None = None,
) -> tuple[Graph, NDArray[np.float64]]:
    """Draw the graph and field of Proposition 1's proof.

    Parameters
    ----------
    dimension, horizon
        ``d`` and ``T``.
    clique_size
        Nodes of each clique; :func:`smallest_hard_clique` when left out.
    rng
        Generator or seed; it draws the good clique.
    ridge
        ``lambda`` of the effective dimension.
    noise
        ``sigma``; it scales the gap.
    level
        The field outside the good clique; 1/2 in the paper. 0 makes the smoothest field,
        ``||alpha||_Lambda = xi sqrt(ridge m)``.
    good
        The good clique, where it is not to be drawn: all of them together are the construction
        over which the bound is a maximum.

    Examples
    --------
    >>> graph, field = hard_instance(4, 900, clique_size=30, rng=0)
    >>> graph
    Graph(120 nodes, 1,740 edges, 4 parts, unit weights)
    >>> float(field.min()), float(field.max())
    (0.5, 0.55)
    """
    least = smallest_hard_clique(dimension, horizon, ridge=ridge)
    size = least if clique_size is None else int(check_rounds("clique_size", clique_size))
    if size < least:
        raise ParameterError(
            f"clique_size must be at least {least} for {dimension} cliques to have effective "
            f"dimension {dimension} at horizon {horizon} and ridge {ridge}, got {size}"
        )
    if good is not None and not 0 <= good < dimension:
        raise ParameterError(f"good must be from 0 to {dimension - 1}, got {good}")
    field = np.full(dimension * size, float(level))
    if good is None:
        good = int(generator_of(rng).integers(dimension))
    field[good * size : (good + 1) * size] += hard_gap(dimension, horizon, noise=noise)
    return disjoint_cliques(dimension, size), field


def _check(dimension: int, horizon: int, noise: float) -> tuple[int, int, float]:
    d, rounds = check_rounds("dimension", dimension), check_rounds("horizon", horizon)
    return int(d), int(rounds), check_not_negative("noise", noise)
