"""Any registered policy runs a campaign; what was settled at creation holds on every machine."""

import json

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits import policies
from cheapbandits.belief import Belief
from cheapbandits.campaign import Campaign, ClosedError, Spec
from cheapbandits.engines import choice, choose
from cheapbandits.policies import Policy, registry


@pytest.fixture(scope="module")
def graph():
    return cb.grid(6, 7)


@pytest.fixture
def dice(monkeypatch):
    """A randomised policy of one's own: it knows nothing of horizons, prices or engines."""
    monkeypatch.setattr(registry, "_classes", dict(registry._classes))

    @policies.register
    class Dice(Policy):
        """Probe a node at random."""

        def __init__(self, graph, *, faces=6, rng=None):
            super().__init__(graph, belief=Belief(choose(graph, 0.01)))
            self.faces, self.rng = faces, np.random.default_rng(rng)

        def choose(self, belief, t):
            offer = self.candidates(1)
            places = np.arange(len(offer.probes)) if offer.allowed is None else offer.allowed
            return offer.width, int(self.rng.choice(np.flatnonzero(places)[: self.faces]))

    return Dice


def play(campaign, rounds):
    asks = []
    for _ in range(rounds):
        (ask,) = campaign.ask()
        campaign.tell(ask, ask.number / 10)
        asks.append(ask.nodes)
    return asks


def test_a_policy_of_ones_own_runs_a_campaign(graph, db, dice):
    campaign = Campaign.create("dice", graph, db=db, policy="Dice", faces=4, budget=3.0)
    assert campaign.spec.parameters == {"faces": 4}
    assert isinstance(campaign.policy(), dice)
    asks = play(campaign, 3)
    assert {node for (node,) in asks} <= {1, 2, 3, 4}
    with pytest.raises(ClosedError, match="used up"):
        campaign.ask()
    assert campaign.assess().n_readings == 3
    for wrong in ({"sides": 6}, {"ridge": 0.1}, {"probes": "hops"}):
        with pytest.raises(cb.ParameterError, match=next(iter(wrong))):
            Campaign.create("wrong", graph, db=db, policy="Dice", **wrong)


def test_a_randomised_policy_asks_the_same_wherever_it_is_opened(graph, tmp_path, dice):
    def asks(name, seed, reopen=False, crowd=False):
        db = tmp_path / f"{name}.db"
        campaign = Campaign.create(name, graph, db=db, policy="Dice", faces=40, seed=seed)
        found = []
        for _ in range(12):
            if reopen:
                campaign = Campaign.open(name, db=db)
            found += play(campaign, 1)
            if crowd:
                campaign.assess()
        return found

    straight = asks("straight", 1)
    assert asks("reopened", 1, reopen=True) == straight
    assert asks("watched", 1, crowd=True) == straight
    assert asks("other", 2) != straight
    assert len(set(straight)) > 5
    batch = Campaign.create("batch", graph, db=tmp_path / "b.db", policy="Dice", faces=40, seed=1)
    assert [ask.nodes for ask in batch.ask(12)] == straight


def test_the_engine_is_settled_once(graph, tmp_path, monkeypatch):
    """A machine that would choose another engine goes on with the one that was recorded."""
    campaign = Campaign.create("walk", graph, db=tmp_path / "c.db", horizon=20, policy="CheapUCB")
    assert campaign.spec.engine == "dense"
    expected = play(campaign, 6)
    chosen = Campaign.create(
        "named", graph, db=tmp_path / "c.db", engine="dissection", policy="CheapUCB"
    )
    assert chosen.spec.engine == chosen.policy().engine == "dissection"
    monkeypatch.setattr(choice, "suited", lambda *_: ("iterative", "a smaller machine"))
    again = Campaign.open("walk", db=tmp_path / "c.db")
    assert again.policy().engine == "dense"
    assert [tuple(row["nodes"]) for row in again.history()] == expected
    assert Spec.of({"policy": "CheapUCB"}).settled(graph).engine == "iterative"
    with pytest.raises(cb.ParameterError, match="engine"):
        Campaign.create("wrong", graph, db=tmp_path / "c.db", engine="steam", policy="CheapUCB")
    with pytest.raises(cb.ParameterError, match="Finder cannot be told its engine"):
        Campaign.create("wrong", graph, db=tmp_path / "c.db", engine="dissection")


def test_what_finder_learns_need_not_be_said(graph, tmp_path):
    assert Campaign.create("walk", graph, db=tmp_path / "c.db").spec.policy == "Finder"
    with pytest.raises(cb.ParameterError, match="Finder learns that from the readings"):
        Campaign.create("wrong", graph, db=tmp_path / "c.db", center=3.0)
    with pytest.raises(cb.ParameterError, match=r"center=\(low \+ high\) / 2"):
        Spec.of({"policy": "CheapUCB", "low": 3.0, "high": 9.0})


def test_an_older_spec_still_opens(graph):
    """Neither engine nor seed stood in it."""
    old = {
        "policy": "CheapUCB",
        "horizon": 12,
        "budget": None,
        "parameters": {"noise": 0.1, "dimension": 5},
        "probes": "hops",
        "cost": {"1": 9.0, "2": 5.0, "3": 4.0, "4": 3.5},
        "stop": "never",
    }
    spec = Spec.from_dict(old)
    assert (spec.engine, spec.seed, spec.cost) == ("auto", 0, {1: 9.0, 2: 5.0, 3: 4.0, 4: 3.5})
    assert spec.make_policy(graph).dimension == 5
    assert old.items() <= json.loads(json.dumps(spec.to_dict())).items()


def test_only_plain_data_is_kept(graph, db):
    for wrong, word in (
        ({"cost": lambda probes, width: 1.0}, "cost"),
        ({"cost": cb.WidthCost()}, "cost"),
        ({"probes": cb.Hops(graph)}, "probes"),
        ({"policy": "CheapUBC"}, "CheapUCB"),
        ({"budget": -1.0}, "budget"),
        ({"budget": float("inf")}, "leave it out"),
        ({"parameters": {"noise": {1, 2}}}, "noise"),
    ):
        with pytest.raises(cb.ParameterError, match=word):
            Campaign.create("wrong", graph, db=db, **wrong)


def test_a_campaign_without_a_horizon(graph, db, dice):
    campaign = Campaign.create("open end", graph, db=db, policy="Dice", horizon=None)
    play(campaign, 2)
    assert campaign.status().horizon is None
    assert "2 told" in repr(campaign)
    assert campaign.outlook().ahead is None
    paid = Campaign.create("paid", graph, db=db, policy="Dice", horizon=None, budget=5.0)
    play(paid, 2)
    assert paid.outlook().ahead == pytest.approx(3.0)


def test_a_setting_is_given_once():
    with pytest.raises(cb.ParameterError, match="ridge is given twice, in parameters and as ridge"):
        Spec.of({"policy": "CheapUCB", "parameters": {"ridge": 0.1}, "ridge": 0.2})
