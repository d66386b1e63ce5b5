"""How many threads the linear algebra has, and that it gets back what it had."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import cheapbandits as cb
from cheapbandits.engines.threads import for_size, on_one_thread


def n_threads():
    return {one["num_threads"] for one in threadpool_info() if one["user_api"] == "blas"}


@pytest.fixture(autouse=True)
def two_threads():
    with threadpool_limits(2, user_api="blas"):
        if n_threads() != {2}:
            pytest.fail("the linear algebra does not take two threads here")
        yield


class Counting(cb.SpectralUCB):
    def choose(self, belief, t):
        self.seen = n_threads()
        return super().choose(belief, t)


def test_small_matrices_get_one_thread_and_large_ones_all():
    with for_size(1000):
        assert n_threads() == {1}
        with for_size(5):
            assert n_threads() == {1}
        assert n_threads() == {1}
    with for_size(1001):
        assert n_threads() == {2}
    assert n_threads() == {2}


def test_a_run_on_a_small_graph_has_one_thread():
    policy = Counting(cb.grid(5, 6), horizon=5)
    cb.simulate(policy, np.zeros(30), rng=0)
    assert policy.seen == {1}
    assert n_threads() == {2}


def test_an_error_gives_the_threads_back():
    @on_one_thread
    def fail():
        assert n_threads() == {1}
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert n_threads() == {2}
