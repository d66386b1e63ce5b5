"""Dense linear algebra in its place, beside which other threads go on.

SciPy's wrappers of LAPACK hold Python's lock while they compute. The same library stands at the
addresses that SciPy publishes for Cython, and ``ctypes`` gives the lock away. Matrices lie column
by column, and of symmetric ones the lower triangle counts.
"""

from __future__ import annotations

from collections.abc import Callable
from ctypes import CFUNCTYPE, byref, c_char_p, c_double, c_int, c_void_p, py_object, pythonapi
from typing import TYPE_CHECKING, Any

import numpy as np
from scipy.linalg import cython_blas, cython_lapack

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Values = NDArray[np.float64]

__all__ = [
    "cholesky",
    "invert",
    "signs",
    "solve_lower",
    "solve_signed",
    "subtract_gram",
]


def _routine(module: Any, name: str) -> Callable[..., None]:
    """Return a routine; all its arguments are addresses."""
    capsule = py_object(module.__pyx_capi__[name])
    name_of, address_of = pythonapi.PyCapsule_GetName, pythonapi.PyCapsule_GetPointer
    name_of.restype, address_of.restype = c_char_p, c_void_p
    signature: bytes = name_of(capsule)
    kind = CFUNCTYPE(None, *[c_void_p] * signature.count(b"*"))
    return kind(address_of(capsule, c_char_p(signature)))


_potrf, _potri = _routine(cython_lapack, "dpotrf"), _routine(cython_lapack, "dpotri")
_sytrf, _sytrs = _routine(cython_lapack, "dsytrf"), _routine(cython_lapack, "dsytrs2")
_trsm, _syrk = _routine(cython_blas, "dtrsm"), _routine(cython_blas, "dsyrk")

_ONE, _MINUS = byref(c_double(1.0)), byref(c_double(-1.0))
#: Columns that LAPACK works on together in Bunch and Kaufman's factorisation.
_BLOCK = 64


def _at(array: NDArray[Any], kind: type = np.float64) -> int:
    """Return an array's address; one that lies otherwise would be taken for another matrix."""
    if array.dtype != kind or not array.flags.f_contiguous:
        raise ValueError("an array of float64, column by column, is needed")
    return int(array.ctypes.data)


def _int(value: int) -> Any:
    return byref(c_int(value))


def cholesky(matrix: Values) -> bool:
    """Turn ``(n, n)`` into its root ``R``, ``R R' = A``; return whether there is one."""
    n, info = len(matrix), c_int(0)
    _potrf(b"L", _int(n), _at(matrix), _int(max(n, 1)), byref(info))
    return info.value == 0


def invert(root: Values) -> None:
    """Turn a root into ``A^-1``."""
    n, info = len(root), c_int(0)
    _potri(b"L", _int(n), _at(root), _int(max(n, 1)), byref(info))


def solve_lower(root: Values, right: Values, *, transposed: bool = False) -> None:
    """Turn ``(n, m)`` into ``R^-1 B``, or ``R'^-1 B``."""
    (n, m), trans = right.shape, b"T" if transposed else b"N"
    if right.size:
        _trsm(
            *(b"L", b"L", trans, b"N", _int(n), _int(m), _ONE),
            *(_at(root), _int(n), _at(right), _int(n)),
        )


def subtract_gram(matrix: Values, half: Values) -> None:
    """Subtract ``H'H`` from ``(m, m)``, with ``H`` of shape ``(n, m)``."""
    n, m = half.shape
    if half.size:
        _syrk(
            *(b"L", b"T", _int(m), _int(n), _MINUS, _at(half), _int(n)),
            *(_ONE, _at(matrix), _int(m)),
        )


def signs(matrix: Values) -> tuple[NDArray[np.int32], bool]:
    """Turn ``(n, n)`` into Bunch and Kaufman's factor; return its pivots, and whether it is sound.

    Negative pivots come in pairs and mark blocks of two, with an eigenvalue of each sign.
    """
    n, info = len(matrix), c_int(0)
    pivots, work = np.empty(n, dtype=np.int32), np.empty(max(n, 1) * _BLOCK)
    _sytrf(
        *(b"L", _int(n), _at(matrix), _int(max(n, 1)), _at(pivots, np.int32)),
        *(_at(work), _int(len(work)), byref(info)),
    )
    return pivots, info.value == 0


def solve_signed(factor: Values, pivots: NDArray[np.int32], right: Values) -> None:
    """Turn ``(n, m)`` into ``A^-1 B``."""
    (n, m), info = right.shape, c_int(0)
    if right.size:
        work = np.empty(n)
        _sytrs(
            *(b"L", _int(n), _int(m), _at(factor), _int(n), _at(pivots, np.int32)),
            *(_at(right), _int(n), _at(work), byref(info)),
        )
