"""The same moment written in two ways is one, and .05 is not .5."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from cheapbandits.campaign.moments import moment_in
from cheapbandits.campaign.said_dates import plain_moment


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("date", "01-Oct-24", "01-Okt-24"),
        ("date", "1 Mai 2024", "1 May 2024"),
        ("date", "1. August 2024", "1 août 2024"),
        ("date", "1-May-2024", "Mai 1 2024"),
        ("timestamp", "2024-05-01T08:00:00+00:00", "2024-05-01T10:00:00+02:00"),
        ("timestamp", "2024-05-01T08:00:00Z", "2024-05-01 04:30:00-0330"),
        ("timestamp", "1714521600", "1714521600000"),
        ("timestamp", "1714521600", "2024-05-01T00:00:00Z"),
        ("time (h)", "9.5", "9.50"),
    ],
)
@pytest.mark.parametrize("turn", [1, -1])
def test_one_moment_in_two_ways_is_known(load, head, one, other, turn):
    """Seen: month names of two languages, offsets and epochs were all taken for new readings."""
    first, second = [one, other][::turn]
    assert load(f"site,{head},value", f"A1,{first},12.5").new == 1
    done = load(f"site,{head},value", f"A1,{second},12.5")
    assert (done.new, done.known) == (0, 1)


def test_a_month_in_an_unknown_language_is_told(load):
    assert load("site,date,value", "A1,1 Sep 2024,12.5").new == 1
    done = load("site,date,value", "A1,1 rujna 2024,12.5")
    assert (done.new, done.alike) == (1, 1)


@pytest.mark.parametrize(
    ("head", "one", "other"),
    [
        ("date", "01-Oct-24", "01-Nov-24"),
        ("timestamp", "2024-05-01T08:00:00+00:00", "2024-05-01T08:00:00+02:00"),
        ("timestamp", "2024050108", "2024050109"),
        ("time (h)", "9.05", "9.5"),
        ("year", "2024.05", "2024.5"),
        ("year", "2024.1", "2024.10"),
        ("time", "0.05", "0.5"),
        ("timestamp", "2024-05-01T10:00:00.05", "2024-05-01T10:00:00.5"),
        ("timestamp", "2024-05-01T10:00:00.05Z", "2024-05-01T10:00:00.5Z"),
    ],
)
def test_two_moments_are_two(load, head, one, other):
    """Seen: zeros behind a decimal point were taken off, and new readings were left out."""
    assert load(f"site,{head},value", f"A1,{one},12.5").new == 1
    done = load(f"site,{head},value", f"A1,{other},12.5")
    assert (done.new, done.alike) == (1, 0)


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2024-05-01T08:00:00+05:30", "2024-05-01T02:30:00Z"),
        ("2024-05-01T08:00:00+0530", "2024-05-01T02:30:00Z"),
        ("2024-05-01T08:00+02", "2024-05-01T06:00:00Z"),
        ("2024-05-01T08:00:00.250-10:00", "2024-05-01T18:00:00.25Z"),
        ("2024-05-01T08:00:00+00:05", "2024-05-01T07:55:00Z"),
        ("2024-04-31T08:00:00Z", "2024-4-31t8:0:0z"),  # no such day: as it stands
        ("2024050108", "2024050108"),  # a day and its hour
    ],
)
def test_offsets_are_counted_in(text, moment):
    assert moment_in(plain_moment(text)) == moment


@given(
    st.from_regex(
        r"[0-9]{1,4}([-/.: T]0?[0-9]{1,2}){1,5}([.,]0?[0-9]{1,3})?(Z|[+]0[0-9])?", fullmatch=True
    )
)
@example("2024-5-1 10:30:05.05")
@example("1:2.50")
@example("1000/0/000")
@example("0:000.0")
def test_a_plain_moment_is_plain_when_it_comes_again(text):
    """Seen: zeros went one by one, so that 10:30:05.05 became 10:30:5.5 the second time."""
    once = plain_moment(text)
    assert plain_moment(once) == once
