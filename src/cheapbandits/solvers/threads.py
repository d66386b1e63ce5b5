"""Linear algebra on one thread, for loops over many small matrices.

Handing a matrix of a hundred rows to several threads costs more than it saves, and on a machine
whose cores are busy the threads wait for each other: six times slower was measured.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, wraps
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from threadpoolctl import ThreadpoolController

__all__ = ["on_one_thread"]

P = ParamSpec("P")
T = TypeVar("T")


def on_one_thread(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function run its linear algebra on one thread."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        with _controller().limit(limits=1, user_api="blas"):
            return function(*args, **kwargs)

    return wrapped


@cache
def _controller() -> ThreadpoolController:
    """Return what holds the loaded libraries; finding them takes longer than a small solve."""
    import scipy.linalg  # noqa: F401  # its library must be among them
    from threadpoolctl import ThreadpoolController

    return ThreadpoolController()
