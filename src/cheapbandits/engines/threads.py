"""Linear algebra on one thread, for small matrices and loops over many of them.

Handing a matrix of a hundred rows to several threads costs more than it saves, and on a machine
whose cores are busy the threads wait for each other: fifty times slower was seen.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

__all__ = ["for_size", "on_one_thread"]

P = ParamSpec("P")
T = TypeVar("T")

#: Matrices with at most this many rows are small.
SMALL = 1000


def for_size(n_rows: int) -> AbstractContextManager[Any]:
    """Return a block in which the linear algebra has as many threads as such matrices deserve.

    Entering it takes as long as a small round: it belongs around loops, not into them.
    """
    return _one_thread() if n_rows <= SMALL else nullcontext()


def on_one_thread(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function run its linear algebra on one thread."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        with _one_thread():
            return function(*args, **kwargs)

    return wrapped


def _one_thread() -> AbstractContextManager[Any]:
    limited: AbstractContextManager[Any] = _controller().limit(limits=1, user_api="blas")
    return limited


@cache
def _controller() -> ThreadpoolController:
    """Return what holds the loaded libraries; finding them takes longer than a small solve."""
    import scipy.linalg  # noqa: F401  # its library must be among them
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
