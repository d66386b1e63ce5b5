import math
from fractions import Fraction

import numpy as np
import pytest

from cheapbandits.errors import ParameterError
from cheapbandits.graphs import Graph, disjoint_cliques, grid
from cheapbandits.policies import CheapUCB
from cheapbandits.probes import width_cost
from cheapbandits.theory import (
    asymptotic_cost_fraction,
    cost_bound_exceptions,
    footnote_cost,
    paper_cost_sum,
    schedule_cost,
    schedule_cost_bound,
    schedule_cost_bound_holds,
    schedule_saving,
)

EXCEPTIONS = [1, 2, 3, 4, 5, 6, 7, 8, 15, 16]


def count_widths(horizon: int, max_width: int) -> dict[int, int]:
    """Algorithm 1's loops, round by round, with the last stage running on to T."""
    stages = 1
    while 2**stages < horizon:
        stages += 1
    counts: dict[int, int] = {}
    t = 0
    for j in range(1, stages + 1):
        last = 2**j - 1 if j < stages else horizon
        while t < min(last, horizon):
            t += 1
            width = min(max_width, stages - j + 1)
            counts[width] = counts.get(width, 0) + 1
    assert t == horizon
    return counts


def test_exact_cost_of_horizons_up_to_5000():
    powers = [2**j + near for j in range(1, 13) for near in (-1, 0, 1)]
    for horizon in [*range(1, 600), *powers, *range(601, 5001, 41)]:
        counts = count_widths(horizon, 10**9)
        exact = sum(Fraction(n, w) for w, n in counts.items())
        assert schedule_cost(horizon) == pytest.approx(float(exact), rel=1e-12), horizon


@pytest.mark.parametrize(("n_nodes", "max_width"), [(250, 99), (250, 3), (20, 2), (7, 1)])
def test_exact_cost_of_equation_3(n_nodes, max_width):
    for horizon in [*range(1, 140), 1000, 1023, 1024, 1025, 4999]:
        exact = Fraction(0)
        for w, n in count_widths(horizon, max_width).items():
            price = Fraction(w - 1, w * w) * (1 - Fraction(1, n_nodes)) + Fraction(1, w * w)
            exact += n * price
        found = schedule_cost(horizon, n_nodes, max_width)
        assert found == pytest.approx(float(exact), rel=1e-12)
        assert found <= schedule_cost(horizon, max_width=max_width) + 1e-9


@pytest.mark.parametrize("horizon", [1, 2, 15, 16, 17, 40])
@pytest.mark.parametrize("graph", [disjoint_cliques(2, 7), grid(3, 4)])
def test_cost_is_what_the_policy_spends(graph, horizon):
    policy = CheapUCB(graph, horizon=horizon)
    spent = 0.0
    for _ in range(horizon):
        probe = policy.ask()
        policy.tell(probe, 0.0)
        spent += probe.cost
    smallest = int(graph.neighbor_counts.min()) + 1
    assert spent == pytest.approx(schedule_cost(horizon, graph.n_nodes, smallest))


@pytest.mark.parametrize(("horizon", "percent"), [(100, 38.4), (150, 51.8)])
def test_savings_on_the_reading_page(horizon, percent):
    assert round(100 * schedule_saving(horizon), 1) == percent


@pytest.mark.parametrize("horizon", [128, 256, 1024, 4096])
def test_powers_of_two_save_thirty_percent(horizon):
    assert 30 <= round(100 * schedule_saving(horizon), 1) < 31


@pytest.mark.parametrize("max_width", [None, 1, 2, 3, 5])
def test_fraction_tends_to_its_limit(max_width):
    horizon = 2**40 - 1
    fraction = schedule_cost(horizon, max_width=max_width) / horizon
    assert fraction == pytest.approx(asymptotic_cost_fraction(max_width), rel=1e-9)


def test_limits_by_hand():
    assert asymptotic_cost_fraction() == pytest.approx(math.log(2))
    assert asymptotic_cost_fraction(1) == 1.0
    assert asymptotic_cost_fraction(3) == pytest.approx(1 / 2 + 1 / 8 + 1 / 24 + 1 / 24)
    assert asymptotic_cost_fraction(60) == pytest.approx(math.log(2))
    just_above = 2**40 + 1
    assert schedule_saving(just_above) == pytest.approx(2 - 2 * math.log(2), rel=1e-9)


def test_where_the_printed_bound_holds():
    assert schedule_cost_bound(150) == 112.0
    assert cost_bound_exceptions(5000) == EXCEPTIONS
    assert cost_bound_exceptions(2100, max_width=3) == EXCEPTIONS
    assert cost_bound_exceptions(50, max_width=1) == list(range(1, 51))
    assert schedule_cost_bound_holds(2**40 - 1)


def test_a_cap_of_two_breaks_the_printed_bound_at_every_power_of_two():
    ends = {2**j - back for j in range(1, 12) for back in range(4)}
    assert cost_bound_exceptions(2048, max_width=2) == sorted(t for t in ends if t >= 1)
    assert not schedule_cost_bound_holds(2**30 - 1, max_width=2)
    assert schedule_cost_bound_holds(2**30 - 4, max_width=2)


def test_the_papers_sums_enclose_the_exact_cost():
    assert paper_cost_sum(4, last="J-1") == 0.5  # one round of width 2
    assert paper_cost_sum(4) == 2.5  # and two of width 1
    for horizon in range(2, 600):
        power = horizon & (horizon - 1) == 0
        exact = schedule_cost(horizon)
        assert paper_cost_sum(horizon, last="J-1") < exact
        assert exact <= paper_cost_sum(horizon) + power + 1e-9
        if power or (horizon + 1) & horizon == 0:
            assert exact == pytest.approx(paper_cost_sum(horizon) + power)


def test_refusals():
    with pytest.raises(ParameterError, match="horizon"):
        schedule_cost(0)
    with pytest.raises(ParameterError, match="max_width"):
        schedule_cost(10, max_width=0)
    with pytest.raises(ParameterError, match="last"):
        paper_cost_sum(10, last="K")


def test_the_footnotes_construction_is_not_the_formula():
    """Loops in the degree alone, and loops in the adjacency too, on a star and a clique."""
    n = 30
    star = Graph.from_edges([(0, i) for i in range(1, n)])
    clique = disjoint_cliques(1, n)
    for w in range(1, n + 1):
        group = range(w)
        assert footnote_cost(star, group) == pytest.approx(1 / w - 2 * (w - 1) / (n * w**2))
        assert footnote_cost(clique, group, loops="cancel") == pytest.approx(1 / w - 1 / n)
        s = np.zeros(n)
        s[:w] = 1 / w
        raw = s @ star.laplacian.toarray() @ s / n
        assert footnote_cost(star, group, loops="cancel") == pytest.approx(raw)
        if w > 1:
            assert footnote_cost(star, group) != pytest.approx(float(width_cost(w, n)), rel=1e-6)
