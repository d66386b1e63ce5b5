"""A reading after which nothing finite could be believed is refused before it is stored."""

import json
import math

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits import policies
from cheapbandits.campaign.desk import Draft
from cheapbandits.campaign.documents import status_document
from cheapbandits.campaign.readings import LARGEST
from cheapbandits.errors import CampaignError, KeyReusedError, ParameterError, ReadingError
from cheapbandits.policies.registry import policy_names

ALL = [getattr(policies, name) for name in policies.__all__] and sorted(policy_names())
TOO_LARGE = [1e308, -1e308, 1.01 * LARGEST, -1e51]


@pytest.fixture(scope="module")
def graph():
    return cb.grid(4, 5)


@pytest.fixture
def walk(graph, file_db):
    with cb.Campaign.create("walk", graph, db=file_db, budget=30.0) as campaign:
        yield campaign


@pytest.mark.parametrize("reading", TOO_LARGE)
def test_too_large_a_reading_is_refused_everywhere(walk, reading):
    first, second = walk.ask(2)
    walk.tell(first, 0.5)
    for say in (
        lambda: walk.tell(second, reading),
        lambda: walk.correct(first, reading),
        lambda: walk.observe([3], reading),
        lambda: walk.observe_many([([1], 0.5, None), ([2], reading, None)]),
    ):
        with pytest.raises(ReadingError, match="too large to count with"):
            say()
    assert [event.kind for event in walk.events()] == ["ask", "ask", "tell"]
    walk.tell(second, 0.25)
    walk.ask()


def test_units_count(tmp_path):
    with cb.Campaign.create(
        "tiny", cb.grid(4, 5), db=tmp_path / "c.db", scale=1e-300, policy="CheapUCB"
    ) as campaign:
        ask = campaign.ask()[0]
        with (
            pytest.warns(cb.ReadingWarning, match="more than 5 scales"),
            pytest.raises(ReadingError, match="scale 1e-300"),
        ):
            campaign.tell(ask, 0.3)
        campaign.tell(ask, 0.3e-300)
        assert math.isfinite(campaign.assess().estimate)


@pytest.mark.parametrize("policy", ALL)
@pytest.mark.filterwarnings("error")
def test_the_largest_reading_leaves_finite_beliefs(file_db, policy):
    settings = {"policy": policy, "budget": 20.0, "db": file_db}
    with cb.Campaign.create("far", cb.grid(5, 5), **settings) as campaign:
        for reading in (LARGEST, -LARGEST, 0.3, 1e-310, LARGEST):
            campaign.tell(campaign.ask()[0], reading)
        campaign.ask()
        known = campaign.estimates()
        assert np.isfinite([known.estimate, known.low, known.high]).all()
        json.dumps(status_document(campaign.status(), campaign.outlook()), allow_nan=False)


@pytest.mark.parametrize("observation", [False, True])
def test_an_older_database_with_such_a_reading_says_which_and_the_way_out(walk, observation):
    ask = walk.ask()[0]
    draft = Draft("tell", {"reading": 1e308}, ask=ask.number)
    if observation:
        draft = Draft("observe", {"nodes": [2], "reading": -1e308})
    stored = walk._desk.note(lambda _: [draft], lambda writer: writer.asked(ask.number))[0][0]
    number, words = (stored.seq, " --observation") if observation else (ask.number, "")
    for look in (lambda: walk.ask(2), walk.outlook, walk.policy):
        with pytest.raises(CampaignError, match=f"annul walk {number}{words}`"):
            look()
    assert len(walk.history()) == 1 + observation
    walk.annul(number, observation=observation)
    assert len(walk.ask(2)) == 2


@pytest.mark.parametrize(
    "settings",
    [{"horizon": 10**400}, {"horizon": 10**5000}, {"horizon": 10**9}, {"budget": 10**400},
     {"budget": "x"}, {"center": 10**400}, {"scale": "x"}, {"tolerance": 10**400},
     {"tolerance": "x"}, {"seed": -(10**5000)}],
)  # fmt: skip
def test_numbers_of_any_length_are_refused_in_words(file_db, settings):
    with pytest.raises(ParameterError):
        cb.Campaign.create("x", cb.grid(2, 3), db=file_db, **settings)
    with pytest.raises(ParameterError, match="budget"):
        cb.CheapUCB(cb.grid(2, 3), horizon=4, budget=10**400)


@pytest.mark.parametrize("n", ["2", 0, -1, 1.5, None, 10**400, 10**9])
def test_how_many_to_ask_for(walk, n):
    with pytest.raises(CampaignError, match="how many to ask for"):
        walk.ask(n)


def test_two_rows_of_one_request_with_one_key_are_named_by_their_rows(walk):
    """No event was stored, so none can be named: nothing of the request is kept."""
    before = walk.events()
    with pytest.raises(KeyReusedError) as refused:
        walk.observe_many([([0], 1.0, None), ([1], 1.0, "z"), ([2], 1.0, "z")])
    assert "rows 2 and 3 of these readings have the same key 'z'" in str(refused.value)
    assert "event" not in str(refused.value)
    assert refused.value.event is None
    assert walk.events() == before
    # The same row twice is one reading; another key, or none, is the way out.
    assert walk.observe_many([([1], 1.0, "z"), ([1], 1.0, "z"), ([2], 1.0, None)]) == 2
    with pytest.raises(KeyReusedError, match=r"was used for observe .*\(event \d+\)"):
        walk.observe_many([([3], 1.0, "new"), ([2], 1.0, "z")])
