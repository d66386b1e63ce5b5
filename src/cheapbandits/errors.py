"""One small tree of errors; each is also the builtin that callers would expect.

A message says what was got, what was expected, and how to get out.
"""

from __future__ import annotations

__all__ = [
    "BudgetError",
    "CapacityError",
    "CheapBanditsError",
    "ClusterError",
    "ConvergenceError",
    "GraphError",
    "GraphFileError",
    "MissingExtraError",
    "ParameterError",
    "ProbeError",
    "ReadingError",
    "WorkerLostError",
]


class CheapBanditsError(Exception):
    """Root of every error this package raises on purpose."""


class GraphError(CheapBanditsError, ValueError):
    """A graph, or what should become one, is not usable."""


class GraphFileError(GraphError):
    """A graph file cannot be read: wrong format, damaged, or unsafe."""


class ParameterError(CheapBanditsError, ValueError):
    """A parameter is outside its range."""


class ProbeError(CheapBanditsError, ValueError):
    """A probe does not fit: unknown, told already, or of another policy."""


class ReadingError(CheapBanditsError, ValueError):
    """A reading is not a finite number."""


class BudgetError(CheapBanditsError, ValueError):
    """Nothing more can be paid for."""


class CapacityError(CheapBanditsError, MemoryError):
    """The request needs more memory than it may take."""


class ConvergenceError(CheapBanditsError, ArithmeticError):
    """A solver did not come near enough to the solution."""


class ClusterError(CheapBanditsError, ConnectionError):
    """A cluster cannot be reached."""


class WorkerLostError(CheapBanditsError, ChildProcessError):
    """Processes that ran tasks died, again and again."""


class MissingExtraError(CheapBanditsError, ImportError):
    """An optional dependency is not installed; the message names the extra."""
