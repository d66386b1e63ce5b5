"""The floor: what someone who knows the field would lose at a given cost, and the gap to it.

Probes of different price may be mixed over the rounds. The best mean value at a mean cost is the
upper concave envelope of the points (price, best value at that price), made flat on the right:
nobody has to spend.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.policies.menu import Menu

__all__ = ["best_mixture", "floor_regret", "gap_closed", "probe_prices"]

#: Wider groups than this are not looked at: no policy here goes further.
WIDEST = 16


def best_mixture(costs: ArrayLike, values: ArrayLike, mean_cost: float) -> float:
    """Return the largest mean value that a mixture of probes has at this mean cost, or less.

    Parameters
    ----------
    costs, values
        ``(m,)`` price and true value of each probe.
    mean_cost
        What a round may cost on average; below the least price it cannot be met, and the value of
        the cheapest probe is returned.

    Examples
    --------
    Half of the rounds the single node (1.0), half of them the pair (0.6):

    >>> best_mixture([1.0, 0.5, 0.25], [1.0, 0.6, 0.1], mean_cost=0.75)
    0.8
    """
    price, value = np.asarray(costs, float), np.asarray(values, float)
    if price.size == 0 or price.shape != value.shape:
        raise ParameterError(f"one value a price: got {price.shape} prices, {value.shape} values")
    corners = _envelope(price, value)
    return float(np.interp(mean_cost, corners[:, 0], corners[:, 1]))


def floor_regret(
    costs: ArrayLike, values: ArrayLike, top: float, *, total_cost: float, rounds: int
) -> float:
    """Return ``T (top - best mixture at the mean cost)``: nobody can do better on average.

    Examples
    --------
    >>> floor_regret([1.0, 0.5], [1.0, 0.5], 1.0, total_cost=7.5, rounds=10)
    2.5
    """
    return rounds * (top - best_mixture(costs, values, total_cost / rounds))


def gap_closed(reference: ArrayLike, ours: ArrayLike, floor: ArrayLike) -> float:
    """Return ``(reference - ours) / (reference - floor)`` of the means over runs.

    1 is what someone who knows the field would have, 0 the reference's own regret.

    Examples
    --------
    >>> gap_closed(reference=[20.0, 40.0], ours=[15.0, 15.0], floor=[10.0, 10.0])
    0.75
    """
    before, after, least = (float(np.mean(np.asarray(x, float))) for x in (reference, ours, floor))
    return (before - after) / (before - least) if before != least else float("nan")


def probe_prices(menu: Menu, field: ArrayLike) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the prices of a menu's probes and the best true value at each.

    Parameters
    ----------
    menu
        What a policy may choose from.
    field
        ``(N,)`` true values.
    """
    truth = np.asarray(field, float)
    prices: list[NDArray[np.float64]] = []
    values: list[NDArray[np.float64]] = []
    for offer in menu.offers(widest=WIDEST):
        found = offer.probes.average(truth)
        price, group = np.unique(offer.costs, return_inverse=True)
        best = np.full(len(price), -np.inf)
        np.maximum.at(best, group, found)
        prices.append(price)
        values.append(best)
    return np.concatenate(prices), np.concatenate(values)


def _envelope(price: NDArray[np.float64], value: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the corners ``(k, 2)`` of the upper concave envelope, up to the best value."""
    corners: list[tuple[float, float]] = []
    for x, y in sorted(zip(price.tolist(), value.tolist(), strict=True)):
        if corners and y <= corners[-1][1]:  # dearer and no better
            continue
        if corners and x == corners[-1][0]:
            corners.pop()
        while len(corners) > 1 and _below(corners[-2], corners[-1], (x, y)):
            corners.pop()
        corners.append((x, y))
    return np.array(corners)


def _below(a: tuple[float, float], b: tuple[float, float], c: tuple[float, float]) -> bool:
    """Whether ``b`` lies on or under the line from ``a`` to ``c``."""
    return (b[1] - a[1]) * (c[0] - a[0]) <= (c[1] - a[1]) * (b[0] - a[0])
