"""A campaign whose prices depend on the way: kept in the spec, the same when reopened."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.route import Route
from cheapbandits.campaign.spec import Spec
from cheapbandits.probes import Travel

PARTS = {"fixed": 5.0, "site": 1.0, "travel": 0.2}


@pytest.fixture
def sites():
    return cb.Graph.from_points(np.random.default_rng(2).random((40, 2)) * 100, 6)


@pytest.mark.parametrize("cost", [PARTS, {1: 9.0, 2: 5.0, "travel": 0.1}, {1: 9.0, 2: 5.0}])
def test_the_spec_keeps_its_parts(cost, sites):
    spec = Spec.of({"cost": cost}).settled(sites)
    assert Spec.from_dict(spec.to_dict()) == spec
    assert spec.cost == cost
    assert spec.max_width == (2 if 2 in cost else None)


@pytest.mark.parametrize("policy", ["CheapUCB", "Finder"])
def test_reopened_at_every_step_it_asks_and_prices_the_same(sites, tmp_path, policy):
    settings = {"cost": PARTS, "horizon": 20, "budget": 300.0, "policy": policy}

    def play(name, reopen):
        db = tmp_path / f"{name}.db"
        campaign = Campaign.create(name, sites, db=db, **settings)
        asked = []
        for step in range(6):
            if reopen:
                campaign.close()
                campaign = Campaign.open(name, db=db)
            asks = campaign.ask(2, more=True)
            asked += [(ask.nodes, ask.cost) for ask in asks]
            if step == 2:
                campaign.cancel(asks[1])
                campaign.tell(asks[0], 1.0)
            else:
                for ask in reversed(asks):  # in another order than asked
                    campaign.tell(ask, float(ask.center))
            if step == 4:
                campaign.annul(asks[0].number)
        spent = campaign.status().spent
        campaign.close()
        return asked, spent

    assert play("kept", False) == play("opened", True)


def test_a_batch_is_visited_on_a_short_way(sites, tmp_path):
    with Campaign.create(
        "walk", sites, db=tmp_path / "c.db", policy="RandomSampling", cost=PARTS, horizon=30
    ) as campaign:
        (first,) = campaign.ask()
        campaign.tell(first, 1.0)
        asks = campaign.ask(8)
        ordered = Route(campaign).ordered(asks)
    assert sorted(a.number for a in ordered) == [a.number for a in asks]

    def length(way):
        return (
            Travel(sites)
            .between(
                np.array([first.center, *(a.center for a in way[:-1])]),
                np.array([a.center for a in way]),
            )
            .sum()
        )

    assert length(ordered) < 0.8 * length(asks)


def test_travel_needs_places(tmp_path):
    graph = cb.disjoint_cliques(3, 4)
    with pytest.raises(cb.ParameterError, match="no coordinates"):
        Campaign.create("none", graph, db=tmp_path / "c.db", cost=PARTS)
