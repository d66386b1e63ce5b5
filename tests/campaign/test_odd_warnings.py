"""Readings that may be slips, and budgets that are passed, are said in Python too."""

import time
import warnings
from functools import partial

import pytest

import cheapbandits as cb
from cheapbandits.campaign.odd_warnings import said_elsewhere


@pytest.fixture
def walk(tmp_path):
    with cb.Campaign.create(
        "walk", cb.grid(5, 5), db=tmp_path / "c.db", horizon=30, low=0, high=10
    ) as campaign:
        for node in range(6):
            campaign.observe([node], 5 + node / 10)
        yield campaign


USES = {
    "tell": lambda walk, value: walk.tell(walk.ask()[0], value),
    "observe": lambda walk, value: walk.observe([12], value),
    "observe_many": lambda walk, value: walk.observe_many([([11], 5.0, None), ([12], value, None)]),
    "observe_rows": lambda walk, value: walk.observe_rows([([12], value, None)]),
    "correct": lambda walk, value: walk.correct(1, value, observation=True),
}


@pytest.mark.parametrize("use", USES)
@pytest.mark.parametrize(
    ("value", "said"),
    [(-9999.0, "often stands for 'no reading'"), (999.0, "above the highest|often")],
)
def test_a_reading_that_may_be_a_slip(walk, use, value, said):
    """Seen: taken in silence, though the terminal and the service say so."""
    with pytest.warns(cb.ReadingWarning, match=said) as told:
        USES[use](walk, value)
    assert [one.filename for one in told] == [__file__]  # where it was written
    assert value in [row["reading"] for row in walk.history()]


@pytest.mark.parametrize("use", USES)
def test_who_wants_errors_has_recorded_nothing(walk, use):
    before = walk.history()
    walk.ask()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(cb.ReadingWarning):
            USES[use](walk, -9999.0)
    assert [row for row in walk.history() if row["status"] != "open"] == before


def test_readings_that_a_campaign_is_to_begin_with(tmp_path):
    rows = [([1], 2.5, None), ([2], -9999.0, None)]
    start = partial(cb.Campaign.create, "new", cb.grid(3, 3), db=tmp_path / "n.db", readings=rows)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(cb.ReadingWarning, match="row 2: -9999 often stands for 'no reading'"):
            start()
    with pytest.warns(cb.ReadingWarning, match="-9999"):  # nothing was stored: the name is free
        assert start().status().observed == 2


def test_what_is_said_elsewhere_is_not_said_twice(walk):
    with said_elsewhere():
        walk.observe([12], -9999.0)
    with pytest.warns(cb.ReadingWarning):
        walk.observe([12], -9999.0)


def test_a_reading_far_from_a_center_that_somebody_said(tmp_path):
    settings = {"policy": "CheapUCB", "horizon": 9}
    said = r"1234.5 is more than 5 scales from the center \(0.5, scale 0.5\)"
    for name, more in (("a", {"center": 0.5, "scale": 0.5}), ("b", {})):
        with cb.Campaign.create(name, cb.grid(3, 3), db=tmp_path / "c.db", **settings, **more) as c:
            c.observe([1], 2.5)
            if more:
                with pytest.warns(cb.ReadingWarning, match=said):
                    c.tell(c.ask()[0], 1234.5)
            else:
                c.tell(c.ask()[0], 1234.5)


def test_plausible_readings_are_not_spoken_of(walk):
    walk.observe_many([([12], 10.3, None), ([13], -0.2, None)])  # noise reaches a little beyond


def late(tmp_path, **more):
    campaign = cb.Campaign.create("b", cb.grid(4, 4), db=tmp_path / "b.db", budget=2.0, **more)
    asks = []
    for _ in range(4):
        asks += campaign.ask(1, lease=0.001)
        time.sleep(0.01)
    return campaign, asks


def test_a_late_reading_that_passes_the_budget(tmp_path):
    campaign, asks = late(tmp_path, cost={1: 1.0}, max_width=1)
    campaign.tell(asks[0], 1.0)
    # It is stored: an error would say that it is not.
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("error")
        campaign.tell(asks[1], 1.0)
    assert [one.filename for one in told] == [__file__]  # said all the same
    said = r"over budget by 2 \(3 spent and 1 for what is open, of 2\)"
    with pytest.warns(cb.ReadingWarning, match=said) as told:
        campaign.tell(asks[2], 1.0, key="k")
    assert [one.filename for one in told] == [__file__]
    campaign.tell(asks[2], 1.0, key="k")  # it is known: nothing new is said
    campaign.tell(asks[3], 1.0)  # it was open
    assert campaign.status().over_budget == 2.0
    campaign.close()


def test_an_ask_that_is_open_passes_nothing(tmp_path):
    with cb.Campaign.create(
        "b", cb.grid(4, 4), db=tmp_path / "b.db", budget=2.0, cost={1: 1.0}, max_width=1
    ) as campaign:
        for ask in campaign.ask(2):
            campaign.tell(ask, 1.0)
        assert campaign.status().left == 0.0
