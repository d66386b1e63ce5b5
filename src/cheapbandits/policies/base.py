"""What every policy shares: asking, telling, pending probes, masks. The ceremony, once."""

from __future__ import annotations

import hashlib
import math
from abc import ABC, abstractmethod
from collections.abc import Iterable
from functools import cached_property
from numbers import Real
from typing import TYPE_CHECKING, Literal, NamedTuple, overload

import numpy as np

from cheapbandits.errors import ParameterError, ProbeError, ReadingError
from cheapbandits.policies.options import CostOption, ProbeOption, cost_model, probe_family
from cheapbandits.probes import Probe

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief import Belief
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["Best", "Policy"]


class Best(NamedTuple):
    """The place: a node, the estimate of its value, and the belief's deviation there."""

    node: int
    estimate: float
    deviation: float


class Policy(ABC):
    """Decides which probe to measure next and learns only from what it is told.

    A subclass sets up a belief and implements :meth:`choose`; see ``docs/new-policy.md``.

    Parameters
    ----------
    graph
        The network.
    belief
        What is believed before the first reading.
    probes
        ``"strongest"`` (the paper's), ``"hops"``, ``"nearest"``, or a
        :class:`~cheapbandits.probes.Family`.
    cost
        ``"width"`` (the paper's equation 3), ``"laplacian"``, a mapping of width to price, or a
        :class:`~cheapbandits.probes.CostModel`.
    mask
        Nodes that cannot be probed. No probe that contains one is asked for.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        belief: Belief,
        probes: ProbeOption = "strongest",
        cost: CostOption = "width",
        mask: Iterable[int] = (),
    ) -> None:
        self.graph = graph
        self.belief = belief
        self.family = probe_family(graph, probes)
        self._cost_model = cost_model(graph, cost)
        self._costs: dict[int, NDArray[np.float64]] = {}
        self._pending: dict[int, Probe] = {}
        self._told: set[int] = set()
        self._last_number = 0
        self._imagined: Belief | None = None
        self._masked: NDArray[np.bool_] = np.zeros(graph.n_nodes, dtype=bool)
        self._any_masked = False
        self._allowed: dict[int, NDArray[np.bool_]] = {}
        self.mask(mask)

    @abstractmethod
    def choose(self, belief: Belief, t: int) -> tuple[int, int]:
        """Return the width and the index, within :meth:`candidates`, of the probe of round ``t``.

        Parameters
        ----------
        belief
            What to believe in this round. It allows for probes that are still pending, which
            :attr:`belief` does not.
        t
            The round, from 1.
        """

    @property
    def parameters(self) -> dict[str, object]:
        """The settings that decide what this policy asks; part of :attr:`fingerprint`."""
        return {}

    # -- asking and telling ------------------------------------------------------------------------

    @overload
    def ask(self, n: Literal[1] = 1) -> Probe: ...

    @overload
    def ask(self, n: int) -> Probe | list[Probe]: ...

    def ask(self, n: int = 1) -> Probe | list[Probe]:
        """Return the next probe, or a list of ``n > 1`` to be measured together.

        A probe asked for while others are pending allows for them: their readings are imagined to
        come out as expected, which leaves the mean as it is and takes their uncertainty away.
        """
        if n < 1:
            raise ParameterError(f"ask for at least 1 probe, got n={n}")
        return self._ask_one() if n == 1 else [self._ask_one() for _ in range(n)]

    def tell(self, probe: Probe, reading: float) -> None:
        """Learn the reading of a probe. Any order, any delay; each probe once.

        A probe of another run of the same policy (same graph and parameters) is welcome: so a list
        of probes and readings replays.
        """
        value = check_reading(reading)
        self._check_probe(probe)
        self._pending.pop(probe.number, None)
        self._told.add(probe.number)
        self._last_number = max(self._last_number, probe.number)
        self._imagined = None
        self.belief.condition((probe.nodes, probe.weights), value)

    def forget(self, probe: Probe) -> None:
        """Drop a pending probe whose reading will not come; its round is given back.

        Should the reading come after all, it can still be told.
        """
        if self._pending.get(probe.number) != probe:
            raise ProbeError(f"probe {probe.number} is not pending, so it cannot be forgotten")
        del self._pending[probe.number]
        self._imagined = None

    @property
    def pending(self) -> tuple[Probe, ...]:
        """The probes asked for and not yet told, oldest first."""
        return tuple(self._pending.values())

    @property
    def n_told(self) -> int:
        """How many readings the policy has been told."""
        return len(self._told)

    def best(self) -> Best:
        """Return the most promising node that can be probed, as far as is known now."""
        view = self.belief.view(self.family.at(1))
        node = first_maximum(view.mean, self._allowed_at(1))
        return Best(node, float(view.mean[node]), float(view.deviation[node]))

    # -- masks -------------------------------------------------------------------------------------

    def mask(self, nodes: Iterable[int]) -> None:
        """Stop asking for probes that contain any of these nodes."""
        self._set_mask(nodes, True)

    def unmask(self, nodes: Iterable[int]) -> None:
        """Allow these nodes again."""
        self._set_mask(nodes, False)

    @property
    def masked(self) -> tuple[int, ...]:
        """The nodes that cannot be probed."""
        return tuple(np.flatnonzero(self._masked).tolist())

    def _set_mask(self, nodes: Iterable[int], value: bool) -> None:
        indices = list(nodes)
        for node in indices:
            if not 0 <= node < self.graph.n_nodes:
                raise ParameterError(
                    f"mask: node {node} is not in the graph (0 to {self.graph.n_nodes - 1})"
                )
        masked = self._masked.copy()
        masked[indices] = value
        if masked.all():
            raise ParameterError("the mask leaves no node to probe; leave at least one free")
        self._masked, self._any_masked = masked, bool(masked.any())
        self._allowed.clear()

    # -- for subclasses ----------------------------------------------------------------------------

    def candidates(self, width: int) -> tuple[int, ProbeSet, NDArray[np.bool_] | None]:
        """Return the probes to choose from: width, set, and which are allowed (``None``: all).

        The width is narrowed where the mask leaves nothing of the one asked for.
        """
        while True:
            allowed = self._allowed_at(width)
            if allowed is None or allowed.any():
                return width, self.family.at(width), allowed
            width -= 1

    # -- inside ------------------------------------------------------------------------------------

    def _ask_one(self) -> Probe:
        t = len(self._told) + len(self._pending) + 1
        width, index = self.choose(self._belief_with_pending(), t)
        probe = self._probe(width, index)
        self._pending[probe.number] = probe
        if self._imagined is not None:
            _imagine(self._imagined, probe)
        self._last_number = probe.number
        return probe

    def _probe(self, width: int, index: int) -> Probe:
        probes = self.family.at(width)
        if width not in self._costs:
            self._costs[width] = self._cost_model(probes, width)
        nodes, weights = probes.group(index)
        cost = float(self._costs[width][index])
        number = self._last_number + 1
        return Probe(nodes[0], nodes, cost, number, self.fingerprint, weights)

    def _belief_with_pending(self) -> Belief:
        if not self._pending:
            return self.belief
        if self._imagined is None:
            self._imagined = self.belief.imagine()
            for probe in self._pending.values():
                _imagine(self._imagined, probe)
        return self._imagined

    def _allowed_at(self, width: int) -> NDArray[np.bool_] | None:
        if not self._any_masked:
            return None
        if width not in self._allowed:
            self._allowed[width] = ~self.family.at(width).touching(self._masked)
        return self._allowed[width]

    def _check_probe(self, probe: Probe) -> None:
        if probe.origin != self.fingerprint:
            raise ProbeError(
                f"probe {probe.number} was asked for by another policy ({probe.origin or 'unknown'}"
                f", this one is {self.fingerprint}): tell it there"
            )
        if probe.number in self._told:
            raise ProbeError(f"probe {probe.number} has been told already; each is told once")
        pending = self._pending.get(probe.number, probe)
        if pending is not probe and pending != probe:
            raise ProbeError(
                f"probe {probe.number} asked for nodes {pending.nodes}, not {probe.nodes}"
            )

    @cached_property
    def fingerprint(self) -> str:
        """A short digest of graph, kind and parameters: equal for policies that ask alike."""
        parts = (
            type(self).__name__,
            self.graph.fingerprint,
            self.family.fingerprint,
            self._cost_model.fingerprint,
            repr(sorted(self.parameters.items())),
        )
        return hashlib.blake2b("|".join(parts).encode(), digest_size=8).hexdigest()

    def __repr__(self) -> str:
        settings = ", ".join(f"{key}={value!r}" for key, value in self.parameters.items())
        return f"{type(self).__name__}({self.graph!r}, {settings}): {self.n_told} readings"


def check_reading(reading: object) -> float:
    """Return a reading as a float, or say why it is none."""
    if type(reading) is float and math.isfinite(reading):
        return reading
    if isinstance(reading, bool | np.bool_) or not isinstance(reading, Real):
        raise ReadingError(f"a reading must be a number, got {reading!r}")
    try:
        value = float(reading)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise ReadingError(f"a reading must be finite, got {reading!r}; forget(probe) drops it")
    return value


def first_maximum(scores: NDArray[np.float64], allowed: NDArray[np.bool_] | None = None) -> int:
    """Return the index of the largest score; ties within rounding go to the lowest index.

    Scores that differ by less than ``1e-9`` of their size are ties, so that the choice does not
    hang on the order in which some library adds numbers.
    """
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    top = float(scores[scores.argmax()])
    return int((scores >= top - 1e-9 * max(1.0, abs(top))).argmax())


def _imagine(belief: Belief, probe: Probe) -> None:
    nodes = list(probe.nodes)
    expected = float(np.average(belief.mean[nodes], weights=probe.weights))
    belief.condition((probe.nodes, probe.weights), expected)
