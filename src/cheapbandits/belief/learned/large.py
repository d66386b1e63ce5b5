"""The models that are averaged on a large graph: few, and through the engine.

The kernels are ``K = (L + rho delta I)^-1`` for two ``rho``, ``delta`` the median weighted degree,
each computed by an engine of its own; beside them, as on small graphs, shares of the nodes' own
part, noise ratios, and nodes without any graph. What is given up against a small graph: smoother
kernels (powers), bands of low frequencies and correlation forms, since no engine gives their
variances; groups past ``WIDEST`` nodes, since they thicken the engine's cuts.

The constant need not be projected out: with a flat prior on the mean, adding a multiple of ``11'``
to ``K`` changes neither evidence nor posterior.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtri

from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.belief.learned.kernels import in_range
from cheapbandits.belief.learned.large_variances import prior_variances
from cheapbandits.belief.learned.prior import DRAWS, NOISES, NUGGETS, grid
from cheapbandits.engines.choice import ENGINES, suited
from cheapbandits.engines.conditioning import least_ridge
from cheapbandits.engines.dissection.cuts import plan_of
from cheapbandits.engines.memory import check_memory
from cheapbandits.probes import NamedGroups

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.engines import Engine
    from cheapbandits.graphs import Graph
    from cheapbandits.probes import Family

__all__ = ["RHOS", "WIDTHS", "LargePrior"]

#: How fast the kernels forget, in units of the median degree: on a grid over 16 nodes, and over 3.
RHOS: tuple[float, ...] = (0.001, 0.03)
#: The weight, at first, of noise as large as the field's own variation.
UNLIKELY = 0.1
#: Widths looked at; where the widest there is lies between, that one.
WIDTHS: tuple[int, ...] = (1, 2, 4)
#: Highest nodes of each fixed draw that every choice looks at.
TOPS = 2
#: Memory planned with for a node and kernel: fixed draws, variances, columns of some readings.
BYTES_A_NODE = 1500
#: A factor with its cuts thickened for groups, beside that of the graph alone.
THICKER = 2.0


class LargePrior:
    """Few kernels x nugget shares x noise ratios, and nodes without any graph; not changed later.

    Parameters
    ----------
    graph, family
        The network and its probes.
    rhos, nuggets, noises
        The grid of models.
    engine
        ``"auto"``, or an engine's name.

    Attributes
    ----------
    engines, scales
        One for each kernel, and what makes the mean of its diagonal 1.
    kernel, nugget, noise, log_prior, white_models
        ``(M,)`` the models, as in :class:`~cheapbandits.belief.learned.prior.Prior`.
    variances, crosses, own, own_cross
        ``(K, m)`` and ``(m,)`` as there; estimates where the engine only bounds variances.
    exact
        Whether they are more than estimates.
    pool
        ``(K, DRAWS, N)`` fixed draws of each kernel, in single precision.
    tops
        ``(K, 2, DRAWS, TOPS)`` the highest nodes of each draw, and of the draw turned over.
    """

    def __init__(
        self,
        graph: Graph,
        family: Family,
        *,
        rhos: Sequence[float] = RHOS,
        nuggets: Sequence[float] = NUGGETS,
        noises: Sequence[float] = NOISES,
        engine: str = "auto",
    ) -> None:
        self.n_nodes = n = graph.n_nodes
        graph = in_range(graph)
        delta = float(np.median(graph.degrees[graph.degrees > 0])) if graph.n_edges else 1.0
        # Beside a few weights far above all others nothing smaller can be counted with.
        delta = max(delta, least_ridge(graph) / min(rhos))
        self.ridges = [rho * delta for rho in rhos]
        self.names = [f"({rho:g},1)" for rho in rhos]
        name, reason = suited(graph) if engine == "auto" else (engine, "asked for by name")
        _check_room(graph, len(rhos), name)
        self._set_grid(len(rhos), nuggets, noises)
        self.catalogue = catalogue = Catalogue.of(family, _widths(family))
        self.sets = [family.at(width) for width in catalogue.widths]
        self.engines: list[Engine] = []
        self.scales = np.empty(len(rhos))
        self.variances = np.empty((len(rhos), len(catalogue)))
        self.crosses = np.empty((len(rhos), len(catalogue)))
        self.pool = np.empty((len(rhos), DRAWS, n), dtype=np.float32)
        rng = np.random.default_rng(5)
        for k, ridge in enumerate(self.ridges):
            # Its own: the graph's shelf has room for two, and other policies use it.
            made = ENGINES[name](graph, ridge, reason)
            self.engines.append(made)
            self._set_variances(k)
            for i in range(DRAWS):
                self.pool[k, i] = made.sample(1, rng)[0] * np.sqrt(self.scales[k])
        self._set_own()
        self.tops = _tops(self.pool)

    @classmethod
    def of(cls, graph: Graph, family: Family) -> LargePrior:
        """Return the prior for a graph and its probes; kept with the graph."""
        key = ("large learned prior", family.fingerprint)
        return graph.keep(key, lambda: cls(graph, family))

    @property
    def n_models(self) -> int:
        """``M``."""
        return len(self.kernel)

    def name(self, m: int) -> str:
        """Return what a model is, for people to read."""
        kernel = "no graph" if self.white_models[m] else self.names[self.kernel[m]]
        return f"{kernel}, nugget {self.nugget[m]:g}, noise {self.noise[m]:g}"

    def _set_grid(self, n_kernels: int, nuggets: Sequence[float], noises: Sequence[float]) -> None:
        self.kernel, self.nugget, self.noise = grid(n_kernels, nuggets, noises)
        self.white_models = self.nugget == 1.0
        self.log_prior = np.where(self.noise < 1, 0.0, np.log(UNLIKELY))

    def _set_variances(self, k: int) -> None:
        """Fill in ``s'Ks`` and ``e_c'Ks``, scaled so that the mean over nodes is 1."""
        variances, crosses, self.exact = prior_variances(self.engines[k], self.sets)
        # The level that the small path has once the constant is projected out.
        level = variances[0].mean() - 1 / (self.ridges[k] * self.n_nodes)
        self.scales[k] = 1 / max(float(level), 1e-300)
        self.variances[k] = self.scales[k] * np.concatenate(variances)
        self.crosses[k] = self.scales[k] * np.concatenate(crosses)

    def _set_own(self) -> None:
        matrix, m = self.catalogue.matrix, len(self.catalogue)
        rows = np.repeat(np.arange(m), np.diff(matrix.indptr))
        at_center = matrix.indices == self.catalogue.centers[rows]
        self.own = np.bincount(rows, matrix.data**2, minlength=m)
        self.own_cross = np.bincount(rows, matrix.data * at_center, minlength=m)


def white(nodes: NDArray[np.int64]) -> NDArray[np.float64]:
    """Return ``(DRAWS, n)`` standard normals that belong to the nodes: the same ones every time."""
    x = nodes.astype(np.uint64) * np.uint64(DRAWS) + np.arange(DRAWS, dtype=np.uint64)[:, None]
    # Steele, Lea and Flood's mixing function (2014): neighbours come out unrelated.
    x = (x + np.uint64(1)) * np.uint64(0x9E3779B97F4A7C15)
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    x ^= x >> np.uint64(31)
    return np.asarray(ndtri(((x >> np.uint64(12)).astype(float) + 0.5) / 2.0**52))


def _widths(family: Family) -> list[int]:
    if isinstance(family, NamedGroups):  # levels, of which each says something else
        return list(range(1, family.max_width + 1))
    return sorted({min(width, family.max_width) for width in WIDTHS})


def _tops(pool: NDArray[np.float32]) -> NDArray[np.int64]:
    n_tops = min(TOPS, pool.shape[2])
    found = np.empty((len(pool), 2, pool.shape[1], n_tops), dtype=np.int64)
    for k, draws in enumerate(pool):
        for i, draw in enumerate(draws):
            found[k, 0, i] = np.argpartition(-draw, n_tops - 1)[:n_tops]
            found[k, 1, i] = np.argpartition(draw, n_tops - 1)[:n_tops]
    return found


def _check_room(graph: Graph, n_kernels: int, name: str) -> None:
    """Refuse, before anything is computed, what the kernels together have no room for."""
    n, needed = graph.n_nodes, float(BYTES_A_NODE * graph.n_nodes)
    if name == "dense":
        needed += 24.0 * n**2
    elif name == "dissection":
        plan = plan_of(graph)
        needed += THICKER * 8 * plan.factor_entries if plan is not None else 0
    else:
        needed += 4000 * n
    check_memory(
        n_kernels * needed, f"a belief that learns on {n:,} nodes", "use CheapUCB, or a part of it"
    )
