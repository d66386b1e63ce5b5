"""A policy that learns counts with so many readings: one more is refused before it is stored."""

from __future__ import annotations

import pytest

import cheapbandits as cb
from cheapbandits.belief.learned.evidence import MOST_READINGS
from cheapbandits.campaign.import_keys import record
from cheapbandits.errors import CapacityError, ClosedError


def rows(count):
    return [([k % 9], float(k % 7), None) for k in range(count)]


@pytest.fixture(scope="module")
def full(tmp_path_factory):
    """Return a campaign with one reading less than there may be, of which two are awaited."""
    db = tmp_path_factory.mktemp("full") / "c.db"
    with cb.Campaign.create("full", cb.grid(3, 3), db=db, horizon=500, policy="Finder") as campaign:
        campaign.ask(n=2)
        campaign.observe_many(rows(MOST_READINGS - 3))
        yield campaign


def test_too_many_at_once_store_nothing(full):
    seen = full.status().observed
    with pytest.raises(CapacityError, match=r"at most 600 readings.* would be 601.*CheapUCB"):
        full.observe_many(rows(2))
    assert full.status().observed == seen


def test_a_file_that_is_too_long_is_told_how_long_it_is(full):
    many = [((k % 9,), float(k), f"import:{k:032}#0") for k in range(4_000)]
    with pytest.raises(CapacityError, match=r"these would be 4,599: .*one mean for each site"):
        record(full, many)


def test_what_is_awaited_can_be_told_and_no_more_is_asked_for(full):
    late, open_ = full.pending()
    full.cancel(late)
    full.observe_many(rows(2))
    with pytest.raises(CapacityError, match="would be 601"):
        full.observe([3], 1.0)
    assert full.ask(n=2) == [open_]  # what is open is shown
    full.tell(open_, 2.0)
    with pytest.raises(ClosedError, match=r"at most 600 readings, and 600 are there"):
        full.ask()
    with pytest.raises(CapacityError):
        full.tell(late, 1.0)
    assert full.status().told == 1


def test_a_struck_reading_comes_back_only_where_there_is_room(tmp_path, few_learned):
    """Seen: 601 were stored, and assess, map and ask failed from then on."""
    with cb.Campaign.create("full", cb.grid(3, 3), db=tmp_path / "c.db", budget=900.0) as campaign:
        campaign.observe_many(rows(8))
        first, second = (row["observation"] for row in campaign.history()[:2])
        campaign.annul(first, observation=True)
        campaign.correct(first, 3.0, observation=True)  # there is room for this one
        campaign.annul(second, observation=True)
        campaign.observe([4], 1.0)
        with pytest.raises(CapacityError, match="these would be 9"):
            campaign.correct(second, 3.0, observation=True)
        assert campaign.assess().n_readings == 8


def test_the_papers_policy_takes_any_number(tmp_path):
    settings = {"policy": "CheapUCB", "center": 0.0, "scale": 5.0}
    with cb.Campaign.create("any", cb.grid(3, 3), db=tmp_path / "c.db", **settings) as free:
        assert free.observe_many(rows(MOST_READINGS + 1)) == MOST_READINGS + 1
