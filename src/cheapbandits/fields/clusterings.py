"""The paper's forest, clustered twenty times: how much of a result is the clustering's doing.

K-means from another seeding ends in other clusters, another graph and other rewards. The shipped
forest is one of them (seed 0); these are twenty more, in a file of graphs and counts alone.
"""

from __future__ import annotations

import zipfile
import zlib
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.fields.forest import COVER_TYPES
from cheapbandits.graphs import Graph

if TYPE_CHECKING:
    from os import PathLike

    from numpy.typing import NDArray

__all__ = ["N_CLUSTERINGS", "Clustering", "clustering", "pack", "unpack"]

#: Clusterings in the shipped file: seeds 1 to 20 of ``tools.forest``.
N_CLUSTERINGS = 20
NAME = "forest_clusterings.npz"


class Clustering(NamedTuple):
    """One clustering: ``(E, 2)`` neighbours (lower node first, in order), ``(N, 7)`` counts."""

    edges: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def graph(self) -> Graph:
        """The clusters, joined to their nearest; unit weights."""
        return Graph.from_edges(self.edges, n_nodes=len(self.counts))

    @property
    def rewards(self) -> dict[str, NDArray[np.float64]]:
        """The share of each cluster's rows that have a cover type, by type."""
        shares = self.counts / self.counts.sum(axis=1, keepdims=True)
        return dict(zip(COVER_TYPES, shares.T, strict=True))

    @property
    def shares_of_type(self) -> dict[str, NDArray[np.float64]]:
        """The share of a cover type's rows that lie in each cluster, by type."""
        return dict(zip(COVER_TYPES, (self.counts / self.counts.sum(axis=0)).T, strict=True))


def clustering(number: int) -> Clustering:
    """Return one of the shipped clusterings, 0 to 19.

    Examples
    --------
    >>> land = clustering(3)
    >>> land.graph.n_nodes, int(land.counts.sum())
    (2000, 581012)
    """
    if not 0 <= number < N_CLUSTERINGS:
        raise ParameterError(f"clusterings go from 0 to {N_CLUSTERINGS - 1}, got {number}")
    return _shipped()[number]


@cache
def _shipped() -> tuple[Clustering, ...]:
    with as_file(files("cheapbandits.fields") / "data" / NAME) as path:
        return unpack(path)


def pack(found: list[Clustering], path: str | PathLike[str]) -> None:
    """Write clusterings as ``.npz``, in a quarter of the room that pairs of numbers would take."""
    n_nodes = len(found[0].counts)
    counts = np.array([one.counts for one in found])
    if counts.max() > np.iinfo(np.uint16).max:
        raise ParameterError(
            f"a cluster has {counts.max()} rows of a type; the file has room for 65,535"
        )
    arrays: dict[str, Any] = {
        "counts": counts.astype(np.uint16),
        "starts": np.array(
            [np.bincount(one.edges[:, 0], minlength=n_nodes) for one in found], dtype=np.uint8
        ),
        "ends": np.concatenate([one.edges[:, 1] for one in found]).astype(np.uint16),
    }
    with Path(path).open("wb") as file:
        np.savez_compressed(file, **arrays)


def unpack(path: str | PathLike[str]) -> tuple[Clustering, ...]:
    """Read clusterings that :func:`pack` wrote."""
    try:
        with np.load(path, allow_pickle=False) as stored:
            counts, starts, ends = (
                np.asarray(stored[name], dtype=np.int64) for name in ("counts", "starts", "ends")
            )
    except (OSError, EOFError, ValueError, KeyError, zipfile.BadZipFile, zlib.error) as error:
        raise ParameterError(f"{path} holds no clusterings: {error}") from error
    if starts.sum() != len(ends) or counts.shape[:2] != starts.shape:
        raise ParameterError(f"{path} is damaged: its arrays do not fit together")
    nodes = np.arange(starts.shape[1])
    found = []
    for tally, of_each, second in zip(
        counts, starts, np.split(ends, np.cumsum(starts.sum(axis=1))[:-1]), strict=True
    ):
        found.append(Clustering(np.column_stack([np.repeat(nodes, of_each), second]), tally))
    return tuple(found)
