"""Every registered policy by its name: in a simulation, in replications, a study and a campaign."""

import inspect

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.policies import policy_class, policy_names
from cheapbandits.studies import Cell, execute

NAMES = [
    name for name in policy_names() if policy_class(name).__module__.startswith("cheapbandits.")
]


@pytest.fixture(scope="module")
def land():
    graph = cb.grid(5, 6)
    return graph, np.exp(-((graph.coordinates - 2.0) ** 2).sum(axis=1) / 6)


@pytest.mark.parametrize("name", NAMES)
def test_simulate_takes_the_name(name, land):
    graph, field = land
    first, again = (cb.simulate(name, field, rng=0, graph=graph, rounds=12) for _ in range(2))
    assert [row.nodes for row in first] == [row.nodes for row in again]


def test_replicate_takes_the_names(land):
    result = cb.replicate({name: name for name in NAMES}, land, runs=2, rounds=8, jobs=1)
    for name in NAMES:
        assert result.curves(name).shape == (2, 8)
        first, second = ([row.nodes for row in run] for run in result.histories[name])
        if "rng" in inspect.signature(policy_class(name)).parameters:
            assert first != second  # every run draws its own


def test_a_study_takes_the_names(tmp_path):
    cells = [Cell("sbm/lowest/T6", name, 0) for name in NAMES]
    results = execute(cells, tmp_path, jobs=1, progress=False)
    assert {len(results[cell].regret) for cell in cells} == {6}


@pytest.mark.parametrize("name", NAMES)
def test_a_campaign_that_is_reopened_asks_the_same(name, land, tmp_path):
    """In the middle, with a probe open, a correction and an annulled reading behind it."""
    graph, field = land
    runs = []
    for run in range(2):
        file, asked = tmp_path / f"{run}.db", []
        campaign = cb.Campaign.create("soil", graph, db=file, policy=name, budget=9.0, seed=5)
        for k in range(8):
            if run:
                campaign = cb.Campaign.open("soil", db=file)
            [ask] = campaign.ask(more=True)
            asked.append((ask.number, ask.nodes))
            if k != 3:
                campaign.tell(ask, float(np.mean(field[list(ask.nodes)])))
            if k == 4:
                campaign.correct(1, 0.9)
            if k == 5:
                campaign.annul(2)
        runs.append(asked)
    assert runs[0] == runs[1]
