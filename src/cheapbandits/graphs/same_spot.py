"""Rows of sites that lie on one spot: most often one site, with a row for each of its days.

As nodes they would be as many, each to be measured. Without names nobody could tell which is which,
and an ``id`` or a ``sample`` most often numbers what was taken there.
"""

from __future__ import annotations

from collections.abc import Sequence
from shlex import quote
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from cheapbandits.graphs.column_names import plain_name
from cheapbandits.graphs.column_words import ENDINGS, NUMBERS, SITES
from cheapbandits.graphs.which_column import Cells
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs.graph import Graph

__all__ = ["Crowded", "crowded", "on_one_spot", "samples"]

_MAY_NUMBER_SAMPLES = {*NUMBERS, *(f"sample{end}" for end in ENDINGS)}


class Crowded(NamedTuple):
    """Rows of which most share their spot with others: the first two that do, and what to say."""

    row: int
    other: int
    problem: str


def crowded(places: NDArray[np.float64]) -> Crowded | None:
    """Return two rows on one spot, where there are at least twice as many rows as spots."""
    first, again, spots = _first_twice(places)
    if again is None or 2 * spots > len(places):
        return None
    return Crowded(
        again,
        first,
        f"; {len(places):,} rows lie on {spots:,} spots, and nothing names them. If a site has a "
        "row for each day or sample, keep one row of each for the sites, and give the readings as "
        "a file of their own; if every row is a site, name them in a column 'site', or say "
        "--name-column '' (in Python names=False)",
    )


def samples(
    places: NDArray[np.float64], columns: Sequence[str], by: str | None, cells: Cells
) -> Crowded | None:
    """Return two rows on one spot, where what names the rows may number the samples of a site.

    There are at least twice as many rows as spots, or a column that is called as sites are says
    the same wherever places are the same, and the reverse.

    Parameters
    ----------
    places
        Where the rows are.
    columns, cells
        The table.
    by
        The column that names the rows.
    """
    if by is None or plain_name(by) not in _MAY_NUMBER_SAMPLES:
        return None
    first, again, spots = _first_twice(places)
    if again is None:
        return None
    if 2 * spots > len(places):
        spot = [tuple(place) for place in places.tolist()]
        called = [k for k, name in enumerate(columns) if name != by and plain_name(name) in SITES]
        if not any(_are_one(cells(k), spot, spots) for k in called):
            return None
    return Crowded(
        again,
        first,
        f"; {len(places):,} rows lie on {spots:,} spots, and '{shown(by, 30)}' may number samples. "
        "If a site has a row for each day or sample, keep one row of each for the sites, and give "
        "the readings as a file of their own; if every row is a site, say --name-column "
        f"{quote(shown(by, 30))} (in Python names=)",
    )


def _are_one(sites: Sequence[str], spot: Sequence[object], spots: int) -> bool:
    return len({*sites}) == spots == len({*zip(sites, spot, strict=True)})


def on_one_spot(graph: Graph) -> str | None:
    """Return what to say of nodes without names that lie where others do, or ``None``.

    Examples
    --------
    >>> from cheapbandits.graphs import Graph
    >>> on_one_spot(Graph.from_points([(0, 0), (3, 1), (1, 4), (3, 1)]))
    'nodes 1 and 3 lie on one spot, and have no names to tell them apart; are they one site?'
    >>> on_one_spot(Graph.from_points([(0, 0), (3, 1), (1, 4), (3, 2)]))
    """
    if graph.coordinates is None or graph.names is not None:
        return None
    first, again, spots = _first_twice(graph.coordinates)
    if again is None:
        return None
    more = len(graph.coordinates) - spots - 1
    also = f", and {more:,} more where others do" if more else ""
    return (
        f"nodes {first} and {again} lie on one spot{also}, and have no names to tell them apart; "
        f"are they one site?"
    )


def _first_twice(places: NDArray[np.float64]) -> tuple[int, int | None, int]:
    """Return the first row on a spot that had one before, after that one, and how many spots."""
    order = np.lexsort(places.T)
    fresh = np.r_[True, (np.diff(places[order], axis=0) != 0).any(axis=1)]
    if fresh.all():
        return 0, None, len(places)
    # Of those on a spot the first row stands first, as this way of sorting keeps their order.
    first = order[np.maximum.accumulate(np.where(fresh, np.arange(len(order)), 0))]
    found = int(np.argmin(np.where(fresh, len(order), order)))
    return int(first[found]), int(order[found]), int(fresh.sum())
