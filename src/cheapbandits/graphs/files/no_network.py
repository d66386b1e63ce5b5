"""Rows of whole numbers without a header that join nothing as a network does.

``101,37`` may be an edge, and the reading of station 101; ``1,1``, ``1,2``, ``2,1``, ``2,2`` the
rows and columns of a field's plots. Numbers alone do not tell, but what they would join does: a
station has one reading, and no reading is a station; plots fill a field.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.files.edge_table import EdgeTable

__all__ = ["check_joined", "whole_numbers"]

#: So many of all plots are there.
_FILLED = 0.75
#: Fewer rows may be anything.
_LEAST = 3


def check_joined(table: EdgeTable) -> None:
    """Refuse numbers under no header that may as well be plots, or sites and what was found there.

    Plots, where the rows are nearly every pair of a number on the left and one on the right, those
    of two equal numbers among them. Sites, where each stands in one row alone, and the numbers
    beside them are mostly no sites, or lead round in circles: neither is so in a tree, which has a
    row for each node as well.
    """
    ends = whole_numbers(table)
    if table.layout.header is not None or ends is None or len(ends) < _LEAST:
        return
    row = f"'{shown(ends[0, 0])}', '{shown(ends[0, 1])}'"
    edges = "if these are edges, say --table edges (in Python table='edges')"
    if _fill_a_field(ends):
        raise table.source.at(
            table.line(0),
            f"is {row} an edge, or a plot's place in a field? The rows are nearly all pairs of "
            f"their numbers; for plots say --table points (table='points'), {edges}",
        )
    if _tell_of_sites(ends) or _tell_of_sites(ends[:, ::-1]):
        raise table.source.at(
            table.line(0),
            f"is {row} an edge, or a site and what was found there? Each site has one row, and "
            f"the numbers beside are no sites; {edges}. For places name the columns, --x 1 --y 2; "
            "values and readings need a network first: see --field and 'campaign import'",
        )


def whole_numbers(table: EdgeTable) -> NDArray[np.int64] | None:
    """Return ``(E, 2)`` nodes where all are whole numbers, however they are padded."""
    if table.labels is None:
        return table.ends
    if not all(label.isascii() and label.isdigit() and len(label) < 19 for label in table.labels):
        return None
    return np.array(table.labels, dtype=np.int64)[table.ends]


def _fill_a_field(ends: NDArray[np.int64]) -> bool:
    first, second = (np.unique(ends[:, end]) for end in (0, 1))
    if min(first.size, second.size) < 2 or len(ends) < _FILLED * first.size * second.size:
        return False
    pairs = np.unique(ends, axis=0)
    both = np.intersect1d(first, second).size
    same = int((pairs[:, 0] == pairs[:, 1]).sum())
    return len(pairs) == len(ends) and same >= _FILLED * both


def _tell_of_sites(ends: NDArray[np.int64]) -> bool:
    """Tell whether the first column has the sites, each once, and the second no nodes."""
    from scipy.sparse import coo_array
    from scipy.sparse.csgraph import connected_components

    sites, found = np.unique(ends[:, 0]), np.unique(ends[:, 1])
    if sites.size < len(ends):
        return False
    outside = np.setdiff1d(found, sites).size
    if outside >= 2 and 3 * outside > 2 * found.size:
        return True
    # Who goes on from site to site ends outside, or goes round.
    codes = np.unique(ends, return_inverse=True)[1].reshape(ends.shape)
    n = int(codes.max()) + 1
    joined = coo_array((np.ones(len(codes)), (codes[:, 0], codes[:, 1])), shape=(n, n))
    circles = connected_components(joined, directed=False)[0] - outside
    return circles > 0 and found.size < sites.size
