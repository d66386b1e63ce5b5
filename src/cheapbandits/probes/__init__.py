"""Probes: groups of nodes whose average is measured, in families, and what they cost."""

from cheapbandits.probes.by_radius import ByRadius
from cheapbandits.probes.capped import Capped, usual_probes
from cheapbandits.probes.costs import (
    CostModel,
    LaplacianCost,
    PricePerProbe,
    PriceTable,
    WidthCost,
    width_cost,
)
from cheapbandits.probes.family import Family
from cheapbandits.probes.hops import Hops
from cheapbandits.probes.named import NamedGroups
from cheapbandits.probes.nearest import Nearest
from cheapbandits.probes.price_function import PriceFunction
from cheapbandits.probes.probe import Probe
from cheapbandits.probes.probe_set import ProbeSet, UniformProbes, WeightedProbes
from cheapbandits.probes.strongest import StrongestNeighbors, strongest_neighbors
from cheapbandits.probes.travel import Travel
from cheapbandits.probes.trip_cost import TripCost

__all__ = [
    "ByRadius",
    "Capped",
    "CostModel",
    "Family",
    "Hops",
    "LaplacianCost",
    "NamedGroups",
    "Nearest",
    "PriceFunction",
    "PricePerProbe",
    "PriceTable",
    "Probe",
    "ProbeSet",
    "StrongestNeighbors",
    "Travel",
    "TripCost",
    "UniformProbes",
    "WeightedProbes",
    "WidthCost",
    "strongest_neighbors",
    "usual_probes",
    "width_cost",
]
