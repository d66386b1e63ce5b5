"""What collections of networks write above their edges: that they go one way, or join two kinds.

KONECT begins with ``% asym unweighted`` or ``% bip weighted``, SNAP with ``# Directed graph``.
Edges of a bipartite network count the nodes of each kind from 1: read as they stand, user 7 would
be film 7.
"""

from __future__ import annotations

import re

import numpy as np

from cheapbandits.graphs.files.edge_table import EdgeTable
from cheapbandits.graphs.files.said_in_comments import comments
from cheapbandits.text import shown

__all__ = ["check_one_kind", "one_way_note"]

_KONECT = r"(?:\w*weighted|positive|\w*signed|dynamic)"
_NO_DENIAL = r"(?:(?!\b(?:not?|non)\b).)*"
_TWO_KINDS = re.compile(rf"bip {_KONECT}|{_NO_DENIAL}\bbipartite\b.*", re.I)
_ONE_WAY = re.compile(
    rf"asym {_KONECT}|{_NO_DENIAL}\bdirected (?:\w+ )?(?:graph|network|edge|link)s?\b.*", re.I
)


def check_one_kind(table: EdgeTable) -> None:
    """Refuse edges between two kinds of nodes, if a node stands on both sides.

    Parameters
    ----------
    table
        The edges: ``ends`` is ``(E, 2)``.
    """
    line, said = _said(table, _TWO_KINDS)
    if not line or not np.intersect1d(table.ends[:, 0], table.ends[:, 1]).size:
        return
    raise table.source.at(
        line,
        f"'{shown(said)}' says that edges join nodes of two kinds, and the same node stands in "
        "both columns: where each kind is counted from 1 they are two nodes. Write a letter before "
        "all nodes of one column and another before those of the other (u7, v7); delete this line "
        "if they are the same",
    )


def one_way_note(table: EdgeTable) -> tuple[str, ...]:
    """Return the note that edges are joined whichever way they go, where a comment says one."""
    line, said = _said(table, _ONE_WAY)
    if not line:
        return ()
    return (f"line {line}, '{shown(said, 60)}': here nodes are joined whichever way an edge goes",)


def _said(table: EdgeTable, pattern: re.Pattern[str]) -> tuple[int, str]:
    """Return the first comment that says so, and its line; 0 where none does."""
    found = comments(table.source)
    return next(((line, text) for line, text in found if pattern.fullmatch(text)), (0, ""))
