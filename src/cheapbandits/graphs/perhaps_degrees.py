"""Columns ``x`` and ``y`` that may be longitude and latitude, as forms and GIS programs write them.

Taken for a plane, a degree to the east is as far as one to the north, and a radius counts degrees.
Small grids of one's own look alike, and so this is a note.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["exchanged_degrees", "perhaps_degrees"]

#: A tape or a total station measures metres to millimetres; receivers write degrees much finer.
_FINE = re.compile(r"[-+]?[0-9]+[.,][0-9]{4,}")
#: A spreadsheet leaves zeros out at the end of some.
_MOST = 0.6
#: A grid of one's own begins at 0. Of degrees of a country, one coordinate or the other is nowhere
#: as near to 0 as this part of its largest; of exchanged ones, both.
_NEAR, _NEAR_EXCHANGED = 0.4, 0.1
#: So many numbers tell.
_SOME = 1_000


def perhaps_degrees(
    points: NDArray[np.float64], cells: Sequence[Sequence[str]] | None = None
) -> str | None:
    """Return what to say of sites in a plane that may be in degrees; ``None`` where they are not.

    Parameters
    ----------
    points
        x and y of each site, of shape (n, 2).
    cells
        The two columns as they were written; where they are no text, as their numbers are.

    Examples
    --------
    >>> points = np.array([(5.0131, 60.0234), (5.0142, 60.0251)])
    >>> perhaps_degrees(points, [["5.0131", "5.0142"], ["60.0234", "60.0251"]])[:36]
    '5.0131, 60.0234 may be longitude and'
    >>> perhaps_degrees(points, [["5.01", "5.01"], ["60.02", "60.03"]])
    """
    size = np.abs(points)
    away = (size.min(axis=0) > np.maximum(_NEAR * size.max(axis=0), 1.0)).any()
    if not away or not (size <= (180, 90)).all():
        return None
    if cells is None:
        cells = [[repr(number) for number in axis] for axis in points[:_SOME].T.tolist()]
    if any(sum(map(_is_fine, column)) < _MOST * len(column) for column in cells):
        return None
    x, y = points[0].tolist()
    return (
        f"{x!r}, {y!r} may be longitude and latitude, and are taken for a plane, as no system is "
        "said: distances and --radius count in their units; if they are degrees, --crs EPSG:4326 "
        "(in Python crs=)"
    )


def exchanged_degrees(places: NDArray[np.float64]) -> int | None:
    """Return the first of places that can only be degrees if x and y are exchanged, if they may be.

    A plot of one's own may be so wide and high as well: it begins at 0, and has few decimals.

    Parameters
    ----------
    places
        x and y of each, of shape (n, 2).

    Examples
    --------
    >>> exchanged_degrees(np.array([(39.023456, -120.023456), (39.1234, -120.2345)]))
    0
    >>> exchanged_degrees(np.array([(0.0, 0.0), (50.0, 120.0), (20.5, 140.0)]))  # metres
    """
    if places.shape[1] != 2 or (np.abs(places) > (90, 180)).any():
        return None
    size = np.abs(places)
    beyond = size[:, 1] > 90
    if not beyond.any():
        return None
    round_the_earth = places[:, 1].min() < -90 and places[:, 1].max() > 90
    away = bool((size.min(axis=0) > _NEAR_EXCHANGED * size.max(axis=0)).all())
    cells = [repr(number) for number in places[:_SOME].ravel().tolist()]
    fine = sum(map(_is_fine, cells)) >= _MOST * len(cells)
    likely = beyond.all() or (fine and (away or round_the_earth))
    return int(np.argmax(beyond)) if likely else None


def _is_fine(cell: str) -> bool:
    return _FINE.fullmatch(cell.strip()) is not None
