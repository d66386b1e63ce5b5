"""Ctrl-C between any two lines: what is answered afterwards is what was told, or nothing is."""

from __future__ import annotations

import contextlib
import sys
from pathlib import Path

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.policies.registry import make_policy
from tests.forms import forms

HERE = str(Path(cb.__file__).parent)
FIELD = np.sin(np.arange(36) / 5)
NAMES = forms("Finder", "CheapUCB", "RandomSampling", always=2)


class Interrupted:
    """Counts the lines of ours that are run, and interrupts at one of them.

    Python itself looks for signals at calls and jumps only: ``of="call"`` interrupts there, where a
    function begins, and never between ``finally`` and what stands below it.
    """

    def __init__(self, at: int = -1, *, of: str = "line") -> None:
        self.at, self.of, self.lines = at, of, 0

    def __enter__(self) -> Interrupted:
        sys.settrace(self._called)
        return self

    def __exit__(self, *_: object) -> None:
        sys.settrace(None)

    def _called(self, frame, what, _more):
        return self._ran(frame, what) if frame.f_code.co_filename.startswith(HERE) else None

    def _ran(self, _frame, what, _more=None):
        if what == self.of:
            self.lines += 1
            if self.lines == self.at:
                sys.settrace(None)
                raise KeyboardInterrupt
        return self._ran


def begun(name):
    """Return a policy that has told what it believes, and knows two readings more since."""
    policy = make_policy(name, cb.grid(6, 6), horizon=30, rng=np.random.default_rng(0))
    for _ in range(4):
        read(policy, policy.ask())
    policy.assess()
    for node in (12, 33):
        policy.observe(node, float(FIELD[node]))
    return policy, policy.ask()


def read(policy, probe):
    policy.tell(probe, float(np.mean(FIELD[list(probe.nodes)])))


def told(policy):
    found = policy.assess()
    return [found.n_readings, found.estimate, found.low, found.high]


@pytest.mark.parametrize("name", NAMES)
def test_a_tell_is_learned_once_or_the_policy_says_that_it_is_not_whole(name):
    """Seen: told again it was learned twice, or was in nobody's way and its shapes did not fit."""
    policy, probe = begun(name)
    with Interrupted() as counted:
        read(policy, probe)
    clean = told(policy)
    cut = 0
    for at in np.linspace(1, counted.lines, 10).astype(int).tolist():
        policy, probe = begun(name)
        with pytest.raises(KeyboardInterrupt), Interrupted(at):
            read(policy, probe)
        if probe in policy.pending:
            try:
                read(policy, probe)
            except cb.ProbeError as error:
                assert "was interrupted" in str(error)  # noqa: PT017
                cut += 1
                with pytest.raises(cb.ProbeError, match="make a new one"):
                    policy.ask()
                assert policy.assess().n_readings in (6, 7)
                continue
        assert told(policy) == pytest.approx(clean, abs=1e-9)
    assert cut


@pytest.mark.parametrize("name", NAMES)
def test_an_answer_is_worked_out_anew(name):
    """Seen: the next one had other numbers, without a word."""
    policy, _ = begun(name)
    with Interrupted() as counted:
        policy.assess()
    clean = told(policy)
    for at in np.linspace(1, counted.lines, 10).astype(int).tolist():
        policy, _ = begun(name)
        with pytest.raises(KeyboardInterrupt), Interrupted(at):
            policy.assess()
        assert told(policy) == pytest.approx(clean, abs=1e-9)


@pytest.mark.thorough
@pytest.mark.parametrize("name", ["Finder", "CheapUCB"])
def test_large_graphs_too(name):
    def begun():
        policy = make_policy(name, graph, horizon=30, rng=np.random.default_rng(0))
        for node in (5, 900, 4000, 7000):
            policy.observe(node, float(np.sin(node / 900)))
        policy.assess()
        for node in (12, 3300):
            policy.observe(node, float(np.sin(node / 900)))
        return policy

    graph = cb.grid(90, 90)
    policy = begun()
    with Interrupted() as counted:
        policy.assess()
    clean = told(policy)
    for at in np.linspace(1, counted.lines, 14).astype(int).tolist():
        policy = begun()
        with pytest.raises(KeyboardInterrupt), Interrupted(at):
            policy.assess()
        assert told(policy) == pytest.approx(clean, abs=1e-9)


USES = {
    "ask": lambda campaign: campaign.ask(1, more=True),
    "tell": lambda campaign: campaign.tell(campaign.pending()[0], 0.5),
    "observe": lambda campaign: campaign.observe([5], 0.5),
}


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("use", forms("tell", "ask", "observe"))
def test_a_campaign_that_was_interrupted_is_the_one_that_is_stored(tmp_path, use):
    with cb.Campaign.create("c", cb.grid(6, 6), db=tmp_path / "c.db", budget=99.0) as campaign:
        for node in (0, 7, 14, 21):
            campaign.observe([node], float(FIELD[node]))
        campaign.assess()
        campaign.ask()
        with Interrupted(of="call") as counted:
            USES[use](campaign)
        for at in np.linspace(1, counted.lines, 8).astype(int).tolist():
            campaign.ask(more=True)
            with contextlib.suppress(KeyboardInterrupt), Interrupted(at, of="call"):
                USES[use](campaign)
            anew = cb.Campaign.open("c", db=tmp_path / "c.db")
            mine, theirs = campaign.assess(), anew.assess()
            assert [mine.estimate, mine.low, mine.n_readings] == pytest.approx(
                [theirs.estimate, theirs.low, theirs.n_readings], abs=1e-9
            )
            assert campaign.pending() == anew.pending()
        USES[use](campaign)


def test_a_campaign_goes_on(tmp_path):
    with cb.Campaign.create("c", cb.grid(6, 6), db=tmp_path / "c.db", budget=9.0) as campaign:
        for node in (0, 7, 14, 21, 28, 35):
            campaign.observe([node], float(FIELD[node]))
        campaign.assess()
        campaign.observe([12], float(FIELD[12]))
        for at in (200, 500, 1000, 2000):
            with pytest.raises(KeyboardInterrupt), Interrupted(at):
                campaign.assess()
            anew = cb.Campaign.open("c", db=tmp_path / "c.db").assess()
            mine = campaign.assess()
            assert [mine.estimate, mine.low] == pytest.approx([anew.estimate, anew.low], abs=1e-9)
            campaign.observe([at % 36], float(FIELD[at % 36]))
