"""What counts as a whole number, a finite number, a list: asked in many rooms, answered here."""

from __future__ import annotations

import math
import operator
from collections.abc import Iterable, Mapping, Sequence, Set
from datetime import date, timedelta
from itertools import chain
from numbers import Real
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import CheapBanditsError, ParameterError, ProbeError

if TYPE_CHECKING:
    import numpy as np

__all__ = [
    "Index",
    "check_ordered",
    "finite",
    "generator",
    "got",
    "indices",
    "instance",
    "is_number",
    "items",
    "of_numbers",
    "one_of",
    "real",
    "row_labels",
    "unmasked",
    "whole",
]

#: What NumPy makes numbers of without being asked: truth, text, dates, durations, complex numbers.
_NO_NUMBERS = (bool, str, bytes, date, timedelta, complex)
_NO_NUMBERS_OF_NUMPY = frozenset(
    {"bool", "bool_", "str_", "bytes_", "datetime64", "timedelta64", "complex64", "clongdouble"}
)
_KINDS = {
    "b": "truth values",
    "M": "dates",
    "m": "durations",
    "U": "text",
    "S": "text",
    "c": "complex numbers",
}


class Index(int):
    """The index of a node that was given out here: an ``int`` that is known to be no name.

    In a graph of nodes "1" to "9" a plain 3 may be meant as either.

    Examples
    --------
    >>> Index(3), Index(3) == 3, type(Index(3) + 1)
    (3, True, <class 'int'>)
    """

    __slots__ = ()


def indices(nodes: Iterable[int]) -> tuple[int, ...]:
    """Return nodes as indices that are known to be some."""
    return tuple(map(Index, nodes))


def got(value: Any) -> str:
    """Return a value as a message shows it: a long one cut, a number of any length named.

    Examples
    --------
    >>> got("7"), got(10**5000)
    ("'7'", 'a whole number of more than 40 digits')
    """
    if isinstance(value, int) and abs(value) >= 10**40:
        return "a whole number of more than 40 digits"
    try:
        text = repr(value)
    except Exception:  # numbers of thousands of digits within, or somebody's own class
        text = f"something of the kind {type(value).__name__}"
    return text if len(text) <= 200 else f"{text[:200]}..."


def is_number(value: Any) -> bool:
    """Tell whether something is one real number; ``True`` and a duration are none.

    Examples
    --------
    >>> import numpy as np
    >>> is_number(2.5), is_number(True), is_number(np.timedelta64(5, "s"))
    (True, False, False)
    """
    return isinstance(value, Real) and not _is_none(type(value))


def _is_none(kind: type) -> bool:
    of_numpy = kind.__module__ == "numpy" and kind.__name__ in _NO_NUMBERS_OF_NUMPY
    return of_numpy or issubclass(kind, _NO_NUMBERS)


def of_numbers(
    value: Any,
    what: str,
    *,
    expected: str = "numbers",
    truth: bool = False,
    kind: type[CheapBanditsError] = ParameterError,
) -> None:
    """Refuse text, dates, durations, complex numbers and (without ``truth``) truth values.

    NumPy would make numbers of them: 1 of ``True``, 15 of ``'1_5'``, nanoseconds of a date; and it
    would drop what is imaginary.
    """
    if isinstance(value, list | tuple):
        rows = [row for row in value if isinstance(row, list | tuple)]
        if {*map(type, value), *map(type, chain.from_iterable(rows))} <= {int, float, list, tuple}:
            return  # most are, and there may be millions
        cells: Iterable[Any] = chain(value, chain.from_iterable(rows))
    elif hasattr(value, "dtype") or hasattr(value, "dtypes"):
        cells = [value]
    else:
        return
    odd = next((said for cell in cells if (said := _odd(cell, truth)) is not None), None)
    if odd is not None:
        raise kind(f"{what} must be {expected}, got {odd}; convert them first, if that is meant")


def _odd(cell: Any, truth: bool) -> str | None:
    """Return what is no number in a cell, or in an array or frame that stands there."""
    if type(cell) in (int, float) or (truth and type(cell) is bool):
        return None
    if not hasattr(cell, "shape"):
        return got(cell) if _is_none(type(cell)) else None
    import numpy as np

    array = np.asarray(cell)
    if array.dtype.kind != "O":
        return None if truth and array.dtype.kind == "b" else _KINDS.get(array.dtype.kind)
    inside = array.ravel().tolist()
    none = {
        kind for kind in set(map(type, inside)) if _is_none(kind) and not (truth and kind is bool)
    }
    return got(next(one for one in inside if type(one) in none)) if none else None


def whole(
    value: Any,
    what: str,
    *,
    least: int | None = None,
    kind: type[CheapBanditsError] = ParameterError,
) -> int:
    """Return a whole number of any kind, NumPy's too, as an ``int``; ``True`` is none.

    Examples
    --------
    >>> whole(3, "rounds", least=1)
    3
    >>> whole(0, "rounds", least=1)
    Traceback (most recent call last):
    cheapbandits.errors.ParameterError: rounds must be a whole number from 1, got 0
    """
    try:
        number = None if _is_none(type(value)) else operator.index(value)
    except TypeError:
        number = None
    if number is None or (least is not None and number < least):
        start = "" if least is None else f" from {least}"
        raise kind(f"{what} must be a whole number{start}, got {got(value)}")
    return number


def real(value: Any, what: str) -> float:
    """Return a number of any kind as a ``float``; ``True`` and text are none."""
    if not is_number(value):
        raise ParameterError(f"{what} must be a number, got {got(value)}")
    try:
        return float(value)
    except OverflowError:
        raise ParameterError(f"{what} is too large for a number, got {got(value)}") from None


def generator(rng: Any) -> np.random.Generator:
    """Return a generator as it is, or one made of a seed; ``None``: of none."""
    import numpy as np  # some who check a number need no array

    try:
        return np.random.default_rng(rng)
    except (TypeError, ValueError) as error:
        raise ParameterError(
            f"rng must be a numpy.random.Generator or a seed, a whole number from 0; got {got(rng)}"
        ) from error


def finite(
    value: Any,
    what: str,
    *,
    least: float | None = None,
    above: float | None = None,
    kind: type[CheapBanditsError] = ParameterError,
) -> float:
    """Return a finite number as a ``float``: at least ``least``, more than ``above``."""
    if is_number(value):
        try:
            number = float(value)
        except OverflowError:
            number = math.inf
        fits = (least is None or number >= least) and (above is None or number > above)
        if math.isfinite(number) and fits:
            return number
    start = "" if least is None else f" from {least:g}"
    start = start if above is None else f" above {above:g}"
    raise kind(f"{what} must be a finite number{start}, got {got(value)}")


def items(value: Any, what: str, *, kind: type[CheapBanditsError] = ParameterError) -> list[Any]:
    """Return the items of a list, a tuple, an array or the like; a text is none of these.

    Nor are bytes, whose letters would be numbers, nor a mapping: it would be taken by its keys,
    and what stands under them be lost.
    """
    none_of_these = (str, bytes, bytearray, memoryview, Mapping)
    if isinstance(value, Iterable) and not isinstance(value, none_of_these):
        try:
            return list(value)
        except TypeError:  # an array without dimensions says that it is iterable
            pass
    raise kind(f"{what} must be a list, got {got(value)}")


def check_ordered(nodes: object, weights: object) -> None:
    """Refuse a set where each weight is of one node, and a series labelled in another order."""
    if weights is None:
        return
    if isinstance(nodes, Set) or isinstance(weights, Set):
        raise ProbeError("nodes and their weights are lists, in one order; a set has none")
    rows, beside = row_labels(weights), row_labels(nodes)
    if rows is None or rows in (beside, list(range(len(rows)))):
        return
    meant = beside if beside is not None else nodes if isinstance(nodes, Iterable) else [nodes]
    texts, known = [str(row) for row in rows], [str(node) for node in meant]
    if texts != known and not set(texts).isdisjoint(known):
        raise ProbeError(
            "the weights are labelled by the nodes, in another order or not by all of them; bring "
            "them into their order (.loc), or give .to_numpy() to go by position"
        )


def row_labels(table: object, axis: str = "index") -> list[object] | None:
    """Return all labels of a frame or series, also such as only count the rows."""
    labels = getattr(table, axis, None)
    return None if labels is None or callable(labels) else list(labels)  # a list has a method


def instance(value: Any, kinds: type | tuple[type, ...], what: str, expected: str) -> None:
    """Refuse what is not one of these kinds, saying what was expected."""
    if not isinstance(value, kinds):
        raise ParameterError(f"{what} must be {expected}, got {got(value)}")


def one_of(
    value: Any, known: Sequence[Any], what: str, *, kind: type[CheapBanditsError] = ParameterError
) -> None:
    """Refuse what is none of a few plain values; an array is compared with none of them.

    Examples
    --------
    >>> one_of("mean", ("unit", "uniform"), "weights")
    Traceback (most recent call last):
    cheapbandits.errors.ParameterError: weights must be 'unit' or 'uniform', got 'mean'
    """
    if not any(type(value) is type(one) and value == one for one in known):
        shown = [repr(one) for one in known if one is not None]
        listed = f"{', '.join(shown[:-1])} or {shown[-1]}" if len(shown) > 1 else shown[0]
        raise kind(f"{what} must be {listed}, got {got(value)}")


def unmasked(value: Any, what: str, *, kind: type[CheapBanditsError] = ParameterError) -> None:
    """Refuse an array with masked values: what is under the mask would count as any other."""
    import numpy as np

    rows = value if isinstance(value, list | tuple) else ()
    if np.ma.is_masked(value) or any(map(np.ma.is_masked, rows)):
        raise kind(f"{what}: some values are masked; fill them in, or leave their rows out")
