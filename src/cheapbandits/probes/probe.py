"""One probe: the group of nodes whose average a policy asks for."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Probe"]


@dataclass(frozen=True, slots=True)
class Probe:
    """What to measure next: the average over ``nodes``.

    Attributes
    ----------
    center
        The node the group belongs to.
    nodes
        The group, centre first.
    cost
        What measuring it costs.
    number
        Which ask of its policy this is, from 1.
    origin
        Fingerprint of the policy that asked: graph, kind and parameters.
    weights
        The share of each node in the average; ``None`` when all are equal, as in the paper.
    """

    center: int
    nodes: tuple[int, ...]
    cost: float
    number: int = 0
    origin: str = ""
    weights: tuple[float, ...] | None = None

    @property
    def width(self) -> int:
        """How many nodes are averaged, ``w``."""
        return len(self.nodes)
