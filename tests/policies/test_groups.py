"""What counts as a group of nodes, and what does not."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief

WRONG = [
    [1.9],
    [1.0],
    [True],
    [-1],
    [0, -1],
    [9],
    [],
    ["1"],
    "1",
    None,
    [None],
    [[1]],
    np.array(1.5),
]


@pytest.fixture
def policy():
    return cb.CheapUCB(cb.grid(3, 3), horizon=9)


@pytest.mark.parametrize("nodes", WRONG)
def test_what_is_no_group(policy, nodes):
    with pytest.raises(cb.ProbeError):
        policy.observe(nodes, 0.4)
    with pytest.raises(cb.ProbeError):
        policy.restore([], observed=[(nodes, None, 0.4)])
    assert policy.is_fresh


@pytest.mark.parametrize("weights", ["ab", 3, [0.5], [1.5, -0.5], [float("nan")] * 2, [None, 1]])
def test_what_are_no_weights(policy, weights):
    with pytest.raises(cb.ProbeError):
        policy.observe([1, 2], 0.4, weights)


@pytest.mark.parametrize("nodes", [1, np.int64(1), [1], (np.uint8(1),), np.array([1]), range(1, 2)])
def test_one_node_in_any_form(policy, nodes):
    policy.observe(nodes, 0.4)
    assert policy.readings[0] == (((1,), None),)


@pytest.mark.parametrize("nodes", [(0, -1), (-1,), (9,), ()])
def test_a_belief_refuses_nodes_that_are_not_there(nodes):
    belief = Belief.of(cb.grid(3, 3))
    with pytest.raises(cb.ProbeError, match="from 0 to 8"):
        belief.condition((nodes, None), 0.3)
    with pytest.raises(cb.ProbeError, match="from 0 to 8"):
        belief.condition_many([((1,), None), (nodes, None)], [0.3, 0.3])
    assert not belief.mean.any()
