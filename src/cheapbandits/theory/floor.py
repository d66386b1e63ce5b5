"""What averaging loses whatever is learned: a floor under CheapUCB's regret.

In a round of width ``w`` no policy reads more than the best average of that width, so it loses at
least ``f* - max s'f`` over the probes of that width. The schedule decides how many rounds each
width has, not what is learned, and these are a fixed share of ``T``: half of the rounds have width
1, a quarter width 2, and so on. Where the best pair is worse than the best node, the floor is
therefore linear in ``T``, and so is the regret.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.fields.check import check_field
from cheapbandits.policies.schedule import widths
from cheapbandits.probes import strongest_neighbors
from cheapbandits.theory.parameters import check_rounds

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.probes import Family

__all__ = ["averaging_floor", "floor_rate", "schedule_floor", "width_losses"]


def width_losses(
    graph: Graph, field: ArrayLike, widest: int, *, family: Family | None = None
) -> NDArray[np.float64]:
    """Return ``f* - max s'f`` over the probes of each width from 1 to the widest.

    Parameters
    ----------
    graph, field
        The network and a value a node.
    widest
        Taken down to the family's own widest.
    family
        Which groups are read; the paper's when left out.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(0, 1), (1, 2)])
    >>> width_losses(path, [1.0, 0.5, 0.0], 2)
    array([0.  , 0.25])
    """
    f = check_field(field, graph.n_nodes, graph.names)
    groups = strongest_neighbors(graph) if family is None else family
    last = min(int(check_rounds("widest", widest)), groups.max_width)
    best = [float(groups.at(w).average(f).max()) for w in range(1, last + 1)]
    return np.asarray(np.maximum(f.max() - np.array(best), 0.0))


def averaging_floor(
    graph: Graph, field: ArrayLike, horizon: int, *, family: Family | None = None
) -> NDArray[np.float64]:
    """Return ``(T,)``: below this CheapUCB's cumulative regret cannot be, round by round.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> path = Graph.from_edges([(0, 1), (1, 2)])
    >>> averaging_floor(path, [1.0, 0.5, 0.0], 8)
    array([0.25, 0.5 , 0.75, 0.75, 0.75, 0.75, 0.75, 0.75])
    """
    groups = strongest_neighbors(graph) if family is None else family
    rounds = int(check_rounds("horizon", horizon))
    plan = widths(rounds, groups.max_width)
    return schedule_floor(width_losses(graph, field, int(plan.max()), family=groups), rounds)


def schedule_floor(losses: ArrayLike, horizon: int) -> NDArray[np.float64]:
    """Return the floor of a horizon from what each width loses, as :func:`width_losses` says.

    The widest of them is the cap: pass as many as the family has, or as the schedule needs.

    Examples
    --------
    >>> schedule_floor([0.0, 0.25], 4)
    array([0.25, 0.25, 0.25, 0.25])
    """
    lost = np.asarray(losses, dtype=float)
    plan = widths(int(check_rounds("horizon", horizon)), len(lost))
    return np.cumsum(lost[plan - 1])


def floor_rate(graph: Graph, field: ArrayLike, *, family: Family | None = None) -> float:
    """Return the floor a round as ``T = 2^J - 1`` grows: the slope of the linear regret.

    Width ``w`` has the share ``2^-w`` of the rounds, and the widest the shares of all beyond it.
    Widths above 40 have no share that would be seen.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> floor_rate(Graph.from_edges([(0, 1), (1, 2)]), [1.0, 0.5, 0.0])
    0.125
    """
    losses = width_losses(graph, field, 40, family=family)
    shares = 0.5 ** np.arange(1, len(losses) + 1)
    shares[-1] *= 2
    return float(shares @ losses)
