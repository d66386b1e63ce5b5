"""Networks to begin or to play with: shipped ones, uploads, and the paper's random ones."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import NotFoundError, ParameterError
from cheapbandits.fields import DATASETS, load_dataset, planted_field
from cheapbandits.graphs import (
    Graph,
    barabasi_albert,
    erdos_renyi,
    grid,
    stochastic_block_model,
)

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.service.house import House

#: How fast a smooth field forgets along links: less is smoother.
ROUGHNESS = 0.15

__all__ = ["FIELDS", "MADE", "column_of", "field_on", "network", "shipped_titles"]

#: Networks that are made on the spot, by name; the paper's kinds among them.
MADE = {
    "communities": "Four communities, 220 places",
    "random": "Random links, 250 places (the paper's)",
    "hubs": "A few hubs, 250 places (the paper's)",
    "grid": "Grid, 15 by 15",
    "relief": "The Earth's relief, 2,592 cells of five degrees",
}
#: Fields to look for the maximum of.
FIELDS = {"smooth": "Smooth", "hills": "A few hills", "real": "Measured"}


def shipped_titles() -> dict[str, str]:
    """Return the shipped networks, with a line for people."""
    lines = {"us_counties": "US counties, 3,215 places", "forest": "Forest plots, 2,000 places"}
    return {name: lines.get(name, name) for name in DATASETS}


@lru_cache(maxsize=4)
def _made(name: str) -> Graph:
    match name:
        case "communities":
            return stochastic_block_model((70, 60, 50, 40), within=0.16, between=0.004, rng=4)
        case "random":
            return erdos_renyi(250, 0.03, rng=1)
        case "hubs":
            return barabasi_albert(250, 3, rng=1)
        case "relief":
            return _globe(*_heights().shape)
        case _:
            return grid(15, 15)


@lru_cache(maxsize=1)
def _heights() -> NDArray[np.float64]:
    """Return ``(36, 72)`` mean elevations, in kilometres; from the south, from 20 degrees east."""
    with (files("cheapbandits.fields") / "data" / "relief5.csv").open(encoding="ascii") as lines:
        return np.loadtxt(lines, delimiter=",") / 1000


def _globe(rows: int, columns: int) -> Graph:
    """Return cells linked to their neighbours, the last of a belt to its first."""
    number = np.arange(rows * columns).reshape(rows, columns)
    along = np.stack([number, np.roll(number, -1, axis=1)], axis=-1).reshape(-1, 2)
    across = np.stack([number[:-1], number[1:]], axis=-1).reshape(-1, 2)
    south, west = np.mgrid[0:rows, 0:columns]
    # As far apart as the cells are in degrees, and no degrees: a globe in a cone is no map.
    places = 360 / columns * np.column_stack([west.ravel(), south.ravel()]).astype(float)
    return Graph.from_edges(
        np.concatenate([along, across]), n_nodes=rows * columns, coordinates=places
    )


def network(house: House, name: str) -> Graph:
    """Return a network by name: made, shipped, or an upload by its id."""
    if name in MADE:
        return _made(name)
    if name in DATASETS:
        return load_dataset(name).graph
    if len(name) == 32:
        return house.uploads.graph(name)
    raise NotFoundError(f"there is no such network; there are {', '.join([*MADE, *DATASETS])}")


def column_of(house: House, identity: str, column: str) -> NDArray[np.float64]:
    """Return the values of an upload's own column."""
    fields = house.uploads.fields(identity) if len(identity) == 32 else {}
    if column not in fields:
        raise NotFoundError("the file has no such column with a number for every place")
    return fields[column]


def field_on(graph: Graph, name: str, network_name: str, seed: int) -> NDArray[np.float64]:
    """Return the true values that a race looks for the highest of."""
    if name == "real" and network_name in DATASETS:
        return next(iter(load_dataset(network_name).fields.values()))
    if name == "real" and network_name == "relief":
        return _heights().ravel()
    if name == "smooth":
        return _smooth(graph, seed)
    if name in FIELDS:
        return planted_field(graph, reach=2.5, rng=seed)
    raise ParameterError(f"no field {name[:40]!r}; there are {', '.join(FIELDS)}")


def _smooth(graph: Graph, seed: int) -> NDArray[np.float64]:
    """Return values from 0 to 1 that are alike where links are: noise, smoothed along them twice.

    A field of a few frequencies would do on maps; on networks with communities it is flat but for
    one place, and nothing to look at.
    """
    import scipy.sparse as sp
    from scipy.sparse.linalg import cg

    degrees = np.maximum(graph.degrees, 1e-9)
    half = sp.diags_array(degrees**-0.5)
    matrix = half @ graph.laplacian @ half + ROUGHNESS * sp.eye_array(graph.n_nodes)
    field = np.random.default_rng([seed, 3]).standard_normal(graph.n_nodes)
    for _ in range(2):
        field = cg(matrix, field, rtol=1e-6, maxiter=500)[0]
    low, high = float(field.min()), float(field.max())
    return np.asarray((field - low) / (high - low or 1.0))
