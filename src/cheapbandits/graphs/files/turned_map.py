"""Maps whose own columns say that x and y of their shapes are exchanged.

A map that was made of a table often keeps ``lat`` and ``lon`` beside its shapes. Where the shapes
have them the other way round, all sites lie on another part of the Earth.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.column_words import LATITUDES, LONGITUDES
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.lettered_axes import axis_name
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["check_not_turned"]

#: Columns are often rounded, and the middle of a shape is taken in more than one way.
_NEAR = 1e-3


def check_not_turned(
    source: Source,
    columns: Sequence[str],
    cells: Callable[[int], Sequence[str]],
    places: NDArray[np.float64],
) -> None:
    """Refuse shapes that lie where their columns say, with x and y exchanged, and not there.

    Parameters
    ----------
    source
        The file.
    columns
        What its columns are called.
    cells
        Gives a column, by its place.
    places
        ``(N, 2)`` x and y of its shapes.
    """
    plain = [axis_name(name) for name in columns]
    pair = [
        next((k for k, name in enumerate(plain) if name in known), None)
        for known in (LONGITUDES, LATITUDES)
    ]
    if pair[0] is None or pair[1] is None:
        return
    told = np.column_stack([_numbers(cells(k)) for k in pair if k is not None])
    known = np.flatnonzero(np.isfinite(told).all(axis=1))
    there, turned = (
        np.abs(told[known] - at[known]).max(axis=1) <= _NEAR for at in (places, places[:, ::-1])
    )
    if turned.all() and not there.all():
        row = int(known[np.flatnonzero(~there)[0]])
        x, y = places[row].tolist()
        lon, lat = (shown(columns[k]) for k in pair if k is not None)
        raise source.error(
            f"feature {row} lies at longitude {x:g} and latitude {y:g}, and its columns '{lon}' "
            f"and '{lat}' say the reverse, as all do: exchange x and y of the shapes (in QGIS: "
            "Swap X and Y coordinates), or rename these two columns if the shapes are right"
        )


def _numbers(cells: Sequence[str]) -> NDArray[np.float64]:
    found = (parse_number(cell) for cell in cells)
    return np.array([np.nan if number is None else number for number in found])
