"""Row: reading a graph of a million edges from CSV, next to plain pandas."""

from __future__ import annotations

from benchmarks import read_csv
from benchmarks.row import AtMost, Row


def csv_rows(*, quick: bool = False) -> list[Row]:  # noqa: ARG001  (it is quick as it is)
    """A graph, checked and symmetric, from a table of edges; best of three, in turns."""
    times = read_csv.measure()
    return [
        Row(
            f"read_graph of a CSV file with {read_csv.EDGES:,} edges",
            "pandas.read_csv of the same file",
            times["read_graph_s"],
            times["pandas_s"],
            AtMost(3),
        )
    ]
