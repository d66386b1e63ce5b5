"""How many threads the linear algebra has: one for small matrices, and where cores are busy.

Handing a matrix of a hundred rows to several threads costs more than it saves. And threads that
share a matrix wait for each other: on a machine whose cores have other work, fifty times slower was
seen. So before large matrices it is tried which is quicker.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, wraps
from time import perf_counter
from typing import TYPE_CHECKING, ParamSpec, TypeVar

import numpy as np

if TYPE_CHECKING:
    from threadpoolctl import LibController

__all__ = ["by_size", "for_size", "n_threads", "on_one_thread"]

P = ParamSpec("P")
T = TypeVar("T")

#: Matrices with at most this many rows are small; in a loop over many, so many.
SMALL, SMALL_AMONG_MANY = 1000, 4000
#: Rows of what is tried, at most; it holds for so many times as long as it took, or seconds.
TRIED, HOLDS, LEAST_SECONDS = 2000, 20.0, 1.0


@contextmanager
def by_size(small: int = SMALL_AMONG_MANY) -> Iterator[Callable[[int], None]]:
    """Yield what to call before each matrix of a loop, with its rows: one thread, or all of them.

    Small ones come in long rows, so there are few switches.
    """
    several = [(one, n) for one in _libraries() if (n := one.get_num_threads()) and n > 1]
    all_of_them = True

    def use_all(wanted: bool) -> None:
        nonlocal all_of_them
        if wanted != all_of_them:
            all_of_them = wanted
            # threadpoolctl's own block asks every library for its version each time, which takes
            # longer than a small factorisation.
            for library, n in several:
                library.set_num_threads(n if wanted else 1)

    def suit(n_rows: int) -> None:
        use_all(n_rows > small and bool(several) and _trial.says_all(n_rows, use_all))

    try:
        yield suit
    finally:
        use_all(True)


@contextmanager
def for_size(n_rows: int) -> Iterator[None]:
    """Give the linear algebra as many threads as matrices of so many rows deserve.

    Entering takes a few calls to the libraries: it belongs around loops, not into them.
    """
    with by_size(SMALL) as suit:
        suit(n_rows)
        yield


def on_one_thread(function: Callable[P, T]) -> Callable[P, T]:
    """Make a function run its linear algebra on one thread."""

    @wraps(function)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        with for_size(0):
            return function(*args, **kwargs)

    return wrapped


def n_threads() -> int:
    """Return how many threads the linear algebra may use now."""
    return max((one.get_num_threads() or 1 for one in _libraries()), default=1)


class _Trial:
    """Whether all threads are quicker than one: tried, and after a while again."""

    def __init__(self) -> None:
        self._until, self._answer = 0.0, True

    def says_all(self, n_rows: int, use_all: Callable[[bool], None]) -> bool:
        begun = perf_counter()
        if begun > self._until:
            rows = min(n_rows // 2, TRIED)
            use_all(False)
            alone = _seconds(rows)
            use_all(True)
            self._answer = _seconds(rows) < alone
            ended = perf_counter()
            self._until = ended + max(HOLDS * (ended - begun), LEAST_SECONDS)
        return self._answer


_trial = _Trial()


def _seconds(n_rows: int) -> float:
    """Return how long a factorisation takes, whose threads wait for each other most of all."""
    from scipy.linalg.lapack import dpotrf

    array = np.eye(n_rows, order="F")
    begun = perf_counter()
    dpotrf(array, lower=1, overwrite_a=1, clean=0)
    return perf_counter() - begun


@cache
def _libraries() -> list[LibController]:
    """Return the loaded libraries of linear algebra; finding them takes longer than a solve."""
    import scipy.linalg  # noqa: F401  # its library must be among them
    from threadpoolctl import ThreadpoolController

    return list(ThreadpoolController().select(user_api="blas").lib_controllers)
