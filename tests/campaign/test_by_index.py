"""A whole number is an index; where it is another node's name as well, that is said."""

import copy
import pickle
import warnings

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign.by_index import other_reading
from cheapbandits.errors import ParameterError


def numbered(names, n=9):
    return cb.Graph(cb.grid(3, n // 3).weights, names=list(names))


@pytest.fixture
def wells(tmp_path):
    """A campaign on nine wells, called 1 to 9."""
    graph = numbered(range(1, 10))
    with cb.Campaign.create("wells", graph, db=tmp_path / "c.db", horizon=20) as campaign:
        yield campaign


def places(campaign):
    return [row["place"] for row in campaign.history() if row["observation"]]


BOTH = r"^3 is taken as an index, which is '4'; for the node named '3' pass it as text, '3'$"


@pytest.mark.parametrize(
    "come",
    [
        lambda c: c.observe(3, 1.0),
        lambda c: c.observe(np.int64(3), 1.0),
        lambda c: c.observe(["1", 3], 1.0),
        lambda c: c.observe_many([("2", 1.0, None), ([3], 1.0, None)]),
        lambda c: c.observe_rows([([3], 1.0, None)]),
        lambda c: c.mask([3]),
        lambda c: c.mask(np.array([3])),
        lambda c: (c.mask("4"), c.unmask(3)),
    ],
)
def test_a_number_with_two_readings_is_said_once(wells, come):
    with pytest.warns(cb.ByIndexWarning, match=BOTH) as said:
        come(wells)
    assert len(said) == 1
    assert said[0].filename == __file__
    wells.observe(5, 2.0)  # it is known by now


def test_who_makes_it_an_error_has_nothing_stored_and_hears_it_again(wells):
    for _ in range(2):
        with pytest.raises(cb.ByIndexWarning):
            wells.observe(3, 1.0)
    assert places(wells) == []


def test_numbers_go_by_index_all_the_same(wells):
    with pytest.warns(cb.ByIndexWarning):
        wells.observe(3, 1.0)
    wells.observe("3", 1.0)
    assert places(wells) == ["4", "3"]


def test_what_was_given_out_is_taken_back_without_a_word(wells):
    (ask,) = wells.ask()
    wells.tell(ask, 1.0)
    wells.observe(ask.nodes, 1.0)
    wells.observe(list(ask.nodes), 1.0)
    wells.observe(ask.center, 1.0)
    wells.observe(wells.graph.index("3"), 1.0)
    wells.observe_many([(row["nodes"], 1.0, None) for row in wells.history()])
    for again in (copy.copy(ask), copy.deepcopy(ask), pickle.loads(pickle.dumps(ask))):  # noqa: S301
        wells.observe(sorted(again.nodes), 1.0)
    wells.mask(ask.nodes[:1])
    wells.unmask(wells.masked)
    policy = wells.policy()
    wells.observe(policy.ask().nodes, 1.0)
    wells.mask(policy.best().node)
    wells.unmask(wells.policy().masked)
    wells.observe(wells.assess(tolerance=0.1).node, 1.0)
    wells.ask(more=True)
    wells.observe(wells.status().best["node"], 1.0)


@pytest.mark.parametrize(
    "names",
    [
        [f"A{k}" for k in range(9)],
        [str(k) for k in range(9)],
        [f"{k:03}" for k in range(9)],
        [str(k) for k in range(101, 110)],
        ["03", "01", "2", "3", "4", "5", "6", "7", "8"],
        ["3a", "1.5", "-3", "+3", "3,0", "1e0", "³", "three", "0x3"],
        None,
    ],
)
def test_silent_where_a_number_has_one_reading(tmp_path, names):
    graph = cb.Graph(cb.grid(3, 3).weights, names=names)
    with cb.Campaign.create("one", graph, db=tmp_path / "c.db") as campaign:
        campaign.observe_many([([node], 1.0, None) for node in range(9)])
        campaign.mask(range(5))


@pytest.mark.parametrize(
    ("names", "node", "there"),
    [
        (["001", "002", "003", "004", "5", "6", "7", "8", "9"], 3, "003"),
        (["1.0", "2.0", "3.0", "4.0", "5.0", "6.0", "7.0", "8.0", "9.0"], 3, "3.0"),
        (["0", "2", "1", "3", "4", "5", "6", "7", "8"], 1, "1"),
        (["a", "b", "c", "d", "e", "f", "g", "h", "3"], 3, "3"),
        (["03", "x", "y", "z", "3", "5", "6", "7", "8"], 3, "3"),
    ],
)
def test_names_that_a_table_hands_over_as_numbers(names, node, there):
    graph = numbered(names)
    assert f"'{there}'" in other_reading(graph, [node])
    assert other_reading(graph, [graph.index(there)]) is None


def test_a_name_beyond_the_indices_is_refused_with_what_to_pass(wells):
    with pytest.raises(ParameterError, match=r"\(0 to 8\); a name is given as text, '9'$"):
        wells.observe(9, 1.0)
    with pytest.raises(ParameterError, match=r"\(0 to 8\)$"):
        wells.observe(10, 1.0)


def test_what_is_recorded_is_plain(wells):
    (ask,) = wells.ask()
    seen, masked = wells.observe(ask.nodes, 1.0), wells.mask(ask.nodes)
    for node in (*seen.body["nodes"], *masked.body["nodes"]):
        assert type(node) is int


def test_the_warning_can_be_left_out(wells):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", cb.ByIndexWarning)
        wells.observe(3, 1.0)
    assert places(wells) == ["4"]
