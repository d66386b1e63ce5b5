"""A copy of a policy or of a belief goes its own way."""

import copy

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief.learned import LearnedBelief, Prior
from cheapbandits.belief.learned.large import LargePrior
from cheapbandits.belief.learned.large_belief import LargeBelief
from cheapbandits.policies import make_policy, policy_class, policy_names

NAMES = [n for n in policy_names() if policy_class(n).__module__.startswith("cheapbandits.")]


@pytest.fixture(scope="module")
def graph():
    return cb.grid(4, 4)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_copy_is_told_its_original_does_not_know(name, graph):
    policy = make_policy(name, graph, horizon=20, budget=9.0, rng=np.random.default_rng(3))
    policy.tell(policy.ask(), 1.0)
    policy.ask()
    policy.estimates()  # what answers is kept, and belongs to the policy
    before = (policy.pending, policy.spent, policy.n_told, policy.best(), policy.readings)
    twin = copy.copy(policy)
    assert twin.best() == policy.best()
    twin.mask([5])
    twin.tell(twin.ask(), 50.0)
    twin.tell(twin.pending[0], 60.0)
    twin.observe(0, 70.0)
    assert (policy.pending, policy.spent, policy.n_told, policy.best(), policy.readings) == before
    assert policy.masked == ()
    assert max(policy.estimates().estimate) < 10 < max(twin.estimates().estimate)
    probe = policy.ask()
    policy.tell(probe, 2.0)
    assert (policy.n_told, twin.n_told) == (2, 3)


def test_what_never_changes_is_shared(graph):
    """A copy of a policy on a large graph is not twice the graph and its factor."""
    policy = cb.CheapUCB(graph, horizon=20)
    twin = copy.copy(policy)
    assert twin.graph is graph
    assert twin.family is policy.family
    assert twin.belief.prior is policy.belief.prior
    assert twin.menu.family is policy.family


def test_a_belief_and_its_copy(graph):
    family = cb.CheapUCB(graph, horizon=4).family
    for belief in (
        cb.Belief.of(graph),
        LearnedBelief(Prior.of(graph, family)),
        LargeBelief(LargePrior.of(graph, family)),
    ):
        belief.condition(((3,), None), 1.0)
        belief.condition(((9,), None), 2.0)
        before = belief.mean.copy()
        twin = copy.copy(belief)
        np.testing.assert_array_equal(twin.mean, before)
        twin.condition(((4,), None), 50.0)
        np.testing.assert_array_equal(belief.mean, before)
        belief.condition(((4,), None), 3.0)
        assert abs(twin.mean[4] - belief.mean[4]) > 1


def test_a_belief_on_a_belief_takes_it_along(graph):
    """What is imagined starts from another belief, which learns."""
    below = cb.Belief.of(graph)
    twin = copy.copy(below.imagine())
    variance = float(np.asarray(twin.column(((3,), None)))[3])
    below.condition(((3,), None), 5.0)
    assert float(np.asarray(twin.column(((3,), None)))[3]) == variance
