"""A user's own class in a campaign: what it gets wrong does not cost money or end in a riddle."""

import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.campaign import Campaign, ClosedError
from cheapbandits.policies import make_policy, register
from cheapbandits.policies import registry as registry_module


@pytest.fixture(autouse=True)
def as_before():
    known = dict(registry_module._classes)
    yield
    registry_module._classes.clear()
    registry_module._classes.update(known)


class Careless(cb.Policy):
    """Takes a budget and tells nobody."""

    def __init__(self, graph, *, budget=None):
        super().__init__(graph, belief=Belief.of(graph))

    def choose(self, belief, t):
        offer = self.candidates(1)
        return offer.width, 0


class Spendthrift(Careless):
    """Says that there is always something left."""

    @property
    def left(self):
        return float("inf")


def test_a_budget_is_known_to_a_policy_that_takes_it_and_forgets_it():
    register(Careless)
    assert make_policy("Careless", cb.grid(3, 3), budget=2.5).budget == 2.5


@pytest.mark.parametrize("kind", [Careless, Spendthrift])
@pytest.mark.parametrize("n", [1, 3])
def test_a_campaign_never_asks_for_more_than_is_left(kind, n, tmp_path):
    register(kind)
    campaign = Campaign.create(
        "walk", cb.grid(3, 3), db=tmp_path / "c.db", policy=kind.__name__, budget=3.5, horizon=None
    )

    def play():
        for _ in range(9):
            for ask in campaign.ask(n):
                campaign.tell(ask, 0.5)

    with pytest.raises((ClosedError, cb.ProbeError)):
        play()
    status = campaign.status()
    assert 1 < status.spent + status.reserved <= 3.5
    with pytest.raises((ClosedError, cb.ProbeError)):
        campaign.ask(n + 3)
    assert campaign.status() == status


def test_a_map_without_places_is_refused_before_anything_is_computed(tmp_path):
    made = []

    class Counted(cb.CheapUCB):
        def __init__(self, graph, *, horizon):
            made.append(graph)
            super().__init__(graph, horizon=horizon)

    cb.register_policy(Counted)
    path = cb.Graph.from_edges([(0, 1), (1, 2)])
    db = tmp_path / "c.db"
    with cb.Campaign.create("m", path, db=db, policy="Counted", horizon=5) as campaign:
        campaign.observe([0], 0.5)
    made.clear()
    with cb.Campaign.open("m", db=db) as again:
        with pytest.raises(cb.GraphError, match="no coordinates"):
            again.estimates_map()
        assert not made
