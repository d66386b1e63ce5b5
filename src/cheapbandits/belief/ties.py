"""The largest of many scores, with a rule for ties that does not hang on rounding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["first_maximum"]


def first_maximum(scores: NDArray[np.float64], allowed: NDArray[np.bool_] | None = None) -> int:
    """Return the index of the largest score; ties within rounding go to the lowest index.

    Scores that differ by less than ``1e-9`` of their size are ties, so that the choice does not
    hang on the order in which some library adds numbers.
    """
    if allowed is not None:
        scores = np.where(allowed, scores, -np.inf)
    top = float(scores[scores.argmax()])
    return int((scores >= top - 1e-9 * max(1.0, abs(top))).argmax())
