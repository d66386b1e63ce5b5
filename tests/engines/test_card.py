"""Large fronts on a graphics card: the answers of the processor. Needs a card and CuPy."""

import numpy as np
import pytest
import scipy.sparse as sp

import cheapbandits as cb
from cheapbandits.engines.dissection import card
from cheapbandits.engines.dissection.engine import DissectionEngine
from cheapbandits.engines.dissection.inertia import negative_eigenvalues
from cheapbandits.engines.dissection.pattern import joined
from cheapbandits.engines.dissection.plan import plan_for
from cheapbandits.probes import StrongestNeighbors

on_a_card = pytest.mark.skipif(
    card.card() is None, reason="no graphics card here: CuPy (extra gpu) and a driver are needed"
)


def graph():
    return cb.Graph.from_points(np.random.default_rng(0).random((3000, 3)), n_neighbors=8)


@pytest.fixture(params=["all fronts", "the large ones"])
def sizes(request, monkeypatch):
    """With all fronts there every step is the card's; with some, fronts pass between the two."""
    monkeypatch.setattr(card, "LARGE", 1 if request.param == "all fronts" else 300)


def test_without_a_card_arrays_are_numpys(monkeypatch):
    monkeypatch.setattr(card, "card", lambda: None)
    assert card.arrays_for(10**6) is np


@on_a_card
@pytest.mark.usefixtures("sizes")
def test_variances_and_columns_are_the_processors(monkeypatch):
    probes = StrongestNeighbors(graph()).at(4)
    there = DissectionEngine(graph(), 0.01)
    variances, column = there.variances(probes).upper, there.column(((5, 9), (0.5, 0.5)))
    monkeypatch.setattr(card, "LARGE", np.inf)
    here = DissectionEngine(graph(), 0.01)
    assert variances == pytest.approx(here.variances(probes).upper, rel=1e-10)
    expected = here.column(((5, 9), (0.5, 0.5)))
    assert column.nodes.tolist() == expected.nodes.tolist()
    assert column.values == pytest.approx(expected.values, rel=1e-10, abs=1e-12)


@on_a_card
@pytest.mark.usefixtures("sizes")
def test_eigenvalues_are_counted_as_numpy_counts_them():
    laplacian = sp.csr_array(graph().laplacian)
    values = np.linalg.eigvalsh(laplacian.toarray())
    plan = plan_for(joined(graph(), []))
    for k in (1, 40, 700):
        shift = float(values[k - 1] + values[k]) / 2
        shifted = sp.csr_array(laplacian - shift * sp.eye_array(3000))
        assert negative_eigenvalues(shifted, plan) == k


@on_a_card
@pytest.mark.usefixtures("sizes")
def test_what_is_not_positive_is_refused():
    with pytest.raises(cb.ParameterError, match="not positive definite"):
        DissectionEngine(graph(), -1.0).prepare([])
