"""The place that is named: how far below the best, and what it cost to name it for good."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.sure import TOLERANCE
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["TOLERANCE", "cost_to_find", "simple_regret"]


def simple_regret(field: ArrayLike, named: ArrayLike) -> NDArray[np.float64]:
    """Return ``max f - f[named]`` for each node named.

    Parameters
    ----------
    field
        ``(N,)`` true values.
    named
        ``(T,)`` the node named after each round.

    Examples
    --------
    >>> simple_regret([0.0, 1.0, 4.0], [0, 2, 1]).tolist()
    [4.0, 0.0, 3.0]
    """
    values, nodes = np.asarray(field, dtype=float), np.asarray(named, dtype=np.int64)
    return np.asarray(values.max() - values[nodes])


def cost_to_find(costs: ArrayLike, gaps: ArrayLike, within: float) -> float:
    """Return what was spent until the named place was, and stayed, good enough; else inf.

    Parameters
    ----------
    costs
        ``(T,)`` what each round cost.
    gaps
        ``(T,)`` the simple regret of the place named after each round.
    within
        The largest simple regret that is good enough.

    Examples
    --------
    Good from the fourth round on: the lucky second one did not last.

    >>> cost_to_find([1.0, 1.0, 0.5, 0.5, 1.0], [0.9, 0.0, 0.9, 0.1, 0.0], within=0.1)
    3.0
    >>> cost_to_find([1.0, 1.0], [0.0, 0.9], within=0.1)
    inf
    """
    spent, far = np.cumsum(np.asarray(costs, float)), np.asarray(gaps, float) > within
    if spent.shape != far.shape:
        raise ParameterError(
            f"costs and gaps must be of the same rounds, got {spent.shape} and {far.shape}"
        )
    late = np.flatnonzero(far)
    first = int(late[-1]) + 1 if late.size else 0
    return float(spent[first]) if first < len(spent) else float("inf")
