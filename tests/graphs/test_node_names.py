"""What can be a node's name: a text that shows something, or a number that is one."""

import math

import networkx as nx
import numpy as np
import pandas as pd
import pytest

import cheapbandits as cb


@pytest.mark.parametrize(
    "node", [math.nan, -math.inf, True, (1, math.nan), ("a", False), (10**5000, 1)]
)
def test_a_node_of_networkx_without_a_name_that_tells_it_is_refused(node):
    """Seen: a node called nan, which a gap in a table of edges becomes."""
    with pytest.raises(cb.GraphError, match=r"the node .* is neither text nor a finite number"):
        cb.Graph.from_networkx(nx.Graph([(node, "b")]))


@pytest.mark.parametrize(
    ("node", "name"), [((1, "a"), "(1, 'a')"), (np.int64(3), "3"), (2.5, "2.5")]
)
def test_other_nodes_of_networkx_are_called_by_their_text(node, name):
    assert cb.Graph.from_networkx(nx.Graph([(node, "b")])).names == (name, "b")


def features(*names):
    rows = (
        f'{{"type": "Feature", "properties": {{"name": "{name}"}}, '
        f'"geometry": {{"type": "Point", "coordinates": [{k}.5, {k % 2}.5]}}}}'
        for k, name in enumerate(names)
    )
    return f'{{"type": "FeatureCollection", "features": [{", ".join(rows)}]}}'


GRAPHML = """<graphml><graph edgedefault="undirected"><node id="a"/><node id="{}"/>
<edge source="a" target="{}"/></graph></graphml>"""


@pytest.mark.parametrize("name", ["", " "])
def test_an_empty_name_is_none(tmp_path, name):
    """Seen: a site that nothing on the map or in a list could be recognised by."""
    said = "node 1 has an empty name"
    with pytest.raises(cb.GraphError, match=said):
        cb.Graph(np.ones((2, 2)) - np.eye(2), names=["a", name])
    frame = pd.DataFrame({"name": ["a", name, "c"], "x": [0.0, 1, 2], "y": [0.0, 3, 1]})
    with pytest.raises(cb.GraphError, match=said):
        cb.Graph.from_frame(frame, 1)
    for file, text in (("a.geojson", features("a", name, "c")), ("a.graphml", GRAPHML)):
        path = tmp_path / file
        path.write_text(text.replace("{}", name))
        with pytest.raises(cb.GraphFileError, match=rf"{file}: {said}"):
            cb.read_graph(path)
