"""The dissection engine: exact variances and local columns on graphs that few nodes cut in two.

``L + ridge I`` is factorised along a nested dissection. A column ``K s`` is a solve that stops
where the solution has decayed; the variances ``s'Ks`` of all probes come from the entries of ``K``
between nodes of one front, because the cuts are made thick enough that no probe lies across one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

import numpy as np
import scipy.sparse as sp

from cheapbandits.belief.covariance import Local, row_arrays
from cheapbandits.belief.drop import DROP
from cheapbandits.belief.explanation import Explanation
from cheapbandits.belief.groups import Groups
from cheapbandits.progress import Progress
from cheapbandits.solvers.dissection import (
    Dissection,
    Factor,
    Tree,
    inverse_by_front,
    pairs_of_groups,
    thicken,
)
from cheapbandits.solvers.memory import check_memory
from cheapbandits.solvers.threads import on_one_thread

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.belief.belief import Belief
    from cheapbandits.belief.covariance import Row
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import ProbeSet

__all__ = ["DissectedCovariance"]

#: Groups of more nodes than this would make the cuts too thick: their variances are solved for.
WIDEST = 32
#: Memory beside the factor: patterns, places of groups, variances, columns of a hundred readings.
BYTES_A_NODE = 1500
#: Memory for a pair of nodes that some probe holds together, while patterns are added up.
BYTES_A_PAIR = 24


class DissectedCovariance:
    """``K = (L + ridge I)^-1`` by way of a dissection of the graph.

    Parameters
    ----------
    graph
        ``N`` nodes.
    ridge
        Added to the Laplacian's diagonal.
    dissection
        Of the graph's own pattern.
    reason
        Why this engine was taken, for :meth:`explain`.
    """

    def __init__(
        self, graph: Graph, ridge: float, dissection: Dissection, reason: str = "asked for"
    ) -> None:
        self._graph, self._ridge, self._dissection = graph, ridge, dissection
        self._reason = reason
        self._factor: Factor | None = None
        self._joined = sp.csr_array((graph.n_nodes, graph.n_nodes), dtype=np.int32)
        self._quadratics: WeakKeyDictionary[ProbeSet, NDArray[np.float64]] = WeakKeyDictionary()

    def __reduce__(self) -> tuple[type[DissectedCovariance], tuple[object, ...]]:
        """Keep what the rest is computed from."""
        return DissectedCovariance, (self._graph, self._ridge, self._dissection, self._reason)

    @property
    def n_nodes(self) -> int:
        """``N``."""
        return self._graph.n_nodes

    def belief_type(self) -> type[Belief]:
        """Return the belief with local columns."""
        from cheapbandits.belief.local import LocalBelief

        return LocalBelief

    @on_one_thread
    def prepare(self, sets: Sequence[ProbeSet]) -> None:
        """Factorise for these sets of probes, and compute their variances in one pass."""
        new = [probes for probes in sets if probes not in self._quadratics]
        narrow = [probes for probes in new if int(probes.widths.max()) <= WIDEST]
        narrow.sort(key=lambda probes: int(probes.widths.max()))
        with Progress("covariance") as progress:
            groups = self._groups(narrow)
            if self._factor is None:
                # Families are nested, mostly: the widest groups bring the narrower ones with them.
                self._factorise(narrow[-1:], progress.part("factorising", 0.6))
                groups = self._groups(narrow)
            if not all(group.complete for group in groups):
                self._factorise(narrow, progress.part("factorising", 0.6))
                groups = self._groups(narrow)
            self._fill(narrow, groups, progress.part("variances", 0.4))
        for probes in new:
            if probes not in self._quadratics:
                self._quadratics[probes] = self._solve_each(probes)

    def column(self, row: Row) -> Local:
        """Return ``K s``, left out where it is below :data:`~cheapbandits.belief.drop.DROP`."""
        return Local(*self._ready().solve_local(*row_arrays(row), DROP))

    def quadratic(self, probes: ProbeSet) -> NDArray[np.float64]:
        """Return ``s'Ks`` of every probe, exact to rounding."""
        if probes not in self._quadratics:
            self.prepare([probes])
        return self._quadratics[probes].copy()

    @on_one_thread
    def sample(self, n_samples: int, rng: np.random.Generator) -> NDArray[np.float64]:
        """Return draws, front by front from the top."""
        return self._ready().sample(n_samples, rng)

    def precision(self) -> sp.csr_array:
        """Return ``K^-1 = L + ridge I``."""
        return sp.csr_array(self._graph.laplacian + self._ridge * sp.eye_array(self.n_nodes))

    def explain(self) -> Explanation:
        """Say how the graph was cut and what that takes."""
        facts: dict[str, object] = {"variances": "exact, to rounding"}
        if self._factor is not None:
            tree = self._factor.tree
            own, border = tree.sizes
            facts |= {
                "fronts": f"{len(tree):,}, the widest cut {int(own.max()):,} nodes, the largest "
                f"front {int((own + border).max()):,}",
                "factor": f"{8 * tree.factor_entries / 2**20:,.0f} MiB, "
                f"{tree.factor_work / 1e9:,.1f} billion operations",
                "columns": f"left out below {DROP:g}",
            }
        return Explanation("dissection", self._reason, facts)

    def _ready(self) -> Factor:
        if self._factor is None:
            self.prepare([])
        assert self._factor is not None
        return self._factor

    def _factorise(self, sets: Sequence[ProbeSet], advance: Callable[[float], None]) -> None:
        pairs = sum(int((probes.widths**2).sum()) for probes in sets)
        check_memory(
            BYTES_A_PAIR * pairs, f"{pairs:,} pairs of nodes within probes", "take narrower probes"
        )
        wide = [probes.matrix for probes in sets if int(probes.widths.max()) > 1]
        # Sets that came earlier stay in, so that they need no third factorisation.
        self._joined = sp.csr_array(self._joined + pairs_of_groups(wide, self.n_nodes))
        self._factor = None  # make room before the next is built
        pattern = sp.csr_array(self._joined + self._graph.weights.astype(bool).astype(np.int32))
        tree = Tree(pattern, thicken(self._dissection, self._joined))
        needed = 8 * tree.factor_entries + BYTES_A_NODE * self.n_nodes
        check_memory(
            needed, f"the factor of {self.n_nodes:,} nodes", "take narrower probes or fewer nodes"
        )
        self._factor = Factor(self.precision(), tree, advance)

    def _groups(self, sets: Sequence[ProbeSet]) -> list[Groups]:
        if self._factor is None:
            return []
        return [Groups(probes.matrix, self._factor.tree) for probes in sets]

    def _fill(
        self, sets: Sequence[ProbeSet], groups: list[Groups], advance: Callable[[float], None]
    ) -> None:
        if not sets:
            return
        factor = self._ready()
        found = [np.empty(len(probes)) for probes in sets]
        for t, inverse in inverse_by_front(factor):
            for group, variances in zip(groups, found, strict=True):
                group.fill(t, inverse, variances)
            advance(1 / len(factor.tree))
        self._quadratics.update(zip(sets, found, strict=True))

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
