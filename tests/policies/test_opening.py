"""The first probes: against the definition by whole matrices, and whatever was asked before."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.belief.learned import Prior
from cheapbandits.policies.learning.opening import LEVEL, NOISE, Opening

WIDTH = 3


@pytest.fixture(scope="module")
def prior():
    graph = cb.Graph.from_points(np.random.default_rng(3).random((40, 2)), 6)
    return Prior.of(graph, cb.Nearest(graph))


def by_definition(prior, rows):
    """``||C s||^2 / (s'Cs + NOISE)`` of every probe of the width, ``C`` by Gauss elimination."""
    left = np.mean([kernel.rows(np.arange(40)) for kernel in prior.kernels], axis=0) + LEVEL
    for nodes, share in rows:
        s = np.zeros(40)
        s[nodes] = share
        left = left - np.outer(left @ s, left @ s) / (s @ left @ s + NOISE)
    probes = prior.catalogue.matrix[prior.catalogue.at(WIDTH)].toarray()
    seen = probes @ left
    return (seen**2).sum(axis=1) / ((seen * probes).sum(axis=1) + NOISE)


def test_each_probe_takes_most_off_what_is_left(prior):
    opening, rows, allowed = Opening(prior, WIDTH), [], np.ones(len(prior.catalogue), dtype=bool)
    for _ in range(12):
        chosen = opening.choose(rows, allowed)
        scores = by_definition(prior, rows)
        at = chosen - prior.catalogue.at(WIDTH).start
        assert scores[at] == pytest.approx(scores.max(), rel=1e-9)
        rows.append(prior.catalogue.row(chosen))


def test_the_choice_hangs_on_the_probes_so_far_and_not_on_what_was_asked_before(prior):
    opening, allowed = Opening(prior, WIDTH), np.ones(len(prior.catalogue), dtype=bool)
    rows = [prior.catalogue.row(at) for at in (5, 50, 17, 81, 9)]
    for so_far in (rows[:2], rows[:4], rows, rows[:3], rows[::-1], [], rows):
        assert opening.choose(so_far, allowed) == Opening(prior, WIDTH).choose(so_far, allowed)


def test_a_large_batch_computes_each_probe_once(prior, monkeypatch):
    opening, allowed = Opening(prior, WIDTH), np.ones(len(prior.catalogue), dtype=bool)
    kernel = opening._kernel()[0].view(Counting)
    monkeypatch.setattr(opening, "_made", (kernel, *opening._kernel()[1:]))
    rows = []
    Counting.taken = 0
    for _ in range(20):
        rows.append(prior.catalogue.row(opening.choose(rows, allowed)))
    assert Counting.taken <= 20


class Counting(np.ndarray):
    """A matrix that counts how often rows are taken of it."""

    taken = 0

    def __getitem__(self, where):
        Counting.taken += 1
        return np.asarray(self)[where]
