"""Whether the nodes of an edge list are indices or names; the rules are told in ``edge_list``."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.graphs.files.edge_table import EdgeTable
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["NO_NAMES", "number_nodes"]

_UNPADDED = re.compile(r"(?:(?:0|[1-9][0-9]{0,17})\n)*+")
_WHOLE = re.compile(r"\+?0*([0-9]{1,18})")
#: What pandas makes of whole numbers in a column where some are missing.
_POINT = re.compile(r"([0-9]+)\.0+")
#: What stands where there is no node. Na and Nan are names as others are.
NO_NAMES = {"NA", "na", "N/A", "n/a", "NaN", "nan", "NULL", "null", "None", "none", "NONE", "<NA>"}
NO_NAMES |= {"NaT", "nil", "missing", "-", "--", "?", ".", "#N/A", "#REF!", "#VALUE!", "#NAME?"}
NO_NAMES |= {"#NULL!", "#DIV/0!", "#NUM!", "(null)", "\\N", "(blank)"}
_BELOW = re.compile(r"-[0-9]+(?:\.0*)?")
_NINES = re.compile(r"-9{2,}(?:\.0*)?")
#: What a column is called that says where one goes on from here.
_NEXT = re.compile("next|down|dn|outlet|parent|receiv|flows?_?to")
#: What a spreadsheet makes of a long number: its last digits are lost.
_SHORT = re.compile(r"[0-9](?:[.,][0-9]+)?E\+[0-9]+")


def number_nodes(
    table: EdgeTable, nodes: str, n_nodes: int | None, first: int | None
) -> tuple[NDArray[np.int64], list[str] | None]:
    """Return ``(E, 2)`` indices from 0, and names where the nodes have some."""
    if nodes == "auto" and table.labels is not None:
        _check_given(table, table.labels)
        table = _without_points(table, table.labels)
    numbers = None if nodes == "name" else _numbers(table, strict=nodes == "auto")
    if numbers is not None:
        seen = _seen(numbers)
        if nodes == "auto" and n_nodes is None and first is None:
            _check_outlet(table, numbers, gaps=seen is None or not seen[1:].all())
        if nodes == "index" or _are_indices(seen, told=n_nodes is not None or first is not None):
            return _indices(table, numbers, seen, n_nodes, first)
    if n_nodes is not None:
        raise ParameterError(
            "n_nodes is for nodes that are indices, but here they are names; pass nodes='index', "
            "or leave n_nodes out"
        )
    return _names(table)


def _check_given(table: EdgeTable, labels: list[str]) -> None:
    """Refuse an end that says that there is none: all such edges would meet in one node."""
    below = [label for label in labels if _BELOW.fullmatch(label)]
    if below and not all(_POINT.fullmatch(x) or x.isdigit() for x in labels if x not in below):
        below = [label for label in below if _NINES.fullmatch(label)]
    none = {*below, *NO_NAMES}
    if all(parse_number(label) is not None for label in labels):
        none |= {label for label in labels if _SHORT.fullmatch(label)}
    code = next((code for code, label in enumerate(labels) if label in none), None)
    if code is not None:
        rule = "both nodes must be given (in Python nodes='name' keeps a node that is called so)"
        raise table.error(table.row(code), rule, labels[code])


def _check_outlet(table: EdgeTable, numbers: NDArray[np.int64], *, gaps: bool) -> None:
    """Refuse a 0 that may mean that a river ends there: all outlets would meet in one node.

    It is only ever gone to, and all others are long numbers, or the header says what comes next.
    """
    starts, targets = numbers[:, 0], numbers[:, 1]
    if starts.min() == 0 or targets.min() != 0:
        return
    others = np.unique(numbers)[1:]
    above = table.layout.above
    flows = bool(above) and _NEXT.search(above[1].lower()) is not None
    if flows or (gaps and int(others[0]) > others.size):
        raise table.error(
            int(np.argmax(targets == 0)),
            "0 is no other row's first node: it may mean that there is none (in Python "
            "nodes='name' keeps a node that is called so)",
            0,
        )


def _without_points(table: EdgeTable, labels: list[str]) -> EdgeTable:
    """Return the table with 2 in place of 2.0, where all nodes are whole numbers."""
    pointed = {code: found[1] for code, x in enumerate(labels) if (found := _POINT.fullmatch(x))}
    if not pointed:
        return table
    plain = [pointed.get(code, label) for code, label in enumerate(labels)]
    if all(map(str.isdigit, plain)):
        index = {label: code for code, label in enumerate(dict.fromkeys(plain))}
        codes = np.array([index[label] for label in plain], dtype=np.int64)
        return replace(table, ends=codes[table.ends], labels=list(index))
    twin = next((code for code, label in pointed.items() if label in labels), None)
    if twin is not None:
        other = labels.index(pointed[twin])
        raise table.source.at(
            table.line(max(table.row(twin), table.row(other))),
            f"'{shown(labels[other])}' and '{shown(labels[twin])}' may be one node; write both "
            "alike (in Python nodes='name' keeps them apart)",
        )
    return table


def _are_indices(seen: NDArray[np.bool_] | None, *, told: bool) -> bool:
    """Tell whether numbers are indices: none is left out, or the file's user says how many.

    Stations 11, 12, 13 and 15 are four; sixteen nodes would be twelve that nobody can visit.
    """
    if seen is None:
        return False
    few_gaps = seen.size <= 10 * int(seen.sum()) + 100
    return bool(seen[1:].all()) or (told and few_gaps)


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
            rule = "a node must be a whole number >= 0"
            raise table.error(table.row(code), rule, table.labels[code])
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
