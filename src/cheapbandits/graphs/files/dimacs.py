"""Road networks of the DIMACS challenge: ``p sp NODES ARCS``, then ``a FROM TO LENGTH`` a line.

Arcs have a direction and a length. A graph here has neither: two places are joined when an arc goes
from one to the other, whichever way, and a length is no strength, as far apart is not alike. So
every edge weighs 1, unless ``weight="inverse"`` is asked for.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

import numpy as np

from cheapbandits.errors import ParameterError
from cheapbandits.graphs.files.edges_again import count_loops
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.graph import Graph
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read"]

_PROBLEM = re.compile(rb"p[ \t]+sp[ \t]+([0-9]{1,12})[ \t]+([0-9]{1,12})[ \t]*")
_ARC = re.compile(rb"a[ \t]+[0-9]{1,12}[ \t]+[0-9]{1,12}[ \t]+[0-9]{1,15}[ \t]*")
_COMMENT = re.compile(rb"c(?:[ \t].*)?")
_ARCS = re.compile(rb"(?:a [0-9]{1,12}+ [0-9]{1,12}+ [0-9]{1,15}+\n)*+")


def read(source: Source, *, weight: Literal["unit", "inverse"] = "unit") -> Graph:
    """Read a DIMACS shortest-path file; its nodes, counted from 1, keep their numbers as names.

    Parameters
    ----------
    source
        The file.
    weight
        ``"unit"``: every edge weighs 1. ``"inverse"``: one over its length, the shorter where two
        directions differ; lengths of 0 are refused then.
    """
    if weight not in ("unit", "inverse"):
        raise ParameterError(f"weight must be 'unit' or 'inverse' for .gr, got {weight!r}")
    n_nodes, arcs = _arcs(source)
    source.check_nodes(n_nodes)
    pairs = arcs[:, :2] - 1
    bad = np.flatnonzero(((pairs < 0) | (pairs >= n_nodes)).any(axis=1))
    if bad.size:
        raise source.error(
            f"arc {bad[0] + 1} goes from {arcs[bad[0], 0]} to {arcs[bad[0], 1]}, and nodes are "
            f"from 1 to {n_nodes}; correct it, or the line p sp"
        )
    values = None if weight == "unit" else _inverse(source, arcs)
    names = [str(node) for node in range(1, n_nodes + 1)]
    graph = Graph.from_edges(
        pairs, values, n_nodes, names=names, duplicates="same" if values is None else "max"
    )
    graph.loops = count_loops(pairs)
    if values is None and len(np.unique(arcs[:, 2])) > 1:
        graph.notes = (
            "the lengths of arcs are passed over: every edge weighs 1, as far apart is not alike "
            "(in Python weight='inverse' takes 1/length)",
        )
    return graph


def _inverse(source: Source, arcs: NDArray[np.int64]) -> NDArray[np.float64]:
    zero = np.flatnonzero(arcs[:, 2] == 0)
    if zero.size:
        raise source.error(
            f"arc {zero[0] + 1} has length 0, of which there is no inverse; say weight='unit'"
        )
    return 1.0 / arcs[:, 2]


def _arcs(source: Source) -> tuple[int, NDArray[np.int64]]:
    """Return the number of nodes and ``(A, 3)`` from, to, length."""
    lines: list[bytes] = []
    problem = None
    for number, line in enumerate(source.data.splitlines(), start=1):
        if line.startswith(b"a") and problem is not None:
            lines.append(line)
            continue
        found = _PROBLEM.fullmatch(line)
        if found and problem is None:
            problem = int(found[1]), int(found[2])
        elif line.strip() and not _COMMENT.fullmatch(line):
            raise _odd(source, number, line, problem is None)
    if problem is None:
        raise source.error("no line 'p sp NODES ARCS'; this is no DIMACS graph, or it was cut")
    n_nodes, n_arcs = problem
    if len(lines) != n_arcs:
        raise source.error(
            f"says {n_arcs:,} arcs and holds {len(lines):,}; it was cut or added to: fetch it again"
        )
    body = b"\n".join([*lines, b""])
    if not _ARCS.fullmatch(body):
        wrong = next((line for line in lines if not _ARC.fullmatch(line)), None)
        if wrong is not None:
            raise _odd(source, source.data.splitlines().index(wrong) + 1, wrong, False)
    numbers = np.array(body.replace(b"a", b" ").split(), dtype=np.int64)
    return n_nodes, numbers.reshape(-1, 3)


def _odd(source: Source, number: int, line: bytes, before: bool) -> Exception:
    rule = "'p sp NODES ARCS'" if before else "'a FROM TO LENGTH', whole numbers"
    got = shown(line.decode("latin-1"))
    return source.at(number, f"expected {rule} or a comment 'c ...', got '{got}'; correct it")
