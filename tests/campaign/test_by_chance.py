"""New readings at stored places with stored values: said, unless chance or the file explains it."""

from __future__ import annotations

import numpy as np
import pytest

NOTE = "new readings have the place and value of stored ones, and no other date"


def file_of(values, *beside, first=1):
    rows = zip(values, *beside, strict=True)
    return [",".join((f"A{first + k}", *map(str, (*more, v)))) for k, (v, *more) in enumerate(rows)]


@pytest.mark.parametrize(
    ("head", "before", "after"),
    [
        ("site,sample,value", ["s1", "s2", "s3"], ["x7", "x8", "x9"]),
        ("site,sample,value", ["K-1", "K-2", "K-3"], ["2024/1", "2024/2", "2024/3"]),
        ("site,who,value", ["ann", "ann", "bo"], ["A.N.", "A.N.", "B."]),
    ],
)
def test_what_no_rule_tells_to_be_the_same_is_noted(load, head, before, after):
    """Seen, in many forms: ids that a program made anew, and every reading counted twice."""
    values = [12.5, 13.5, 11.5]
    assert load(head, *file_of(values, before)).notes == ()
    done = load(head, *file_of(values, after), "A4,z,17.5")
    assert done.new == 4
    assert [note for note in done.notes if f"3 of the 4 {NOTE}" in note]


def test_what_the_file_tells_apart_is_not(load):
    values = [12.5, 13.5, 11.5]
    for name, words in {
        "replicate": "12",
        "date": ("2024-05-01", "2024-06-01"),
        "month": ("jan", "feb"),
    }.items():
        for k, word in enumerate(words):
            rows = file_of([value + len(name) for value in values], [word] * 3)
            done = load(f"site,{name},value", *rows)
            assert done.new == 3, (name, k)
            assert not [note for note in done.notes if NOTE in note]


@pytest.mark.parametrize("seed", range(5))
def test_values_that_come_again_everywhere_are_chance(load, seed):
    """Counts of a few kinds, by other people at the same places."""
    rng = np.random.default_rng(seed)
    for who in ("ann", "bo"):
        done = load("site,who,value", *file_of(rng.integers(0, 3, 9), [who] * 9, first=0))
        assert done.new == 9
    assert not [note for note in done.notes if NOTE in note]
