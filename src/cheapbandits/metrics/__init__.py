"""Numbers about runs, as pure functions: means, what could be had, the place, how sure."""

from cheapbandits.metrics.floor import best_mixture, floor_regret, gap_closed, probe_prices
from cheapbandits.metrics.means import (
    Curve,
    MeanInterval,
    mean_curve,
    mean_interval,
    mean_ratio,
    paired_difference,
)
from cheapbandits.metrics.place import TOLERANCE, cost_to_find, simple_regret
from cheapbandits.metrics.sureness import (
    Bin,
    brier_score,
    coverage,
    regret_ratio,
    reliability,
    share_interval,
)

__all__ = [
    "TOLERANCE",
    "Bin",
    "Curve",
    "MeanInterval",
    "best_mixture",
    "brier_score",
    "cost_to_find",
    "coverage",
    "floor_regret",
    "gap_closed",
    "mean_curve",
    "mean_interval",
    "mean_ratio",
    "paired_difference",
    "probe_prices",
    "regret_ratio",
    "reliability",
    "share_interval",
    "simple_regret",
]
