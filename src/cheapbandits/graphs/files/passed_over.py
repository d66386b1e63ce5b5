"""Columns of a file of readings that nobody asked about and nothing was made of: they are named.

Rules know much of what may stand beside a reading, and never all of it. Who sees that a column of
depths or substances was passed over can tell what the program cannot.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cheapbandits.graphs.which_column import coordinate_pairs

__all__ = ["passed_over"]


def passed_over(columns: Sequence[str], used: Iterable[int | None]) -> tuple[str, ...]:
    """Return the columns that were not used, in their order; coordinates were, to compare places.

    Examples
    --------
    >>> passed_over(["site", "lon", "lat", "top", "bottom", "zinc"], [0, 5])
    ('top', 'bottom')
    """
    taken = {*used, *(k for pair in coordinate_pairs(columns) for k in (pair.x, pair.y))}
    return tuple(name for k, name in enumerate(columns) if k not in taken and name.strip())
