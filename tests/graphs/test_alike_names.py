"""Sites whose names look the same: they would be two, and nobody would see it."""

from __future__ import annotations

import pytest

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import read_graph

#: A joiner, a mark of direction, a selector of a form, fillers, an annotation, a tag.
UNSEEN = "\u200d\u061c\u034f\ufe0f\u3164\uffa0\u2800\ufff9\u180e\U000e0041\U000e01ef"
ROWS = "site,x,y\n{},0,0\n{},1,0\nc,0,1\nd,1,1\n"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("M\u00fcller", "Mu\u0308ller"),
        ("River A", "River  A"),
        ("River A", "River\u00a0A"),
        *(("Well", f"Well{sign}") for sign in UNSEEN),
    ],
)
def test_names_that_look_the_same_are_refused(put, one, other):
    with pytest.raises(CheapBanditsError, match=r"line 3: .*line 2 too, but for .*accents"):
        read_graph(put(ROWS.format(one, other), "a.csv"))


@pytest.mark.parametrize("sign", UNSEEN)
def test_nodes_of_edges_too(put, sign):
    """Seen: two nodes a, in two parts."""
    with pytest.raises(CheapBanditsError, match=r"line 3: .* look alike: one node\?"):
        read_graph(put(f"source,target\na{sign},b\na,c\n", "a.csv"))


@pytest.mark.parametrize(("one", "other"), [("M\u00fcller", "Muller"), ("H\u2082O", "H2O")])
def test_names_that_look_different_are_two(put, one, other):
    assert read_graph(put(ROWS.format(one, other), "a.csv")).n_nodes == 4
