"""Three columns without a header whose third may be nodes, too: the corners of triangles.

Meshes come so, a triangle a line. Read as edges, each has one side, and the third corner is how
much its ends are alike.
"""

from __future__ import annotations

import numpy as np

from cheapbandits.graphs.files.edge_table import EdgeTable
from cheapbandits.text import parse_number

__all__ = ["check_no_corners"]

#: Of fewer rows nothing tells.
_FEW = 3
#: So much of what stands in the third column is a node of the others: of meshes 7 of 10 are.
_NODES = 0.5


def check_no_corners(table: EdgeTable) -> None:
    """Refuse three columns of nodes, unless a header says that the third is a weight.

    A weight is a small number in most files, and a node may have it, too. Corners are many: they
    are half as many different ones as a column of the ends has, and none is an end on its line.
    Some corners stand in the third column alone.
    """
    weights = table.weights
    if table.layout.header is not None or weights is None or len(weights) < _FEW:
        return
    ends = _as_numbers(table)
    if ends is None or (ends == weights[:, None]).any() or (weights != np.floor(weights)).any():
        return
    third, most = np.unique(weights), max(len(np.unique(column)) for column in ends.T)
    if 2 * len(third) >= most and np.isin(third, ends).mean() > _NODES:
        raise table.source.at(
            table.line(0),
            "three nodes, as the corners of a triangle, or an edge and its weight? the numbers of "
            "the third column are nodes. If it is the weight, put a line source,target,weight "
            "above; else delete it, and of triangles write each side as a line of its own (in "
            "Python Graph.from_edges takes pairs)",
        )


def _as_numbers(table: EdgeTable) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]] | None:
    """Return the ends as numbers; nothing where one is a word."""
    if table.labels is None:
        return table.ends.astype(float)
    numbers = [parse_number(label) for label in table.labels]
    return None if None in numbers else np.array(numbers, dtype=float)[table.ends]
