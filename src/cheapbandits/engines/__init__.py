"""What computes columns and variances of the prior covariance ``K``, and how one is chosen."""

from cheapbandits.engines.choice import ENGINES, choose
from cheapbandits.engines.dense import DenseEngine
from cheapbandits.engines.engine import (
    Absorbing,
    Covariance,
    Engine,
    ExactVariances,
    Local,
    Row,
    Variances,
    row_arrays,
)
from cheapbandits.engines.explanation import Explanation
from cheapbandits.engines.identity import IdentityEngine

__all__ = [
    "ENGINES",
    "Absorbing",
    "Covariance",
    "DenseEngine",
    "Engine",
    "ExactVariances",
    "Explanation",
    "IdentityEngine",
    "Local",
    "Row",
    "Variances",
    "choose",
    "row_arrays",
]
