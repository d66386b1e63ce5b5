"""Sites whose names look the same: they would be two, and nobody would see it."""

from __future__ import annotations

import json

import networkx as nx
import pytest

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs import Graph, read_graph

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


ALIKE = [
    ("River A", "River\u00a0A"),
    ("A", "A "),
    ("M\u00fcller", "Mu\u0308ller"),
    ("W", "W\u200d"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_the_same_are_refused_through_every_door(put, one, other):
    """Seen: two nodes that nobody could tell apart, and readings went to the first of them."""
    said = r"the names '.*' and '.*' look alike, but for blanks or how accents"
    ids = "".join(f'<node id="{name}"/>' for name in (one, other, "C"))
    edges = f'<edge source="{one}" target="C"/><edge source="{other}" target="C"/>'
    graphml = f'<graphml><graph edgedefault="undirected">{ids}{edges}</graph></graphml>'
    with pytest.raises(CheapBanditsError, match=rf"a\.graphml: {said}"):
        read_graph(put(graphml, "a.graphml"))
    features = [
        {
            "type": "Feature",
            "properties": {"name": name},
            "geometry": {"type": "Point", "coordinates": [k, k % 2]},
        }
        for k, name in enumerate((one, other, "C"))
    ]
    path = put(json.dumps({"type": "FeatureCollection", "features": features}), "a.geojson")
    with pytest.raises(CheapBanditsError, match=rf"a\.geojson: {said}"):
        read_graph(path)
    assert read_graph(path, names=False).names is None
    with pytest.raises(CheapBanditsError, match=said):
        Graph.from_networkx(nx.Graph([(one, "C"), (other, "C")]))
