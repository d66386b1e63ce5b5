"""An answer that one reading carries, unlike all others: nobody can tell a needle from a slip."""

import numpy as np

import cheapbandits as cb
from cheapbandits.belief.learned import LearnedBelief, Prior, assess


def believed(readings):
    graph = cb.grid(6, 6)
    belief = LearnedBelief(Prior.of(graph, cb.CheapUCB(graph, horizon=9).family))
    for nodes, reading in readings:
        belief.condition((nodes, None), float(reading))
    return belief


def survey(slip):
    """All places read once, one of them a thousand times too high."""
    values = 10 + np.random.default_rng(0).standard_normal(36)
    values[slip] *= 1000
    return [((k,), x) for k, x in enumerate(values)]


def test_a_slip_is_not_called_the_hottest_place_with_certainty():
    """Seen: 100 % sure of it, and right in 2 of 40."""
    sure = assess(believed(survey(7)))
    assert sure.node == 7
    assert sure.probability is None
    assert "one reading carries it" in sure.cannot_tell
    assert "far from all 35 others" in sure.cannot_tell
    assert "read it again" in sure.cannot_tell


def test_read_again_it_is_told_either_way():
    readings = survey(7)
    needle = assess(believed([*readings, ((7,), readings[7][1] * 1.01)]))
    assert needle.node == 7
    assert needle.probability > 0.8
    slip = assess(believed([*readings, ((7,), readings[7][1] / 1000)]))
    assert slip.cannot_tell == "" or "carries" not in slip.cannot_tell


def test_an_ordinary_highest_reading_is_no_slip():
    ordinary = [(nodes, x if x < 100 else 13.0) for nodes, x in survey(7)]
    assert "carries" not in assess(believed(ordinary)).cannot_tell
    few = survey(2)[:5]  # too few to call one of them odd
    assert "carries" not in assess(believed(few)).cannot_tell
