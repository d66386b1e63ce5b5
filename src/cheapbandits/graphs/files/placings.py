"""Where the rings of a map lie: as they are, and on one that meets itself also further east."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["placings"]

#: A map that reaches so far may meet itself at longitude 180.
_ROUND = 359.0


def placings(
    rings: Sequence[NDArray[np.float64]], *, globe: bool
) -> Iterator[Sequence[NDArray[np.float64]]]:
    """Yield rings as they are, and those of a map round the Earth with the west in the east."""
    yield rings
    edges = [float(edge(ring[:, 0])) for ring in rings for edge in (np.min, np.max)]
    if globe and max(edges) - min(edges) > _ROUND:
        yield [ring + ((360.0, 0.0) if ring[:, 0].mean() < 0 else (0.0, 0.0)) for ring in rings]
