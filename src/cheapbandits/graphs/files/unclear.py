"""Tables that may hold edges or sites: they are asked about, never guessed.

``181072,333611,1022`` is a place of a soil survey with what was found there, or an edge of weight
1022 between two nodes with long numbers. Taken for the other, either gives a graph without sense.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.files.edge_table import EdgeTable
    from cheapbandits.graphs.files.guard import Source

__all__ = ["BOTH", "check_no_coordinates", "check_no_matrix", "matrix_way"]

#: The two ways out.
BOTH = (
    "if the rows are sites, say --table points (or --x COLUMN --y COLUMN); if they are edges, "
    "--table edges; in Python table='points' or table='edges'"
)


def check_no_coordinates(table: EdgeTable) -> None:
    """Refuse an edge list whose nodes may be coordinates.

    They may where all are numbers and some have decimals or a minus sign, or where all are far
    too large for indices and none stands in both columns, as nodes of a network do. One row alone
    is an edge: one site would be no graph.
    """
    if len(table.ends) == 1:
        return
    if table.labels is None:
        odd = None if _are_nodes(table.ends.astype(float)) else 0
    else:
        odd = _first_odd(table)
    if odd is not None:
        first, second = (_label(table, odd, end) for end in (0, 1))
        raise table.source.at(
            table.line(odd),
            f"is '{shown(first)}', '{shown(second)}' a place or an edge between two nodes? {BOTH}",
        )


def check_no_matrix(table: EdgeTable) -> None:
    """Refuse an edge list that may be a symmetric matrix of weights, a row a line.

    Of two rows one that has zeros on its diagonal, and does not give the same graph both ways.
    """
    n = len(table.ends)
    if n not in (2, 3) or table.layout.width != n or (table.weights is None) != (n == 2):
        return
    cells = [[parse_number(_label(table, row, end)) for end in (0, 1)] for row in range(n)]
    if any(cell is None for row in cells for cell in row):
        return
    matrix = np.array(cells, dtype=float)
    if table.weights is not None:
        matrix = np.column_stack([matrix, table.weights])
    elif matrix[0, 0] or matrix[1, 1] or matrix[0, 1] == 1:
        return
    if (matrix == matrix.T).all():
        raise table.source.at(
            table.line(0),
            f"a list of edges, or a matrix of weights between {n} nodes? For edges say --table "
            f"edges (in Python table='edges'); {matrix_way(table.source)}",
        )


def matrix_way(source: Source) -> str:
    """Return how a matrix comes in."""
    file = shown(source.path.name)
    return (
        "a matrix is read in Python, cb.Graph(numpy.loadtxt("
        f"{file!r}, delimiter=',')), or saved as .mtx or .npz first"
    )


def _label(table: EdgeTable, row: int, end: int) -> str:
    number = int(table.ends[row, end])
    return str(number) if table.labels is None else table.labels[number]


def _first_odd(table: EdgeTable) -> int | None:
    """Return the row of the first coordinate, if all nodes are numbers."""
    labels = table.labels or []
    numbers = [parse_number(label, comma="," in label) for label in labels]
    if any(number is None for number in numbers):
        return None
    values = np.array(numbers, dtype=float)
    odd = np.array([not label.lstrip("+").isdigit() for label in labels])
    if odd.any():
        return int(np.argmax(odd[table.ends].any(axis=1)))
    return None if _are_nodes(values[table.ends]) else 0


def _are_nodes(ends: NDArray[np.float64]) -> bool:
    """Tell whether whole numbers are nodes: few gaps between them, or some in both columns."""
    few_gaps = ends.max() < 10 * np.unique(ends).size + 100
    return bool(few_gaps) or np.intersect1d(ends[:, 0], ends[:, 1]).size > 0
