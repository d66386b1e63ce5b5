"""The linear system ``A x = b``, ``A = L + ridge I``, by preconditioned conjugate gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import scipy.sparse as sp
from scipy.linalg import get_blas_funcs

from cheapbandits.engines.conditioning import check_conditioning
from cheapbandits.engines.iterative.coarse import Coarse
from cheapbandits.engines.rows import Rows
from cheapbandits.errors import ConvergenceError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

    Signals = NDArray[Any]  # (N,) or (N, b), double or single

__all__ = ["TOLERANCE", "Effort", "System", "conjugate_gradients"]

#: Residual of a solve, beside its right-hand side, and of its parts in single precision.
TOLERANCE, ROUGH = 1e-7, 1e-4
#: Steps after which a solve is given up.
MAX_STEPS = 5000
#: Steps without a smaller residual after which rounding has won.
PATIENCE = 200


class System:
    """``A = L + ridge I`` of a graph, in double and in single precision; it never changes.

    Work is counted in products of the graph's Laplacian with one vector, and handed back to whoever
    had it done.

    Attributes
    ----------
    matrix, single
        ``(N, N)`` the same in both precisions.
    diagonal
        ``(N,)`` degrees plus ridge.
    """

    def __init__(self, graph: Graph, ridge: float) -> None:
        check_conditioning(graph, ridge)
        self.graph, self.ridge = graph, ridge
        self.diagonal = graph.degrees + ridge
        self.matrix = sp.csr_array(sp.diags_array(self.diagonal) - graph.weights)
        self.single = self.matrix.astype(np.float32)
        self._rows = Rows(self.single)
        self.coarse = Coarse(self.single)

    def terms(self, rows: sp.csr_array, count: int) -> list[sp.csr_array]:
        """Return ``s, W D^-1 s, (W D^-1)^2 s, ...`` of the rows ``s``, up to power ``count``."""
        terms = [rows]
        for _ in range(count):
            last = terms[-1]
            scaled = last.data / self.diagonal[last.indices]
            step = sp.csr_array((scaled, last.indices, last.indptr), shape=last.shape)
            # There and back again sorts a row's entries, far quicker than sorting would.
            terms.append((step @ self.graph.weights).tocsc().tocsr())
        return terms

    def terms_work(self, terms: list[sp.csr_array]) -> float:
        """Return the work that :meth:`terms` was; measured, an entry costs as much as 100."""
        return float(sum(100 * term.nnz / self.matrix.nnz for term in terms[1:]))

    def solve(self, right: Signals, tolerance: float = TOLERANCE) -> tuple[Signals, Effort]:
        """Return ``K b``, residual at most ``tolerance`` of ``b`` (in double, ten times), or raise.

        Single precision does the steps, double precision the residuals between them; where that
        does not get there, double precision does all.
        """
        solution, effort = self._refine(right, tolerance)
        if solution is not None:
            return solution, effort
        for precondition in (self._coarse_correction, self._diagonal_correction):
            solution, more = self._solve(self.matrix, precondition, right, tolerance)
            effort += more
            reached = _relative_residual(self.matrix, solution, right)
            if reached <= 10 * tolerance:
                return solution, effort
        raise ConvergenceError(
            f"conjugate gradients came to a residual of {reached:.0e} of the right-hand side "
            f"and not to {tolerance:.0e} in {more.steps} steps; raise the ridge or scale "
            "the weights down"
        )

    def _refine(self, right: Signals, tolerance: float) -> tuple[Signals | None, Effort]:
        """Solve in single precision for what is left, until little is; ``None`` where it sticks."""
        solution, left = np.zeros_like(right), right.copy()
        size = whole = float(np.linalg.norm(right))
        effort = Effort(0, 0.0)
        while size > tolerance * whole:
            goal = max(ROUGH, 0.5 * tolerance * whole / size)
            step, more = self.solve_single((left / size).astype(np.float32), goal)
            solution += size * step
            effort += more
            left = right - self.matrix @ solution
            before, size = size, float(np.linalg.norm(left))
            if not size < before / 4:
                return None, effort
        return solution, effort

    def _coarse_correction(self, left: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.coarse.apply(left.astype(np.float32)).astype(float)

    def _diagonal_correction(self, left: NDArray[np.float64]) -> NDArray[np.float64]:
        """Single precision may lose a small ridge; the diagonal in double does not."""
        return np.asarray((left.T / self.diagonal).T)

    def solve_single(
        self, right: NDArray[np.float32], tolerance: float
    ) -> tuple[NDArray[np.float32], Effort]:
        """Return about ``K b`` in single precision, ``(N, b)``; the caller looks at the error."""
        return self._solve(self._rows, self.coarse.apply, right, tolerance)

    def _solve(
        self,
        matrix: sp.csr_array | Rows,
        precondition: Callable[[Signals], Signals],
        right: Signals,
        tolerance: float,
    ) -> tuple[Signals, Effort]:
        solution, steps = conjugate_gradients(matrix, precondition, right, tolerance)
        # Measured on two cores: a step in single precision costs less than a product in double.
        share = 0.65 if isinstance(matrix, Rows) else 1.3
        return solution, Effort(steps, share * steps * right.size / len(right))


class Effort(NamedTuple):
    """Steps of a solve, and its work in products with the Laplacian."""

    steps: int
    work: float

    def __add__(self, other: object) -> Effort:
        assert isinstance(other, Effort)
        return Effort(self.steps + other.steps, self.work + other.work)


def _relative_residual(matrix: sp.csr_array, solution: Signals, right: Signals) -> float:
    size = float(np.linalg.norm(right))
    return float(np.linalg.norm(right - matrix @ solution)) / size if size else 0.0


def conjugate_gradients(
    matrix: sp.csr_array | Rows,
    precondition: Callable[[Signals], Signals],
    right: Signals,
    tolerance: float,
) -> tuple[Signals, int]:
    """Solve ``A x = b``; several right-hand sides ``(N, b)`` are one system ``I (x) A``.

    So all columns share the step lengths, and every operation but the product runs once over
    contiguous memory, in place. Where rounding stops the progress it ends early: look at the
    residual.
    """
    axpy, scal, dot = get_blas_funcs(("axpy", "scal", "dot"), dtype=right.dtype)
    solution, left = np.zeros_like(right), right.copy()
    direction = precondition(left)
    fall = float(dot(left.ravel(), direction.ravel()))
    goal = tolerance**2 * float(dot(right.ravel(), right.ravel()))
    best, best_step = np.inf, 0
    for step in range(MAX_STEPS):
        size = float(dot(left.ravel(), left.ravel()))
        if size < best:
            best, best_step = size, step
        if size <= goal or fall <= 0 or step > best_step + PATIENCE:
            return solution, step
        product = matrix @ direction
        bend = float(dot(direction.ravel(), product.ravel()))
        if bend <= 0:
            return solution, step
        axpy(direction.ravel(), solution.ravel(), a=fall / bend)
        axpy(product.ravel(), left.ravel(), a=-fall / bend)
        better = precondition(left)
        fall, before = float(dot(left.ravel(), better.ravel())), fall
        scal(fall / before, direction.ravel())
        axpy(better.ravel(), direction.ravel())
    return solution, MAX_STEPS
