"""The iterative engine: ``K = (L + ridge I)^-1`` by solves, where factors would fill in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
import scipy.sparse as sp

from cheapbandits.belief.covariance import row_arrays
from cheapbandits.belief.explanation import Explanation
from cheapbandits.belief.iterative.gap import Gap
from cheapbandits.belief.iterative.sketch import Sketch, white_rows
from cheapbandits.belief.iterative.system import System
from cheapbandits.belief.iterative.variances import Variances
from cheapbandits.progress import Progress
from cheapbandits.solvers.memory import check_memory
from cheapbandits.solvers.threads import on_one_thread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.belief import Belief
    from cheapbandits.belief.covariance import Row
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["IterativeCovariance"]

#: Columns kept: the search computes the winner's just before the reading asks for it again.
KEPT = 16
#: Memory planned with: the sketch twice, the columns of a hundred readings, bounds, the matrices.
BYTES_A_NODE = 4000


class IterativeCovariance:
    """Columns of ``K`` by conjugate gradients, variances within bounds.

    Parameters
    ----------
    graph
        ``N`` nodes.
    ridge
        Added to the Laplacian's diagonal.
    reason
        Why this engine was taken, for :meth:`explain`.
    """

    def __init__(self, graph: Graph, ridge: float, reason: str = "asked for") -> None:
        check_memory(BYTES_A_NODE * graph.n_nodes, f"a sketch of {graph.n_nodes:,} nodes")
        self._reason = reason
        self._system = System(graph, ridge)
        self._rest: Gap | Sketch | None = None
        self._columns: dict[Row, NDArray[np.float64]] = {}
        self._variances: WeakKeyDictionary[ProbeSet, Variances] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[type[IterativeCovariance], tuple[object, ...]]:
        """Keep what the rest is computed from."""
        return IterativeCovariance, (self._system.graph, self._system.ridge, self._reason)

    def belief_type(self) -> type[Belief]:
        """Return the belief that bears bounds."""
        from cheapbandits.belief.bounded import BoundedBelief

        return BoundedBelief

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self._system.graph.n_nodes

    @on_one_thread
    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Do now what the first question about each of these sets would have to wait for."""
        with Progress("covariance") as progress:
            self._find_rest(progress)
            advance = progress.part("bounding variances", 0.4)
            for probes in sets:
                self.variances(probes).prepare()
                advance(1 / len(sets))

    @on_one_thread
    def column(self, row: Row) -> NDArray[np.float64]:
        """Return ``K s``, ``(N,)``, free to be overwritten."""
        if row not in self._columns:
            nodes, weights = row_arrays(row)
            right = np.zeros(self.n_nodes)
            right[nodes] = weights
            while len(self._columns) >= KEPT:
                del self._columns[next(iter(self._columns))]
            self._columns[row] = self._system.solve(right)
        return self._columns[row].copy()

    def variances(self, probes: ProbeSet) -> Variances:
        """Return bounds on ``s'Ks`` of every probe in a set; always the same object."""
        if probes not in self._variances:
            rest = self._find_rest(Progress("covariance"))
            self._variances[probes] = Variances(self._system, rest, self.column, probes)
        return self._variances[probes]

    def quadratic(self, probes: ProbeSet) -> NDArray[np.float64]:
        """Return upper bounds on ``s'Ks`` of every probe, ``(m,)``."""
        return self.variances(probes).upper.copy()

    @on_one_thread
    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return ``(n_samples, N)`` draws ``K (B'W^(1/2) e_1 + ridge^(1/2) e_2)``."""
        roots = white_rows(self._system.graph)
        draws = np.empty((n_samples, self.n_nodes))
        for draw in draws:
            right = roots @ rng.standard_normal(roots.shape[1])
            right += self._system.ridge**0.5 * rng.standard_normal(self.n_nodes)
            draw[:] = self._system.solve(right)
        return draws

    def precision(self) -> sp.csr_array:
        """Return ``K^-1``."""
        return self._system.matrix.copy()

    def explain(self) -> Explanation:
        """Say how solves are done, what the bounds rest on, and how far they were sharpened."""
        system = self._system
        levels = system.coarse.sizes
        solver = "conjugate gradients" + (f", {len(levels)} coarser graphs" if levels else "")
        steps = f", {system.last_steps} steps the last time" if system.last_steps else ""
        facts: dict[str, object] = {"solver": solver + steps}
        if self._rest is not None:
            facts |= self._rest.facts
        levels_reached = [variances.level for variances in self._variances.values()]
        sharpened = sum(int((level > 0).sum()) for level in levels_reached)
        facts["bounds sharpened"] = f"{sharpened:,} of {sum(map(len, levels_reached)):,}"
        facts["work so far"] = f"{system.work:,.0f} products with the Laplacian"
        return Explanation("iterative", self._reason, facts)

    def _find_rest(self, progress: Progress) -> Gap | Sketch:
        """Look for a spectral gap; without one, draw the sketch."""
        if self._rest is None:
            progress.part("looking for a spectral gap", 0.0)
            self._rest = Gap.of(self._system) or Sketch(
                self._system, progress.part("sketching the covariance", 0.6)
            )
        return self._rest
