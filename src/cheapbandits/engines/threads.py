"""Linear algebra on one thread, for small matrices and loops over many of them.

Handing a matrix of a hundred rows to several threads costs more than it saves, and on a machine
whose cores are busy the threads wait for each other: fifty times slower was seen.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from functools import wraps
from threading import Lock
from types import TracebackType
from typing import Any, ParamSpec, TypeVar

__all__ = ["for_size", "on_one_thread"]

P = ParamSpec("P")
T = TypeVar("T")

#: Matrices with at most this many rows are small.
SMALL = 1000


class _OneThread:
    """The limit of one thread, while anybody holds it.

    The libraries have one setting a process. So threads count themselves in and out: the first
    sets the limit, the last puts back what was there; between the two nobody can be surprised.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._holders = 0
        self._libraries: list[Any] | None = None
        self._before: list[int] = []

    def __enter__(self) -> None:
        with self._lock:
            if self._libraries is None:
                self._libraries = _blas_libraries()
            if self._holders == 0:
                self._before = [library.num_threads for library in self._libraries]
                for library in self._libraries:
                    library.set_num_threads(1)
            self._holders += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._holders -= 1
            if self._holders == 0:
                for library, before in zip(self._libraries or (), self._before, strict=True):
                    library.set_num_threads(before)


_ONE_THREAD = _OneThread()


def on_one_thread(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function run its linear algebra on one thread."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        with _ONE_THREAD:
            return function(*args, **kwargs)

    return wrapped


def for_size(n_rows: int) -> AbstractContextManager[None]:
    """Return a block in which the linear algebra has as many threads as such matrices deserve."""
    return _ONE_THREAD if n_rows <= SMALL else nullcontext()


def _blas_libraries() -> list[Any]:
    """Return the loaded libraries; finding them takes longer than a small solve."""
    import scipy.linalg  # noqa: F401  # its library must be among them
    from threadpoolctl import ThreadpoolController

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)
