"""Randomised policies: seeds enter at the edge, and each run's policy has its own stream."""

from functools import partial

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.policies.registry import register
from tests.policies.random_pick import RandomPick

GRAPH = cb.grid(5, 5)
FIELD = np.linspace(0, 1, 25)


def replicated(factory, **more):
    settings = {"runs": 6, "rounds": 8, "noise": 0.0, "jobs": 1} | more
    return cb.replicate({"random": factory}, (GRAPH, FIELD), **settings)


@pytest.mark.parametrize(
    "factory",
    [RandomPick, partial(RandomPick, horizon=8), lambda graph, rng: RandomPick(graph, rng=rng)],
    ids=["class", "partial", "function"],
)
def test_every_run_has_a_stream_of_its_own(factory):
    """Without noise only the policy's own draws tell runs apart."""
    result = replicated(factory)
    walks = [tuple(row.center for row in history) for history in result.histories["random"]]
    assert len(set(walks)) == 6
    final = result.mean("random").final
    assert final.high > final.low


def test_a_seed_gives_the_same_runs_on_any_number_of_cores():
    one, two = (replicated(RandomPick, jobs=jobs) for jobs in (1, 2))
    assert one.histories == two.histories
    assert one.histories != replicated(RandomPick, seed=1).histories


def test_a_policy_draws_the_same_whoever_else_is_compared():
    alone = replicated(RandomPick).histories["random"]
    both = cb.replicate(
        {"lin": partial(cb.LinUCB, horizon=8), "random": RandomPick},
        (GRAPH, FIELD),
        runs=6,
        rounds=8,
        noise=0.0,
        jobs=1,
    )
    assert both.histories["random"] == alone


def test_a_fixed_stream_is_refused():
    with pytest.raises(cb.ParameterError, match="'random' fixes rng"):
        replicated(partial(RandomPick, rng=3))


@pytest.mark.parametrize("jobs", [1, 2])
def test_registered_policies_by_name(jobs):
    """A class that only this process has registered reaches the others."""
    register(RandomPick)
    named = cb.replicate(["RandomPick", "LinUCB"], (GRAPH, FIELD), runs=4, rounds=8, jobs=jobs)
    made = cb.replicate(
        {"r": RandomPick, "l": partial(cb.LinUCB, horizon=8)},
        (GRAPH, FIELD),
        runs=4,
        rounds=8,
        jobs=1,
    )
    assert named.histories["RandomPick"] == made.histories["r"]
    assert named.histories["LinUCB"] == made.histories["l"]
    mixed = cb.replicate({"mine": "RandomPick"}, (GRAPH, FIELD), runs=4, rounds=8, jobs=jobs)
    assert mixed.histories["mine"] == made.histories["r"]


def test_simulate_makes_a_policy_by_name():
    register(RandomPick)
    first = cb.simulate("RandomPick", FIELD, rng=1, graph=GRAPH, rounds=9)
    assert first == cb.simulate("RandomPick", FIELD, rng=1, graph=GRAPH, rounds=9)
    assert first != cb.simulate("RandomPick", FIELD, rng=2, graph=GRAPH, rounds=9)
    known = cb.simulate("LinUCB", FIELD, rng=1, graph=GRAPH, rounds=9, smoothness=0.1)
    assert known == cb.simulate(cb.LinUCB(GRAPH, horizon=9, smoothness=0.1), FIELD, rng=1)


def test_places_are_what_best_names():
    result = cb.replicate(["SpectralUCB"], (GRAPH, FIELD), runs=2, rounds=30, jobs=1)
    policy = cb.SpectralUCB(GRAPH, horizon=30)
    for probe in result.histories["SpectralUCB"][0]:
        policy.observe(probe.nodes, probe.reading)
    assert result.places["SpectralUCB"][0].node == policy.best().node
