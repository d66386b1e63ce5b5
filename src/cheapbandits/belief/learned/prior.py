"""The models that are averaged, and what they believe before any reading."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.belief.learned.catalogue import Catalogue
from cheapbandits.belief.learned.kernels import Kernel, kernels
from cheapbandits.progress import Progress

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.probes import Family

__all__ = ["DRAWS", "MOST_NODES", "NOISES", "NUGGETS", "WIDEST", "Prior", "grid"]

#: Shares ``g`` of a node's variance that it has for itself.
NUGGETS: tuple[float, ...] = (0.0, 0.3)
#: Variances ``n`` of the noise in units of the field's, and what they weigh at first; those above
#: ``LOUD`` only without a nugget. Where each place is read once, a nugget of .3 and noise of
#: .3 / .7 explain the readings alike: where the one is among the models the other must be, too.
NOISES: tuple[float, ...] = (1e-3, 1e-2, 1e-1, 2e-1, 3 / 7, 1.0)
LIKELY: tuple[float, ...] = (1.0, 1.0, 1.0, 1.0, 1.0, 0.1)
LOUD = 0.1
#: Fixed draws of each kernel, for samples that cost little.
DRAWS = 32
#: Models hold their covariances as arrays: five of ``8 N^2`` bytes.
MOST_NODES = 6_000
#: Groups are looked at up to this width.
WIDEST = 8


def grid(
    n_kernels: int, nuggets: Sequence[float], noises: Sequence[float]
) -> tuple[NDArray[np.int64], NDArray[np.float64], NDArray[np.float64]]:
    """Return ``(M,)`` kernel, nugget and noise of every model."""
    models = [
        (k, g, n) for k in range(n_kernels) for g in nuggets for n in noises if g == 0 or n <= LOUD
    ]
    models += [(0, 1.0, n) for n in noises]  # nodes that have nothing in common: all nugget
    kernel, nugget, noise = zip(*models, strict=True)
    return np.array(kernel), np.array(nugget), np.array(noise)


class Prior:
    """Kernels x nugget shares x noise ratios, and nodes without any graph; shared, not changed.

    Parameters
    ----------
    kernels
        The covariances, of mean diagonal 1.
    catalogue
        The probes to choose from.
    nuggets, noises
        The shares ``g`` and ratios ``n`` of the grid.
    advance
        Is told, again and again, what share of the work was done since.

    Attributes
    ----------
    kernel, nugget, noise, log_prior
        ``(M,)`` the models. All weigh the same at first, but noise as large as the field's own
        variation weighs ``UNLIKELY``.
    variances, crosses
        ``(K, m)`` ``s'Ks`` and ``e_c'Ks`` of every probe, ``c`` its centre.
    own, own_cross
        ``(m,)`` the same for the nugget: ``s's`` and ``s_c``.
    """

    def __init__(
        self,
        kernels: Sequence[Kernel],
        catalogue: Catalogue,
        *,
        nuggets: Sequence[float] = NUGGETS,
        noises: Sequence[float] = NOISES,
        advance: Callable[[float], None] = lambda _: None,
    ) -> None:
        self.kernels, self.catalogue = list(kernels), catalogue
        self.kernel, self.nugget, self.noise = grid(len(self.kernels), nuggets, noises)
        self.white_models = self.nugget == 1.0
        likely = dict(zip(NOISES, LIKELY, strict=True))
        self.log_prior = np.log([likely.get(n, 1.0) for n in self.noise.tolist()])

        def each(
            make: Callable[[Kernel], NDArray[np.float64]], share: float
        ) -> NDArray[np.float64]:
            found = []
            for kernel in self.kernels:
                found.append(make(kernel))
                advance(share / len(self.kernels))
            return np.stack(found)

        self.variances = each(catalogue.variances, 0.6)
        self.crosses = each(catalogue.crosses, 0.1)
        matrix, m = catalogue.matrix, len(catalogue)
        rows = np.repeat(np.arange(m), np.diff(matrix.indptr))
        at_center = matrix.indices == catalogue.centers[rows]
        self.own = np.bincount(rows, matrix.data**2, minlength=m)
        self.own_cross = np.bincount(rows, matrix.data * at_center, minlength=m)
        rng = np.random.default_rng(5)
        self.pool = each(lambda kernel: kernel.draw(DRAWS, rng), 0.3)
        self.white = rng.standard_normal((DRAWS, catalogue.n_nodes))

    @classmethod
    def of(cls, graph: Graph, family: Family) -> Prior:
        """Return the prior for a graph and its probes; kept with the graph."""
        widths = range(1, min(WIDEST, family.max_width) + 1)

        def make() -> Prior:
            with Progress("models") as shown:
                part = shown.part("kernels", 0.5)
                shared = graph.keep("learned kernels", lambda: kernels(graph, advance=part))
                catalogue = Catalogue.of(family, widths)
                return cls(shared, catalogue, advance=shown.part("groups", 0.5))

        return graph.keep(("learned prior", family.fingerprint), make)

    @property
    def n_models(self) -> int:
        """``M``."""
        return len(self.kernel)

    def name(self, m: int) -> str:
        """Return what a model is, for people to read."""
        kernel = "no graph" if self.white_models[m] else self.kernels[self.kernel[m]].name
        return f"{kernel}, nugget {self.nugget[m]:g}, noise {self.noise[m]:g}"
