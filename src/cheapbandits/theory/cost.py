"""What CheapUCB's schedule costs, and what Theorem 2 says that it costs.

Stage ``j < J`` has ``2^(j-1)`` rounds, stage ``J`` the rest, ``T - 2^(J-1) + 1``; stage ``j`` pays
``C(min(a, J - j + 1))`` a round. The total depends on nothing that is learned, so it is known
before the first probe.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.policies.schedule import n_stages
from cheapbandits.probes import width_cost
from cheapbandits.theory.parameters import check_choice, check_rounds

if TYPE_CHECKING:
    from collections.abc import Iterable

    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = [
    "asymptotic_cost_fraction",
    "cost_bound_exceptions",
    "footnote_cost",
    "paper_cost_sum",
    "schedule_cost",
    "schedule_cost_bound",
    "schedule_cost_bound_holds",
    "schedule_saving",
]


def schedule_cost(horizon: int, n_nodes: int | None = None, max_width: int | None = None) -> float:
    """Return the exact cost ``C_T`` of CheapUCB's schedule.

    Parameters
    ----------
    horizon
        ``T``.
    n_nodes
        ``N`` of the cost formula. Left out, a round costs ``1 / w``: its limit for large ``N``,
        and never less than it.
    max_width
        The cap ``a``, the smallest closed neighbourhood; none when left out.

    Examples
    --------
    >>> round(schedule_cost(10), 4), round(schedule_cost(10, n_nodes=250, max_width=3), 4)
    (5.9167, 5.9933)
    """
    n_rounds, widths = _stages(horizon, max_width)
    prices = 1 / widths if n_nodes is None else width_cost(widths, n_nodes)
    return float(n_rounds @ prices)


def schedule_saving(
    horizon: int, n_nodes: int | None = None, max_width: int | None = None
) -> float:
    """Return the share ``1 - C_T / T`` saved against single nodes, which cost ``T`` (Lemma 1).

    Examples
    --------
    >>> [round(100 * schedule_saving(T), 1) for T in (100, 150, 128, 4096)]
    [38.4, 51.8, 30.0, 30.7]
    """
    return 1 - schedule_cost(horizon, n_nodes, max_width) / horizon


def schedule_cost_bound(horizon: int) -> float:
    """Return ``3T/4 - 1/2``, Theorem 2's bound on the cost, as printed.

    It is not true of every ``T``: see :func:`schedule_cost_bound_holds`.

    Examples
    --------
    >>> schedule_cost_bound(100)
    74.5
    """
    return 0.75 * float(check_rounds("horizon", horizon)) - 0.5


def schedule_cost_bound_holds(
    horizon: int, n_nodes: int | None = None, max_width: int | None = None
) -> bool:
    """Say whether the schedule's exact cost is within the printed bound ``3T/4 - 1/2``.

    At cost ``1 / w`` and with a cap of 3 or more, or none, it holds for every ``T`` but 1 to 8, 15
    and 16. With a cap of 2 it fails also at each ``T`` from ``2^J - 3`` to ``2^J``, however large:
    ``C_T = T - (2^(J-1) - 1) / 2``. With a cap of 1 the cost is ``T`` and it never holds. The proof
    takes the last stage to have at most ``T/2`` rounds; it has ``(T + 1) / 2`` at ``T = 2^J - 1``.

    Examples
    --------
    >>> schedule_cost_bound_holds(127), schedule_cost_bound_holds(127, max_width=2)
    (True, False)
    """
    return schedule_cost(horizon, n_nodes, max_width) <= schedule_cost_bound(horizon) + 1e-9


def cost_bound_exceptions(
    up_to: int, n_nodes: int | None = None, max_width: int | None = None
) -> list[int]:
    """Return every ``T`` up to a limit at which the printed bound on the cost does not hold.

    Examples
    --------
    >>> cost_bound_exceptions(1000)
    [1, 2, 3, 4, 5, 6, 7, 8, 15, 16]
    >>> cost_bound_exceptions(100, max_width=2)[8:]
    [13, 14, 15, 16, 29, 30, 31, 32, 61, 62, 63, 64]
    """
    horizons = range(1, up_to + 1)
    return [t for t in horizons if not schedule_cost_bound_holds(t, n_nodes, max_width)]


def paper_cost_sum(horizon: int, *, last: Literal["J", "J-1"] = "J") -> float:
    """Return the paper's ``sum_j 2^(j-1) / (J - j + 1)``, at cost ``1 / w`` and without a cap.

    The theorem stops at ``J - 1`` and so leaves out the last and dearest stage; the proof goes on
    to ``J`` and counts that stage as full. The exact cost lies between the two; where ``T > 1`` is
    a power of two, 1 above the second.

    Examples
    --------
    >>> exact = schedule_cost(100)
    >>> [round(cost, 1) for cost in (paper_cost_sum(100, last="J-1"), exact, paper_cost_sum(100))]
    [24.6, 61.6, 88.6]
    """
    stages = n_stages(int(check_rounds("horizon", horizon)))
    check_choice("last", last, ("J", "J-1"))
    stop = stages if last == "J" else stages - 1
    return math.fsum(2 ** (j - 1) / (stages - j + 1) for j in range(1, stop + 1))


def asymptotic_cost_fraction(max_width: int | None = None) -> float:
    """Return the limit of ``C_T / T`` for ``T = 2^J - 1`` as ``J`` grows: ``ln 2`` without a cap.

    Width ``w`` has the share ``2^-w`` of the rounds, and ``sum 2^-w / w = ln 2``. A cap ``a`` adds
    the shares of all wider probes at the price ``1 / a``: ``sum_(w<=a) 2^-w / w + 2^-a / a``. With
    the paper's cost and a fixed ``N`` it is a little less. ``T = 2^J - 1`` is the worst case: just
    above a power of two the last stage is short and the fraction nears ``2 ln 2 - 1``, 61 % saved.

    Examples
    --------
    >>> round(asymptotic_cost_fraction(), 4), asymptotic_cost_fraction(max_width=2)
    (0.6931, 0.75)
    """
    if max_width is None:
        return math.log(2)
    a = int(check_rounds("max_width", max_width))
    return math.fsum(2.0**-w / w for w in range(1, a + 1)) + 2.0**-a / a


def footnote_cost(
    graph: Graph, nodes: Iterable[int], *, loops: Literal["degree", "cancel"] = "degree"
) -> float:
    """Return the cost of a group by the footnote of Section 3.3, from which the formula is said.

    "We symmetrized the graph by adding self loops to all the nodes to make their degree ``N``, and
    normalized the cost by ``N``." Loops may raise the degree alone, ``s'(N I - A)s / N``, or stand
    in ``A`` as well, where they cancel: ``s'Ls / N``. The formula is neither.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> star = Graph.from_edges([(0, i) for i in range(1, 10)])
    >>> round(footnote_cost(star, range(4)), 6) == round(1 / 4 - 2 * 3 / (10 * 16), 6)
    True
    >>> round(footnote_cost(star, range(4), loops="cancel"), 6)
    0.0375
    """
    check_choice("loops", loops, ("degree", "cancel"))
    group = list(nodes)
    s = np.zeros(graph.n_nodes)
    s[group] = 1 / len(group)
    degrees = np.full(graph.n_nodes, float(graph.n_nodes)) if loops == "degree" else graph.degrees
    return float(s @ (degrees * s) - s @ (graph.weights @ s)) / graph.n_nodes


def _stages(horizon: int, max_width: int | None) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return rounds and width of each stage."""
    stages = n_stages(int(check_rounds("horizon", horizon)))
    n_rounds: NDArray[np.float64] = np.exp2(np.arange(stages, dtype=float))
    n_rounds[-1] = horizon - 2 ** (stages - 1) + 1
    widths: NDArray[np.float64] = np.arange(stages, 0, -1, dtype=float)
    if max_width is not None:
        widths = np.minimum(widths, float(check_rounds("max_width", max_width)))
    return n_rounds, widths
