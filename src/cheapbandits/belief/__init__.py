"""The belief about the field: prior covariances and Gaussian conditioning in node space."""

from cheapbandits.belief.belief import Belief
from cheapbandits.belief.covariance import Covariance, IdentityCovariance, Row
from cheapbandits.belief.dense import DenseCovariance, laplacian_covariance
from cheapbandits.belief.view import View

__all__ = [
    "Belief",
    "Covariance",
    "DenseCovariance",
    "IdentityCovariance",
    "Row",
    "View",
    "laplacian_covariance",
]
