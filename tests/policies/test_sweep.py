"""Sweep: a cover without overlap first, then the best neighbourhoods; against plain loops."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cheapbandits as cb
from cheapbandits.policies.sweep import ladder


def literal(groups, rungs, rounds, field):
    """The rule by loops over sets; ``groups[w][i]`` is the group of width ``w`` around ``i``."""
    n, looks, asked = len(field), {}, []  # looks: node -> (size, readings)
    for _ in range(rounds):
        uncovered = [len(set(g) - set(looks)) / len(g) for g in groups[rungs[0]]]
        if max(uncovered) > 0:
            group = groups[rungs[0]][int(np.argmax(uncovered))]
        else:
            wide = [i for i in range(n) if looks[i][0] > 1]
            if wide:
                node = max(wide, key=lambda i: (np.mean(looks[i][1]), -i))
                width = max(w for w in rungs if w < looks[node][0])
            else:
                node, width = max(range(n), key=lambda i: (np.mean(looks[i][1]), -i)), 1
            group = groups[width][node]
        value = float(np.mean(field[list(group)]))
        for i in group:
            size, values = looks.get(i, (np.inf, []))
            if len(group) < size:
                looks[i] = (len(group), [value])
            elif len(group) == size:
                looks[i] = (size, [*values, value])
        asked.append(tuple(group))
    return asked


@settings(max_examples=30, deadline=None)
@given(
    shape=st.sampled_from([(3, 3), (4, 5), (7, 2)]),
    width=st.sampled_from([1, 2, 4, 6, 8]),
    seed=st.integers(0, 2**32 - 1),
)
def test_every_choice_is_the_literal_one(shape, width, seed):
    graph = cb.grid(*shape)
    n = graph.n_nodes
    field = np.random.default_rng(seed).permutation(n) + 0.1 * np.arange(n) ** 0.5
    policy = cb.Sweep(graph, width=width, probes="hops")
    rungs = ladder(policy.family, policy.width)
    groups = {w: [policy.family.at(w).group(i)[0] for i in range(n)] for w in rungs}
    asked = []
    for _ in range(2 * n + 5):
        probe = policy.ask()
        asked.append(probe.nodes)
        policy.tell(probe, float(np.mean(field[list(probe.nodes)])))
    assert asked == literal(groups, rungs, 2 * n + 5, field)


def test_the_cover_does_not_overlap_before_it_must():
    graph = cb.grid(12, 12)
    policy = cb.Sweep(graph, width=4, probes="hops")
    seen = set()
    while True:
        probe = policy.ask()
        if seen & set(probe.nodes):
            break
        seen |= set(probe.nodes)
    assert len(seen) > 100  # of 144
    free = [set(policy.family.at(4).group(i)[0]) for i in range(144)]
    assert all(seen & group for group in free)


def test_it_closes_in_on_a_hill():
    graph = cb.grid(16, 16)
    field = np.exp(-((graph.coordinates - [11.0, 4.0]) ** 2).sum(axis=1) / 20)
    policy = cb.Sweep(graph, probes="hops")
    history = cb.simulate(policy, field, noise=0.001, rng=0, rounds=100)
    singles = [row.center for row in history if row.width == 1]
    assert int(field.argmax()) in singles[:20]
    assert history.cost[-1] < 60


def test_districts_are_covered_and_then_opened():
    path = cb.Graph.from_edges([(i, i + 1) for i in range(5)])
    groups = cb.NamedGroups(path, [[0.5, 0.5, 0, 0, 0, 0], [0, 0, 0.25, 0.25, 0.25, 0.25]])
    policy, asked = cb.Sweep(path, probes=groups), []
    for _ in range(6):
        probe = policy.ask()
        asked.append(set(probe.nodes))
        policy.tell(probe, float(max(probe.nodes)))
    assert asked[:2] == [{0, 1}, {2, 3, 4, 5}]
    assert asked[2:] == [{2}, {3}, {4}, {5}]


def test_nodes_that_no_wide_group_can_reach_are_covered_by_narrow_ones():
    star = cb.Graph.from_edges([(0, i) for i in range(1, 6)] + [(6, 7), (7, 8), (6, 8), (5, 6)])
    policy = cb.Sweep(star, width=2, mask=[0])
    nodes = set()
    for _ in range(7):
        probe = policy.ask()
        nodes |= set(probe.nodes)
        policy.tell(probe, 0.0)
    assert nodes == set(range(1, 9))


@pytest.mark.parametrize("width", [0, 1.5, True, "2"])
def test_the_width_is_a_whole_number(width):
    with pytest.raises(cb.ParameterError, match="width"):
        cb.Sweep(cb.grid(3, 3), width=width)
