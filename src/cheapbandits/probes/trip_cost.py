"""What it costs to go out: a fixed part, a part for every site, and the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.graphs.check import check_graph
from cheapbandits.probes.costs import PriceTable, check_price, check_table
from cheapbandits.probes.travel import Travel

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.probes.probe_set import ProbeSet

__all__ = ["PARTS", "TripCost", "is_trip"]

#: The parts of a price, by name.
PARTS = ("fixed", "site", "travel")


class TripCost:
    """Price of a group of ``w`` sites: ``fixed + site w + travel d``, and prices by width beside.

    ``d`` is the way through the group, from its centre always to the nearest site that is left,
    and the way to its centre from where the group that was asked for before it ended. The way to
    the very first group is not counted. See :class:`~cheapbandits.probes.travel.Travel` for how
    distances are measured.

    Parameters
    ----------
    graph
        The network; its nodes need coordinates only where ``travel`` is not 0.
    fixed
        What every reading costs, however many sites: a flight, an analysis in the laboratory.
    site
        What each site of a group costs: a core, a stop.
    travel
        What a unit of distance costs.
    prices
        Prices by width, in place of a formula or beside it.

    Examples
    --------
    >>> from cheapbandits.graphs import grid
    >>> from cheapbandits.probes import Nearest
    >>> pooled = TripCost(grid(3, 3), fixed=50.0, site=2.0, travel=1.0)
    >>> pooled(Nearest(grid(3, 3)).at(2), 2)[0]  # two cores, one step apart, one analysis
    np.float64(55.0)
    """

    def __init__(
        self,
        graph: Graph,
        *,
        fixed: float = 0.0,
        site: float = 0.0,
        travel: float = 0.0,
        prices: Mapping[int, float] | None = None,
    ) -> None:
        check_graph(graph)
        parts = {"fixed": fixed, "site": site, "travel": travel}
        self._parts = {name: check_price(value, name) for name, value in parts.items()}
        self._prices = None if not prices else PriceTable(prices)
        here = self._parts["fixed"] + self._parts["site"]
        if self._prices is None and not here:
            raise ParameterError(
                "a group where one stands would cost nothing: give fixed, site or prices by width "
                "beside travel"
            )
        self._travel = Travel(graph) if self._parts["travel"] else None

    @classmethod
    def of(cls, graph: Graph, parts: Mapping[Any, float]) -> TripCost:
        """Return the model of ``{"fixed": 50, "site": 2, "travel": 0.01}``, or with widths too."""
        check_table(parts)
        unknown = [key for key in parts if isinstance(key, str) and key not in PARTS]
        if unknown:
            raise ParameterError(
                f"cost: no part {', '.join(map(repr, unknown))}; there are {', '.join(PARTS)}, and "
                "prices by width (whole numbers)"
            )
        named = {key: value for key, value in parts.items() if isinstance(key, str)}
        prices = {key: value for key, value in parts.items() if not isinstance(key, str)}
        return cls(graph, prices=prices, **named)

    @property
    def fingerprint(self) -> str:  # noqa: D102
        prices = "" if self._prices is None else f", {self._prices.fingerprint}"
        places = "" if self._travel is None else f", {self._travel.fingerprint}"
        return f"trip({sorted(self._parts.items())}{prices}{places})"

    @property
    def travels(self) -> bool:
        """Whether prices depend on where one is."""
        return self._travel is not None

    def __call__(self, probes: ProbeSet, width: int) -> NDArray[np.float64]:
        """Return the price of each probe to somebody who stands at its centre."""
        costs = self._parts["fixed"] + self._parts["site"] * probes.widths.astype(float)
        if self._prices is not None:
            costs = costs + self._prices(probes, width)
        if self._travel is not None:
            costs = costs + self._parts["travel"] * self._travel.through(probes)
        return np.asarray(costs)

    def approach(self, probes: ProbeSet, group: tuple[int, ...]) -> NDArray[np.float64]:
        """Return what it costs to come to each probe's centre from where a group ended."""
        if self._travel is None:
            return np.zeros(len(probes))
        end = np.array(self._travel.last_of(group))
        return self._parts["travel"] * self._travel.between(probes.centers, end)


def is_trip(cost: object) -> bool:
    """Tell the parts of a trip from prices by width alone."""
    return isinstance(cost, Mapping) and any(isinstance(key, str) for key in cost)
