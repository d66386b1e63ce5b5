"""Labels of tables that are handed over: pandas sorts by itself, and nodes have an order.

A frame or a series goes by position wherever an array does. Where its labels are the nodes' own, in
another order, each value would go to another node without a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from cheapbandits.checks import row_labels
from cheapbandits.errors import CheapBanditsError, GraphError

__all__ = [
    "by_position",
    "check_labels",
    "check_one_index",
    "labels_of",
    "sorted_otherwise",
    "text_labels",
]


def labels_of(table: object, axis: str = "index") -> list[object] | None:
    """Return the labels of a frame or series; ``None`` of anything else, or where nobody gave any.

    Examples
    --------
    >>> labels_of([3, 4]) is None
    True
    """
    found = row_labels(table, axis)
    return None if found is None or found == list(range(len(found))) else found


def text_labels(table: object) -> list[object] | None:
    """Return the labels of rows that are all texts, and different: such an index names the rows."""
    rows = labels_of(table) or []
    different = {row for row in rows if isinstance(row, str)}
    return rows if rows and len(different) == len(rows) else None


def sorted_otherwise(table: object, axis: str = "index") -> bool:
    """Tell whether a table is labelled by numbers from 0 that do not stand in their order."""
    labels = labels_of(table, axis) or []
    numbers = [label for label in labels if isinstance(label, int | np.integer)]
    return bool(labels) and sorted(numbers) == list(range(len(labels)))


def check_labels(
    table: object,
    names: Sequence[str] | None,
    what: str,
    axis: str = "index",
    kind: type[CheapBanditsError] = GraphError,
) -> None:
    """Refuse a table labelled by the nodes, by names or numbers, in another order than theirs.

    Parameters
    ----------
    table
        What was given, a frame or not.
    names
        The nodes' names, in their order.
    what, axis, kind
        What the table is, for the message; where its labels stand; and the error to raise.
    """
    labels = labels_of(table, axis)
    if labels is None:
        return
    if names is None:
        other = sorted_otherwise(table, axis)
    else:
        texts = [str(label) for label in labels]
        other = texts != list(names) and not set(texts).isdisjoint(names)
    if other:
        raise kind(
            f"{what} is labelled by the nodes, in another order or not by all of them; bring it "
            "into their order (.loc, or .reindex), or give .to_numpy() to go by position"
        )


def by_position(names: Any, *beside: object) -> Any:
    """Return names to take by position; refuse a series of them that says another order.

    What it stands beside may have the same index, in whatever order: then both go together.
    """
    rows = row_labels(names)
    if rows is None:
        return names
    for table in beside:
        check_one_index(table, names, "the names and what they name")
    if rows not in [row_labels(table) for table in beside]:
        check_labels(names, None, "the series of names")
    return list(names)


def check_one_index(one: object, other: object, what: str) -> None:
    """Refuse two tables of the same rows, each of which has another order of them."""
    first, second = row_labels(one), row_labels(other)
    if first is None or second is None:
        return
    if first != second and set(first) == set(second):
        raise GraphError(
            f"{what} have the same index in two orders; bring one into the order of the other "
            "(.loc), or give .to_numpy() to go by position"
        )
