"""The iterative engine: for large graphs whose factors would fill in."""

from cheapbandits.engines.iterative.engine import IterativeEngine
from cheapbandits.engines.iterative.variances import BoundedVariances

__all__ = ["BoundedVariances", "IterativeEngine"]
