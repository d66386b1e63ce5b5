"""One probe: the group of nodes whose average a policy asks for."""

from __future__ import annotations

from dataclasses import dataclass

from cheapbandits.checks import Index, finite, indices, instance, items, whole
from cheapbandits.errors import ProbeError

__all__ = ["Probe"]

_WHOLE = {int, Index}


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

    def __post_init__(self) -> None:
        if not _is_plain(self):
            _make_plain(self)
        # A campaign that gets them back need not ask whether they are names.
        object.__setattr__(self, "center", Index(self.center))
        object.__setattr__(self, "nodes", indices(self.nodes))

    @property
    def width(self) -> int:
        """How many nodes are averaged, ``w``."""
        return len(self.nodes)


def _is_plain(probe: Probe) -> bool:
    """Whether all is as policies make it: asked for every probe, so without a look at numbers."""
    return (
        type(probe.center) in _WHOLE
        and type(probe.number) is int
        and type(probe.nodes) is tuple
        and type(probe.cost) is float
        and type(probe.origin) is str
        and {*map(type, probe.nodes)} <= _WHOLE
        and (probe.weights is None or all(type(share) is float for share in probe.weights))
        and type(probe.weights) in (tuple, type(None))
    )


def _make_plain(probe: Probe) -> None:
    """Turn lists, arrays and NumPy's numbers to plain ones, or say what is none of them."""
    instance(probe.origin, str, "a probe's origin", "text")
    nodes = items(probe.nodes, "a probe's nodes", kind=ProbeError)
    plain: dict[str, object] = {
        "center": whole(probe.center, "a probe's center", kind=ProbeError),
        "nodes": tuple(whole(node, "a node of a probe", kind=ProbeError) for node in nodes),
        "cost": finite(probe.cost, "a probe's cost", kind=ProbeError),
        "number": whole(probe.number, "a probe's number", kind=ProbeError),
    }
    if probe.weights is not None:
        shares = items(probe.weights, "a probe's weights", kind=ProbeError)
        plain["weights"] = tuple(finite(x, "a weight of a probe", kind=ProbeError) for x in shares)
    for name, value in plain.items():
        object.__setattr__(probe, name, value)
