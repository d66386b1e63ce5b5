"""What is kept with a graph: made once, shared by threads, gone with the graph."""

import copy
import gc
import pickle
import threading
import weakref

import pytest

import cheapbandits as cb


class Thing:
    pass


def test_threads_that_ask_at_once_get_one_object_made_once():
    graph = cb.grid(3, 3)
    started, go_on = threading.Event(), threading.Event()
    made, got = [], []

    def make():
        started.set()
        assert go_on.wait(30)
        made.append(Thing())
        return made[-1]

    threads = [
        threading.Thread(target=lambda: got.append(graph.keep("thing", make))) for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    assert started.wait(30)
    # Another key does not wait for the one that is being made.
    other = graph.keep("other", Thing)
    go_on.set()
    for thread in threads:
        thread.join(30)
    assert len(made) == 1
    assert got == made * 4
    assert graph.keep("other", Thing) is other


def test_making_one_value_may_ask_for_another():
    graph = cb.grid(3, 3)
    outer = graph.keep("outer", lambda: [graph.keep("inner", Thing)])
    assert outer[0] is graph.keep("inner", Thing)


def test_a_failure_is_not_kept():
    graph = cb.grid(3, 3)
    with pytest.raises(ZeroDivisionError):
        graph.keep("thing", lambda: 1 / 0)
    assert graph.keep("thing", lambda: 7) == 7


def test_nothing_is_also_a_value():
    graph = cb.grid(3, 3)
    assert graph.keep("thing", lambda: None) is None
    assert graph.keep("thing", Thing) is None


def through_pickle(graph):
    return pickle.loads(pickle.dumps(graph))  # noqa: S301  # our own bytes


@pytest.mark.parametrize("duplicate", [through_pickle, copy.deepcopy])
def test_a_copy_starts_without(duplicate):
    graph = cb.grid(3, 3)
    graph.keep("thing", lambda: threading.Lock())  # which no pickle could carry
    other = duplicate(graph)
    assert other == graph
    assert other.keep("thing", lambda: 7) == 7
    assert len(other._kept) == 1


def test_a_shallow_copy_has_its_own_place():
    graph = cb.grid(3, 3)
    thing = graph.keep("thing", Thing)
    other = copy.copy(graph)
    other.release()
    assert graph.keep("thing", Thing) is thing


def test_equal_graphs_do_not_share():
    assert cb.grid(3, 3).keep("thing", Thing) is not cb.grid(3, 3).keep("thing", Thing)


def test_it_goes_with_the_graph_or_when_released():
    graph = cb.grid(3, 3)
    first = weakref.ref(graph.keep("thing", Thing))
    graph.release()
    assert first() is None
    second = weakref.ref(graph.keep("thing", Thing))
    assert second() is not None
    # A value may point back at its graph.
    circle = graph.keep("circle", list)
    circle.append(graph)
    del graph, circle
    gc.collect()
    assert second() is None
