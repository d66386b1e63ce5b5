"""Rows of a file of readings, as messages name them and as their sample tells."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cheapbandits.campaign.key_says import sample_in
from cheapbandits.text import shown

if TYPE_CHECKING:
    from cheapbandits.campaign.stored_readings import Place
    from cheapbandits.graphs import Graph

__all__ = ["more_like_it", "named_as_site", "row_of"]


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
