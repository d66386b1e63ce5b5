"""What a service needs of a campaign: the belief now and then, open asks, who signs."""

import json

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.desk import signed
from cheapbandits.campaign.places import graph_document
from cheapbandits.errors import ParameterError


@pytest.fixture
def campaign(db):
    return Campaign.create("walk", cb.grid(6, 7), db=db, horizon=30, policy="CheapUCB", who="ann")


def test_the_past_is_what_was_believed_then(campaign):
    seen = [campaign.places()]
    for reading in (0.3, 0.7, 0.2):
        (ask,) = campaign.ask()
        campaign.tell(ask, reading)
        seen.append(campaign.places())
    campaign.correct(1, 0.9)
    assert seen[0]["estimate"] is None
    for then in seen:
        again = campaign.places(at=then["at"])
        assert {**again, "estimate": None, "low": None, "high": None} == {
            **then,
            "estimate": None,
            "low": None,
            "high": None,
        }
        for column in ("estimate", "low", "high"):
            if then[column] is not None:
                np.testing.assert_allclose(again[column], then[column], atol=1e-9)
    assert campaign.places()["estimate"] != seen[-1]["estimate"]
    json.dumps(seen, allow_nan=False)


def test_there_is_no_event_after_the_last(campaign):
    campaign.ask()
    assert campaign.places(at=1)["open"] == {"1": list(campaign.pending()[0].nodes)}
    for at in (2, -1, True, 1.5):
        with pytest.raises(ParameterError, match="at must be"):
            campaign.places(at=at)


def test_pending_asks_for_nothing(campaign):
    assert campaign.pending() == []
    (ask,) = campaign.ask()
    assert campaign.pending() == [ask]
    assert len(campaign.events()) == 1


def test_one_process_writes_for_several_people(campaign):
    with signed("ben"):
        (ask,) = campaign.ask()
        with signed(None):
            campaign.tell(ask, 0.5)
        campaign.cancel(campaign.ask()[0])
    assert [event.who for event in campaign.events()] == ["ben", "ann", "ben", "ben"]


def test_the_graph_is_plain_data(campaign):
    document = json.loads(json.dumps(graph_document("walk", campaign.graph, edges=True)))
    assert (document["nodes"], len(document["edges"])) == (42, document["links"])
    assert document["names"] is None
    assert len(document["coordinates"]) == 42
