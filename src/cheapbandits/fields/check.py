"""What every field must satisfy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import of_numbers, unmasked
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["check_field"]

#: The largest value: sums of fourth powers of it are still finite. As of a campaign's readings.
LARGEST = 1e50


def check_field(
    field: ArrayLike, n_nodes: int, names: Sequence[str] | None = None
) -> NDArray[np.float64]:
    """Return a field as ``(N,)`` finite floats in the order of the nodes, or say what is wrong.

    A pandas ``Series`` goes by its index: the nodes' ``names``, or their numbers.
    """
    unmasked(field, "field")
    of_numbers(field, "field", truth=True)
    try:
        values = np.asarray(field, dtype=float)
    except (TypeError, ValueError, OverflowError):  # a whole number beyond all floats
        raise ParameterError(
            f"field must be {n_nodes} numbers, one a node; got {type(field).__name__}"
        ) from None
    if values.shape != (n_nodes,):
        raise ParameterError(
            f"field must have shape ({n_nodes},), one value a node; got {values.shape}"
        )
    order = _order(field, n_nodes, names)
    if order is not None:
        values = values[order]
    bad = np.flatnonzero(~np.isfinite(values))
    if bad.size:
        raise ParameterError(f"field must be finite: node {bad[0]} has {values[bad[0]]}")
    large = np.flatnonzero(np.abs(values) > LARGEST)
    if large.size:
        raise ParameterError(
            f"field: node {large[0]} has {values[large[0]]:g}, which is too large to count with "
            f"(at most {LARGEST:g}); scale all of it down"
        )
    return values


def _order(field: object, n_nodes: int, names: Sequence[str] | None) -> list[int] | None:
    """Return where each node's value stands in a series; ``None`` where that is its position."""
    index = getattr(field, "index", None)
    if index is None or callable(index):  # a list has a method of that name
        return None
    labels = list(index)
    plain = labels == list(range(n_nodes))
    if names is None:
        places = {label: k for k, label in enumerate(labels)}
        wanted: list[object] = list(range(n_nodes))
    else:
        places = {str(label): k for k, label in enumerate(labels)}
        wanted = list(names)
        if plain and (places.keys() != set(names) or list(places) == wanted):
            return None  # nobody gave it an index
    if plain and names is None:
        return None
    missing = next((node for node in wanted if node not in places), None)
    if missing is not None or len(places) < len(labels) or plain:
        said = f"it has no {missing!r}" if missing is not None else "it may go by either"
        raise ParameterError(
            f"the field's index is not that of the nodes ({said}); give it the nodes' names, or "
            "field.to_numpy() to go by position"
        )
    return [places[node] for node in wanted]
