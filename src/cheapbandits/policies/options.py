"""What users write for probes and costs, turned into objects."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias, cast

from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph
from cheapbandits.graphs.check import check_graph
from cheapbandits.probes import (
    ByRadius,
    CostModel,
    Family,
    Hops,
    LaplacianCost,
    Nearest,
    PriceFunction,
    PriceTable,
    StrongestNeighbors,
    TripCost,
    WidthCost,
    strongest_neighbors,
)
from cheapbandits.probes.by_radius import parse_radii
from cheapbandits.probes.trip_cost import is_trip

__all__ = ["CostOption", "ProbeOption", "check_graph", "cost_model", "probe_family"]

#: A name, ``"radius:250,500"`` among them, or a family.
ProbeOption: TypeAlias = str | Family
CostOption: TypeAlias = (
    Literal["width", "laplacian"]
    | Mapping[int, float]
    | Mapping[str, float]
    | CostModel
    | Callable[..., Any]
)


def probe_family(graph: Graph, probes: ProbeOption) -> Family:
    """Return the family a user named, or the one given after a check that it fits the graph."""
    if not isinstance(probes, str | Family):
        raise ParameterError(f"probes must be a name or a Family, got {probes!r}")
    if isinstance(probes, Family):
        if probes.n_nodes != graph.n_nodes:
            raise ParameterError(
                f"the probes are over {probes.n_nodes} nodes, the graph has {graph.n_nodes}"
            )
        return probes
    if probes == "strongest":
        return strongest_neighbors(graph)
    if probes == "strongest-own":
        return StrongestNeighbors(graph, cap="own")
    if probes == "hops":
        return Hops(graph)
    if probes == "nearest":
        return Nearest(graph)
    radii = parse_radii(probes)
    if radii is not None:
        return ByRadius(graph, radii)
    raise ParameterError(
        "probes must be 'strongest', 'strongest-own', 'hops', 'nearest', 'radius:250,500' or a "
        "Family, "
        f"got {probes!r}"
    )


def cost_model(graph: Graph, cost: CostOption) -> CostModel:
    """Return the cost model a user named, a price table or function, or the one given."""
    if isinstance(cost, str):
        if cost == "width":
            return WidthCost()
        if cost == "laplacian":
            return LaplacianCost(graph)
    elif isinstance(cost, Mapping):
        return TripCost.of(graph, cost) if is_trip(cost) else PriceTable(cast("Any", cost))
    elif callable(cost) and not isinstance(cost, type):
        if isinstance(getattr(cost, "fingerprint", None), str):
            return cast("CostModel", cost)
        return PriceFunction(graph, cost)
    raise ParameterError(
        "cost must be 'width', 'laplacian', a mapping of width to price, parts such as "
        "{'fixed': 50, 'site': 2, 'travel': 0.01}, a function or a model, "
        f"got {cost!r}"
    )
