"""Groups for people in the field: the nearest, mixed widths, and a word where nothing is saved."""

import re

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits import policies
from cheapbandits.campaign import Campaign
from cheapbandits.campaign.groups import nothing_saved
from cheapbandits.campaign.spec import Spec
from cheapbandits.policies import registry
from cheapbandits.probes import Capped, Nearest
from tests.graphs.test_sites import survey


def sites():
    x, y, _ = survey()
    return np.column_stack([x, y])


def with_one_alone(graph):
    """Return a graph of the same edges and one node more, which has none."""
    pairs, _ = graph.edges()
    return cb.Graph.from_edges(pairs, None, graph.n_nodes + 1)


@pytest.fixture
def db(file_db):
    return file_db


def test_with_coordinates_groups_are_the_nearest(db):
    graph = cb.Graph.from_points(sites(), 6)
    with Campaign.create("soil", graph, policy="CheapUCB", db=db) as campaign:
        assert campaign.spec.probes == "nearest"
        (ask,) = campaign.ask()
    center, *others = ask.nodes
    apart = np.linalg.norm(sites() - sites()[center], axis=1)
    assert sorted(apart[others]) == sorted(apart)[1 : ask.width]


def test_one_node_alone_does_not_remove_the_saving(db):
    """The issue: with one isolated node 60 of 60 were paid; now its own group alone is narrow."""
    graph = with_one_alone(cb.grid(10, 10))
    costs = {}
    for probes in ("auto", "strongest"):
        with Campaign.create(
            probes, graph, db=db, horizon=30, policy="CheapUCB", probes=probes
        ) as campaign:
            for _ in range(12):
                (ask,) = campaign.ask()
                campaign.tell(ask, 0.1)
            costs[probes] = campaign.status().spent
            assert campaign.spec.probes == {"auto": "strongest-own"}.get(probes, probes)
    assert costs["strongest"] == 12
    assert costs["auto"] < 7
    said = nothing_saved(Spec(probes="strongest"), graph)
    assert "100 has no neighbour" in said[0]
    assert "strongest-own" in said[0]
    assert "101 nodes have groups of fewer" in nothing_saved(Spec(), graph)[0]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"policy": "SpectralUCB"}, "SpectralUCB measures single nodes only"),
        ({"policy": "SpectralTS"}, "SpectralTS measures single nodes only"),
        ({"policy": "RandomSampling"}, "RandomSampling measures single nodes only.*--set width=2"),
        ({"policy": "RandomSampling", "parameters": {"width": 3}}, None),
        ({"policy": "RandomSampling", "parameters": {"width": 3}, "horizon": 2}, None),
        ({"policy": "Sweep", "parameters": {"width": 1}}, "Sweep measures single nodes only"),
        ({"policy": "Sweep", "horizon": 2}, None),
        ({"policy": "Finder", "horizon": 2}, None),
        ({"policy": "LinUCB"}, "LinUCB measures single nodes only"),
        ({"policy": "SpectralEliminator"}, "SpectralEliminator measures single nodes only"),
        ({"max_width": 1}, "max_width is 1"),
        ({"policy": "CheapUCB", "horizon": 2}, "2 planned measurements leave no round for groups"),
        ({"cost": {1: 2.0, 2: 2.0, 3: 2.0}, "max_width": 3}, "a group of 3 costs 2"),
        ({}, None),
    ],
)
def test_what_removes_the_saving_is_said(settings, message):
    said = nothing_saved(Spec(**settings), cb.Graph.from_points(sites(), 6))
    assert (said == []) if message is None else re.search(message, said[0])


@pytest.mark.parametrize("width", [1, 2, None])
def test_a_class_of_ones_own_is_asked_what_it_plans(monkeypatch, width):
    monkeypatch.setattr(registry, "_classes", dict(registry._classes))

    @policies.register
    class Steady(cb.Policy):
        """Probe the first group."""

        def __init__(self, graph, *, probes="strongest"):
            super().__init__(graph, belief=cb.Belief.of(graph), probes=probes)

        def planned_width(self, t):
            return width

        def choose(self, belief, t):
            return width or 1, 0

    said = nothing_saved(Spec(policy="Steady"), cb.Graph.from_points(sites(), 6))
    assert said == [] if width != 1 else "Steady measures single nodes only" in said[0]


def test_no_group_is_wider_than_max_width(db):
    graph = cb.Graph.from_points(sites(), 6)
    with Campaign.create("soil", graph, policy="CheapUCB", db=db, max_width=3) as campaign:
        assert [ask.width for ask in campaign.ask(4)] == [3, 3, 3, 3]
    with Campaign.open("soil", db=db) as again:
        assert again.spec.max_width == 3
    family = Nearest(graph)
    assert Capped(family, 3).fingerprint != family.fingerprint
    with pytest.raises(cb.ParameterError, match="width must be from 1 to 3, got 4"):
        Capped(family, 3).at(4)
    with pytest.raises(cb.ParameterError, match="max_width"):
        Campaign.create("none", graph, db=db, max_width=0)


def test_prices_say_how_wide_groups_may_be(db):
    graph = cb.Graph.from_points(sites(), 6)
    prices = {1: 9.0, 2: 5.0, 3: 4.0}
    with Campaign.create("soil", graph, policy="CheapUCB", db=db, cost=prices) as campaign:
        assert campaign.spec.max_width == 3
        (ask,) = campaign.ask()
        assert (ask.width, ask.cost) == (3, 4.0)
    with Campaign.create("gap", graph, db=db, cost={1: 9.0, 2: 5.0, 4: 3.0}) as campaign:
        assert campaign.spec.max_width == 2
    with pytest.raises(cb.ParameterError, match=r"no price for width 7; .*cb\.Capped\(family, 3\)"):
        Campaign.create("wide", graph, policy="CheapUCB", db=db, cost=prices, max_width=7)


def test_groups_by_radius_are_kept_with_the_campaign(db):
    graph = cb.Graph.from_points(sites(), 6)
    reach = float(np.linalg.norm(np.ptp(sites(), axis=0))) / 5
    settings = {"probes": f"radius:{reach / 2},{reach}", "policy": "CheapUCB"}
    with Campaign.create("soil", graph, db=db, **settings) as campaign:
        (ask,) = campaign.ask()
    apart = np.linalg.norm(sites() - sites()[ask.center], axis=1)
    assert sorted(ask.nodes) == np.flatnonzero(apart <= reach).tolist()
    with Campaign.open("soil", db=db) as again:
        assert again.spec.probes == settings["probes"]
        campaign_asks = [a.nodes for a in again.ask(3)]
    with Campaign.create("few", graph, db=db, max_width=3, **settings) as campaign:
        assert max(len(a.nodes) for a in campaign.ask(4)) == 3
    assert len(campaign_asks) == 3
    with Campaign.create("list", graph, db=db, cost={1: 9.0, 2: 5.0}, **settings) as campaign:
        assert campaign.spec.max_width == 2
        assert campaign.ask()[0].cost in (9.0, 5.0)
    with pytest.raises(cb.ParameterError, match="names no radii"):
        Campaign.create("none", graph, db=db, probes="radius:far")


def test_who_has_nobody_near_is_said():
    graph = cb.Graph.from_points(sites(), 6)
    apart = np.linalg.norm(sites()[:, None] - sites()[None], axis=2) + 1e9 * np.eye(len(sites()))
    radius = float(np.median(apart.min(axis=1)))
    (said,) = nothing_saved(Spec(probes=f"radius:{radius}", cost={"fixed": 1.0}), graph)
    assert "groups save nothing at these prices" in said
    (said,) = nothing_saved(Spec(probes=f"radius:{radius}"), graph)
    assert "nodes have no other within" in said
    (said,) = nothing_saved(Spec(probes=f"radius:{apart.min() / 2}"), graph)
    assert said.startswith("no node has another within")
    assert "prices" not in said
