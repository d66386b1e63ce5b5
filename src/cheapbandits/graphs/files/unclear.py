"""Tables that may hold edges or sites: they are asked about, never guessed.

``181072,333611,1022`` is a place of a soil survey with what was found there, or an edge of weight
1022 between two nodes with long numbers. Taken for the other, either gives a graph without sense.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.among_words import advised
from cheapbandits.graphs.files.date_cells import is_date
from cheapbandits.graphs.files.matrix_text import matrix_way
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from cheapbandits.graphs.files.edge_table import EdgeTable

__all__ = [
    "BOTH",
    "SECOND",
    "are_times",
    "both_ways",
    "check_no_coordinates",
    "check_no_matrix",
    "may_be_names",
]

_EDGES = "if they are edges, --table edges (table='edges')"
#: The two ways out where it is known which columns the coordinates would be.
BOTH = (
    "if the rows are sites, say --table points (or --x COLUMN --y COLUMN; in Python "
    f"table='points'); {_EDGES}"
)

#: And where columns have no names, the first of which may be that of the sites.
SECOND = "--x 2 --y 3 --name-column 1 (in Python x='2' ...) if column 1 is names, else --x 1 --y 2"
_THIRD = f"For sites say {SECOND}; for edges --table edges (table='edges')"

#: So many rows say what a column holds.
_SOME = 1_000


def check_no_coordinates(table: EdgeTable) -> None:
    """Refuse an edge list whose nodes may be coordinates, or what was found at a site.

    They may where all are numbers and some have decimals or a minus sign, or where all are far
    too large for indices and none stands in both columns, as nodes of a network do; and where the
    columns share no node and numbers or days stand in one of them alone. One row alone is an edge:
    one site would be no graph.
    """
    if len(table.ends) == 1:
        return
    if table.labels is None:
        odd = None if _are_nodes(table.ends.astype(float)) else 0
    else:
        odd = _first_odd(table)
    if odd is not None:
        first, second = (_label(table, odd, end) for end in (0, 1))
        mend = _THIRD if may_be_names(_columns(table)) else BOTH
        if table.layout.header is not None:
            mend = both_ways([*table.layout.above, table.layout.by_place or ""])
        raise table.source.at(
            table.line(odd),
            f"is '{shown(first)}', '{shown(second)}' a place or an edge between two nodes? {mend}",
        )


def both_ways(columns: Sequence[str] = ()) -> str:
    """Return the two ways out under a header that calls no two columns as coordinates are."""
    return f"if the rows are sites, say {advised(columns)} (in Python x= and y=); {_EDGES}"


def are_times(cells: Sequence[str]) -> bool:
    """Tell whether cells hold times of the day, with the day or without, and nothing else."""
    return bool(cells) and all(":" in cell and is_date(cell) for cell in cells)


def may_be_names(columns: Sequence[Sequence[str]]) -> bool:
    """Tell whether the first of some columns without a header may name the sites.

    Words do, and so may whole numbers close to each other, all different, if both columns after
    them can be coordinates.
    """
    if len(columns) < 3:
        return False
    some = [cells[:_SOME] for cells in columns[:3]]
    first, *others = ([parse_number(c, comma="," in c) for c in cells] for cells in some)
    if None in others[1] or None in others[0]:
        return False
    if None in first:
        return True
    numbers = np.array(first, dtype=float)
    if not np.isfinite(numbers).all():
        return False
    different = np.unique(numbers).size == numbers.size
    close = np.ptp(numbers) < 10 * numbers.size
    return bool((numbers % 1 == 0).all() and different and close)


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
        head = table.layout.header
        way = matrix_way(
            table.source, head or table.line(0), table.layout.delimiter, header=head is not None
        )
        raise table.source.at(
            table.line(0),
            f"a list of edges, or a matrix of weights between {n} nodes? For edges say --table "
            f"edges (in Python table='edges'); {way}",
        )


def _columns(table: EdgeTable) -> list[list[str]]:
    """Return the cells of the ends, and of the weights where there are some."""
    rows = range(min(len(table.ends), _SOME))
    ends = [[_label(table, row, end) for row in rows] for end in (0, 1)]
    return (
        ends if table.weights is None else [*ends, list(map(repr, table.weights[:_SOME].tolist()))]
    )


def _label(table: EdgeTable, row: int, end: int) -> str:
    number = int(table.ends[row, end])
    return str(number) if table.labels is None else table.labels[number]


def _first_odd(table: EdgeTable) -> int | None:
    """Return the row of the first coordinate: all nodes are numbers, or those of one column."""
    labels, ends = table.labels or [], table.ends
    numbers = [parse_number(label, comma="," in label) for label in labels]
    if any(number is None for number in numbers):
        if np.intersect1d(ends[:, 0], ends[:, 1]).size:
            return None
        both = zip(numbers, labels, strict=True)
        told = np.array([n is not None or is_date(label) for n, label in both])
        return 0 if told[ends].all(axis=0).any() else None
    values = np.array(numbers, dtype=float)
    odd = np.array([not label.lstrip("+").isdigit() for label in labels])
    if odd.any():
        return int(np.argmax(odd[ends].any(axis=1)))
    return None if _are_nodes(values[ends]) else 0


def _are_nodes(ends: NDArray[np.float64]) -> bool:
    """Tell whether whole numbers are nodes: few gaps between them, or some in both columns."""
    few_gaps = ends.max() < 10 * np.unique(ends).size + 100
    return bool(few_gaps) or np.intersect1d(ends[:, 0], ends[:, 1]).size > 0
