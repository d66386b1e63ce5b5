"""The belief about the field: prior covariances and Gaussian conditioning in node space."""

from cheapbandits.belief.belief import Belief
from cheapbandits.belief.covariance import Covariance, IdentityCovariance, Local, Row
from cheapbandits.belief.dense import DenseCovariance
from cheapbandits.belief.engines import laplacian_covariance
from cheapbandits.belief.explanation import Explanation
from cheapbandits.belief.view import View

__all__ = [
    "Belief",
    "Covariance",
    "DenseCovariance",
    "Explanation",
    "IdentityCovariance",
    "Local",
    "Row",
    "View",
    "laplacian_covariance",
]
