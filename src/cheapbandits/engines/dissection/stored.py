"""A graph's factor, kept beside a campaign's database: reopening need not compute it again."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection.elimination import Elimination
from cheapbandits.engines.dissection.factor_file import FactorFolder
from cheapbandits.engines.dissection.order import Dissection
from cheapbandits.engines.dissection.peel import peel
from cheapbandits.engines.dissection.plan import Plan
from cheapbandits.engines.dissection.tree import Tree

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["Stored", "keep_factors"]

#: Graphs with fewer nodes are set up in less time than a file takes.
LEAST_NODES = 20_000
#: Raised whenever the numbers of a factor come to mean something else.
VERSION = 2
#: A residual that no sound factor has.
WRONG = 1e-6


def keep_factors(graph: Graph, folder: Path) -> None:
    """Let exact engines on a graph keep their factors in a folder, made when one is kept."""
    graph.keep("factors", lambda: FactorFolder(folder))


class Stored:
    """What is kept, or may be, for a matrix and sets of probes.

    Parameters
    ----------
    graph, matrix, sets
        The graph, ``L + ridge I``, and the probes whose variances are kept with the factor.
    """

    def __init__(self, graph: Graph, matrix: sp.csr_array, sets: Sequence[ProbeSet]) -> None:
        self._folder: FactorFolder | None = graph.keep("factors", lambda: None)
        self._active = self._folder is not None and graph.n_nodes >= LEAST_NODES
        self._matrix, self._sets = matrix, sets
        self._name = self._digest() if self._active else ""

    def _digest(self) -> str:
        digest = hashlib.blake2b(f"dissection {VERSION}".encode(), digest_size=16)
        for matrix in (self._matrix, *(probes.matrix for probes in self._sets)):
            for array in (matrix.indptr, matrix.indices):
                digest.update(np.ascontiguousarray(array, dtype="<i8").data)
            digest.update(np.ascontiguousarray(matrix.data, dtype="<f8").data)
        return digest.hexdigest()

    def load(self) -> tuple[Elimination, list[NDArray[np.float64]]] | None:
        """Return the factor and the variances of each set, or ``None`` where none are kept."""
        if self._folder is None or not self._active:
            return None
        arrays = self._folder.load(self._name)
        if arrays is None:
            return None
        try:
            factor = _elimination(arrays, self._matrix)
            variances = [arrays[f"variances {i}"] for i in range(len(self._sets))]
            sizes = [len(probes) for probes in self._sets]
            if [len(found) for found in variances] == sizes and self._solves(factor):
                return factor, variances
        except (KeyError, ValueError, IndexError):
            pass
        self._folder.remove(self._name)
        return None

    def _solves(self, factor: Elimination) -> bool:
        """Whether the factor is this matrix's: it must solve with it."""
        n = self._matrix.shape[0]
        solution = np.zeros(n)
        nodes, values = factor.solve_local(np.array([n // 2]), np.ones(1), 0.0)
        solution[nodes] = values
        residual = self._matrix @ solution
        residual[n // 2] -= 1.0
        return bool(np.abs(residual).max() < WRONG)

    def save(self, factor: Elimination, variances: Sequence[NDArray[np.float64]]) -> None:
        """Keep a factor and the variances of each set."""
        if self._folder is None or not self._active:
            return
        plan, tree = factor.plan, factor.plan.tree
        arrays: dict[str, Sequence[NDArray[Any]]] = {
            "owner": [tree.dissection.owner],
            "parent": [tree.dissection.parent],
            "n_border": [tree.sizes[1]],
            "borders": tree.borders,
            "roots": factor.factor.roots,
            "ties": factor.factor.ties,
            "edges": [plan.peel.keys],
            **{f"variances {i}": [found] for i, found in enumerate(variances)},
        }
        self._folder.save(self._name, arrays)


def _elimination(arrays: dict[str, NDArray[Any]], matrix: sp.csr_array) -> Elimination:
    keys, n = arrays["edges"], matrix.shape[0]
    if len(keys) and (keys[0] < 0 or keys[-1] >= n**2 or (np.diff(keys) <= 0).any()):
        raise ValueError("no edges")
    peeled = peel(keys, n)
    owner, parent, n_border = (arrays[key] for key in ("owner", "parent", "n_border"))
    fits = len(owner) == n - peeled.n_peeled and len(n_border) == len(parent)
    if not fits or (n_border < 0).any() or (parent >= np.arange(len(parent))).any():
        raise ValueError("no tree")
    if parent.min() < -1 or owner.min() < 0 or owner.max() >= len(parent):
        raise ValueError("no owners")
    borders = np.split(arrays["borders"], np.cumsum(n_border)[:-1])
    tree = Tree(None, Dissection(owner, parent), borders)
    own, border = tree.sizes
    inner = own * np.array([bool(inside) for inside in tree.children])  # leaves keep no root
    known = (
        _pieces(arrays["roots"], inner, inner),
        _pieces(arrays["ties"], own, border),
    )
    return Elimination(matrix, Plan(peeled, tree), known)


def _pieces(
    numbers: NDArray[Any], rows: NDArray[np.int64], columns: NDArray[np.int64]
) -> list[NDArray[np.float64]]:
    ends = np.cumsum(rows * columns)
    if ends[-1] != len(numbers):
        raise ValueError("torn")
    shapes = zip(np.split(numbers, ends[:-1]), rows.tolist(), columns.tolist(), strict=True)
    return [piece.reshape(shape, order="F") for piece, *shape in shapes]
