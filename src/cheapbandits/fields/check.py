"""What every field must satisfy."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.checks import unmasked
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["check_field"]


def check_field(field: ArrayLike, n_nodes: int) -> NDArray[np.float64]:
    """Return a field as ``(N,)`` finite floats, or say what is wrong with it."""
    unmasked(field, "field")
    try:
        values = np.asarray(field, dtype=float)
    except (TypeError, ValueError):
        raise ParameterError(
            f"field must be {n_nodes} numbers, one a node; got {type(field).__name__}"
        ) from None
    if values.shape != (n_nodes,):
        raise ParameterError(
            f"field must have shape ({n_nodes},), one value a node; got {values.shape}"
        )
    bad = np.flatnonzero(~np.isfinite(values))
    if bad.size:
        raise ParameterError(f"field must be finite: node {bad[0]} has {values[bad[0]]}")
    return values
