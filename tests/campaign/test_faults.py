"""Faults, really injected: kill -9 at random moments, many clients at once.

The long form: ``CHEAPBANDITS_KILLS=200 pytest tests/campaign/test_faults.py`` (``make kills``).
"""

import json
import multiprocessing
import os
import random
import signal
import time
from dataclasses import replace

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.campaign import Campaign
from cheapbandits.store import AlreadyToldError, Store

KILLS = int(os.environ.get("CHEAPBANDITS_KILLS", "12"))
# Forking spares each short-lived process the imports; Python 3.12 warns of threads, of which
# the parent has none that matter.
pytestmark = pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
FORK = multiprocessing.get_context("fork")


def reading_of(ask):
    """A reading that names its ask, so that a lost or doubled one shows."""
    return ask.number / 1000


def work(db, path):
    """Ask and tell without end; write each acknowledged ask down after it was acknowledged."""
    campaign = Campaign.open("killed", db=db)
    with open(path, "ab", buffering=0) as acknowledged:
        while True:
            for ask in campaign.ask(2, beyond=True):
                campaign.tell(ask, reading_of(ask))
                acknowledged.write(b"%d\n" % ask.number)


def test_no_acknowledged_tell_is_lost_to_kill_9(db, tmp_path):
    """Rows 1 and 24: nothing lost, open asks stay open, and the next group is the same."""
    graph, path = cb.grid(4, 5), tmp_path / "acknowledged"
    Campaign.create("killed", graph, db=db, horizon=10_000, policy="CheapUCB", probes="strongest")
    path.touch()
    dice = random.Random(0)
    for _ in range(KILLS):
        before = path.stat().st_size
        worker = FORK.Process(target=work, args=(db, path))
        worker.start()
        while path.stat().st_size == before and worker.is_alive():
            time.sleep(0.001)
        time.sleep(dice.uniform(0, 0.02))
        os.kill(worker.pid, signal.SIGKILL)
        worker.join()
        assert worker.exitcode == -signal.SIGKILL
    campaign = Campaign.open("killed", db=db)
    rows = {row["ask"]: row for row in campaign.history()}
    acknowledged = [int(line) for line in path.read_text().split()]
    assert len(acknowledged) >= KILLS
    lost = [n for n in acknowledged if n not in rows or rows[n]["reading"] != n / 1000]
    _report({"kills": KILLS, "acknowledged tells": len(acknowledged), "lost": len(lost)}, db)
    assert lost == []
    assert len(set(acknowledged)) == len(acknowledged)  # and none was told twice
    assert all(row["status"] in ("told", "open") for row in rows.values())
    assert Store.open(db).check() == []
    straight = cb.CheapUCB(graph, horizon=10_000, probes="strongest")
    straight.restore(
        told_probes(campaign, straight),
        pending=campaign.policy().pending,
    )
    assert campaign.ask(1, more=True, beyond=True)[0].nodes == straight.ask().nodes


def _report(counts, db):
    """Add what the long form counted to the file it was asked to write."""
    path = os.environ.get("CHEAPBANDITS_KILLS_REPORT")
    if path:
        kind = "PostgreSQL" if str(db).startswith("postgresql") else "SQLite"
        with open(path, "a", encoding="utf-8") as report:
            report.write(json.dumps({"database": kind, **counts}) + "\n")


def told_probes(campaign, policy):
    """The readings of a campaign, as another run of its policy would be told them."""
    with campaign._desk.standing() as standing:
        told = standing.told
    return [(replace(probe, origin=policy.fingerprint), reading) for probe, reading in told]


def tell_all(db, numbers, reading, wins):
    campaign = Campaign.open("race", db=db)
    for number in numbers:
        try:
            campaign.tell(number, reading)
        except AlreadyToldError as refused:
            if refused.event.body["reading"] == reading:
                raise
        else:
            wins.put((number, reading))


def test_eight_clients_tell_the_same_asks(db):
    """Row 2: exactly one wins each ask, and the store holds the winner's reading."""
    campaign = Campaign.create("race", cb.grid(5, 6), db=db, horizon=100, policy="CheapUCB")
    numbers = [ask.number for ask in campaign.ask(12)]
    wins = FORK.Queue()
    clients = [FORK.Process(target=tell_all, args=(db, numbers, float(i), wins)) for i in range(8)]
    for client in clients:
        client.start()
    winners = dict(wins.get(timeout=60) for _ in numbers)
    for client in clients:
        client.join()
        assert client.exitcode == 0
    assert wins.empty()
    stored = {row["ask"]: row["reading"] for row in campaign.history()}
    assert winners == stored
    assert campaign.status().told == 12


def test_many_readings_come_back_as_they_were(db):
    """Reopening folds thousands of readings at once and agrees with one that took each in turn."""
    graph, rng = cb.grid(5, 6), np.random.default_rng(0)
    campaign = Campaign.create(
        "long", graph, db=db, horizon=5_000, policy="CheapUCB", probes="strongest"
    )
    rows = [([int(rng.integers(30))], float(rng.standard_normal()), None) for _ in range(1_000)]
    campaign.observe_many(rows)
    step_by_step = cb.CheapUCB(graph, horizon=5_000)
    for nodes, reading, _ in rows:
        step_by_step.observe(nodes, reading)
    again = Campaign.open("long", db=db)
    np.testing.assert_allclose(again.policy().belief.mean, step_by_step.belief.mean, atol=1e-9)
    assert again.ask()[0].nodes == step_by_step.ask().nodes


def ask_and_tell(db, rounds):
    campaign = Campaign.open("crowd", db=db)
    for _ in range(rounds):
        for ask in campaign.ask(1, more=True):
            campaign.tell(ask, reading_of(ask))
        campaign.assess()


def test_many_processes_ask_and_tell_at_once(db):
    """Each choice allows for all that was asked before it: no number twice, the budget is kept."""
    campaign = Campaign.create(
        "crowd",
        cb.grid(5, 6),
        db=db,
        horizon=1_000,
        budget=8.0,
        policy="CheapUCB",
        probes="nearest",
    )
    clients = [FORK.Process(target=ask_and_tell, args=(db, 4)) for _ in range(4)]
    for client in clients:
        client.start()
    for client in clients:
        client.join()
        assert client.exitcode == 0
    status = campaign.status()
    assert (status.asked, status.told, status.open) == (16, 16, 0)
    assert status.spent <= 8.0
    assert [row["ask"] for row in campaign.history()] == list(range(1, 17))
    rounds = campaign.events()
    again = cb.CheapUCB(campaign.graph, horizon=1_000, budget=8.0, probes="nearest")
    for event in rounds:  # every choice is the one that the policy makes at that place in the log
        if event.kind == "ask":
            assert list(again.ask().nodes) == event.body["nodes"]
        else:
            again.tell(
                next(p for p in again.pending if p.number == event.ask), event.body["reading"]
            )
    assert Store.open(db).check() == []
