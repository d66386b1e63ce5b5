"""What a user would pick instead: a Gaussian process on the coordinates, expected improvement.

scikit-learn's regressor with a Matern 5/2 kernel, a scale for each coordinate, amplitude and noise
learned from the readings by their likelihood; single sites. A policy like any other (ask, tell,
masks, budget, pending probes), so that a leaderboard can run it; importing this file registers it.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterable

import numpy as np
from scipy.stats import norm
from sklearn.exceptions import ConvergenceWarning
from sklearn.gaussian_process import GaussianProcessRegressor
from sklearn.gaussian_process.kernels import ConstantKernel, Matern, WhiteKernel

import cheapbandits as cb
from cheapbandits.belief import Belief
from cheapbandits.engines import IdentityEngine
from cheapbandits.errors import ParameterError
from cheapbandits.policies import Best, register


@register
class CoordinatesGP(cb.Policy):
    """Probe the site with the largest ``E max(f(x) - best, 0)`` under the process.

    The first ``n_start`` sites are spread: one at random, then each the farthest from all before.
    A reading of a group counts at its centre of mass. A pending probe is taken to read what is
    expected there. ``best`` is the highest posterior mean over all sites.

    Parameters
    ----------
    n_start
        Sites that are read before the first fit.
    rng
        A generator or a seed, for the first site.
    """

    def __init__(
        self,
        graph: cb.Graph,
        *,
        n_start: int = 5,
        rng: np.random.Generator | int | None = None,
        probes: object = "strongest",
        cost: object = "width",
        mask: Iterable[int] = (),
        budget: float | None = None,
    ) -> None:
        if graph.coordinates is None:
            raise ParameterError("CoordinatesGP needs a graph whose nodes have coordinates")
        # The base keeps a belief; this policy does not look at it, so the one that costs nothing.
        belief = Belief(IdentityEngine(graph.n_nodes, 1.0))
        super().__init__(graph, belief=belief, probes=probes, cost=cost, mask=mask, budget=budget)
        self.n_start = n_start
        self.seed = int(np.random.default_rng(rng).integers(2**63))
        low, high = graph.coordinates.min(axis=0), graph.coordinates.max(axis=0)
        self._sites = (graph.coordinates - low) / np.where(high > low, high - low, 1.0).max()
        self._fitted: tuple[object, GaussianProcessRegressor] | None = None

    @property
    def parameters(self) -> dict[str, object]:
        return {"n_start": self.n_start}

    def planned_width(self, t: int) -> int:  # noqa: ARG002
        return 1

    def choose(self, belief: Belief, t: int) -> tuple[int, int]:  # noqa: ARG002
        offer = self.candidates(1)
        spots = offer.probes.average(self._sites.T).T
        scores = self._spread(spots) if t <= self.n_start else self._improvement(spots)
        if offer.allowed is not None:
            scores = np.where(offer.allowed, scores, -np.inf)
        return offer.width, int(scores.argmax())

    def best(self) -> Best:
        free = self.menu.allowed_nodes()
        mean, deviation = self._predict(self._sites)
        node = int((mean if free is None else np.where(free, mean, -np.inf)).argmax())
        return Best(node, float(mean[node]), float(deviation[node]))

    def _spread(self, spots: np.ndarray) -> np.ndarray:
        taken = [*self._read()[0], *self._waiting()]
        if not taken:
            return np.random.default_rng(self.seed).random(len(spots))
        return np.min([np.linalg.norm(spots - spot, axis=1) for spot in taken], axis=0)

    def _improvement(self, spots: np.ndarray) -> np.ndarray:
        mean, deviation = self._predict(spots, self._waiting())
        top = max(self._predict(self._read()[0])[0], default=0.0)
        deviation = np.maximum(deviation, 1e-12)
        z = (mean - top) / deviation
        return deviation * (z * norm.cdf(z) + norm.pdf(z))

    def _read(self) -> tuple[np.ndarray, np.ndarray]:
        """Return where readings were taken, in an order that does not depend on the telling."""
        pairs = sorted(
            zip(*self.readings, strict=True),
            key=lambda pair: (pair[0][0], pair[0][1] or (), pair[1]),
        )
        spots = [self._spot(nodes, weights) for (nodes, weights), _ in pairs]
        return self._stacked(spots), np.array([value for _, value in pairs])

    def _waiting(self) -> np.ndarray:
        return self._stacked([self._spot(probe.nodes, probe.weights) for probe in self.pending])

    def _spot(self, nodes: tuple[int, ...], weights: tuple[float, ...] | None) -> np.ndarray:
        return np.average(self._sites[list(nodes)], axis=0, weights=weights)

    def _stacked(self, spots: list[np.ndarray]) -> np.ndarray:
        return np.array(spots).reshape(-1, self._sites.shape[1])

    def _predict(
        self, spots: np.ndarray, waiting: np.ndarray | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        read, values = self._read()
        if len(values) == 0 or len(spots) == 0:
            return np.zeros(len(spots)), np.ones(len(spots))
        center, scale = float(values.mean()), float(values.std()) or 1.0
        model = self._fit(read, (values - center) / scale)
        if waiting is not None and len(waiting):
            expected = model.predict(waiting)
            both = np.concatenate([read, waiting]), np.concatenate([model.y_train_, expected])
            model = GaussianProcessRegressor(model.kernel_, optimizer=None).fit(*both)
        mean, deviation = model.predict(spots, return_std=True)
        # The noise of a reading is no part of what is unknown about the site.
        noise = float(np.exp(model.kernel_.theta[-1]))
        deviation = np.sqrt(np.maximum(deviation**2 - noise, 0.0))
        return center + scale * mean, scale * deviation

    def _fit(self, read: np.ndarray, values: np.ndarray) -> GaussianProcessRegressor:
        key = (read.tobytes(), values.tobytes())
        if self._fitted is None or self._fitted[0] != key:
            matern = Matern(np.full(read.shape[1], 0.3), (1e-2, 1e2), nu=2.5)
            kernel = ConstantKernel(1.0, (1e-2, 1e2)) * matern + WhiteKernel(1e-2, (1e-6, 1.0))
            model = GaussianProcessRegressor(kernel)
            with warnings.catch_warnings():  # a scale at its bound is no news with few readings
                warnings.simplefilter("ignore", ConvergenceWarning)
                self._fitted = (key, model.fit(read, values))
        return self._fitted[1]
