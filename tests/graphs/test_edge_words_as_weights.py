"""A third column of words, such as the line that joins two stops, is no weight."""

import pytest

from cheapbandits.errors import GraphError
from cheapbandits.graphs.files import read_graph


@pytest.mark.parametrize("head", ["station_a,station_b,line\n", ""])
def test_words_for_weights_are_told_with_a_way_that_works(put, head):
    """Seen: "correct or delete the line", which only brought up the next one."""
    rows = "A,B,red\nB,C,red\nC,D,blue\n"
    with pytest.raises(GraphError, match=r"third column should be weights.*delete that column"):
        read_graph(put(head + rows, "edges.csv"))
    ends = "".join(f"{row.rpartition(',')[0]}\n" for row in rows.splitlines())
    assert read_graph(put("source,target\n" + ends, "ends.csv")).names == ("A", "B", "C", "D")
    named = read_graph(put("source,target,line\n" + rows, "named.csv"), weight="unit")
    assert named.n_edges == 3


def test_the_words_between_two_nodes_are_to_be_deleted_and_not_the_nodes(put):
    """Seen: 'delete that column', which left a network of a, b and pp."""
    rows = ["a\tpp\tb", "b\tpp\tc", "c\tpp\ta"]
    with pytest.raises(GraphError, match=r"or the second if the third are nodes"):
        read_graph(put("\n".join([*rows, ""]), "net.txt"))
    ends = [row.replace("pp\t", "") for row in rows]
    assert read_graph(put("\n".join([*ends, ""]), "ends.txt")).names == ("a", "b", "c")
