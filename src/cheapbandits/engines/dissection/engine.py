"""The dissection engine: exact variances and local columns, from one sparse factor.

``L + ridge I`` is factorised in the order of a nested dissection of the graph in which nodes of one
probe are neighbours too. A column ``K s`` is a solve that stops where the solution has decayed; the
variances ``s'Ks`` of all probes come from the entries of ``K`` between nodes of one front, and
every probe lies in one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np
import scipy.sparse as sp

from cheapbandits.engines.dissection.cuts import plan_of, plan_with, widest_of
from cheapbandits.engines.dissection.elimination import Elimination
from cheapbandits.engines.dissection.pairs import variances_of
from cheapbandits.engines.dissection.pattern import WIDEST, joined
from cheapbandits.engines.dissection.plan import Plan, plan_for
from cheapbandits.engines.dissection.stored import Stored
from cheapbandits.engines.engine import DROP, ExactVariances, Local, row_arrays
from cheapbandits.engines.explanation import Explanation
from cheapbandits.engines.kept import KeptBySet
from cheapbandits.engines.memory import check_memory
from cheapbandits.engines.threads import on_one_thread
from cheapbandits.errors import CapacityError
from cheapbandits.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines.engine import Row, Variances
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["DissectionEngine"]

#: Memory beside the factor: patterns, places of groups, variances, columns of a hundred readings.
BYTES_A_NODE = 1000


class DissectionEngine:
    """``K = (L + ridge I)^-1`` by way of a dissection of the graph; threads may share it.

    A set of probes that comes late may ask for another order, and so for another factorisation:
    under a lock, and it changes nothing but rounding.

    Parameters
    ----------
    graph
        ``N`` nodes.
    ridge
        Added to the Laplacian's diagonal.
    reason
        Why this engine was taken, for :meth:`explain`.
    """

    name, local = "dissection", True

    def __init__(self, graph: Graph, ridge: float, reason: str = "asked for") -> None:
        self._graph, self._ridge, self._reason = graph, ridge, reason
        self._factor: Elimination | None = None
        self._variances: KeptBySet[NDArray[np.float64]] = KeptBySet()

    def __reduce__(self) -> tuple[type[DissectionEngine], tuple[object, ...]]:
        """Keep what the rest is computed from."""
        return DissectionEngine, (self._graph, self._ridge, self._reason)

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self._graph.n_nodes

    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Factorise for these sets of probes, and compute their variances in one pass."""
        with self._variances.lock:
            self._prepare([probes for probes in sets if probes not in self._variances])

    def _prepare(self, new: Sequence[ProbeSet]) -> None:
        if self._factor is not None:
            self._compute(new)
            return
        stored = Stored(self._graph, self.precision(), new)
        found = stored.load()
        if found is None:
            self._compute(new)
            stored.save(self._ready(), [self.variances(probes).upper for probes in new])
            return
        self._factor, variances = found
        for probes, known in zip(new, variances, strict=True):
            self._variances.put(probes, known)

    def _compute(self, new: Sequence[ProbeSet]) -> None:
        narrow = [probes for probes in new if int(probes.widths.max()) <= WIDEST]
        with Progress("covariance") as progress:
            if self._factor is None:
                # Families are nested, mostly: the widest groups bring the narrower ones with them.
                widest = widest_of(narrow)
                plan = plan_of(self._graph) if widest is None else None
                plan = plan or plan_with(self._graph, widest)
                if plan is None:
                    raise CapacityError(
                        "a factor of this graph would fill in too much; take engine='iterative'"
                    )
                self._factorise(plan, progress.part("factorising", 0.6))
            if not self._fill(narrow, progress.part("variances", 0.4)):
                # Sets that came earlier stay in, so that they need no third factorisation.
                pattern = joined(self._graph, [*self._variances, *narrow])
                self._factorise(plan_for(pattern), progress.part("again", 0.6))
                self._fill(narrow, progress.part("variances", 0.4))
        for probes in new:
            if probes not in self._variances:
                self._variances.put(probes, self._solve_each(probes))

    def column(self, row: Row) -> Local:
        """Return ``K s``, left out where it is below :data:`~cheapbandits.engines.engine.DROP`."""
        return Local(*self._ready().solve_local(*row_arrays(row), DROP))

    def variances(self, probes: ProbeSet) -> Variances:
        """Return ``s'Ks`` of every probe, exact to rounding."""
        if probes not in self._variances:
            self.prepare([probes])
        return ExactVariances(self._variances.get(probes, lambda: self._solve_each(probes)))

    @on_one_thread
    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return draws, front by front from the top."""
        return self._ready().sample(n_samples, rng)

    def precision(self) -> sp.csr_array:
        """Return ``K^-1 = L + ridge I``."""
        return sp.csr_array(self._graph.laplacian + self._ridge * sp.eye_array(self.n_nodes))

    def absorb(self, matrix: sp.csr_array) -> None:  # noqa: ARG002
        """Return nothing: columns are local, and so cheap to keep."""
        return

    def explain(self) -> Explanation:
        """Say how the graph was cut and what that takes."""
        facts: dict[str, object] = {"variances": "exact, to rounding"}
        factor = self._factor
        if factor is not None:
            plan, tree = factor.plan, factor.plan.tree
            own, border = tree.sizes
            if plan.peel.n_peeled:
                facts["peeled"] = (
                    f"{plan.peel.n_peeled:,} nodes of at most two neighbours, in "
                    f"{len(plan.peel.begins) - 1} levels"
                )
            facts |= {
                "fronts": f"{len(tree):,}, the widest cut {int(own.max()):,} nodes, the largest "
                f"front {int((own + border).max()):,}",
                "factor": f"{8 * plan.factor_entries / 2**20:,.0f} MiB, "
                f"{plan.factor_work / 1e9:,.1f} billion operations",
                "columns": f"left out below {DROP:g}",
            }
        return Explanation("dissection", self._reason, facts)

    def _ready(self) -> Elimination:
        """Return the factor; whoever holds it is not touched by another that replaces it."""
        factor = self._factor
        if factor is None:
            with self._variances.lock:
                if self._factor is None:
                    self.prepare([])
                factor = self._factor
        assert factor is not None
        return factor

    def _factorise(self, plan: Plan, advance: Callable[[float], None]) -> None:
        self._factor = None  # make room before the next is built; others wait for it
        check_memory(
            8 * plan.factor_entries + BYTES_A_NODE * self.n_nodes,
            f"the factor of {self.n_nodes:,} nodes",
            "take narrower probes or fewer nodes",
        )
        self._factor = Elimination(self.precision(), plan, advance=advance)

    def _fill(self, sets: Sequence[ProbeSet], advance: Callable[[float], None]) -> bool:
        """Compute the variances of sets; return whether the order was made for all their probes."""
        if not sets:
            return True
        factor = self._ready()
        known = factor.inverse(advance)
        found = [variances_of(probes.matrix, factor.plan, *known) for probes in sets]
        for probes, variances in zip(sets, found, strict=True):
            if variances is not None:
                self._variances.put(probes, variances)
        return all(variances is not None for variances in found)

    @on_one_thread
    def _solve_each(self, probes: ProbeSet) -> NDArray[np.float64]:
        variances = np.empty(len(probes))
        work = np.zeros(self.n_nodes)
        for i in range(len(probes)):
            nodes, weights = probes.group(i)
            column = self.column((nodes, weights))
            work[column.nodes] = column.values
            variances[i] = np.average(work[list(nodes)], weights=weights)
            work[column.nodes] = 0.0
        return variances
