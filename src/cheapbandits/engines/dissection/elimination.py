"""``L + ridge I`` eliminated along a plan: the peeled nodes, and the factor of the rest.

A peeled node with pivot ``d`` and ties ``x = a / d`` to its two neighbours is to them what a front
is to its border: it passes ``-a x'`` on, its solution is ``y / d - x'u`` with their ``u``, and its
row of the inverse follows from theirs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection.factor import Factor, refuse
from cheapbandits.engines.dissection.inverse import inverse_at
from cheapbandits.graphs.csr import distinct, row_entries

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.dissection.plan import Plan

    Values = NDArray[np.float64]
    Indices = NDArray[np.int64]

__all__ = ["Elimination", "peel_off"]

#: A solution on more than this share of the nodes is computed on all of them.
MANY = 1 / 16


def peel_off(matrix: sp.csr_array, plan: Plan) -> tuple[Values, Values, sp.csr_array]:
    """Return the pivots ``(P,)`` and ties ``(P, 2)`` of the peeled nodes, and what is left."""
    peel = plan.peel
    if not peel.n_peeled:
        return np.empty(0), np.empty((0, 2)), matrix
    diagonal, values = plan.numbers(matrix)
    ties = np.empty((peel.n_peeled, 2))
    for here in _levels(peel.begins):
        entries = values[peel.edges[here]]
        with np.errstate(divide="ignore", invalid="ignore"):  # who counts looks at the pivots
            tie = ties[here] = entries / diagonal[here, None]
        np.subtract.at(diagonal, peel.borders[here].ravel(), (entries * tie).ravel())
        np.subtract.at(values, peel.across[here], entries[:, 0] * tie[:, 1])
        values[-1] = 0.0
    return diagonal[: peel.n_peeled].copy(), ties, plan.rest(diagonal, values)


def _levels(begins: list[int]) -> Iterator[slice]:
    yield from map(slice, begins[:-1], begins[1:])


def _by_two(ties: Values, values: NDArray[Any]) -> Values:
    """Return the inner products of rows of two; ``einsum`` takes eight times as long."""
    return np.asarray(ties[:, 0] * values[:, 0] + ties[:, 1] * values[:, 1])


class Elimination:
    """A symmetric positive definite matrix, eliminated.

    Parameters
    ----------
    matrix, plan
        The matrix and the order; its pattern must lie within the order's.
    known
        What the fronts keep, where it was computed before.
    advance
        Called with shares of the work, for progress.
    """

    def __init__(
        self,
        matrix: sp.csr_array,
        plan: Plan,
        known: tuple[list[Values], list[Values]] | None = None,
        advance: Callable[[float], object] = float,
    ) -> None:
        self.plan = plan
        self.pivots, self.ties, rest = peel_off(matrix, plan)
        if not (self.pivots > 0).all():
            refuse()
        self.factor = Factor(rest, plan.tree, known, advance)
        borders = np.where(plan.peel.edges < 0, -1, plan.peel.borders).ravel()
        order = np.argsort(borders, kind="stable")
        pointers = np.searchsorted(borders[order], np.arange(plan.n_nodes + 1))
        self._dependents = pointers, order // 2  # who was peeled off each turn

    def solve_local(self, nodes: Indices, values: Values, drop: float) -> tuple[Indices, Values]:
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
        plan, n_peeled = self.plan, self.plan.peel.n_peeled
        if not n_peeled:
            return self.factor.solve_local(nodes, values, drop)
        work = np.zeros(plan.n_nodes)
        np.add.at(work, plan.turn[nodes], values)
        active = self._carry_out(work, np.unique(plan.turn[nodes]))
        split = int(np.searchsorted(active, n_peeled))
        found = active[split:]
        if len(found):
            at, solution = self.factor.solve_local(found - n_peeled, work[found], drop)
            found = at + n_peeled
            work[found] = solution
        turns = self._carry_in(work, active[:split], found, drop)
        return plan.peel.nodes[turns], work[turns]

    def _carry_out(self, work: Values, active: Indices) -> Indices:
        """Eliminate a right-hand side in its place; return, sorted, the turns that it reaches."""
        peel, passed = self.plan.peel, []
        for end in peel.begins[1:]:
            cut = int(np.searchsorted(active, end))
            if cut:
                here = active[:cut]
                passed.append(here)
                borders = peel.borders[here].ravel()
                np.subtract.at(work, borders, (self.ties[here] * work[here, None]).ravel())
                active = np.unique(np.concatenate([active[cut:], borders]))
                active = active[np.searchsorted(active, end) :]
        return np.concatenate([*passed, active])

    def _carry_in(self, work: Values, given: Indices, found: Indices, drop: float) -> Indices:
        """Solve for the peeled nodes, those that were peeled last first; return all turns found."""
        peel, all_found = self.plan.peel, [found]
        active, everywhere = self._with_dependents(given, found[np.abs(work[found]) > drop])
        for level in reversed(list(_levels(peel.begins))):
            cut = int(np.searchsorted(active, level.start))
            here = level if everywhere else active[cut:]
            if not everywhere and cut == len(active):
                continue
            solved = work[here] / self.pivots[here]
            solved -= _by_two(self.ties[here], work[peel.borders[here]])
            work[here] = solved
            if not isinstance(here, slice):
                all_found.append(here)
                outer = here[np.abs(solved) > drop]
                active, everywhere = self._with_dependents(active[:cut], outer)
        return np.flatnonzero(np.abs(work) > drop) if everywhere else np.concatenate(all_found)

    def _with_dependents(self, active: Indices, outer: Indices) -> tuple[Indices, bool]:
        """Return turns and those that were peeled off others, sorted; whether they are many."""
        pointers, turns = self._dependents
        count = len(active) + int((pointers[outer + 1] - pointers[outer]).sum())
        if count > MANY * self.plan.n_nodes:
            return active, True
        return distinct(np.concatenate([active, turns[row_entries(pointers, outer)]])), False

    def sample(self, n_samples: int, rng: np.random.Generator) -> Values:
        """Return ``(n_samples, N)`` draws from the centred Gaussian with the inverse covariance."""
        peel, n_peeled = self.plan.peel, self.plan.peel.n_peeled
        if not n_peeled:
            return self.factor.sample(n_samples, rng)
        draws = np.empty((self.plan.n_nodes, n_samples))
        draws[n_peeled:] = self.factor.sample(n_samples, rng).T
        draws[:n_peeled] = rng.standard_normal((n_peeled, n_samples))
        draws[:n_peeled] /= np.sqrt(self.pivots)[:, None]
        for here in reversed(list(_levels(peel.begins))):
            borders = draws[peel.borders[here]]
            draws[here] -= np.einsum("pk,pks->ps", self.ties[here], borders)
        return np.asarray(draws[self.plan.turn].T)

    def inverse(self, advance: Callable[[float], object] = float) -> tuple[Values, Values]:
        """Return the inverse at all nodes, ``(N,)``, and on the pattern's edges, ``(E,)``.

        Nothing else of it is computed.
        """
        peel, n_peeled = self.plan.peel, self.plan.peel.n_peeled
        diagonal, values = np.zeros(self.plan.n_nodes), np.zeros(peel.n_edges + 1)
        diagonal[n_peeled:], values[peel.left] = inverse_at(
            self.factor, peel.rows, peel.columns, advance
        )
        for here in reversed(list(_levels(peel.begins))):
            first, second = self.ties[here].T
            one, other = diagonal[peel.borders[here]].T
            between = values[peel.across[here]]
            rows = np.stack([-first * one - second * between, -first * between - second * other], 1)
            values[peel.edges[here]] = rows
            values[-1] = 0.0
            diagonal[here] = 1 / self.pivots[here] - _by_two(self.ties[here], rows)
        return diagonal[self.plan.turn], values[: len(peel.keys)]
