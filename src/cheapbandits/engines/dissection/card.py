"""Large fronts on a graphics card, where CuPy (the extra ``gpu``) finds one; the same answers.

A front of 10,000 rows takes the card a fiftieth of a second and a processor half a minute, and
bringing it there takes longer than that: so large fronts are assembled on the card, what they pass
on stays there for a large parent, and only what later solves need comes back.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

__all__ = [
    "QUICKER",
    "add",
    "arrays_for",
    "at",
    "block",
    "card",
    "eliminate",
    "extend",
    "host",
    "moved",
    "whole",
]

#: Fronts of at least this many rows are worth the way to the card.
LARGE = 1500
#: A factorisation may take so many times the work that is done unasked without a card.
QUICKER = 20.0
#: Arrays of a front's size that are held at once, and the share of the card they may take.
HELD, SHARE = 6, 0.8


@cache
def card() -> Any | None:
    """Return CuPy where it is installed and sees a card; ``None`` otherwise."""
    if find_spec("cupy") is None:
        return None
    try:
        import cupy

        return cupy if cupy.cuda.runtime.getDeviceCount() else None
    except Exception:  # no driver, another version of it: whatever it is, there is no card
        return None


def arrays_for(n_rows: int) -> Any:
    """Return the library for a front of so many rows: NumPy, or CuPy where that is quicker."""
    cupy = card() if n_rows >= LARGE else None
    if cupy is None or HELD * 8 * n_rows**2 > SHARE * _room(cupy):
        return np
    return cupy


def _room(cupy: Any) -> int:
    """Return how many bytes are free on the card, those that CuPy keeps for itself among them."""
    free: int = cupy.cuda.runtime.memGetInfo()[0]
    pool = cupy.get_default_memory_pool()
    return free + int(pool.free_bytes())


def host(array: Any) -> Any:
    """Return an array in the machine's own memory, column by column."""
    return array if isinstance(array, np.ndarray) else array.get(order="F")


def moved(array: Any, arrays: Any) -> Any:
    """Return an array where those of a library are."""
    return host(array) if arrays is np else arrays.asarray(array)


def at(array: Any, rows: NDArray[Any], columns: NDArray[Any]) -> Values:
    """Return some entries, in the machine's own memory."""
    if isinstance(array, np.ndarray):
        return np.asarray(array[rows, columns])
    cupy = card()
    assert cupy is not None
    return np.asarray(array[cupy.asarray(rows), cupy.asarray(columns)].get())


def block(inverse: Any, where: NDArray[np.int64]) -> Any:
    """Return some rows and columns of a symmetric matrix on the card."""
    cupy = card()
    assert cupy is not None
    there = cupy.asarray(where)
    return inverse[there[:, None], there]


def add(update: Any, where: NDArray[np.int64], own: Any, tie: Any, border: Any) -> None:
    """Add what a child passes on to a front on the card; of triangles the lower ones count."""
    cupy = card()
    assert cupy is not None
    b = len(border)
    split = int(np.searchsorted(where, b))
    outer, inner = cupy.asarray(where[:split]), cupy.asarray(where[split:] - b)
    border[outer[:, None], outer] += update[:split, :split]
    tie[inner[:, None], outer] += update[split:, :split]
    own[inner[:, None], inner] += update[split:, split:]


def eliminate(own: Any, tie: Any, border: Any) -> tuple[Any, Any, Any] | None:
    """Return ``R``, ``X`` and what is passed on, as on the card; ``None`` where not positive.

    Of ``own`` and ``border`` the lower triangles count, and of what is passed on.
    """
    cupy = card()
    assert cupy is not None
    from cupyx.scipy.linalg import solve_triangular

    root = cupy.linalg.cholesky(own)
    if not bool(cupy.isfinite(root.diagonal()).all()):
        return None
    half = solve_triangular(root, tie, lower=True, check_finite=False)
    if half.shape[1]:
        border -= half.T @ half
    return root, solve_triangular(root, half, lower=True, trans=1, check_finite=False), border


def extend(border: Any, root: Values, tie: Values) -> tuple[Any, Any]:
    """Return ``K_ob`` and ``K_oo`` on the card, from ``K_bb`` wherever that is."""
    cupy = card()
    assert cupy is not None
    from cupyx.scipy.linalg import solve_triangular

    there = cupy.asarray(tie)
    across = -(there @ cupy.asarray(border))
    half = solve_triangular(
        cupy.asarray(root), cupy.eye(len(root)), lower=True, overwrite_b=True, check_finite=False
    )
    own = half.T @ half
    if tie.shape[1]:
        own -= across @ there.T
    return across, own


def whole(border: Any, across: Any, own: Any) -> Any:
    """Return the inverse on border and own nodes."""
    cupy = card()
    assert cupy is not None
    o, b = across.shape
    inverse = cupy.empty((b + o, b + o))
    inverse[:b, :b], inverse[b:, :b], inverse[b:, b:] = cupy.asarray(border), across, own
    inverse[:b, b:] = across.T
    return inverse
