"""The play: every contender on the same values with the same noise, run after run.

Each does what a campaign of its settings would do: it starts from what the campaign has read, and
from nothing else, and ends where budget, horizon or the stopping rule end it. With known values
runs differ by noise, and by chance where a policy draws.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.campaign.readings import check_ask
from cheapbandits.campaign.rehearsal.lasting import check_ends, planned_for
from cheapbandits.checks import whole
from cheapbandits.errors import BudgetError, ParameterError
from cheapbandits.fields.sensors import GaussianSensor

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.campaign.rehearsal.contenders import Contender
    from cheapbandits.campaign.rehearsal.fields import Fields
    from cheapbandits.campaign.spec import Spec
    from cheapbandits.policies import Policy

__all__ = ["Cell", "cells", "rehearse"]


@dataclass(frozen=True)
class Cell:
    """What one contender did in one run.

    Attributes
    ----------
    name, run
        Who, and in which run: all of one run have the same values and the same noise.
    node, value, regret
        The place named at the end, its true value, and how far that is below the hottest.
    cost, rounds
        What was spent, and on how many measurements.
    """

    name: str
    run: int
    node: int
    value: float
    regret: float
    cost: float
    rounds: int


def rehearse(
    campaign: Campaign,
    players: Sequence[Contender],
    fields: Fields,
    *,
    runs: int = 20,
    seed: int = 0,
    rounds: int | None = None,
    batch: int = 1,
) -> Iterator[Cell]:
    """Yield what each contender did, run by run, so that whoever stops early has whole runs.

    Parameters
    ----------
    campaign
        Whose graph and masks; it is left alone.
    players, fields
        From :func:`contenders` and :func:`known_values` or :func:`likely_values`.
    runs, seed
        How many; run ``i`` has its own noise, the same for everybody.
    rounds
        How many measurements at most; the campaign's own plan when left out.
    batch
        How many go out together.
    """
    runs, batch = whole(runs, "runs", least=1), whole(batch, "batch", least=1)
    spec = campaign.spec
    planned = spec.horizon if rounds is None else whole(rounds, "rounds", least=1)
    if planned is None and spec.budget is None:
        raise ParameterError("neither horizon nor budget ends this campaign: say how many rounds")
    for player in players:
        check_ask(player.spec.policy, len(fields.seen) + 1)
        if planned is None:
            check_ends(player.spec, player.spec.make_policy(campaign.graph))
    return cells(campaign, players, fields, runs, seed, planned, batch)


def cells(
    campaign: Campaign,
    players: Sequence[Contender],
    fields: Fields,
    runs: int,
    seed: int,
    planned: int | None,
    batch: int,
) -> Iterator[Cell]:
    """Yield the cells of a rehearsal whose numbers are checked."""
    from cheapbandits.engines.threads import for_size

    graph, masked = campaign.graph, campaign.policy().masked
    with for_size(graph.n_nodes):
        for run in range(runs):
            values = fields.values[run % len(fields.values)]
            sensor = GaussianSensor(values, fields.noise)
            streams = np.random.SeedSequence(seed, spawn_key=(run,)).spawn(3)
            seen = _seen(fields, sensor, np.random.default_rng(streams[2]))
            for player in players:
                policy = player.spec.make_policy(graph, np.random.default_rng(streams[1]))
                policy.mask(masked)
                for nodes, weights, reading in seen:
                    policy.observe(nodes, reading, weights)
                rng = np.random.default_rng(streams[0])
                most = planned_for(player.spec, planned, len(seen))
                _play(policy, sensor, rng, most, batch, _over(player.spec))
                yield _cell(player.name, run, policy, values)


def _seen(
    fields: Fields, sensor: GaussianSensor, rng: np.random.Generator
) -> list[tuple[tuple[int, ...], tuple[float, ...] | None, float]]:
    """Return what everybody knows at the start of a run: what the campaign has read, no more.

    Whoever is given more than a campaign would have plays another game than the campaign will.
    """
    return [
        (nodes, weights, sensor.read(nodes, weights, rng=rng) if reading is None else reading)
        for nodes, weights, reading in fields.seen
    ]


def _play(
    policy: Policy,
    sensor: GaussianSensor,
    rng: np.random.Generator,
    planned: int | None,
    batch: int,
    over: Callable[[Policy], bool],
) -> None:
    while planned is None or policy.n_told < planned:
        room = batch if planned is None else min(batch, planned - policy.n_told)
        try:
            for _ in range(room):
                policy.ask()
        except BudgetError:
            if not policy.pending:
                return
        for probe in policy.pending:
            policy.tell(probe, sensor.read(probe.nodes, probe.weights, rng=rng))
        if over(policy):
            return


def _over(spec: Spec) -> Callable[[Policy], bool]:
    """Return what says whether the campaign's stopping rule is met, by which ``watch`` ends."""
    from cheapbandits.campaign.stopping import parse_rule

    rule = parse_rule(spec.stop)

    def over(policy: Policy) -> bool:
        known = policy.assess(tolerance=spec.tolerance) if rule.needs_assessment else None
        return rule.met(known, policy.spent, policy.n_told)

    return over


def _cell(name: str, run: int, policy: Policy, values: NDArray[np.float64]) -> Cell:
    if not policy.n_told:
        raise BudgetError(
            f"the budget of {policy.budget:g} does not allow {name} a single measurement; give a "
            "larger one"
        )
    free = policy.menu.allowed_nodes()
    node = _named(policy, free)
    top = float(values.max() if free is None else values[free].max())
    value = float(values[node])
    return Cell(name, run, node, value, top - value, policy.spent, policy.n_told)


def _named(policy: Policy, free: NDArray[np.bool_] | None) -> int:
    """Return the place that the readings name, as ``status --assess`` does, whoever chose them.

    One rule for all: else a good choice of places and a poor reading of them would be mixed up.
    """
    from cheapbandits.belief.learned.sure import best_known

    known = policy.estimates()
    allowed = np.ones(len(known.estimate), dtype=bool) if free is None else free
    return best_known(known.estimate, known.widths, allowed)
