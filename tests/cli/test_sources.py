"""Fields from files: each node has one value."""

import numpy as np
import pytest

import cheapbandits as cb
from cheapbandits.cli.sources import open_field


def test_a_name_with_two_values_leaves_no_node_with_chance_numbers(tmp_path):
    graph = cb.Graph.from_edges([(0, 1), (1, 2)], names=["a", "b", "c"])
    file = tmp_path / "values.csv"
    file.write_text("node,value\nb,0.2\nc,0.3\na,0.1\n")
    np.testing.assert_array_equal(open_field("g.csv", str(file), graph, 0), [0.1, 0.2, 0.3])
    file.write_text("node,value\nb,0.2\nb,0.3\na,0.1\n")
    with pytest.raises(cb.ParameterError, match="more than one value for b"):
        open_field("g.csv", str(file), graph, 0)
