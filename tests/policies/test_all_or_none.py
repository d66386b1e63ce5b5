"""A batch that cannot be had as a whole leaves the policy as it was."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.policies import make_policy

NAMES = ["CheapUCB", "Finder", "PacedKG", "RandomSampling", "SpectralTS", "SpectralEliminator"]


@pytest.fixture(scope="module")
def graph():
    return cb.grid(4, 4)


def begun(name, graph, budget):
    """A policy that was told something and has a probe pending."""
    policy = make_policy(name, graph, horizon=20, budget=budget, rng=np.random.default_rng(3))
    policy.tell(policy.ask(), 1.0)
    policy.ask()
    return policy


@pytest.mark.parametrize("name", NAMES)
def test_a_batch_beyond_the_budget_costs_nothing(name, graph):
    policy, other = begun(name, graph, 6.0), begun(name, graph, 6.0)
    before = (policy.pending, policy.reserved, policy.left, list(policy.slacks))
    with pytest.raises(cb.BudgetError, match=r"allows (\d+) of the 100") as caught:
        policy.ask_batch(100)
    assert (policy.pending, policy.reserved, policy.left, policy.slacks) == before
    fits = int(str(caught.value).split("allows ")[1].split()[0])
    batch = policy.ask_batch(fits)
    assert batch == other.ask_batch(fits)
    with pytest.raises(cb.BudgetError):
        policy.ask()


def test_a_budget_that_allows_none_is_said_as_by_ask(graph):
    policy = cb.Finder(graph, budget=0.01)
    with pytest.raises(cb.BudgetError, match=r"^no probe costs 0\.01 or less"):
        policy.ask_batch(3)
    assert policy.is_fresh


class Slips(cb.CheapUCB):
    """Takes any error that is hung on it in its third round, on the way out of the choice."""

    fault: BaseException | None = None

    def choose(self, belief, t):
        chosen = super().choose(belief, t)
        if t == 3 and self.fault is not None:
            raise self.fault
        return chosen


@pytest.mark.parametrize("fault", [KeyboardInterrupt(), ZeroDivisionError("a slip")])
def test_whatever_goes_wrong_nothing_stays_behind(graph, fault):
    policy, other = (Slips(graph, horizon=20, budget=9.0) for _ in range(2))
    policy.fault = fault
    with pytest.raises(type(fault)):
        policy.ask_batch(5)
    assert policy.is_fresh
    assert policy.reserved == 0
    policy.fault = None
    assert policy.ask_batch(5) == other.ask_batch(5)


def test_one_ask_that_is_cut_off_is_not_half_imagined(graph, monkeypatch):
    """Between the choice and its place among the pending."""
    policy, other = cb.CheapUCB(graph, horizon=20), cb.CheapUCB(graph, horizon=20)
    assert policy.ask_batch(2) == other.ask_batch(2)
    whole = cb.Belief.expect

    def cut(belief, row):
        whole(belief, row)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(cb.Belief, "expect", cut)
        with pytest.raises(KeyboardInterrupt):
            policy.ask()
    assert policy.pending == other.pending
    assert policy.ask_batch(3) == other.ask_batch(3)
    assert policy._imagined.n_columns == other._imagined.n_columns
