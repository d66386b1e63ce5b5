"""Block elimination along a dissection: the factorisation, solves that stay local, and samples.

A front with own nodes ``o`` and border ``b`` holds ``F``, the matrix as it stands once everything
inside has been eliminated. Eliminating ``o`` keeps

    R R' = F_oo,      X = F_oo^-1 F_ob,      and passes  F_bb - F_bo X  on to its parent.

The matrices here are ``L + ridge I`` of a graph: off the diagonal nothing is positive and the rows
sum to something positive, and so it remains under elimination. Hence ``-X >= 0`` with row sums of
at most 1, and a solution inside a front is nowhere larger than on its border (the maximum
principle). That is what lets a solve stop where it has decayed, with a bound on what it leaves out.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NoReturn

import numpy as np
import scipy.sparse as sp
from scipy.linalg.blas import dsyrk, dtrsm
from scipy.linalg.lapack import dpotrf, dpotrs

from cheapbandits.engines.dissection import card
from cheapbandits.engines.dissection.assembly import assemble
from cheapbandits.engines.threads import by_size, on_one_thread
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.csr import row_entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.tree import Tree

    Values = NDArray[np.float64]

__all__ = ["Factor", "refuse"]


class Factor:
    """A symmetric positive definite matrix, factorised along a dissection of its pattern.

    What a front keeps is ``X``, and ``R`` unless it is a leaf: there ``F_oo`` is the matrix's own
    entries, and its root is computed again for the few solves that start in it. Leaves would take
    half of the memory otherwise.

    Parameters
    ----------
    matrix
        ``(N, N)`` sparse; its pattern must lie within the tree's.
    tree
        The fronts.
    known
        ``R`` and ``X`` of each front, where they were computed before.
    advance
        Called with each front's share of the work, for progress.
    """

    def __init__(
        self,
        matrix: sp.csr_array,
        tree: Tree,
        known: tuple[list[Values], list[Values]] | None = None,
        advance: Callable[[float], object] = float,
    ) -> None:
        self.tree, self._matrix = tree, matrix
        self._entries = tree.entries(matrix)
        self.roots, self.ties = known or self._factorise(advance)

    def _factorise(self, advance: Callable[[float], object]) -> tuple[list[Values], list[Values]]:
        tree, nothing = self.tree, np.empty((0, 0))
        roots, ties = [nothing] * len(tree), [nothing] * len(tree)
        passed: dict[int, Values] = {}
        with by_size() as threads:
            for t, own, tie, border in assemble(self._matrix, tree, passed):
                threads(sum(tie.shape))
                step = _eliminate if isinstance(own, np.ndarray) else card.eliminate
                root, tie, border = step(own, tie, border) or refuse()
                if tie.shape[1]:
                    passed[t] = border
                if tree.children[t]:
                    roots[t] = card.host(root)
                ties[t] = card.host(tie)
                advance(1 / len(tree))
        return roots, ties

    def root(self, t: int) -> Values:
        """Return ``R`` of a front."""
        if self.tree.children[t]:
            return self.roots[t]
        row, column, order, begins = self._entries
        here = slice(begins[t], begins[t + 1])
        own, b = np.zeros((len(self.ties[t]),) * 2, order="F"), self.ties[t].shape[1]
        inside = column[here] >= b
        values = self._matrix.data[order[here][inside]]
        own[row[here][inside], column[here][inside] - b] = values
        return _root(own)

    @on_one_thread  # a product of a matrix and a vector waits for memory, and the rest is small
    def solve_local(
        self, nodes: NDArray[np.int64], values: Values, drop: float
    ) -> tuple[NDArray[np.int64], Values]:
        """Solve with a right-hand side on few nodes; leave out where the solution is below a bound.

        Parameters
        ----------
        nodes, values
            Where the right-hand side is not zero, and what it is there.
        drop
            Wherever the solution is left out, it is at most this.

        Returns
        -------
        nodes, values
            The solution, where it was computed.
        """
        tree, least = self.tree, drop * drop
        visited: list[int] = []
        found: list[Values] = []
        known = self._carry_out(nodes, values)
        tops = np.flatnonzero(tree.parent < 0).tolist()
        stack = [(t, np.empty(0)) for t in tops if t in known]
        while stack:
            t, border = stack.pop()
            own = -(self.ties[t] @ border)
            if t in known:
                own += dpotrs(self.root(t), known[t], lower=1)[0]
            visited.append(t)
            found.append(own)
            if tree.children[t]:
                whole = np.concatenate([border, own])
                for child in tree.children[t]:
                    inner = whole[tree.where[child]]
                    square = inner @ inner  # tells nearly always whether any of them is large
                    if child in known or (
                        square > least
                        and (square > least * len(inner) or np.abs(inner).max() > drop)
                    ):
                        stack.append((child, inner))
        places = row_entries(tree.start, np.array(visited, dtype=np.int64))
        return tree.nodes[places], np.concatenate(found)

    def _carry_out(self, nodes: NDArray[np.int64], values: Values) -> dict[int, Values]:
        """Eliminate a right-hand side: what is left of it on the own nodes of each front."""
        tree = self.tree
        places = tree.place[nodes]
        known: dict[int, Values] = {}
        carried: dict[int, Values] = {}  # onto the border
        for t in sorted(self._ancestry(places), reverse=True):
            n_border = len(tree.borders[t])
            whole = np.zeros(n_border + int(tree.start[t + 1] - tree.start[t]))
            here = tree.front[places] == t
            np.add.at(whole, n_border + places[here] - tree.start[t], values[here])
            for child in tree.children[t]:
                if child in carried:
                    whole[tree.where[child]] += carried.pop(child)
            known[t] = whole[n_border:]
            carried[t] = whole[:n_border] - known[t] @ self.ties[t]
        return known

    def _ancestry(self, places: NDArray[np.int64]) -> set[int]:
        fronts = set(self.tree.front[places].tolist())
        for t in list(fronts):
            around = int(self.tree.parent[t])
            while around >= 0 and around not in fronts:
                fronts.add(around)
                around = int(self.tree.parent[around])
        return fronts

    def sample(self, n_samples: int, rng: np.random.Generator) -> Values:
        """Return ``(n_samples, N)`` draws from the centred Gaussian with the inverse covariance.

        Given its border, a front's own nodes are Gaussian around ``-X x_b`` with covariance
        ``F_oo^-1``.
        """
        tree = self.tree
        draws = rng.standard_normal((len(tree.nodes), n_samples))
        for t in range(len(tree)):
            own = slice(int(tree.start[t]), int(tree.start[t + 1]))
            draws[own] = dtrsm(1.0, self.root(t), draws[own], lower=1, trans_a=1)
            draws[own] -= self.ties[t] @ draws[tree.borders[t]]
        return np.asarray(draws[tree.place].T)


def _eliminate(own: Values, tie: Values, border: Values) -> tuple[Values, Values, Values]:
    """Return ``R``, ``X`` and what is passed on."""
    root = _root(own)
    half = dtrsm(1.0, root, tie, lower=1, overwrite_b=1)
    if half.shape[1]:
        border = dsyrk(-1.0, half, beta=1.0, c=border, trans=1, lower=1, overwrite_c=1)
    return root, dtrsm(1.0, root, half, lower=1, trans_a=1, overwrite_b=1), border


def _root(own: Values) -> Values:
    root, info = dpotrf(own, lower=1, overwrite_a=1, clean=1)
    return refuse() if info else np.asarray(root)


def refuse() -> NoReturn:
    """Say that a matrix is not positive definite."""
    raise ParameterError(
        "the matrix is not positive definite in floating point; raise the ridge or scale the "
        "weights down"
    )
