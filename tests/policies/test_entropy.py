"""The probe that tells most about the maximum: the short way against all of them."""

from __future__ import annotations

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief.learned import LearnedBelief, Prior
from cheapbandits.policies.learning.entropy import Information, standing
from cheapbandits.policies.options import probe_family


@pytest.mark.parametrize("seed", range(5))
def test_the_best_is_the_best_of_all(seed):
    rng = np.random.default_rng(seed)
    graph = cb.grid(9, 9)
    prior = Prior.of(graph, probe_family(graph, "hops"))
    belief, catalogue = LearnedBelief(prior), prior.catalogue
    field = np.sin(np.arange(81) / 7) + 0.2 * rng.standard_normal(81)
    for i in rng.integers(len(catalogue), size=4 + 5 * seed).tolist():
        nodes, share = catalogue.row(i)
        belief.tell(nodes, float(field[nodes] @ share), share)
    average = belief.average()
    tops, lost = standing(belief, average, np.ones(81, dtype=bool))
    assert lost >= 0
    assert tops.min() >= average.mean[:81].max() - 1e-12
    told = Information(average, catalogue.centers, tops)
    costs, allowed = rng.uniform(0.1, 1, len(catalogue)), rng.random(len(catalogue)) < 0.7
    every = told.of(np.arange(len(catalogue))) / costs
    assert told.best(costs, allowed) == int(np.argmax(np.where(allowed, every, -np.inf)))
    assert (every >= 0).all()
    assert every.max() > 0
