"""The iterative engine: for large graphs whose factors would fill in."""

from cheapbandits.belief.iterative.covariance import IterativeCovariance
from cheapbandits.belief.iterative.search import highest
from cheapbandits.belief.iterative.variances import Variances

__all__ = ["IterativeCovariance", "Variances", "highest"]
