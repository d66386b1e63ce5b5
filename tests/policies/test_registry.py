"""Policies by name, a user's own among them."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.policies import make_policy, policy_class, policy_names, register, settings_of
from cheapbandits.policies import registry as registry_module


@pytest.fixture(autouse=True)
def as_before():
    known = dict(registry_module._classes)
    yield
    registry_module._classes.clear()
    registry_module._classes.update(known)


class Anywhere(cb.Policy):
    """Probe any node that is allowed."""

    def __init__(self, graph, *, rng, share=0.5):
        super().__init__(graph, belief=Belief.of(graph))
        self.rng, self.share = rng, share

    def choose(self, belief, t):
        offer = self.candidates(1)
        free = np.arange(len(offer.probes)) if offer.allowed is None else offer.allowed.nonzero()[0]
        return offer.width, int(self.rng.choice(free))


def test_the_papers_policies_are_there():
    assert policy_names()[:3] == ("CheapUCB", "SpectralUCB", "LinUCB")
    assert policy_class("CheapUCB") is cb.CheapUCB
    assert "smoothness" in settings_of("CheapUCB")
    assert "horizon" not in settings_of("CheapUCB")


def test_ones_own_class_in_one_line():
    assert register(Anywhere) is Anywhere
    assert settings_of("Anywhere") == ("share",)
    graph = cb.grid(4, 4)
    policy = make_policy(
        "Anywhere", graph, horizon=7, budget=3.5, rng=np.random.default_rng(0), share=0.1
    )
    assert (policy.horizon, policy.budget, policy.share) == (7, 3.5, 0.1)
    history = cb.simulate(policy, np.zeros(16), rounds=3, rng=0)
    assert policy.spent == pytest.approx(history.cost[-1])
    policy.ask_batch(1)
    assert policy.left < 1


def test_a_class_whose_name_cannot_be_written():
    for name in ("a b\n", "", "class", "1st", "Thing(width=2)"):
        odd = type(name, (Anywhere,), {})
        with pytest.raises(cb.ParameterError, match="no plain name"):
            register(odd)
        assert name not in policy_names()


def test_a_name_that_nobody_has():
    with pytest.raises(cb.ParameterError, match="did you mean 'CheapUCB'"):
        policy_class("CheapUBC")
    with pytest.raises(cb.ParameterError, match="no setting nois"):
        make_policy("CheapUCB", cb.grid(3, 3), horizon=5, nois=0.1)
    with pytest.raises(cb.ParameterError, match="needs horizon"):
        make_policy("CheapUCB", cb.grid(3, 3))
    with pytest.raises(cb.ParameterError, match="subclass"):
        register(int)


def test_the_packages_own_names_are_taken():
    impostor = type("CheapUCB", (Anywhere,), {})
    with pytest.raises(cb.ParameterError, match="rename"):
        register(impostor)
    assert policy_class("CheapUCB") is cb.CheapUCB


def test_installed_packages_offer_theirs(tmp_path, monkeypatch):
    """A real distribution on the path, as pip would leave it."""
    (tmp_path / "walks.py").write_text(
        "import cheapbandits as cb\n"
        "class Walker(cb.SpectralUCB):\n"
        "    def width(self, t):\n"
        "        return 1\n"
    )
    info = tmp_path / "walks-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: walks\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[cheapbandits.policies]\nWalker = walks:Walker\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert make_policy("Walker", cb.grid(3, 3), horizon=5).ask().width == 1
    assert "Walker" in policy_names()
