"""Linear algebra on one thread, for loops over many small matrices.

Handing a matrix of a hundred rows to several threads costs more than it saves, and on a machine
whose cores are busy the threads wait for each other: six times slower was measured.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

__all__ = ["on_one_thread"]

P = ParamSpec("P")
T = TypeVar("T")


def on_one_thread(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function run its linear algebra on one thread."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        from threadpoolctl import threadpool_limits

        with threadpool_limits(limits=1, user_api="blas"):
            return function(*args, **kwargs)

    return wrapped
