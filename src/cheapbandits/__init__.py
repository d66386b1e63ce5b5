"""Find the hottest place of a network for the least sensing.

A graph has an unknown, smooth value on its nodes. Measuring one node is precise and dear; measuring
the average of a node and its neighbours is crude and cheap. The policies here decide which group to
measure next and learn from each averaged reading.

>>> import cheapbandits as cb
>>> g = cb.grid(10, 10)
>>> policy = cb.CheapUCB(g, horizon=50)
>>> probe = policy.ask()
>>> policy.tell(probe, 0.42)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cheapbandits.belief import Belief
    from cheapbandits.campaign import Campaign
    from cheapbandits.errors import (
        BudgetError,
        CapacityError,
        CheapBanditsError,
        ConvergenceError,
        GraphError,
        GraphFileError,
        MissingExtraError,
        ParameterError,
        ProbeError,
        ReadingError,
    )
    from cheapbandits.fields import load_dataset, sparse_field
    from cheapbandits.graphs import (
        Graph,
        barabasi_albert,
        disjoint_cliques,
        erdos_renyi,
        grid,
        read_graph,
        stochastic_block_model,
        write_graph,
    )
    from cheapbandits.history import History, Round
    from cheapbandits.policies import Best, CheapUCB, LinUCB, Policy, SpectralUCB
    from cheapbandits.probes import (
        Hops,
        LaplacianCost,
        NamedGroups,
        Nearest,
        PricePerProbe,
        PriceTable,
        Probe,
        StrongestNeighbors,
        WidthCost,
        width_cost,
    )
    from cheapbandits.replication import Replications, replicate
    from cheapbandits.simulation import simulate
    from cheapbandits.spectrum import (
        effective_dimension,
        fourier_basis,
        fourier_transform,
        inverse_fourier_transform,
        laplacian_eigenvalues,
    )

__version__ = "0.1.0"

#: Where each public name lives. It is imported when first used, so that a plain import stays quick.
_ROOMS = {
    "belief": ("Belief",),
    "campaign": ("Campaign",),
    "errors": (
        "BudgetError",
        "CapacityError",
        "CheapBanditsError",
        "ConvergenceError",
        "GraphError",
        "GraphFileError",
        "MissingExtraError",
        "ParameterError",
        "ProbeError",
        "ReadingError",
    ),
    "fields": ("load_dataset", "sparse_field"),
    "graphs": (
        "Graph",
        "barabasi_albert",
        "disjoint_cliques",
        "erdos_renyi",
        "grid",
        "read_graph",
        "stochastic_block_model",
        "write_graph",
    ),
    "history": ("History", "Round"),
    "policies": ("Best", "CheapUCB", "LinUCB", "Policy", "SpectralUCB"),
    "probes": (
        "Hops",
        "LaplacianCost",
        "NamedGroups",
        "Nearest",
        "PricePerProbe",
        "PriceTable",
        "Probe",
        "StrongestNeighbors",
        "WidthCost",
        "width_cost",
    ),
    "replication": ("Replications", "replicate"),
    "simulation": ("simulate",),
    "spectrum": (
        "effective_dimension",
        "fourier_basis",
        "fourier_transform",
        "inverse_fourier_transform",
        "laplacian_eigenvalues",
    ),
}
_ROOM_OF = {name: room for room, names in _ROOMS.items() for name in names}

__all__ = [
    "Belief",
    "Best",
    "BudgetError",
    "Campaign",
    "CapacityError",
    "CheapBanditsError",
    "CheapUCB",
    "ConvergenceError",
    "Graph",
    "GraphError",
    "GraphFileError",
    "History",
    "Hops",
    "LaplacianCost",
    "LinUCB",
    "MissingExtraError",
    "NamedGroups",
    "Nearest",
    "ParameterError",
    "Policy",
    "PricePerProbe",
    "PriceTable",
    "Probe",
    "ProbeError",
    "ReadingError",
    "Replications",
    "Round",
    "SpectralUCB",
    "StrongestNeighbors",
    "WidthCost",
    "__version__",
    "barabasi_albert",
    "disjoint_cliques",
    "effective_dimension",
    "erdos_renyi",
    "fourier_basis",
    "fourier_transform",
    "grid",
    "inverse_fourier_transform",
    "laplacian_eigenvalues",
    "load_dataset",
    "read_graph",
    "replicate",
    "simulate",
    "sparse_field",
    "stochastic_block_model",
    "width_cost",
    "write_graph",
]


def __getattr__(name: str) -> object:
    if name in _ROOM_OF:
        value = getattr(import_module(f"{__name__}.{_ROOM_OF[name]}"), name)
        globals()[name] = value
        return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted(__all__)
