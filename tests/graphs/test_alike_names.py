"""Sites whose names look the same: they would be two, and nobody would see it."""

from __future__ import annotations

import pytest

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import read_graph

ROWS = "site,x,y\n{},0,0\n{},1,0\nc,0,1\nd,1,1\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("M\u00fcller", "Mu\u0308ller"),
        ("River A", "River  A"),
        ("River A", "River\u00a0A"),
    ],
)
def test_names_that_look_the_same_are_refused(put, one, other):
    with pytest.raises(CheapBanditsError, match=r"line 3: .*line 2 too, but for .*accents"):
        read_graph(put(ROWS.format(one, other), "a.csv"))


@pytest.mark.parametrize(("one", "other"), [("M\u00fcller", "Muller"), ("H\u2082O", "H2O")])
def test_names_that_look_different_are_two(put, one, other):
    assert read_graph(put(ROWS.format(one, other), "a.csv")).n_nodes == 4
