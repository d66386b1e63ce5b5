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

__all__ = ["perhaps_degrees"]

#: A tape or a total station measures metres to millimetres; receivers write degrees much finer.
_FINE = re.compile(r"[-+]?[0-9]+[.,][0-9]{4,}")
#: A spreadsheet leaves zeros out at the end of some.
_MOST = 0.6
#: A survey is no wider, in degrees, and lies farther from 0 than so many times its width: a grid of
#: one's own begins at 0.
_WIDEST, _AWAY = 10.0, 3.0
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
    wide = np.ptp(points, axis=0)
    within = (np.abs(points) <= (180, 90)).all() and (wide < _WIDEST).all()
    away = (np.abs(points.mean(axis=0)) > np.maximum(_AWAY * wide, 1.0)).any()
    if not within or not away:
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


def _is_fine(cell: str) -> bool:
    return _FINE.fullmatch(cell.strip()) is not None
