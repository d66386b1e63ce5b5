"""A small, seeded part of the answers that ``make fuzz`` compares, and that it would notice."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from tools.fuzz.answers import TURNS, answered, make_case, run, unlike


def test_the_same_readings_told_otherwise_give_the_same_answer(tmp_path):
    counts = run(12, seed=11, seconds=120, keep=tmp_path)
    assert counts == {"answer read": 12}, [file.read_text() for file in tmp_path.iterdir()]


@pytest.mark.parametrize("turn", TURNS)
def test_another_reading_is_noticed(turn):
    rng = np.random.default_rng(3)
    case = make_case(rng)
    other = TURNS[turn](case, rng)
    off = replace(other, readings=other.readings + np.eye(len(other.readings))[0] * other.unit)
    assert unlike(answered(case), answered(off), same_draws=other.same_draws)
