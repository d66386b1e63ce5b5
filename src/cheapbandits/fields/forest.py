"""The paper's forest: clusters of land, and the small file they are kept in (no pickle)."""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

__all__ = ["ARRAYS", "COVER_TYPES", "Forest", "load_forest"]

#: Cover types in the order of their labels 1 to 7.
COVER_TYPES = (
    "spruce-fir",
    "lodgepole-pine",
    "ponderosa-pine",
    "cottonwood-willow",
    "aspen",
    "douglas-fir",
    "krummholz",
)

#: What the file holds. ``tools/forest`` writes it.
ARRAYS = {
    "centers": np.float64,
    "counts": np.int32,
    "low": np.float64,
    "high": np.float64,
    "edges": np.int32,
    "inertia": np.float64,
    "iterations": np.int64,
}


@dataclass(frozen=True, eq=False)
class Forest:
    """Clusters of similar land, joined to their nearest, with what grows on each.

    Attributes
    ----------
    centers
        ``(N, 10)`` cluster means of the quantitative columns, each scaled to [0, 1].
    counts
        ``(N, 7)`` rows of each cover type in each cluster.
    low, high
        ``(10,)`` smallest and largest raw value of each column: what became 0 and 1.
    edges
        ``(E, 2)`` neighbours. Kept rather than found again from the centres, so that rounding on
        another machine cannot change the graph.
    inertia
        Sum over rows of the squared distance to the nearest centre.
    iterations
        Steps that k-means took.
    """

    centers: NDArray[np.float64]
    counts: NDArray[np.int32]
    low: NDArray[np.float64]
    high: NDArray[np.float64]
    edges: NDArray[np.int32]
    inertia: float
    iterations: int

    @cached_property
    def graph(self) -> Graph:
        """``N`` nodes, unit weights, the centres as coordinates."""
        return Graph.from_edges(self.edges, n_nodes=len(self.centers), coordinates=self.centers)

    @cached_property
    def rewards(self) -> NDArray[np.float64]:
        """``(7, N)`` fraction of each cluster's rows that a cover type has; columns sum to 1."""
        rewards = (self.counts / self.counts.sum(axis=1, keepdims=True)).T
        rewards.setflags(write=False)
        return np.asarray(rewards)


def load_forest(path: str | PathLike[str]) -> Forest:
    """Read a forest that ``tools/forest`` built and saved."""
    if not Path(path).is_file():
        raise ParameterError(f"no file at {path}: 'python -m tools.forest' writes one")
    try:
        arrays = _read(Path(path))
    except (OSError, EOFError, ValueError, zipfile.BadZipFile, zlib.error) as error:
        raise ParameterError(f"{path} is not a saved forest: {error}") from error
    _check(arrays, path)
    for array in arrays.values():
        array.setflags(write=False)
    inertia, iterations = float(arrays.pop("inertia")), int(arrays.pop("iterations"))
    return Forest(**arrays, inertia=inertia, iterations=iterations)


def _read(path: Path) -> dict[str, NDArray[Any]]:
    with np.load(path, allow_pickle=False) as stored:
        missing = sorted(set(ARRAYS) - set(stored))
        if missing:
            raise ValueError(f"it lacks {', '.join(missing)}")
        return {name: np.asarray(stored[name], dtype) for name, dtype in ARRAYS.items()}


def _check(arrays: Mapping[str, NDArray[Any]], path: object) -> None:
    """Refuse arrays whose shapes do not fit together."""
    n_nodes, n_columns = (*arrays["centers"].shape, 0, 0)[:2]
    expected = {
        "centers": (n_nodes, n_columns),
        "counts": (n_nodes, len(COVER_TYPES)),
        "low": (n_columns,),
        "high": (n_columns,),
        "edges": (len(np.atleast_1d(arrays["edges"])), 2),
        "inertia": (),
        "iterations": (),
    }
    for name, shape in expected.items():
        if arrays[name].shape != shape:
            raise ParameterError(
                f"{path} is damaged: {name} has shape {arrays[name].shape}, expected {shape}"
            )
    if not (arrays["counts"].sum(axis=1) > 0).all():
        raise ParameterError(f"{path} is damaged: a cluster has no rows")
