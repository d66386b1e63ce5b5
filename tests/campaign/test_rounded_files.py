"""Files of stored readings with so few digits that one alone tells nothing: nearly all rows do."""

from __future__ import annotations

import pytest

FULL = [64.059, 27.709, 5.056, 2.636, 41.872, 0.318, 93.447]
WHOLE = [64, 28, 5, 3, 42, 0, 93]


def rows(values, *more):
    return ["site,value", *(f"A{k},{value}" for k, value in enumerate(values)), *more]


@pytest.mark.parametrize("turn", [1, -1])
@pytest.mark.parametrize(
    ("full", "less"),
    [
        (FULL, WHOLE),
        ([*FULL[:3], 590.45, *FULL[4:]], [*WHOLE[:3], 590, *WHOLE[4:]]),  # one has three digits
        (FULL, [*WHOLE[:6], 81]),  # one is another
        ([value / 100 for value in FULL], [0.6, 0.3, 0.1, 0.0, 0.4, 0.0, 0.9]),
    ],
)
def test_a_file_of_rounded_readings_is_told(load, full, less, turn):
    first, second = [full, less][::turn]
    assert load(*rows(first)).alike == 0
    done = load(*rows(second))
    assert (done.new, done.alike) == (7, 6 if 81 in less else 7)
    assert load(*rows(second)).new == 0


@pytest.mark.parametrize(
    ("full", "less"),
    [
        (FULL, [64, 28, 5, 3, 40, 2, 90]),  # four of seven
        (FULL[:4], WHOLE[:4]),  # four
        ([7.1, 6.9, 7.3, 7.2, 6.8, 8.1, 7.9], [7, 7, 7, 7, 7, 8, 8]),  # all are about the same
        (WHOLE, [65, 27, 6, 4, 41, 1, 92]),  # others, and near
    ],
)
def test_few_digits_that_agree_by_chance_are_not(load, full, less):
    assert load(*rows(full)).new == len(full)
    assert load(*rows(less)).alike == 0


def test_another_day_is_no_rounding(load):
    def dated(values, day):
        return ["site,date,value", *(f"A{k},2024-05-{day},{v}" for k, v in enumerate(values))]

    assert load(*dated(FULL, "01")).new == 7
    assert load(*dated(WHOLE, "02")).alike == 0
    assert load(*dated(WHOLE, "01")).alike == 7


@pytest.mark.parametrize("turn", [1, -1])
def test_numbers_of_four_bytes_are_told(load, turn):
    first, second = [[0.1, 0.7, 3], ["0.10000000149011612", "0.699999988", 4]][::turn]
    assert load(*rows(first)).alike == 0
    assert load(*rows(second)).alike == 2
