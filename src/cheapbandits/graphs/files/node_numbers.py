"""Whether the nodes of an edge list are indices or names; the rules are told in ``edge_list``."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.graphs.files.edge_table import EdgeTable

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["number_nodes"]

_UNPADDED = re.compile(r"(?:(?:0|[1-9][0-9]{0,17})\n)*+")
_WHOLE = re.compile(r"\+?0*([0-9]{1,18})")


def number_nodes(
    table: EdgeTable, nodes: str, n_nodes: int | None, first: int | None
) -> tuple[NDArray[np.int64], list[str] | None]:
    """Return ``(E, 2)`` indices from 0, and names where the nodes have some."""
    numbers = None if nodes == "name" else _numbers(table, strict=nodes == "auto")
    if numbers is not None:
        seen = _seen(numbers)
        few_gaps = seen is not None and seen.size <= 10 * int(seen.sum()) + 100
        if nodes == "index" or few_gaps:
            return _indices(table, numbers, seen, n_nodes, first)
    if n_nodes is not None:
        raise ParameterError(
            "n_nodes is for nodes that are indices, but here they are names; pass nodes='index', "
            "or leave n_nodes out"
        )
    return _names(table)


def _numbers(table: EdgeTable, *, strict: bool) -> NDArray[np.int64] | None:
    """Return ``(E, 2)`` whole numbers as they stand; strictly, ``None`` if they are not plain."""
    if table.labels is None:
        return table.ends
    if _UNPADDED.fullmatch("\n".join([*table.labels, ""])):
        return np.array(table.labels, dtype=np.int64)[table.ends]
    if strict:
        return None
    found = [_WHOLE.fullmatch(label) for label in table.labels]
    for code, match in enumerate(found):
        if match is None:
            row = int(np.argmax((table.ends == code).any(axis=1)))
            raise table.error(row, "a node must be a whole number >= 0", table.labels[code])
    return np.array([int(match[1]) for match in found if match], dtype=np.int64)[table.ends]


def _seen(numbers: NDArray[np.int64]) -> NDArray[np.bool_] | None:
    """Return which numbers from 0 occur; ``None`` where far too few of them do."""
    largest = int(numbers.max())
    # No more than two different nodes an edge: decides the hopeless without memory for them.
    if largest >= 20 * len(numbers) + 100:
        return None
    seen = np.zeros(largest + 1, dtype=bool)
    seen[numbers.ravel()] = True
    return seen


def _indices(
    table: EdgeTable,
    numbers: NDArray[np.int64],
    seen: NDArray[np.bool_] | None,
    n_nodes: int | None,
    first: int | None,
) -> tuple[NDArray[np.int64], list[str] | None]:
    """Return indices, and the nodes' numbers as names when found to count from 1."""
    from_one = first is None and _count_from_one(seen, n_nodes)
    least = 1 if from_one else first or 0
    if least and int(numbers.min()) < least:
        row = int(np.argmax((numbers < least).any(axis=1)))
        raise table.error(row, f"a node must be a whole number >= {least}", numbers[row].min())
    largest = int(numbers.max()) - least
    if n_nodes is None:
        table.source.check_nodes(largest + 1)
    names = [str(k) for k in range(1, largest + 2)] if from_one else None
    return numbers - least, names


def _count_from_one(seen: NDArray[np.bool_] | None, n_nodes: int | None) -> bool:
    if seen is None or n_nodes not in (None, seen.size - 1):
        return False
    return not seen[0] and bool(seen[1:].all())


def _names(table: EdgeTable) -> tuple[NDArray[np.int64], list[str]]:
    if table.labels is not None:
        return table.ends, table.labels
    # Plain numbers are their own text; numbered here in the order in which they appear.
    values, first, codes = np.unique(table.ends.ravel(), return_index=True, return_inverse=True)
    rank = np.empty(len(values), dtype=np.int64)
    rank[np.argsort(first)] = np.arange(len(values))
    labels = [str(value) for value in values[np.argsort(first)].tolist()]
    return rank[codes].reshape(-1, 2), labels
