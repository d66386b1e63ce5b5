"""The columns of any file of sites, whatever its format: for values and readings by column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.site_table import SiteTable, read_sites

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AnyTable", "open_table"]


@dataclass(frozen=True)
class AnyTable:
    """A table of sites, and where they are: ``None`` where that is not told."""

    table: SiteTable
    places: NDArray[np.float64] | None


def open_table(source: Source, layer: str | None = None) -> AnyTable:
    """Return the table that a file of sites is, or holds.

    Parameters
    ----------
    source
        The file.
    layer
        Which layer of a map or sheet of a workbook, where there are several.
    """
    kind = READERS.get(source.format, "tables")
    if kind == "gis":
        from cheapbandits.graphs.files.gis_layer import read_layer
        from cheapbandits.graphs.files.shapes import are_points, places_of
        from cheapbandits.graphs.to_wgs84 import in_system

        found = read_layer(source, layer)
        are_points(source, found.shapes, found.table.lines)
        places, crs = in_system(places_of(found.shapes), found.crs)
        return AnyTable(found.table, None if crs is None else places)
    if kind == "workbook":
        from cheapbandits.graphs.files.workbook import read_sheet

        sheet = read_sheet(source, layer)
        return AnyTable(sheet, _places(sheet))
    if layer is not None:
        raise source.error("layer (--layer) is for a file with layers or sheets; leave it out")
    if kind == "geojson":
        from cheapbandits.graphs.files.geojson import read_properties

        return AnyTable(read_properties(source), None)
    table = read_sites(source)
    return AnyTable(table, _places(table))


def _places(table: SiteTable) -> NDArray[np.float64] | None:
    try:
        place = table.place()
    except CheapBanditsError:
        return None  # columns that only the user knew to be coordinates
    return np.column_stack([table.coordinates(k) for k in (place.x, place.y)])
