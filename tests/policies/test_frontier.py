"""Looks where nobody has looked: when they pay, and what they find."""

from __future__ import annotations

import math

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief.learned import LearnedBelief, Prior
from cheapbandits.policies.learning.frontier import new_area
from cheapbandits.policies.options import probe_family


@pytest.fixture(scope="module")
def prior():
    graph = cb.grid(12, 12)
    return Prior.of(graph, probe_family(graph, "hops"))


def told(prior, groups, value=lambda nodes: float(np.sin(nodes.min() / 7))):
    belief = LearnedBelief(prior)
    for index in groups:
        nodes, share = prior.catalogue.row(index)
        belief.tell(nodes, value(nodes), share)
    return belief


def area_of(belief, allowed=None, ceiling=math.inf, places=False):
    everything = np.ones(len(belief.prior.catalogue), dtype=bool)
    average = belief.average()
    allowed = everything if allowed is None else allowed
    widest = belief.prior.catalogue.widths[-1]
    return new_area(belief, average, allowed, average.mean, ceiling, width=widest, places=places)


def test_it_is_a_widest_group_that_was_not_looked_at(prior):
    catalogue = prior.catalogue
    widest = catalogue.at(catalogue.widths[-1])
    looked = [widest.start + node for node in (13, 22, 121, 130)]
    area = area_of(told(prior, looked))
    assert widest.start <= area.index < widest.stop
    seen = {node for index in looked for node in catalogue.row(index)[0].tolist()}
    assert catalogue.centers[area.index] not in seen


def test_the_more_was_covered_the_less_is_to_be_gained(prior):
    widest = prior.catalogue.at(prior.catalogue.widths[-1])
    rng = np.random.default_rng(0)
    groups = (widest.start + rng.permutation(144)).tolist()
    rough = rng.standard_normal(144)

    def value(nodes):
        return float(rough[nodes].mean())

    areas = [area_of(told(prior, groups[:k], value)) for k in (5, 15, 40)]
    chances = [area.gain / area.record for area in areas]
    assert chances[0] > chances[1] > chances[2] > 0


def test_a_record_adds_less_where_many_places_reach_a_ceiling(prior):
    """Two rough fields; one has its upper half cut off."""
    rough, records = np.random.default_rng(2).standard_normal(144), []
    for field in (rough, np.minimum(rough, 0)):
        belief = told(prior, range(0, 100, 3), lambda nodes, field=field: float(field[nodes[0]]))
        records.append(area_of(belief).record / np.ptp(belief.mean))
    assert records[1] < 0.5 * records[0]


def test_before_the_first_reading_nothing_is_known_of_records(prior):
    assert area_of(told(prior, [])) is None


def test_after_the_groups_it_is_a_place_of_which_they_told_little(prior):
    """Where neighbours have nothing to do with each other, averages leave places unknown."""
    rough, catalogue = np.random.default_rng(4).standard_normal(144), prior.catalogue
    widest, looked = catalogue.at(catalogue.widths[-1]), list(range(40))
    belief = told(prior, looked, lambda nodes: float(rough[nodes].mean()))
    while (area := area_of(belief)) is not None:
        assert area_of(belief, places=True) == area
        looked.append(area.index)
        nodes, share = catalogue.row(area.index)
        belief.tell(nodes, float(rough[nodes].mean()), share)
    assert len(looked) > 50
    assert 40 <= area_of(belief, places=True).index < 144
    assert min(looked[40:]) >= widest.start


def test_nothing_is_new_where_all_was_read(prior):
    rough = np.random.default_rng(1).standard_normal(144)
    assert area_of(told(prior, range(144), lambda nodes: float(rough[nodes].mean()))) is None


def test_under_the_ceiling_nothing_is_to_be_gained(prior):
    belief = told(prior, [13, 22, 121, 130])
    best = float(belief.mean.max())
    assert area_of(belief, ceiling=best).gain == 0
    assert area_of(belief, ceiling=best + 1e-3).record == pytest.approx(1e-3)


def test_what_is_not_allowed_is_not_looked_at(prior):
    belief = told(prior, [13, 22, 121, 130])
    allowed = np.ones(len(prior.catalogue), dtype=bool)
    free = area_of(belief, allowed)
    allowed[free.index] = False
    assert area_of(belief, allowed).index != free.index
    assert area_of(belief, np.zeros_like(allowed)) is None


def hills(n, seed):
    """Return narrow hills on a plain, most of them low: what the first ones show is not the top."""
    rng = np.random.default_rng(seed)
    x, y = np.divmod(np.arange(n * n), n)
    across, down = rng.uniform(0, n, (2, 30))
    heights = rng.exponential(size=30) ** 1.5
    far = (x[:, None] - across) ** 2 + (y[:, None] - down) ** 2
    field = np.max(heights * np.exp(-far / 3), axis=1)
    return field / field.max()


@pytest.mark.parametrize(
    ("policy", "seeds", "least"),
    [
        (cb.PacedKG, (16,), 0.85),
        (cb.Finder, (8,), 0.95),
        pytest.param(cb.PacedKG, (16, 18, 19, 21), 0.85, marks=pytest.mark.thorough),
        pytest.param(cb.Finder, (8, 9, 10), 0.95, marks=pytest.mark.thorough),
    ],
)
def test_the_first_hill_is_not_the_last_word(policy, seeds, least):
    """What is named, as a share of the highest: over 32 seeds 0.83 and 1.0, where without looks at
    new areas it was 0.67 and 0.84; on those that are played here 0.98 and 1.0, and 0.39 and 0.42;
    on the one that is always played 1.0 and 1.0, and 0.26 and 0.30.
    """
    graph, named = cb.grid(22, 22), []
    for seed in seeds:
        field = hills(22, seed)
        run = policy(graph, horizon=100, budget=60)
        cb.simulate(run, field, noise=0.01, rng=seed)
        named.append(field[run.best().node])
    assert np.mean(named) >= least


@pytest.mark.parametrize(
    ("prices", "first"),
    [
        ({1: 1.0, 2: 0.5, 3: 0.33}, 3),  # the paper's
        ({1: 1.0, 2: 1.0, 3: 1.0}, 3),
        ({1: 52.0, 2: 54.0, 3: 56.0}, 3),  # a fixed part
        ({1: 1.0, 2: 2.0, 3: 3.0}, 1),  # each place for itself
        ({1: 1.0, 2: 20.0, 3: 20.0}, 1),
    ],
)
@pytest.mark.parametrize("policy", [cb.Finder, cb.PacedKG])
def test_it_looks_wide_only_where_that_is_worth_its_price(policy, prices, first):
    graph = cb.grid(8, 8)
    field = np.exp(-((np.arange(64) % 8 - 5.0) ** 2 + (np.arange(64) // 8 - 2.0) ** 2) / 4)
    budget = 20 * prices[1]
    made = policy(graph, probes=cb.Capped(cb.Hops(graph), 3), cost=prices, budget=budget)
    widths = []
    for _ in range(6):
        probe = made.ask()
        widths.append(len(probe.nodes))
        made.tell(probe, float(field[list(probe.nodes)].mean()))
    assert widths[0] == first
    assert first > 1 or max(widths) == 1
