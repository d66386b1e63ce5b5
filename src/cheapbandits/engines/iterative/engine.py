"""The iterative engine: ``K = (L + ridge I)^-1`` by solves, where factors would fill in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.engine import row_arrays
from cheapbandits.engines.explanation import Explanation
from cheapbandits.engines.iterative.fields import white_rows
from cheapbandits.engines.iterative.gap import LEAST, Gap, least_quotient
from cheapbandits.engines.iterative.sketch import Sketch
from cheapbandits.engines.iterative.system import System
from cheapbandits.engines.iterative.variances import BoundedVariances
from cheapbandits.engines.kept import KeptBySet
from cheapbandits.engines.memory import check_memory
from cheapbandits.engines.threads import on_one_thread
from cheapbandits.locks import fork_safe_lock
from cheapbandits.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.engine import Row
    from cheapbandits.engines.iterative.system import Effort
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["IterativeEngine"]

#: Columns kept: a probe that is expected to be read is asked for again when it was.
KEPT = 16
#: Memory planned with: the sketch, its solves, columns of a hundred readings, bounds, matrices.
BYTES_A_NODE = 4500


class IterativeEngine:
    """Columns of ``K`` by conjugate gradients, variances within bounds; threads may share it.

    Parameters
    ----------
    graph
        ``N`` nodes.
    ridge
        Added to the Laplacian's diagonal.
    reason
        Why this engine was taken, for :meth:`explain`.
    """

    name, local = "iterative", False

    def __init__(self, graph: Graph, ridge: float, reason: str = "asked for by name") -> None:
        check_memory(BYTES_A_NODE * graph.n_nodes, f"a sketch of {graph.n_nodes:,} nodes")
        self._reason = reason
        self._system = System(graph, ridge)
        self._lock = fork_safe_lock()
        self._bounds: tuple[Gap | Sketch, Effort] | None = None
        self._columns: dict[Row, NDArray[np.float64]] = {}
        self._variances: KeptBySet[BoundedVariances] = KeptBySet()

    def __reduce__(self) -> tuple[type[IterativeEngine], tuple[object, ...]]:
        """Keep what the rest is computed from."""
        return IterativeEngine, (self._system.graph, self._system.ridge, self._reason)

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self._system.graph.n_nodes

    @on_one_thread
    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Do now what the first question about each of these sets would have to wait for."""
        with Progress("covariance") as progress:
            self._set_up(progress)
            advance = progress.part("bounding variances", 0.4)
            for probes in sets:
                with self._variances.lock:
                    first = self._first_bounds(probes)
                    if not first.prepared:
                        sharper = first.copy()
                        sharper.prepare()
                        self._variances.put(probes, sharper)
                advance(1 / len(sets))

    @on_one_thread
    def column(self, row: Row) -> NDArray[np.float64]:
        """Return ``K s``, ``(N,)``, free to be overwritten; the last ones are kept."""
        with self._lock:
            known = self._columns.get(row)
        if known is None:
            known = self._system.solve(self._right(row))[0]
            with self._lock:
                while len(self._columns) >= KEPT:
                    del self._columns[next(iter(self._columns))]
                self._columns[row] = known
        return known.copy()

    def variances(self, probes: ProbeSet) -> BoundedVariances:
        """Return bounds on ``s'Ks`` of every probe in a set, the caller's own to sharpen."""
        return self._first_bounds(probes).copy()

    @on_one_thread
    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` draws ``K (B'W^(1/2) e_1 + ridge^(1/2) e_2)``."""
        roots = white_rows(self._system.graph)
        draws = np.empty((n_samples, self.n_nodes))
        for draw in draws:
            right = roots @ rng.standard_normal(roots.shape[1])
            right += self._system.ridge**0.5 * rng.standard_normal(self.n_nodes)
            draw[:] = self._system.solve(right)[0]
        return draws

    def precision(self) -> sp.csr_array:
        """Return ``K^-1``."""
        return self._system.matrix.copy()

    def absorb(self, matrix: sp.csr_array) -> None:  # noqa: ARG002
        """Return nothing: it would take a dense array."""
        return

    def explain(self) -> Explanation:
        """Say how solves are done, and what the bounds rest on."""
        levels = self._system.coarse.sizes
        facts: dict[str, object] = {
            "solver": "conjugate gradients" + (f", {len(levels)} coarser graphs" if levels else "")
        }
        if self._bounds is not None:
            rest, effort = self._bounds
            facts["a solve"] = (
                f"{effort.steps} steps, {effort.work:.0f} products with the Laplacian"
            )
            facts |= rest.facts
        return Explanation("iterative", self._reason, facts)

    def _right(self, row: Row) -> NDArray[np.float64]:
        nodes, weights = row_arrays(row)
        right = np.zeros(self.n_nodes)
        right[nodes] = weights
        return right

    def _first_bounds(self, probes: ProbeSet) -> BoundedVariances:
        """Return the bounds that everybody starts from; nobody sharpens these."""

        def make() -> BoundedVariances:
            rest, effort = self._set_up(Progress("covariance"))
            return BoundedVariances(self._system, rest, effort.work, probes)

        return self._variances.get(probes, make)

    def _set_up(self, progress: Progress) -> tuple[Gap | Sketch, Effort]:
        """Look for a spectral gap, without one draw the sketch; and see what a solve takes."""
        with self._lock:
            if self._bounds is None:
                progress.part("looking for a spectral gap", 0.0)
                kappa = least_quotient(self._system)
                rest: Gap | Sketch = (
                    Gap(self._system, kappa)
                    if kappa > LEAST
                    else Sketch(self._system, kappa, progress.part("sketching the covariance", 0.6))
                )
                hub = int(self._system.diagonal.argmax())
                self._bounds = rest, self._system.solve(self._right(((hub,), None)))[1]
            return self._bounds
