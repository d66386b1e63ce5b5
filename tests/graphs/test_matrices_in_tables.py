"""A matrix of weights in a text file looks like a list of edges: it is asked about."""

import re

import pandas
import pytest

import cheapbandits as cb
from cheapbandits.graphs import read_graph

THREE = "0,1,1\n1,0,1\n1,1,0\n"


def by_its_remedy(path, error):
    """Return the graph that the lines of Python in a message give; 'm' may be set before."""
    lines = re.search(r"read in Python, (.*), or saved", str(error))[1]
    *before, last = lines.replace(repr(path.name), repr(str(path))).split("; ")
    known = {"pandas": pandas, "cb": cb}
    exec("\n".join(before), known)  # noqa: S102 - our own message
    return eval(last, known)


@pytest.mark.parametrize(
    "text",
    [
        THREE,
        f"a,b,c\n{THREE}",
        THREE.replace(",", ";"),
        "0,0.5,1\n0.5,0,2\n1,2,0\n",
        "0,5\n5,0\n",
        "2,1,1\n1,2,1\n1,1,2\n",
        THREE.replace(",", " "),
        THREE.replace(",", "\t"),
        "# weights\n" + THREE,
    ],
)
def test_a_symmetric_square_may_be_a_matrix(tmp_path, text):
    path = tmp_path / "m.csv"
    path.write_text(text)
    with pytest.raises(cb.GraphError) as refused:
        read_graph(path)
    assert "matrix" in str(refused.value)
    assert "--table edges" in str(refused.value)
    assert by_its_remedy(path, refused.value).n_nodes in (2, 3)


@pytest.mark.parametrize("divider", [",", ";", "\t", " "])
@pytest.mark.parametrize("one", ["1", "0.5", "0,5"])
@pytest.mark.parametrize("n", [4, 5])
def test_larger_matrices_are_told_the_way(tmp_path, n, one, divider):
    path = tmp_path / "m.csv"
    one = one if divider in ";\t" else one.replace(",", ".")
    rows = ([("0" if i == j else one) for j in range(n)] for i in range(n))
    path.write_text("\n".join(map(divider.join, rows)))
    with pytest.raises(cb.GraphError) as refused:
        read_graph(path)
    assert by_its_remedy(path, refused.value).n_edges == n * (n - 1) // 2


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


NAMED = ",a,b,c\na,0,1,2.5\nb,1,0,3\nc,2.5,3,0\n"


@pytest.mark.parametrize(
    "text",
    [
        NAMED,
        "well" + NAMED,
        f"# pipes\n\n{NAMED}",
        NAMED.replace(",", ";").replace(".", ","),
        NAMED.replace(",", "\t"),
        NAMED[1:].replace(",", " "),  # as R's write.table
        re.sub("([abc])", r'"\1"', NAMED[1:]).replace(",", " "),
    ],
    ids=range(7),
)
@pytest.mark.parametrize("table", [None, "edges"])
def test_a_matrix_with_names_is_told_as_one(tmp_path, text, table):
    path = tmp_path / "m.csv"
    path.write_text(text)
    with pytest.raises(
        cb.GraphError, match=r"rows are called as the columns are \('a', 'b'"
    ) as told:
        read_graph(path, table=table)
    graph = by_its_remedy(path, told.value)
    assert graph.names == ("a", "b", "c")
    assert sorted(graph.edges()[1]) == [1, 2.5, 3]


def test_a_matrix_of_pandas_whose_names_are_numbers(tmp_path):
    path = tmp_path / "m.csv"
    pandas.DataFrame([[0, 1], [1, 0]]).to_csv(path)
    with pytest.raises(cb.GraphError, match="this is a matrix") as told:
        read_graph(path)
    assert by_its_remedy(path, told.value).names == ("0", "1")


@pytest.mark.parametrize(
    "text", ["1,2,3\n2,3,1\n3,1,2\n", "u,v,w\nv,u,1\nw,u,2\n", "a,b\nb,c\nc,a\n"]
)
def test_edges_whose_nodes_come_again_are_edges(tmp_path, text):
    path = tmp_path / "m.csv"
    path.write_text(text)
    assert read_graph(path, table="edges").n_nodes == 3
