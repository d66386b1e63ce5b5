"""A file that is, as a whole, unlike those before it is told; a season is not."""

from __future__ import annotations

import random
import re

import pytest

import cheapbandits as cb
from cheapbandits.campaign.import_keys import record
from cheapbandits.campaign.unlike import unlike_before

FIRST = [1.1, 0.9, 1.3, 2.4, 0.7, 1.8]


def at(readings, start=0):
    return [((k,), x) for k, x in enumerate(readings, start)]


@pytest.mark.parametrize(
    ("second", "said"),
    [
        ([1000 * x for x in FIRST], "6 sites .* about 1,000 times as large: another unit"),
        ([1050, 990, 1250, 2600, 600], "5 sites .* about 1,000 times as large"),
        ([x / 1000 for x in FIRST[:3]], "3 sites .* about 1,000 times as small"),
        ([x * 3.2808 for x in FIRST], "about 3.3 times as large"),
        ([-x for x in FIRST], "6 sites .* now of the other sign"),
        ([-1.05, -0.94, -1.24, -2.6, -0.6], "5 sites .* now of the other sign"),
        ([-1000 * x for x in FIRST], "6 sites .* now of the other sign"),
        ([-x for x in FIRST[:4]], None),
        ([*(-x for x in FIRST[:5]), FIRST[5]], None),
        ([-3.1, -0.2, -2.3, -1.1, -4.0, -0.6], None),  # a frost
        ([x * 1.0001 for x in FIRST], None),
        ([1000 * x for x in FIRST[:2]], None),  # two tell nothing
        ([50 * FIRST[0], *FIRST[1:]], None),  # one hot spot
    ],
)
def test_one_factor_for_all_sites_is_told(second, said):
    found = unlike_before(at(FIRST), at(second))
    assert (found is None) if said is None else re.search(said, found)


def test_fahrenheit_is_told_from_a_warmer_day():
    celsius = [14.0, 15.5, 17.0, 12.5, 18.0]
    warmer = [x + d for x, d in zip(celsius, (1, -0.5, 0.8, 1, -1), strict=True)]
    fahrenheit = [1.8 * x + 32 for x in warmer]
    assert "Fahrenheit after Celsius" in unlike_before(at(celsius), at(fahrenheit))
    assert "Celsius after Fahrenheit" in unlike_before(at(fahrenheit), at(celsius))
    kelvin = [x + 273.15 for x in warmer]
    assert "Kelvin after Celsius" in unlike_before(at(celsius), at(kelvin))
    assert unlike_before(at(celsius), at(warmer)) is None
    assert unlike_before(at(celsius), at([x + 14 for x in celsius])) is None


def test_other_sites_are_told_where_nothing_lies_between():
    far = at([900.0, 1200, 800, 1500, 2000], start=20)
    assert "all 5 new readings are about 1,000 times as large as those before" in unlike_before(
        at(FIRST), far
    )
    assert unlike_before(at(FIRST), [*far, ((9,), 2.0)]) is None  # they overlap
    assert unlike_before(at(FIRST), far[:4]) is None
    assert unlike_before([], far) is unlike_before(far, []) is None


@pytest.mark.parametrize("change", [0.25, 0.5, 1.0, 2.0, 5.0, 12.0])
def test_a_season_is_not_told(change):
    draw = random.Random(5)
    for _ in range(60):
        sites = [draw.lognormvariate(1, 0.8) for _ in range(draw.randint(3, 12))]
        then = [change * x * draw.lognormvariate(0, 0.3) for x in sites]
        assert unlike_before(at(sites), at(then)) is None


def test_an_import_says_so_and_takes_it(tmp_path):
    with cb.Campaign.create("lab", cb.grid(3, 3), db=tmp_path / "c.db", horizon=20) as campaign:
        for k, reading in enumerate(FIRST):
            campaign.observe([k], reading)
        rows = [((k,), 1000 * x, f"import:{k:032}#0") for k, x in enumerate(FIRST)]
        done = record(campaign, rows)
        assert done.new == len(FIRST)
        (note,) = done.notes
        assert (
            "another unit? If so, strike the new ones (cheapbandits campaign annul lab NUMBER --obs"
            in note
        )
