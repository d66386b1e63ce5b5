"""A class of the user's own that does something else than it should says so by its name."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.checks import Index
from cheapbandits.policies import make_policy, register


def choosing(choice):
    class Odd(cb.Policy):
        def __init__(self, graph):
            super().__init__(graph, belief=Belief.of(graph))

        def choose(self, belief, t):
            return choice

    return Odd(cb.grid(3, 3))


@pytest.mark.parametrize(
    "choice",
    [None, ("x", 0), (1, 0.0), (1, 2, 3), (True, True), 3, "ab", (0, 0), (99, 0), (1, 9), (1, -1)],
)
def test_a_choice_that_is_none(choice):
    policy = choosing(choice)
    with pytest.raises(cb.ProbeError, match=r"Odd|chose probe"):
        policy.ask()
    assert policy.is_fresh


@pytest.mark.parametrize("choice", [(1, 4), [1, 4], (np.int64(1), np.intp(4))])
def test_a_choice_in_any_form(choice):
    probe = choosing(choice).ask()
    assert probe.nodes == (4,)
    assert type(probe.center) is Index  # an int, and none of NumPy's


def test_an_abstract_class_is_not_registered():
    class Unfinished(cb.Policy):
        pass

    with pytest.raises(cb.ParameterError, match=r"Unfinished.*choose"):
        register(Unfinished)


def test_a_class_that_forgets_super():
    class Forgetful(cb.Policy):
        def __init__(self, graph):
            self.mine = 1

        def choose(self, belief, t):
            return 1, 0

    for budget in (None, 3.0):
        with pytest.raises(cb.ParameterError, match=r"Forgetful.*super"):
            make_policy(Forgetful, cb.grid(3, 3), budget=budget)


def test_a_policy_is_a_name_or_a_class():
    for wrong in (3, None, int, ["CheapUCB"]):
        with pytest.raises(cb.ParameterError):
            make_policy(wrong, cb.grid(3, 3), horizon=9)
    with pytest.raises(cb.ParameterError, match=r"entry point group 'cheapbandits.policies'"):
        make_policy("CheapUBC", cb.grid(3, 3), horizon=9)
