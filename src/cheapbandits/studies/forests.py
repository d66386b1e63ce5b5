"""The forest as the studies read it: one clustering or twenty, two rewards, two kinds of joins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.fields import load_dataset
from cheapbandits.fields.clusterings import N_CLUSTERINGS, clustering
from cheapbandits.fields.shipped import shipped_forest
from cheapbandits.graphs import Graph
from cheapbandits.studies.maps import Land

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["alike", "clustered", "shipped"]

NEIGHBOURS = 10


def shipped() -> Land:
    """Return the shipped clustering with both readings of its reward.

    A type's own name is the share of a cluster's rows that have the type; with ``-share`` it is the
    share of the type's rows that lie in the cluster.
    """
    dataset = load_dataset("forest")
    counts = np.asarray(shipped_forest().counts, dtype=float)
    of_type = dict(zip(dataset.fields, (counts / counts.sum(axis=0)).T, strict=True))
    return Land(dataset.graph, {**dataset.fields, **_as_shares(of_type)})


def clustered(seed: int) -> Land:
    """Return the clustering of a seed, with both readings; there are twenty, taken in turn."""
    found = clustering(seed % N_CLUSTERINGS)
    return Land(found.graph, {**found.rewards, **_as_shares(found.shares_of_type)})


def _as_shares(fields: dict[str, NDArray[np.float64]]) -> dict[str, NDArray[np.float64]]:
    return {f"{name}-share": values for name, values in fields.items()}


def alike(land: Land, field: str) -> Land:
    """Join each node to the ten whose reward is nearest, as a sentence of the paper can be read.

    Many rewards are equal, 0 above all; ties go to the node that is nearest in the order of
    rewards, so that equal nodes form a chain and not a star around the lowest index.
    """
    order = np.argsort(land.fields[field], kind="stable")
    values = np.asarray(land.fields[field], dtype=float)[order]
    n = len(order)
    places = np.arange(n)
    steps = np.concatenate([np.arange(-NEIGHBOURS, 0), np.arange(1, NEIGHBOURS + 1)])
    near = places[:, None] + steps
    far = np.where((near >= 0) & (near < n), 0.0, np.inf)
    gaps = far + np.abs(values[np.clip(near, 0, n - 1)] - values[:, None])
    chosen = np.argsort(gaps + 1e-12 * np.abs(steps), axis=1, kind="stable")[:, :NEIGHBOURS]
    ends = order[np.take_along_axis(near, chosen, axis=1)]
    pairs = np.column_stack([np.repeat(order, NEIGHBOURS), ends.ravel()])
    unique = np.unique(np.sort(pairs, axis=1), axis=0)
    fields = {name: land.fields[name] for name in (field, f"{field}-share")}
    return Land(Graph.from_edges(unique, n_nodes=n), fields)
