"""What a user gets wrong at the edges is said in words, with the way out."""

from functools import partial

import numpy as np
import pandas as pd
import pytest

import cheapbandits as cb

GRAPH = cb.grid(4, 4)
FIELD = np.linspace(0, 1, 16)


def fresh():
    return cb.CheapUCB(GRAPH, horizon=5)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: cb.simulate(FIELD, fresh()), r"the policy comes first: simulate\(policy, field\)"),
        (lambda: cb.simulate(cb.CheapUCB, FIELD), r"the class CheapUCB; .*CheapUCB\(graph"),
        (lambda: cb.simulate(5, FIELD), "takes a policy, got int; make one first"),
        (lambda: cb.simulate(fresh(), "hot"), "16 numbers, one a node; got str"),
        (lambda: cb.simulate(fresh(), None), "field must"),
        (lambda: cb.simulate(fresh(), [10**400] * 16), "field must be 16 numbers"),
        (lambda: cb.simulate(fresh(), FIELD, noise=10**400), "noise must be a finite number"),
        (lambda: cb.simulate(fresh(), FIELD, noise=True), "noise must be a finite number"),
        (lambda: cb.simulate(fresh(), FIELD, noise=-1), "noise must be a finite number from 0"),
        (lambda: cb.simulate("LinUCB", FIELD, graph=GRAPH, rounds=3, name=1), "no setting name"),
        (lambda: cb.simulate(fresh(), FIELD, rounds=2.5), "how many rounds"),
        (lambda: cb.simulate("CheapUCB", FIELD), "needs graph="),
        (lambda: cb.simulate("CheepUCB", FIELD, graph=GRAPH, rounds=3), "CheapUCB"),
        (lambda: cb.simulate(fresh(), FIELD, graph=GRAPH), "graph: only for a policy given by"),
        (lambda: cb.simulate("LinUCB", FIELD, graph=GRAPH, rounds=3, noize=1), "noize"),
        (lambda: cb.replicate([fresh()], (GRAPH, FIELD)), "names of registered ones, or a mapping"),
        (lambda: cb.replicate(5, (GRAPH, FIELD)), "names of registered ones, or a mapping"),
        (lambda: cb.replicate({"a": fresh()}, (GRAPH, FIELD)), "'a' must be a function that makes"),
        (lambda: cb.replicate({"a": cb.CheapUCB}, (GRAPH, FIELD)), "'a' cannot be called as make"),
        (lambda: cb.replicate(["CheepUCB"], (GRAPH, FIELD)), "CheapUCB"),
        (lambda: cb.replicate(["LinUCB"], (GRAPH, FIELD)), "LinUCB by name needs rounds="),
        (lambda: cb.replicate(["LinUCB"], GRAPH, rounds=3), "problem must be a graph and its"),
        (lambda: cb.replicate(["LinUCB"], (FIELD, GRAPH), rounds=3), "problem must be a graph"),
        (lambda: cb.Graph.from_networkx(5), "takes a networkx graph, got int"),
    ],
)
def test_it_is_refused_in_words(call, says):
    with pytest.raises(cb.ParameterError, match=says):
        call()


def test_names_and_measures_that_are_not_there():
    result = cb.replicate(
        {"cheap": partial(cb.CheapUCB, horizon=4)}, (GRAPH, FIELD), runs=2, jobs=1
    )
    with pytest.raises(cb.ParameterError, match=r"no policy 'typo'; there are cheap"):
        result.mean("typo")
    with pytest.raises(cb.ParameterError, match=r"'regret' or 'cost', got 'typo'"):
        result.mean("cheap", "typo")
    with pytest.raises(cb.ParameterError, match="no policy 'typo'"):
        result.difference("cheap", "typo")


def test_policies_may_be_called_by_numbers():
    """Seen: who compared settings had results that could not be shown."""
    makes = {ridge: partial(cb.CheapUCB, horizon=2, ridge=ridge) for ridge in (0.01, 1)}
    result = cb.replicate(makes, (GRAPH, FIELD), runs=2, jobs=1)
    assert repr(result) == "Replications(2 runs of 0.01, 1)"
    assert len(result.mean(0.01).mean) == 2
    for wrong in ("typo", [], {}, FIELD):
        with pytest.raises(cb.ParameterError, match=r"(?s)no policy .*; there are 0\.01, 1"):
            result.mean(wrong)
    with pytest.raises(cb.ParameterError, match="'regret' or 'cost'"):
        result.mean(1, FIELD)


def test_a_used_policy_is_not_simulated():
    policy = fresh()
    cb.simulate(policy, FIELD, rng=0)
    with pytest.raises(cb.ParameterError, match=r"5 readings told, 0 pending\): simulate a fresh"):
        cb.simulate(policy, FIELD, rng=0)
    waiting = fresh()
    waiting.ask()
    with pytest.raises(cb.ParameterError, match="1 pending"):
        cb.simulate(waiting, FIELD, rng=0)


NAMES = [f"P{k}" for k in range(9)]
HILL = np.linspace(0, 1, 9)


def regrets(field, names=None):
    graph = cb.Graph(cb.grid(3, 3).weights, names=names)
    return cb.simulate(cb.CheapUCB(graph, horizon=4), field, rng=0).regret.tolist()


def test_a_series_goes_by_its_index():
    expected = regrets(HILL)
    named = pd.Series(HILL, index=NAMES)
    assert regrets(named, NAMES) == expected
    assert regrets(named[::-1], NAMES) == expected
    assert regrets(pd.Series(HILL), NAMES) == expected  # no index of its own: by position
    assert regrets(pd.Series(HILL)[::-1]) == expected
    counted = pd.Series(HILL, index=range(1, 10))
    assert regrets(counted[::-1], [str(k) for k in range(1, 10)]) == expected


@pytest.mark.parametrize(
    ("index", "names"),
    [
        ([*NAMES[:8], "Q"], NAMES),
        ([*NAMES[:8], "P0"], NAMES),
        (range(1, 10), None),
        (NAMES, None),
        (range(9), [str(k) for k in reversed(range(9))]),
    ],
)
def test_a_series_of_other_nodes_is_refused(index, names):
    with pytest.raises(cb.ParameterError, match="to_numpy"):
        regrets(pd.Series(HILL, index=index), names)
