"""A campaign that version 0.1.0 kept goes on as if nothing had happened.

It was written by that version: 4 asks told, one of them annulled and one corrected, an observation
and an annulled one, three more asks of which one was cancelled, a mask, and an ask whose lease ran
out. What follows is what that version said about it.
"""

import shutil
from pathlib import Path

import pytest

from cheapbandits.campaign import Campaign
from cheapbandits.store import Store

GOLDEN = Path(__file__).parent / "golden" / "version-0.1.0.db"


@pytest.fixture
def db(tmp_path):
    return shutil.copy(GOLDEN, tmp_path / "old.db")


def test_it_has_its_history(db):
    campaign = Campaign.open("golden", db=db)
    rows = campaign.history()
    assert [(r["ask"] or 0, r["status"], r["reading"]) for r in rows] == [
        (1, "told", 0.1),
        (2, "annulled", 0.2),
        (3, "told", 0.35),
        (4, "told", 0.4),
        (0, "observed", 0.75),
        (0, "annulled", 99.0),
        (5, "open", None),
        (6, "cancelled", None),
        (7, "open", None),
        (8, "open", None),
    ]
    assert all(row["assignee"] is None for row in rows)
    assert Store.open(db).check() == []


def test_it_believes_and_asks_the_same(db):
    campaign = Campaign.open("golden", db=db)
    best = campaign.policy().best()
    assert best.node == 4
    assert best.estimate == pytest.approx(0.5087525218907603)
    groups = [list(ask.nodes) for ask in campaign.ask(4)]
    assert groups == [[41, 34], [27, 20], [38, 31], [21, 14]]


def test_its_counts_are_put_right(db):
    """That version counted annulled readings as told, and remembered annulled observations."""
    campaign = Campaign.open("golden", db=db)
    status = campaign.status()
    assert (status.told, status.observed, status.annulled, status.open) == (3, 1, 2, 3)
    assert status.spent == pytest.approx(1.4781746031746033)
    campaign.tell(5, 0.5)
    assert campaign.status().told == 4
    campaign.ask(4)
    with Store.open(db) as store:
        assert store.campaign("golden").summary["annulled"] == 2
        assert store.check() == []
    assert campaign.status().told == 4
