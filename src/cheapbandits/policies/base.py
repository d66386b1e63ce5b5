"""What every policy shares: asking, telling, pending probes, masks. The ceremony, once."""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Literal, NamedTuple, overload

import numpy as np

from cheapbandits.belief.ties import first_maximum
from cheapbandits.errors import ParameterError, ProbeError
from cheapbandits.policies.menu import Menu, Offer
from cheapbandits.policies.options import (
    CostOption,
    ProbeOption,
    check_graph,
    cost_model,
    probe_family,
)
from cheapbandits.policies.reading import check_reading, check_row
from cheapbandits.policies.units import Units
from cheapbandits.probes import Probe

if TYPE_CHECKING:
    from cheapbandits.belief import Belief, Explanation
    from cheapbandits.graphs import Graph

__all__ = ["Best", "Policy"]

PLAIN = Units()


class Best(NamedTuple):
    """The place: a node, the estimate of its value, and the belief's deviation there.

    The deviation is the paper's ``||e_i||_{V^-1}``, for readings of unit noise: the confidence
    interval of the value is ``estimate +- beta * deviation``.
    """

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
        ``"width"`` (the paper's formula), ``"laplacian"``, a mapping of width to price, a function
        of the width (or of the probes and the width), or a
        :class:`~cheapbandits.probes.CostModel`.
    mask
        Nodes that cannot be probed. No probe that contains one is asked for.
    units
        How readings are brought to the range the policy works in.
    """

    def __init__(
        self,
        graph: Graph,
        *,
        belief: Belief,
        probes: ProbeOption = "strongest",
        cost: CostOption = "width",
        mask: Iterable[int] = (),
        units: Units = PLAIN,
    ) -> None:
        self.graph = check_graph(graph)
        self.units = units
        self.belief = belief
        self.family = probe_family(graph, probes)
        self.menu = Menu(self.family, cost_model(graph, cost))
        self._pending: dict[int, Probe] = {}
        self._told: set[int] = set()
        self._last_number = 0
        self._imagined: Belief | None = None
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
        if n == 1:
            return self._ask_one()
        return self.ask_batch(n)

    def ask_batch(self, n: int) -> list[Probe]:
        """Return a list of ``n`` probes to be measured together, also for ``n = 1``."""
        if not isinstance(n, int) or n < 1:
            raise ParameterError(f"ask for a whole number of probes, at least 1; got {n!r}")
        return [self._ask_one() for _ in range(n)]

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
        self.belief.condition((probe.nodes, probe.weights), self.units.inward(value))

    def observe(
        self, nodes: Sequence[int], reading: float, weights: Sequence[float] | None = None
    ) -> None:
        """Learn a reading nobody asked for: the average over any nodes. It takes no round."""
        value = check_reading(reading)
        row = check_row(nodes, weights, self.graph.n_nodes)
        self.belief.condition(row, self.units.inward(value))
        self._imagined = None

    def restore(
        self,
        told: Sequence[tuple[Probe, float]],
        *,
        observed: Sequence[tuple[Sequence[int], Sequence[float] | None, float]] = (),
        pending: Iterable[Probe] = (),
        last_number: int = 0,
    ) -> None:
        """Bring a fresh policy to where another stood: one factorisation, however much was told.

        Parameters
        ----------
        told
            Probes and their readings, as in :meth:`tell`.
        observed
            Nodes, weights and reading, as in :meth:`observe`.
        pending
            Probes asked for and not told.
        last_number
            The highest number given so far, where it belongs to a probe that was forgotten.
        """
        if self._told or self._pending:
            raise ProbeError("only a policy that has not been asked or told anything is restored")
        rows = [(probe.nodes, probe.weights) for probe, _ in told]
        readings = [check_reading(reading) for _, reading in told]
        for nodes, weights, reading in observed:
            rows.append(check_row(nodes, weights, self.graph.n_nodes))
            readings.append(check_reading(reading))
        for probe, _ in told:
            self._check_probe(probe)
            self._told.add(probe.number)
        for probe in pending:
            self._check_probe(probe)
            self._pending[probe.number] = probe
        self._last_number = max([*self._told, *self._pending, last_number])
        self.belief.condition_many(rows, [self.units.inward(value) for value in readings])

    def adopt(self, probe: Probe) -> None:
        """Count a probe as pending that another run of this policy asked for."""
        self._check_probe(probe)
        self._pending[probe.number] = probe
        self._last_number = max(self._last_number, probe.number)
        self._imagined = None

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
        node = first_maximum(view.mean, self.menu.allowed_nodes())
        estimate = self.units.outward(float(view.mean[node]))
        return Best(node, estimate, self.units.scale * view.deviation_of(node))

    def explain(self) -> Explanation:
        """Return which engine computes the belief, why, and how exact it is; print it to read."""
        return self.belief.explain()

    # -- masks and means ---------------------------------------------------------------------------

    def mask(self, nodes: Iterable[int]) -> None:
        """Stop asking for probes that contain any of these nodes."""
        self.menu.mask(nodes, True)

    def unmask(self, nodes: Iterable[int]) -> None:
        """Allow these nodes again."""
        self.menu.mask(nodes, False)

    @property
    def masked(self) -> tuple[int, ...]:
        """The nodes that cannot be probed."""
        return self.menu.masked

    def candidates(self, width: int) -> Offer:
        """Return what to choose from: width, probes, and which are allowed (``None``: all).

        The width is another where mask or means leave nothing of the one asked for.
        """
        return self.menu.offer(width)

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
        self.menu.check_choice(probes, width, index)
        nodes, weights = probes.group(index)
        cost = float(self.menu.costs(width)[index])
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

    def _check_probe(self, probe: Probe) -> None:
        if not isinstance(probe, Probe):
            raise ProbeError(f"tell and forget take the probe that ask returned, got {probe!r}")
        if probe.origin != self.fingerprint:
            raise ProbeError(
                f"probe {probe.number} was asked for by another policy ({probe.origin or 'unknown'}"
                f", this one is {self.fingerprint}): tell it there"
            )
        if probe.number in self._told:
            raise ProbeError(f"probe {probe.number} has been told already; each is told once")
        pending = self._pending.get(probe.number, probe)
        if pending is not probe and tuple(pending.nodes) != tuple(probe.nodes):
            raise ProbeError(
                f"probe {probe.number} of this run asked for nodes {pending.nodes}, not "
                f"{probe.nodes}; two runs of one policy that go on side by side cannot share probes"
            )

    @cached_property
    def fingerprint(self) -> str:
        """A short digest of graph, kind and parameters: equal for policies that ask alike."""
        parts = (
            type(self).__name__,
            self.graph.fingerprint,
            self.family.fingerprint,
            self.menu.cost_model.fingerprint,
            repr(sorted(self.parameters.items())),
            repr(self.units),
        )
        return hashlib.blake2b("|".join(parts).encode(), digest_size=8).hexdigest()

    def __repr__(self) -> str:
        settings = ", ".join(f"{key}={value!r}" for key, value in self.parameters.items())
        return f"{type(self).__name__}({self.graph!r}, {settings}): {self.n_told} readings"


def _imagine(belief: Belief, probe: Probe) -> None:
    nodes = list(probe.nodes)
    expected = float(np.average(belief.mean[nodes], weights=probe.weights))
    belief.condition((probe.nodes, probe.weights), expected)
