"""A reading is corrected or struck as it was known: what somebody else changed meanwhile stays."""

import pytest

import cheapbandits as cb
from cheapbandits.errors import CampaignError, OtherReadingError, ParameterError, ReadingError


@pytest.fixture
def walk(tmp_path):
    with cb.Campaign.create("walk", cb.grid(4, 5), db=tmp_path / "c.db", policy="CheapUCB") as made:
        (ask,) = made.ask()
        made.tell(ask, 117.0)
        yield made


@pytest.mark.parametrize("observation", [False, True])
def test_a_reading_that_is_another_by_now_is_not_changed(walk, tmp_path, observation):
    which = walk.observe([3], 117.0).seq if observation else 1
    more = {"observation": observation}
    walk.correct(which, 118.0, was=117, **more)
    with cb.Campaign.open("walk", db=tmp_path / "c.db", who="ben") as beside:
        theirs = beside.correct(which, 77.0, **more)
    before = len(walk.events())
    for change in (
        lambda: walk.correct(which, 55.0, was=118.0, **more),
        lambda: walk.correct(which, 55.0, was=77.0, struck=True, **more),
        lambda: walk.annul(which, was=118.0, **more),
    ):
        with pytest.raises(OtherReadingError, match=r"is 77 now, by ben, and no more ") as refused:
            change()
        assert refused.value.event == theirs
    assert len(walk.events()) == before
    walk.correct(which, 55.0, was=77.0, **more)
    walk.annul(which, was=55.0, **more)
    with pytest.raises(OtherReadingError, match=r"is struck \(55\) now, by .*, and no more 55:"):
        walk.correct(which, 56.0, was=55.0, **more)
    with pytest.raises(OtherReadingError, match="struck"):
        walk.annul(which, was=55.0, **more)
    walk.correct(which, 55.0, was=55.0, struck=True, **more)
    with pytest.raises(OtherReadingError, match=r"and no more struck \(55\):"):
        walk.correct(which, 55.0, was=55.0, struck=True, **more)


def test_who_does_not_say_what_it_was_changes_what_is_there(walk):
    walk.correct(1, 77.0)
    walk.correct(1, 55.0)
    walk.annul(1)
    with pytest.raises(CampaignError, match="annulled already"):
        walk.annul(1)
    with pytest.raises(ReadingError, match="a number"):
        walk.correct(1, 55.0, was="77")


def test_struck_is_said_of_a_reading_that_is_known(walk):
    """Seen: a reading that was not struck was corrected all the same."""
    before = len(walk.events())
    with pytest.raises(ParameterError, match="struck is said of was: give was, too"):
        walk.correct(1, 55.0, struck=True)
    assert len(walk.events()) == before


def test_readings_that_differ_by_little_are_told_apart(walk):
    walk.correct(1, 117.00000001)
    with pytest.raises(OtherReadingError, match=r"is 117\.00000001 now, .* and no more 117:"):
        walk.correct(1, 5.0, was=117.0)
