"""Which peers there are, where, and what is asked of us next to them."""

from __future__ import annotations

from dataclasses import dataclass
from importlib import import_module

from benchmarks.row import AtLeast

FASTER = AtLeast(1)


@dataclass(frozen=True)
class Peer:
    """``package`` is what must be installed; ``module`` and ``name`` where the class is."""

    title: str
    package: str
    module: str
    name: str
    asked: AtLeast = FASTER

    def load(self) -> type:
        return getattr(import_module(f"benchmarks.peers.{self.module}"), self.name)


PEERS = {
    peer.module: peer
    for peer in (
        Peer("Coba LinUCBLearner", "coba", "coba_linucb", "CobaLinUCB", AtLeast(500)),
        Peer(
            "bayesianbandits NormalRegressor, Thompson sampling",
            "bayesianbandits",
            "bayesianbandits_thompson",
            "BayesianBandits",
        ),
        Peer(
            "contextualbandits LinearRegression.predict_ucb",
            "contextualbandits",
            "contextualbandits_regression",
            "ContextualBanditsRegression",
        ),
        Peer("MABWiser LinUCB", "mabwiser", "mabwiser_linucb", "MABWiserLinUCB"),
        Peer(
            "GeometricKernels graph Matern kernel, GP-UCB",
            "geometric_kernels",
            "geometric_kernels_gp",
            "GeometricKernelsGP",
        ),
    )
}
