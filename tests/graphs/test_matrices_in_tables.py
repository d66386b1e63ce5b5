"""A matrix of weights in a text file looks like a list of edges: it is asked about."""

import pytest

import cheapbandits as cb
from cheapbandits.graphs import read_graph

THREE = "0,1,1\n1,0,1\n1,1,0\n"


@pytest.mark.parametrize(
    "text",
    [
        THREE,
        f"a,b,c\n{THREE}",
        THREE.replace(",", ";"),
        "0,0.5,1\n0.5,0,2\n1,2,0\n",
        "0,5\n5,0\n",
        "2,1,1\n1,2,1\n1,1,2\n",
    ],
)
def test_a_symmetric_square_may_be_a_matrix(tmp_path, text):
    path = tmp_path / "m.csv"
    path.write_text(text)
    with pytest.raises(cb.GraphError) as refused:
        read_graph(path)
    assert "matrix" in str(refused.value)
    assert "--table edges" in str(refused.value)
    assert "cb.Graph(numpy.loadtxt(" in str(refused.value)


@pytest.mark.parametrize("n", [4, 5])
def test_larger_matrices_are_told_the_way(tmp_path, n):
    path = tmp_path / "m.csv"
    path.write_text("\n".join(",".join("0" if i == j else "1" for j in range(n)) for i in range(n)))
    with pytest.raises(cb.GraphError, match=r"cb.Graph\(numpy.loadtxt"):
        read_graph(path)


def test_edges_stay_edges(tmp_path):
    path = tmp_path / "m.csv"
    path.write_text(THREE)
    assert read_graph(path, table="edges").n_nodes == 2
    for text, nodes in (
        ("0,1\n1,0\n", 2),
        ("0,1\n1,2\n", 3),
        ("0,1,1\n1,2,1\n2,0,1\n", 3),
        ("source,target,weight\n" + THREE, 2),
    ):
        path.write_text(text)
        assert read_graph(path).n_nodes == nodes
