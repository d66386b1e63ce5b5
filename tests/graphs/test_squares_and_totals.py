"""Squares of 100 km beside coordinates, and means and totals below the sites."""

from __future__ import annotations

import openpyxl
import pandas as pd
import pytest

from cheapbandits.errors import GraphError, GraphFileError
from cheapbandits.graphs import Graph, read_graph


def put(path, head, *rows):
    path.write_text("\n".join([head, *rows, ""]), encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("column", "first", "second"),
    [
        ("square", "SU", "SP"),
        ("Grid Square", "su", "sp"),
        ("100km_square", "SU", "SP"),
        ("gridref", "SU 123 678", "SP 123 678"),
        ("MGRS", "31U FS", "31U GS"),
        ("mgrs_square", "31UFS", "32UFS"),
        ("letters", "N", "O"),  # of Ireland
    ],
)
def test_places_of_two_squares_are_not_laid_on_each_other(tmp_path, column, first, second):
    head = f"name,{column},easting,northing"
    rows = [f"A,{first},12345,67890", f"B,{second},12345,67890", f"C,{first},12945,67890"]
    with pytest.raises(
        GraphFileError, match=rf"line 3: '{column}' says .* in line 2: .*delete that column"
    ):
        read_graph(put(tmp_path / "a.csv", head, *rows))
    frame = pd.DataFrame([row.split(",") for row in rows], columns=head.split(","))
    frame = frame.astype({"easting": float, "northing": float})
    with pytest.raises(GraphError, match=rf"row 1: '{column}' says"):
        Graph.from_frame(frame)
    # One square, and coordinates that need none.
    assert read_graph(put(tmp_path / "a.csv", head, rows[0], rows[2])).n_nodes == 2
    full = [row.replace(",12", ",412") for row in rows[:2]]
    assert read_graph(put(tmp_path / "a.csv", head, *full)).n_nodes == 2


@pytest.mark.parametrize(
    ("head", "cells"),
    [
        ("name,square,x,y", ["A1", "A2", "B1"]),  # plots of a field
        ("name,square,x,y", ["A", "B", "C"]),
        ("name,town_square,x,y", ["Main", "Market", "Old"]),
        ("name,tile,x,y", ["1", "2", "3"]),
    ],
)
def test_other_squares_are_left_alone(tmp_path, head, cells):
    rows = [f"S{k},{cell},{k},{k * k}" for k, cell in enumerate(cells)]
    assert read_graph(put(tmp_path / "a.csv", head, *rows)).n_nodes == 3


ROWS = [["A", 1, 2, 3], ["B", 2, 3, 4], ["C", 3, 3, 4]]


@pytest.mark.parametrize(
    "last",
    [["Mean", 2, 2.67, 3.67], ["TOTAL:", 6, 8, 11], ["Grand total", 6, 8, 11], ["Summe", 6, 8, 11]],
)
def test_a_mean_or_total_is_no_site(tmp_path, last):
    head, rows = ["name", "x", "y", "zinc"], [*ROWS, last]
    path = put(tmp_path / "a.csv", ",".join(head), *(",".join(map(str, row)) for row in rows))
    with pytest.raises(GraphFileError, match=rf"line 5: '{last[0]}' in the last row .*delete"):
        read_graph(path)
    book = openpyxl.Workbook()
    for row in [head, *rows]:
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    with pytest.raises(GraphFileError, match=f"row 5: '{last[0]}'"):
        read_graph(tmp_path / "a.xlsx")
    with pytest.raises(GraphError, match=f"row 3: '{last[0]}'"):
        Graph.from_frame(pd.DataFrame(rows, columns=head))
    # Really a site: above another.
    assert Graph.from_frame(pd.DataFrame([last, *ROWS], columns=head)).names[0] == last[0]


def test_of_several_the_first_is_named_also_in_an_index(tmp_path):
    rows = ["A,1,2,", "B,2,3,", "C,3,4,", "x,2,3,mean", "y,1,1,SD"]
    with pytest.raises(GraphFileError, match="line 5: 'mean'"):
        read_graph(put(tmp_path / "a.csv", "name,x,y,note", *rows))
    frame = pd.DataFrame({"x": [1.0, 2, 3], "y": [2.0, 3, 5]})
    frame.loc["mean"] = frame.mean()
    with pytest.raises(GraphError, match="row 3: 'mean'"):
        Graph.from_frame(frame)
