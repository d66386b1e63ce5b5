"""A remark behind an edge is asked about; it would be part of a node's name."""

from __future__ import annotations

import pytest

from cheapbandits.errors import GraphFileError
from cheapbandits.graphs import read_graph


def edges(tmp_path, name):
    file = tmp_path / "e.csv"
    file.write_text(f"source,target\na,{name}\nb,c\nc,d\nd,b\n")
    return file


@pytest.mark.parametrize("name", ["b # main road", "b  #1", "e # main road", "b % see map"])
def test_a_remark_behind_a_node_is_asked_about(tmp_path, name):
    """Seen: 'b # main road' was a node beside 'b', and the network fell apart."""
    file = edges(tmp_path, name)
    with pytest.raises(GraphFileError, match=f"line 2: '{name}': a remark behind '{name[0]}'"):
        read_graph(file)
    assert read_graph(file, table="edges").n_nodes == 5


@pytest.mark.parametrize("name", ["Well # 5", "e#main", "#e"])
def test_other_signs_are_names(tmp_path, name):
    assert name in read_graph(edges(tmp_path, name)).names
