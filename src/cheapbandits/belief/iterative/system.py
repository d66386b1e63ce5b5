"""The linear system ``A x = b``, ``A = L + ridge I``, by preconditioned conjugate gradients."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from scipy.linalg import get_blas_funcs

from cheapbandits.belief.iterative.coarse import Coarse
from cheapbandits.errors import ConvergenceError
from cheapbandits.solvers.conditioning import check_conditioning
from cheapbandits.solvers.rows import Rows

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

    Signals = NDArray[Any]  # (N,) or (N, b), double or single

__all__ = ["System", "conjugate_gradients"]

#: Residual of a solve, beside its right-hand side, and of its parts in single precision.
TOLERANCE, ROUGH = 1e-7, 1e-4
#: Work of a solve, in products, until one has been done.
FIRST_GUESS = 20.0
#: Steps after which a solve is given up.
MAX_STEPS = 5000
#: Steps without a smaller residual after which rounding has won.
PATIENCE = 200


class System:
    """``A = L + ridge I`` of a graph, in double and in single precision.

    Attributes
    ----------
    matrix, single
        ``(N, N)`` the same in both precisions.
    diagonal
        ``(N,)`` degrees plus ridge.
    work
        Work so far, in products of the graph's Laplacian with one vector.
    last_steps, solve_work
        Steps and work of the last solve.
    """

    def __init__(self, graph: Graph, ridge: float) -> None:
        check_conditioning(graph, ridge)
        self.graph, self.ridge = graph, ridge
        self.diagonal = graph.degrees + ridge
        self.matrix = sp.csr_array(sp.diags_array(self.diagonal) - graph.weights)
        self.single = self.matrix.astype(np.float32)
        self._rows = Rows(self.single)
        self.coarse = Coarse(self.single)
        self.work, self.last_steps = 0.0, 0
        self.solve_work = FIRST_GUESS
        self._numbers = np.full(graph.n_nodes, -1, dtype=np.int32)

    def number(self, nodes: NDArray[np.int64], asked: NDArray[np.int64]) -> NDArray[np.int32]:
        """Return the place of each asked node within ``nodes``, -1 where it is not among them."""
        self._numbers[nodes] = np.arange(len(nodes), dtype=np.int32)
        places = self._numbers[asked]
        self._numbers[nodes] = -1
        return places

    def terms(self, rows: sp.csr_array, count: int) -> list[sp.csr_array]:
        """Return ``s, W D^-1 s, (W D^-1)^2 s, ...`` of the rows ``s``, up to power ``count``."""
        terms = [rows]
        for _ in range(count):
            last = terms[-1]
            scaled = last.data / self.diagonal[last.indices]
            step = sp.csr_array((scaled, last.indices, last.indptr), shape=last.shape)
            terms.append(sp.csr_array(step @ self.graph.weights))
            self.work += 20 * terms[-1].nnz / self.matrix.nnz
        return terms

    def solve(
        self, right: NDArray[np.float64], tolerance: float = TOLERANCE
    ) -> NDArray[np.float64]:
        """Return ``K b``, residual at most ``tolerance`` of ``b`` (in double, ten times), or raise.

        Single precision does the steps, double precision the residuals between them; where that
        does not get there, double precision does all.
        """
        before = self.work
        refined = self._refine(right, tolerance)
        if refined is not None:
            self.solve_work = self.work - before
            return refined
        for precondition in (self._coarse_correction, self._diagonal_correction):
            solution, reached = self._solve(self.matrix, precondition, right, tolerance)
            if reached <= 10 * tolerance:
                return solution
        raise ConvergenceError(
            f"conjugate gradients came to a residual of {reached:.0e} of the right-hand side "
            f"and not to {tolerance:.0e} in {self.last_steps} steps; raise the ridge or scale "
            "the weights down"
        )

    def _refine(self, right: NDArray[np.float64], tolerance: float) -> NDArray[np.float64] | None:
        """Solve in single precision for what is left, until little is; ``None`` where it sticks."""
        solution, left = np.zeros_like(right), right.copy()
        size = whole = float(np.linalg.norm(right))
        steps = 0
        while size > tolerance * whole:
            goal = max(ROUGH, 0.5 * tolerance * whole / size)
            solution += size * self.solve_single((left / size).astype(np.float32), goal)
            steps += self.last_steps
            left = right - self.matrix @ solution
            before, size = size, float(np.linalg.norm(left))
            if not size < before / 4:
                return None
        self.last_steps = steps
        return solution

    def _coarse_correction(self, left: NDArray[np.float64]) -> NDArray[np.float64]:
        return self.coarse.apply(left.astype(np.float32)).astype(float)

    def _diagonal_correction(self, left: NDArray[np.float64]) -> NDArray[np.float64]:
        """Single precision may lose a small ridge; the diagonal in double does not."""
        return left / self.diagonal

    def solve_single(self, right: NDArray[np.float32], tolerance: float) -> NDArray[np.float32]:
        """Return about ``K b`` in single precision, ``(N, b)``; the caller looks at the error."""
        return self._solve(self._rows, self.coarse.apply, right, tolerance)[0]

    def _solve(
        self,
        matrix: sp.csr_array | Rows,
        precondition: Callable[[Signals], Signals],
        right: Signals,
        tolerance: float,
    ) -> tuple[Signals, float]:
        solution, self.last_steps = conjugate_gradients(matrix, precondition, right, tolerance)
        # Measured on two cores: a step in single precision costs less than a product in double.
        share = 0.65 if isinstance(matrix, Rows) else 1.3
        self.work += share * self.last_steps * right.size / len(right)
        size = float(np.linalg.norm(right))
        left = float(np.linalg.norm(right - matrix @ solution))
        return solution, left / size if size else 0.0


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
