"""What every policy shares: asking, telling, pending probes, masks. The ceremony, once."""

from __future__ import annotations

import hashlib
import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Self, overload

import numpy as np

from cheapbandits.checks import Index, finite, got, items, whole
from cheapbandits.copies import independent
from cheapbandits.errors import BudgetError, ParameterError, ProbeError
from cheapbandits.policies.account import Account
from cheapbandits.policies.cut import learning_whole
from cheapbandits.policies.menu import Menu, Offer
from cheapbandits.policies.options import (
    CostOption,
    ProbeOption,
    check_graph,
    cost_model,
    probe_family,
)
from cheapbandits.policies.reading import check_reading, check_row
from cheapbandits.policies.scores import first_maximum, highest, search_work
from cheapbandits.probes import Probe
from cheapbandits.text import how_many

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.belief import Belief, Model, View
    from cheapbandits.belief.learned import Calibration, Estimates, Verdict
    from cheapbandits.engines import Explanation, Row
    from cheapbandits.graphs import Graph
    from cheapbandits.policies.sure import Learner

__all__ = ["Best", "Policy"]

#: The most probes of one call: each waits for all before it to be imagined.
MOST_AT_ONCE = 10_000


class Best(NamedTuple):
    """The place: a node, the estimate of its value, and the belief's deviation there.

    The deviation is the paper's ``||e_i||_{V^-1}``, for readings of unit noise: the confidence
    interval of the value is ``estimate +- beta * deviation``.
    """

    node: int
    estimate: float
    deviation: float


class Policy(Account):
    """Decides which probe to measure next and learns only from what it is told.

    A subclass sets up a belief and implements :meth:`choose`; see ``docs/new-policy.md``. A policy
    belongs to one thread at a time, for it has no lock: threads share a
    :class:`~cheapbandits.Campaign` instead. A copy of it, by ``copy.copy`` too, is independent.

    Parameters
    ----------
    graph
        The network.
    belief
        What is believed before the first reading.
    probes
        ``"strongest"`` (the paper's), ``"hops"``, ``"nearest"``, all within some distances,
        ``"radius:250,500"``, or a :class:`~cheapbandits.probes.Family`.
    cost
        ``"width"`` (the paper's formula), ``"laplacian"``, a mapping of width to price, the parts
        of a :class:`~cheapbandits.probes.TripCost` such as ``{"fixed": 50, "travel": 0.01}``, a
        function of the width (or of the probes and the width), or a
        :class:`~cheapbandits.probes.CostModel`.
    mask
        Nodes that cannot be probed. No probe that contains one is asked for.
    budget
        What all probes together may cost; ``None`` for no limit.

    Attributes
    ----------
    horizon
        The rounds planned, where the policy plans at all.
    slacks
        How much better, at most and relatively, another probe might have been in each choice among
        bounds; empty where the engine is exact.
    searches
        What each of these choices took, in products with the Laplacian.
    """

    horizon: int | None = None

    def __init__(
        self,
        graph: Graph,
        *,
        belief: Belief,
        probes: ProbeOption = "strongest",
        cost: CostOption = "width",
        mask: Iterable[int] = (),
        budget: float | None = None,
    ) -> None:
        super().__init__(budget)
        self.graph = check_graph(graph)
        self.belief = belief
        self.family = probe_family(graph, probes)
        self.menu = Menu(self.family, cost_model(graph, cost), self._last_group)
        self.slacks: list[float] = []
        self.searches: list[float] = []
        self._rows: list[Row] = []
        self._values: list[float] = []
        self._pending: dict[int, Probe] = {}
        self._told: dict[int, tuple[int, ...]] = {}
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

    def planned_width(self, t: int) -> int | None:  # noqa: ARG002
        """Return the width that round ``t`` will probe with; ``None``: decided then."""
        return None

    @property
    def widest(self) -> int:
        """The widest groups that it may ask for, where :meth:`planned_width` does not say."""
        return self.family.max_width

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
        if isinstance(n, int | np.integer) and n == 1:
            return self._ask_one()
        return self.ask_batch(n)

    def ask_batch(self, n: int) -> list[Probe]:
        """Return a list of ``n`` probes to be measured together, also for ``n = 1``.

        All or none: should it fail, whatever the reason, none of them is pending or paid for.
        """
        many = whole(n, "the number of probes to ask for", least=1)
        if many > MOST_AT_ONCE:
            raise ParameterError(
                f"ask for a whole number of probes up to {MOST_AT_ONCE:,}, got {got(n)}; tell some "
                "before you ask for more"
            )
        with self._all_or_none(many):
            return [self._ask_one() for _ in range(many)]

    def tell(self, probe: Probe, reading: float) -> None:
        """Learn the reading of a probe. Any order, any delay; each probe once.

        A probe of another run of the same policy (same graph and parameters) is welcome: so a list
        of probes and readings replays.
        """
        value = check_reading(reading)
        self._check_probe(probe)
        with learning_whole(self):
            # The belief first: should it fail, the probe is as pending as before and can be told
            # again.
            self._learn((probe.nodes, probe.weights), value)
            self._pending.pop(probe.number, None)
            self._told[probe.number] = probe.nodes
            self._paid += probe.cost
            self._last_number = max(self._last_number, probe.number)

    def observe(
        self, nodes: int | Sequence[int], reading: float, weights: Sequence[float] | None = None
    ) -> None:
        """Learn a reading nobody asked for: of a node, or the average over several. No round."""
        value = check_reading(reading)
        row = check_row(nodes, weights, self.graph.n_nodes)
        with learning_whole(self):
            self._learn(row, value)

    def restore(
        self,
        told: Sequence[tuple[Probe, float]],
        *,
        observed: Sequence[tuple[Sequence[int], Sequence[float] | None, float]] = (),
        pending: Sequence[Probe] = (),
        last_number: int = 0,
        spent: float = 0.0,
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
        spent
            As in :meth:`charge`.
        """
        if not self.is_fresh:
            raise ProbeError("only a policy that has not been asked or told anything is restored")
        told = [_parts(row, 2, "told: a probe and its reading") for row in items(told, "told")]
        pending = items(pending, "pending")
        last_number = whole(last_number, "last_number", least=0)
        for probe in [*(probe for probe, _ in told), *pending]:
            self._check_probe(probe)
        _check_once([probe for probe, _ in told], pending)
        rows = [(probe.nodes, probe.weights) for probe, _ in told]
        readings = [check_reading(reading) for _, reading in told]
        for row in items(observed, "observed"):
            nodes, weights, reading = _parts(row, 3, "observed: nodes, weights and a reading")
            rows.append(check_row(nodes, weights, self.graph.n_nodes))
            readings.append(check_reading(reading))
        finite(spent, "spent", least=0)
        with learning_whole(self):
            self.belief.condition_many(rows, readings)
            self._rows, self._values = list(rows), list(readings)
            self._told = {probe.number: probe.nodes for probe, _ in told}
            self._pending = {probe.number: probe for probe in pending}
            self._last_number = max([*self._told, *self._pending, last_number])
            self._paid = sum(probe.cost for probe, _ in told)
        self.charge(spent)

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
        if not isinstance(probe, Probe):
            raise ProbeError(f"forget takes the probe that ask returned, got {probe!r}")
        if self._pending.get(probe.number) != probe:
            raise ProbeError(f"probe {probe.number} is not pending, so it cannot be forgotten")
        del self._pending[probe.number]
        self._imagined = None

    @property
    def pending(self) -> tuple[Probe, ...]:
        """The probes asked for and not yet told, oldest first."""
        return tuple(self._pending.values())

    @property
    def readings(self) -> tuple[Sequence[Row], Sequence[float]]:
        """Every group read so far, asked for or not, and what was read there, in the order told."""
        return tuple(self._rows), tuple(self._values)

    @property
    def n_told(self) -> int:
        """How many readings the policy has been told."""
        return len(self._told)

    @property
    def is_fresh(self) -> bool:
        """Whether nothing was asked of or told to this policy yet."""
        return not (self._told or self._pending or self._rows)

    def best(self) -> Best:
        """Return the most promising node that can be probed, as far as is known now."""
        view = self.belief.view(self.family.at(1))
        node = first_maximum(view.mean, self.menu.allowed_nodes())
        estimate = self.model.outward(float(view.mean[node]))
        return Best(Index(node), estimate, self.model.scale * view.deviation_of(node))

    @property
    def model(self) -> Model:
        """What stands between the readings and the belief: units, noise, smoothness."""
        return self.belief.model

    @property
    def engine(self) -> str:
        """The name of the engine that computes the belief."""
        return self.belief.explain().engine

    #: The lowest and the highest value that can be, where they are known.
    low: float | None = None
    high: float | None = None

    def estimates(self, level: float = 0.9) -> Estimates:
        """Return estimate, low and high of every node, in the readings' units.

        They come from a belief that learns the field's scale, noise and smoothness from the
        readings, whatever this policy chooses by.
        """
        return self._learner.estimates(level, (self.low, self.high))

    def assess(self, *, tolerance: float | None = None, level: float = 0.95) -> Verdict:
        """Return what stopping now would give: the place, its interval, how sure it is.

        Parameters
        ----------
        tolerance
            How far below the maximum still counts as the place, in the readings' units. Where
            left out, 5 % of the range from ``low`` to ``high``; without those, of the estimates.
        level
            Probability of the interval.
        """
        return self._learner.assess(tolerance, level, (self.low, self.high))

    def calibrate(self) -> Calibration | None:
        """Return whether the readings agree with the graph; ``None`` where memory is too small."""
        return self._learner.calibrate()

    @cached_property
    def _learner(self) -> Learner:
        from cheapbandits.policies.sure import Learner  # takes a while to import

        return Learner(self)

    def explain(self) -> Explanation:
        """Return which engine computes the belief, why, and how exact it is; print it to read."""
        explanation = self.belief.explain()
        if not self.slacks:
            return explanation
        slacks, works = sorted(self.slacks), sorted(self.searches)
        half = len(slacks) // 2
        return explanation.add(
            {
                "certified": f"within {slacks[-1]:.1e} of the best score, half of them within "
                f"{slacks[half]:.1e}",
                "a search": f"{works[-1]:,.0f} products at the most, half of them "
                f"{works[half]:,.0f}",
            }
        )

    @property
    def reserved(self) -> float:
        """What the pending probes will cost."""
        return sum(probe.cost for probe in self._pending.values())

    # -- what to choose from -----------------------------------------------------------------------

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
        """Return what to choose from: width, probes, costs, and which are allowed (``None``: all).

        The width is another where mask or budget leave nothing of the one asked for.
        """
        return self.menu.offer(width, self.left)

    def all_candidates(self, widest: int) -> list[Offer]:
        """Return what there is to choose from at every width at once."""
        return self.menu.offers(self.left, widest=whole(widest, "widest", least=1))

    def highest(self, view: View, weight: float, allowed: NDArray[np.bool_] | None = None) -> int:
        """Return the probe with the largest ``s'm + weight sqrt(s'Cs)``; ties: lowest index.

        Where the engine gives bounds, they are sharpened until the choice is certain; how certain
        is added to :attr:`slacks`, the work it took to :attr:`searches`.
        """
        if view.exact or not weight:
            return highest(view, weight, allowed)[0]
        before = view.work
        index, slack = highest(view, weight, allowed, work=search_work(self.graph))
        self.slacks.append(slack)
        self.searches.append(view.work - before)
        return index

    # -- inside ------------------------------------------------------------------------------------

    def _learn(self, row: Row, reading: float) -> None:
        self.belief.condition(row, reading)
        self._rows.append(row)
        self._values.append(reading)
        self._imagined = None

    def keep_whole_readings(self) -> None:
        """Let go of a row whose reading did not come, as :mod:`.cut` asks for."""
        del self._rows[len(self._values) :]

    @contextmanager
    def _all_or_none(self, wanted: int) -> Iterator[None]:
        """Forget what was chosen inside, numbers and all, where not everything could be."""
        pending, last = dict(self._pending), self._last_number
        searched = len(self.slacks)
        try:
            yield
        except BaseException as error:
            fits = len(self._pending) - len(pending)
            self._pending, self._last_number, self._imagined = pending, last, None
            del self.slacks[searched:], self.searches[searched:]
            if fits and isinstance(error, BudgetError):
                raise BudgetError(
                    f"the budget allows {fits} of the {wanted} probes asked for, and none was "
                    f"taken; ask for {fits}. After those {error}"
                ) from error
            raise

    def _ask_one(self) -> Probe:
        t = len(self._told) + len(self._pending) + 1
        try:
            probe = self._probe(*self._whole(self.choose(self._belief_with_pending(), t)))
            if self._imagined is not None:
                self._imagined.expect((probe.nodes, probe.weights))
        except BaseException:
            self._imagined = None  # which may know a probe that nobody got
            raise
        self._pending[probe.number] = probe
        self._last_number = probe.number
        return probe

    def _last_group(self) -> tuple[int, ...] | None:
        """Return the group asked for last, of those that were or will be measured.

        It follows from what was told and what is pending alone, in whatever order that came.
        """
        last = max([*self._told, *self._pending], default=None)
        if last is None:
            return None
        return self._told[last] if last in self._told else self._pending[last].nodes

    def _whole(self, choice: object) -> tuple[int, int]:
        """Return a choice as two whole numbers, or say that :meth:`choose` returned something else.

        The choice of a class of the user's own can be anything.
        """
        if isinstance(choice, tuple | list) and len(choice) == 2:
            width, index = choice
            if type(width) is int and type(index) is int:
                return width, index
            try:
                return whole(width, "width"), whole(index, "index")
            except ParameterError:
                pass
        raise ProbeError(
            f"{type(self).__name__}.choose must return (width, index), two whole numbers; it "
            f"returned {choice!r}"
        )

    def _probe(self, width: int, index: int) -> Probe:
        if not 1 <= width <= self.family.max_width:
            raise ProbeError(
                f"{type(self).__name__}.choose returned width {width}; there are widths from 1 to "
                f"{self.family.max_width}"
            )
        probes = self.family.at(width)
        self.menu.check_choice(probes, width, index, self.left)
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
                self._imagined.expect((probe.nodes, probe.weights))
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
            raise ProbeError(_told_once(probe))
        pending = self._pending.get(probe.number)
        if pending is probe:
            return
        check_row(probe.nodes, probe.weights, self.graph.n_nodes)  # of another run, or made up
        finite(probe.cost, "a probe's cost", least=0, kind=ProbeError)
        if pending is None:
            return
        if (*pending.nodes, pending.weights) != (*probe.nodes, probe.weights):
            raise ProbeError(
                f"probe {probe.number} of this run asked for nodes {pending.nodes}, not "
                f"{probe.nodes}; two runs of one policy that go on side by side cannot share probes"
            )
        if not math.isclose(pending.cost, probe.cost, rel_tol=1e-9):
            raise ProbeError(
                f"probe {probe.number} of this run costs {pending.cost:g}, not {probe.cost:g}; "
                "what it cost beyond that is told by charge"
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
            repr(self.model),
        )
        return hashlib.blake2b("|".join(parts).encode(), digest_size=8).hexdigest()

    def __copy__(self) -> Self:
        return independent(self, self.graph, self.family, *self.belief.unchanging())

    def __repr__(self) -> str:
        settings = ", ".join(f"{key}={value!r}" for key, value in self.parameters.items())
        return f"{type(self).__name__}({self.graph!r}, {settings}): {how_many(self.n_told)}"


def _check_once(told: Sequence[Probe], pending: Sequence[Probe]) -> None:
    """Refuse a probe that is told twice, or told and pending, as ``tell`` would."""
    numbers: set[int] = set()
    for probe in told:
        if probe.number in numbers:
            raise ProbeError(_told_once(probe))
        numbers.add(probe.number)
    for probe in pending:
        if probe.number in numbers:
            raise ProbeError(f"{_told_once(probe)}, and not pending any more")


def _told_once(probe: Probe) -> str:
    return f"probe {probe.number} has been told already; each is told once"


def _parts(row: Any, n: int, what: str) -> Any:
    """Return a row that has so many parts."""
    parts = items(row, what)
    if len(parts) != n:
        raise ParameterError(f"{what}, {n} in all; got {row!r}")
    return parts
