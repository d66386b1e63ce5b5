"""Real networks with real fields that come with the package, so that it works offline."""

from __future__ import annotations

import csv
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from importlib.resources.abc import Traversable
from types import MappingProxyType
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import instance
from cheapbandits.errors import ParameterError
from cheapbandits.fields.forest import COVER_TYPES, Forest, load_forest
from cheapbandits.graphs import Graph
from cheapbandits.text import did_you_mean

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["DATASETS", "Dataset", "forest", "load_dataset", "us_counties"]

FOREST_NOTICE = (
    "Copyright Jock A. Blackard and Colorado State University. Reuse of this database is unlimited "
    "with retention of copyright notice for Jock A. Blackard and Colorado State University."
)
COUNTIES_NOTICE = "Public domain: works of the United States government."


@dataclass(frozen=True, eq=False)
class Dataset:
    """A graph and one or more true fields on it.

    Attributes
    ----------
    name, title
        A short name to load it by, and a line for people.
    graph
        ``N`` nodes.
    fields
        Read-only ``(N,)`` arrays by name.
    notice
        Whose data it is, and on what terms; more in ``data/NOTICE.md``.
    """

    name: str
    title: str
    graph: Graph
    fields: Mapping[str, NDArray[np.float64]]
    notice: str

    def __repr__(self) -> str:
        return f"Dataset({self.name!r}, {self.graph!r}, fields: {', '.join(self.fields)})"


@cache
def forest() -> Dataset:
    """Return the paper's forest: 2000 clusters of land in Colorado, a field a cover type.

    A field is the fraction of a cluster's plots that a tree covers, from 0 to 1. Nodes have no
    names; the coordinates are the ten scaled cartographic columns, not a place on the map.

    Examples
    --------
    >>> land = forest()
    >>> land.graph
    Graph(2,000 nodes, 12,932 edges, connected, unit weights, 10-d coordinates)
    >>> round(float(land.fields["cottonwood-willow"].max()), 3)
    0.743
    """
    reduced = shipped_forest()
    return Dataset(
        name="forest",
        title="Forest Cover Type, Colorado: 2000 clusters of land, seven cover types",
        graph=reduced.graph,
        fields=_read_only(dict(zip(COVER_TYPES, reduced.rewards, strict=True))),
        notice=FOREST_NOTICE,
    )


def shipped_forest() -> Forest:
    """Return the reduced table behind :func:`forest`: centres, counts and scaling."""
    with as_file(_data() / "forest2000.npz") as path:
        return load_forest(path)


@cache
def us_counties() -> Dataset:
    """Return the 3,215 US counties, joined where they touch, with unemployment of 2009 in percent.

    Nodes are named ("Autauga County, Alabama"); the coordinates are longitude and latitude.

    Examples
    --------
    >>> counties = us_counties()
    >>> rate = counties.fields["unemployment"]
    >>> counties.graph.name(int(rate.argmax())), float(rate.max())
    ('Imperial County, California', 30.1)
    """
    with (_data() / "us_counties.csv").open(encoding="utf-8") as lines:
        rows = list(csv.DictReader(lines))
    with (_data() / "us_counties_adjacency.csv").open(encoding="utf-8") as lines:
        pairs = np.loadtxt(lines, dtype=np.int64, delimiter=",", skiprows=1)
    graph = Graph.from_edges(
        pairs,
        n_nodes=len(rows),
        names=[row["name"] for row in rows],
        coordinates=[(float(row["lon"]), float(row["lat"])) for row in rows],
    )
    rate = np.array([float(row["unemployment_rate_2009"]) for row in rows])
    return Dataset(
        name="us_counties",
        title="US counties: unemployment rate of 2009, percent",
        graph=graph,
        fields=_read_only({"unemployment": rate}),
        notice=COUNTIES_NOTICE,
    )


_LOADERS: dict[str, Callable[[], Dataset]] = {"forest": forest, "us_counties": us_counties}

#: Names that :func:`load_dataset` knows.
DATASETS: tuple[str, ...] = tuple(_LOADERS)


def load_dataset(name: str) -> Dataset:
    """Return a shipped dataset by name; the same object each time.

    Examples
    --------
    >>> load_dataset("us_counties")
    Dataset('us_counties', Graph(3,215 nodes, 9,460 edges, 11 parts, ...), fields: unemployment)
    """
    instance(name, str, "a dataset", "a name")
    try:
        return _LOADERS[name]()
    except KeyError:
        meant = did_you_mean(name, DATASETS)
        raise ParameterError(
            f"no dataset is named {name!r}; {meant}there are {', '.join(DATASETS)}"
        ) from None


def _data() -> Traversable:
    return files("cheapbandits.fields") / "data"


def _read_only(
    fields: Mapping[str, NDArray[np.float64]],
) -> Mapping[str, NDArray[np.float64]]:
    """Return the fields so that no holder of the shared dataset can change them."""
    copies = {name: np.array(values, dtype=float) for name, values in fields.items()}
    for values in copies.values():
        values.setflags(write=False)
    return MappingProxyType(copies)
