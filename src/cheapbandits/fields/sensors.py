"""A sensor that averages a true field over a group of nodes and adds noise."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import finite
from cheapbandits.checks import generator as generator_of
from cheapbandits.errors import ParameterError
from cheapbandits.fields.check import check_field

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["GaussianSensor"]


class GaussianSensor:
    """Reads ``s'f + noise``: the average of the field over a probe, with Gaussian noise.

    Parameters
    ----------
    field
        ``(N,)`` true values ``f``.
    noise
        Standard deviation of a reading, however wide the probe is.

    Examples
    --------
    >>> sensor = GaussianSensor([0.0, 1.0, 0.5], noise=0.0)
    >>> sensor.read([0, 1], rng=0)
    0.5
    >>> sensor.read([0, 1], weights=[1, 3], rng=0)
    0.75
    """

    def __init__(self, field: ArrayLike, noise: float = 0.01) -> None:
        self.field: NDArray[np.float64] = np.array(check_field(field, np.size(field)))
        if not self.field.size:
            raise ParameterError("field must have shape (N,), one value a node; got none")
        spread = finite(noise, "noise", least=0)
        self.field.setflags(write=False)
        self.noise = spread

    def mean(self, nodes: Sequence[int], weights: Sequence[float] | None = None) -> float:
        """Return ``s'f``, the reading without noise, of nodes known to be in the graph."""
        value = self.field.item
        if weights is None:
            return sum(map(value, nodes)) / len(nodes)
        return sum(w * value(i) for i, w in zip(nodes, weights, strict=True)) / sum(weights)

    def read(
        self,
        nodes: Sequence[int],
        weights: Sequence[float] | None = None,
        *,
        rng: np.random.Generator | int | None = None,
    ) -> float:
        """Return one noisy reading of the average over the nodes.

        Parameters
        ----------
        nodes
            The group, as in ``probe.nodes``.
        weights
            Share of each node, in any unit; equal when left out.
        rng
            Generator or seed. A seed gives the same noise each time: pass a generator in a loop.
        """
        group = np.asarray(nodes)
        if not group.size or group.min() < 0 or group.max() >= self.field.size:
            raise ParameterError(
                f"nodes must be from 0 to {self.field.size - 1}, at least one; got {list(nodes)}"
            )
        if weights is not None and not (len(weights) == group.size and min(weights) > 0):
            raise ParameterError(
                f"weights must be {group.size} positive shares, one a node; got {list(weights)}"
            )
        noise = float(generator_of(rng).standard_normal())
        return self.mean(nodes, weights) + self.noise * noise

    def __repr__(self) -> str:
        return f"GaussianSensor({self.field.size:,} nodes, noise={self.noise:g})"
