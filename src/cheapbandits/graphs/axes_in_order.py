"""Frames of coordinates whose columns stand in another order than that of places: lat, lon.

Points go by position, the longitude or easting first. A frame says what its columns are.
"""

from __future__ import annotations

from itertools import combinations

from cheapbandits.errors import GraphError
from cheapbandits.graphs.column_words import (
    LATITUDES,
    LENGTHS_OR_DEGREES,
    LONGITUDES,
    MAY_BE,
    PLANES,
)
from cheapbandits.graphs.labels import labels_of
from cheapbandits.graphs.lettered_axes import axis_name
from cheapbandits.text import shown

__all__ = ["check_axes"]

_PAIRS = {*PLANES, *MAY_BE, *LENGTHS_OR_DEGREES}
_AXES = {*LATITUDES, *LONGITUDES, *(name for pair in _PAIRS for name in pair)}


def check_axes(table: object, what: str) -> None:
    """Refuse a frame whose columns are called lat and lon, y and x, or northing and easting.

    Parameters
    ----------
    table
        What was given, a frame or not.
    what
        What it is, for the message.
    """
    labels = [label for label in labels_of(table, "columns") or [] if isinstance(label, str)]
    known = [(label, name) for label in labels if (name := axis_name(label)) in _AXES]
    for (first, one), (second, other) in combinations(known, 2):
        if (other, one) in _PAIRS or (one in LATITUDES and other in LONGITUDES):
            raise GraphError(
                f"{what}: '{shown(first)}' stands before '{shown(second)}', and the first column "
                f"is taken for x or the longitude; give [['{shown(second)}', '{shown(first)}']], "
                "or Graph.from_frame, which goes by the names (.to_numpy() goes by position)"
            )
