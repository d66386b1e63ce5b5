"""Rasters in memory: cells in rows from the top, where their middles are, and what they hold."""

from __future__ import annotations

from dataclasses import dataclass
from shlex import quote
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import GraphError
from cheapbandits.graphs.files.heading_units import heading_unit, plain_unit
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CellGrid", "joined_cells"]

#: Grids whose corners differ by less, compared with a cell, lie on each other.
_SAME = 1e-3


@dataclass(frozen=True)
class CellGrid:
    """A raster.

    Attributes
    ----------
    bands
        ``(B, H, W)`` values; ``nan`` where there is none.
    names
        What the bands are called: their numbers from 1, or their descriptions.
    affine
        ``(a, b, c, d, e, f)``: the point at column ``i`` and row ``j``, counted from the upper left
        corner, is ``(a i + b j + c, d i + e j + f)``.
    crs
        The system that the file names, or ``None``.
    fills
        Further numbers that may mean 'no value' in each band; see :mod:`.band_values`.
    units
        What each band is measured in, as the file says it; empty where it does not.
    """

    bands: NDArray[np.float64]
    names: tuple[str, ...]
    affine: tuple[float, float, float, float, float, float]
    crs: str | None
    fills: tuple[NDArray[np.float64], ...] = ()
    units: tuple[str, ...] = ()

    @property
    def there(self) -> NDArray[np.bool_]:
        """``(H, W)`` which cells hold a value in any band."""
        return np.asarray(np.isfinite(self.bands).any(axis=0))

    def middles(self, cells: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return the ``(N, 2)`` middles of cells, given by their numbers row by row."""
        row, column = np.divmod(cells, self.bands.shape[2])
        a, b, c, d, e, f = self.affine
        i, j = column + 0.5, row + 0.5
        return np.column_stack([a * i + b * j + c, d * i + e * j + f])

    def place_of(self, name: str) -> int:
        """Return the place of a band that holds values, by its description or number.

        Its number may be written ``band 2`` too; what may be two bands is asked about.
        """
        found = self._called(name)
        if len(found) > 1:
            one, other = found[:2]
            words = [word for k in (one, other) if (word := self.word_for(k)) is not None]
            ways = " or ".join(f"--values {quote(word)}" for word in words)
            remedy = f"say which by its number, {ways}" if len(words) == 2 else "describe them anew"
            raise GraphError(
                f"bands {one + 1} and {other + 1} are both called '{shown(name)}'; {remedy}"
            )
        if not found:
            listed = ", ".join(f"'{shown(known, 30)}'" for known in self.names[:12])
            raise GraphError(f"no band is called '{shown(name)}'; there are {listed}")
        if np.isnan(self.bands[found[0]]).all():
            raise GraphError(f"the band '{shown(name)}' holds no value; name another")
        return found[0]

    def _called(self, name: str) -> list[int]:
        """Return the places of all bands that a word may mean."""
        words = ((known, str(k), f"band {k}") for k, known in enumerate(self.names, start=1))
        return [place for place, known in enumerate(words) if name in known]

    def word_for(self, place: int) -> str | None:
        """Return a word for a band by its number that means no other."""
        words = str(place + 1), f"band {place + 1}"
        return next((word for word in words if self._called(word) == [place]), None)

    def choices(self) -> list[str]:
        """Return a word for each band that holds values: its description where no other has it."""
        places = np.flatnonzero(np.isfinite(self.bands).any(axis=(1, 2))).tolist()
        words = [
            self.names[k] if self._called(self.names[k]) == [k] else self.word_for(k)
            for k in places
        ]
        return [word for word in words if word is not None]

    def fills_of(self, band: int) -> NDArray[np.float64] | None:
        """Return which further numbers may mean 'no value' in a band, by its place."""
        return self.fills[band] if self.fills else None

    def unit_of(self, band: int) -> str:
        """Return the unit of a band, by its place: said for itself, else in its description.

        Words that are no unit that is known (``unitless``, ``index``) are none.
        """
        said = self.units[band].strip() if self.units else ""
        return (
            heading_unit(f"band ({plain_unit(said)})") if said else heading_unit(self.names[band])
        )

    def check_same_cells(self, other: CellGrid) -> None:
        """Refuse a second raster whose cells are not those of this one."""
        if self.bands.shape[1:] != other.bands.shape[1:]:
            mine, theirs = ("{1} x {2}".format(*grid.bands.shape) for grid in (self, other))
            raise GraphError(f"{theirs} cells, and {mine} in the raster; give a mask of its size")
        a, b, _, d, e, _ = self.affine
        cell = max(map(abs, (a, b, d, e))) or 1.0
        _, height, width = self.bands.shape
        corners = np.array([0, width - 1, width * (height - 1)])  # three: it may lie turned
        apart = np.abs(self.middles(corners) - other.middles(corners)).max()
        if apart > _SAME * cell:
            raise GraphError(
                f"its cells lie {apart:g} from those of the raster; give a mask of the same places"
            )


def joined_cells(there: NDArray[np.bool_], neighbors: int) -> NDArray[np.int64]:
    """Return the ``(E, 2)`` pairs of neighbouring cells that are there.

    Parameters
    ----------
    there
        ``(H, W)`` which cells are nodes, numbered row by row.
    neighbors
        4: those that share a side; 8: those at a corner too.
    """
    numbers = np.full(there.shape, -1, dtype=np.int64)
    numbers[there] = np.arange(int(there.sum()))
    steps = [(numbers[:, :-1], numbers[:, 1:]), (numbers[:-1], numbers[1:])]
    if neighbors == 8:
        steps += [(numbers[:-1, :-1], numbers[1:, 1:]), (numbers[:-1, 1:], numbers[1:, :-1])]
    pairs = [np.column_stack([first.ravel(), second.ravel()]) for first, second in steps]
    every = np.concatenate(pairs)
    return np.asarray(every[(every >= 0).all(axis=1)])
