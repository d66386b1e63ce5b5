"""Two columns of small whole numbers under headers that say nothing of edges."""

from __future__ import annotations

import warnings

import pytest

import cheapbandits as cb
from cheapbandits.errors import GraphError

ROWS = "1,4\n2,3\n3,4\n4,5\n5,3\n6,3\n7,2\n"


@pytest.mark.parametrize(
    "header",
    [
        "node,value",
        "id,reading",
        "hour,count",
        "value,node",
        "age,score",
        "plot,result",
        "site,case_count",
    ],
)
def test_nodes_and_their_values_are_no_edges(put, header):
    """Seen: values became neighbours, without a word in Python."""
    path = put(f"{header}\n{ROWS}")
    with pytest.raises(GraphError, match=r"line 1: .* what was found .*--field.*source,target"):
        cb.read_graph(path)
    assert cb.read_graph(path, table="edges").n_nodes == 7
    path.write_text(f"source,target\n{ROWS}")
    assert cb.read_graph(path).n_nodes == 7


@pytest.mark.parametrize("header", ["user,item", "student_id,course_id", "author,paper"])
def test_what_is_taken_for_ends_is_said_in_python(put, header):
    """Seen: user 1 and item 1 were one node; the terminal said so, and Python did not."""
    path = put(f"{header}\n{ROWS}")
    first, second = header.split(",")
    said = f"'{first}' and '{second}' are the ends of edges"
    with pytest.warns(UserWarning, match=said) as w:
        graph = cb.read_graph(path)
    assert w[0].filename == __file__
    assert graph.n_nodes == 7
    assert graph.notes[0] in str(w[0].message)
    assert "table='edges'" in str(w[0].message)


@pytest.mark.parametrize(
    ("text", "options"),
    [
        (f"user,item\n{ROWS}", {"table": "edges"}),
        (f"source,target\n{ROWS}", {}),
        (f"site_1,site_2\n{ROWS}", {}),
        ("1,2\n1,3\n2,3\n", {}),
        ("user,friend\n1,4\n2,3\n3,4\n", {}),
    ],
)
def test_who_says_that_they_are_edges_is_not_warned(put, text, options):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert cb.read_graph(put(text), **options).n_nodes
