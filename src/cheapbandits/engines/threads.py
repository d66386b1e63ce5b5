"""Linear algebra on one thread, for small matrices and loops over many of them.

Handing a matrix of a hundred rows to several threads costs more than it saves, and on a machine
whose cores are busy the threads wait for each other: fifty times slower was seen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import cache, wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

if TYPE_CHECKING:
    from threadpoolctl import LibController

__all__ = ["by_size", "for_size", "n_threads", "on_one_thread"]

P = ParamSpec("P")
T = TypeVar("T")

#: Matrices with at most this many rows are small.
SMALL = 1000


def for_size(n_rows: int) -> AbstractContextManager[Any]:
    """Return a block in which the linear algebra has as many threads as such matrices deserve.

    Entering it takes a few calls to the libraries: it belongs around loops, not into them.
    """
    return _one_thread() if n_rows <= SMALL else nullcontext()


@contextmanager
def by_size() -> Iterator[Callable[[int], None]]:
    """Yield what to call before each matrix of a loop, with its rows: one thread, or all of them.

    Small ones come in long rows, so there are few switches.
    """
    several = [(one, n) for one in _libraries() if (n := one.get_num_threads()) and n > 1]
    all_of_them = True

    def switch(n_rows: int) -> None:
        nonlocal all_of_them
        if (n_rows > SMALL) != all_of_them:
            all_of_them = n_rows > SMALL
            for library, n in several:
                library.set_num_threads(n if all_of_them else 1)

    try:
        yield switch
    finally:
        switch(SMALL + 1)


def n_threads() -> int:
    """Return how many threads the linear algebra may use now."""
    return max((one.get_num_threads() or 1 for one in _libraries()), default=1)


def on_one_thread(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function run its linear algebra on one thread."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        with _one_thread():
            return function(*args, **kwargs)

    return wrapped


@contextmanager
def _one_thread() -> Iterator[None]:
    """Set the libraries to one thread and back.

    ``threadpoolctl``'s own block asks every library for its version each time, which takes longer
    than a small factorisation.
    """
    several = [(one, n) for one in _libraries() if (n := one.get_num_threads()) and n > 1]
    for library, _ in several:
        library.set_num_threads(1)
    try:
        yield
    finally:
        for library, n in several:
            library.set_num_threads(n)


@cache
def _libraries() -> list[LibController]:
    """Return the loaded libraries of linear algebra; finding them takes longer than a solve."""
    import scipy.linalg  # noqa: F401  # its library must be among them
    from threadpoolctl import ThreadpoolController

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)
