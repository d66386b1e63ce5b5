"""Rows of a file of readings, as messages name them and as their sample tells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from cheapbandits.campaign.key_says import sample_in
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.campaign.stored_readings import Place
    from cheapbandits.graphs import Graph

__all__ = ["more_like_it", "named_as_site", "places_shown", "row_of", "take_again"]

_MOST_LISTED = 4


def row_of(file: object, places: Sequence[str], k: int) -> str:
    """Return the file and where its row ``k`` stands, for a message."""
    return shown(file, 500) + "".join(f": {place}" for place in places[k : k + 1])


def more_like_it(found: Sequence[object]) -> str:
    """Return how many more there are than the first, which is named; nothing if there are none."""
    return f" ({len(found) - 1} more like it)" if len(found) > 1 else ""


def named_as_site(graph: Graph, says: Mapping[str, str], place: Place) -> bool:
    """Tell whether a sample has no name but that of its site, or sites."""
    parts = {graph.find(part.strip()) for part in sample_in(says).split(";")}
    return parts <= {*place[0]}


def places_shown(places: Iterable[str]) -> str:
    """Return where rows stand, in brackets; nothing if there are none.

    Examples
    --------
    >>> places_shown(f"line {k}" for k in (2, 3, 5, 8, 9))
    ' (line 2, 3, 5, 8, ...)'
    """
    kind, numbers = "", []
    for place in places:
        kind, _, number = place.rpartition(" ")
        numbers.append(number)
    more = ", ..." if len(numbers) > _MOST_LISTED else ""
    return f" ({kind} {', '.join(numbers[:_MOST_LISTED])}{more})" if numbers else ""


def take_again(some: bool) -> str:
    """Return how to take rows that are stored, where they were read twice.

    Parameters
    ----------
    some
        Whether others of their file are not to be taken twice: all rows of a file are.
    """
    if not some:
        return "--again (again=True) takes them"
    return (
        "import these rows as a file of their own with --again (again=True); the whole file would "
        "count its other rows twice"
    )
