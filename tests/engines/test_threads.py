"""How many threads the linear algebra has, and that it gets back what it had."""

import numpy as np
import pytest
from threadpoolctl import threadpool_info, threadpool_limits

import cheapbandits as cb
from cheapbandits.engines import threads
from cheapbandits.engines.threads import by_size, for_size, on_one_thread


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


def seconds(one, two):
    """Stand for a machine on which a factorisation takes so long on one thread and on two."""
    return lambda n_rows: one if n_threads() == {1} else two


def test_small_matrices_get_one_thread_and_large_ones_all_where_cores_are_free(monkeypatch):
    monkeypatch.setattr(threads, "_trial", threads._Trial())
    monkeypatch.setattr(threads, "_seconds", seconds(2.0, 1.0))
    with for_size(threads.SMALL):
        assert n_threads() == {1}
        with for_size(5):
            assert n_threads() == {1}
        assert n_threads() == {1}
    with for_size(threads.SMALL + 1):
        assert n_threads() == {2}
    assert n_threads() == {2}


def test_large_matrices_get_one_thread_where_cores_are_busy(monkeypatch):
    monkeypatch.setattr(threads, "_trial", threads._Trial())
    monkeypatch.setattr(threads, "_seconds", seconds(1.0, 9.0))
    with by_size() as suit:
        suit(threads.SMALL_AMONG_MANY + 1)
        assert n_threads() == {1}
    assert n_threads() == {2}


def test_a_trial_holds_for_a_while(monkeypatch):
    trials = []
    monkeypatch.setattr(threads, "_trial", threads._Trial())
    monkeypatch.setattr(threads, "_seconds", lambda n_rows: trials.append(n_rows) or 1.0)
    monkeypatch.setattr(threads, "LEAST_SECONDS", 3600.0)
    large = threads.SMALL_AMONG_MANY + 1
    with by_size() as suit:
        for n_rows in (large, 5, 2 * large):
            suit(n_rows)
    assert trials == [min(large // 2, threads.TRIED)] * 2


def test_what_is_tried_is_a_factorisation():
    assert threads._seconds(50) > 0


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
