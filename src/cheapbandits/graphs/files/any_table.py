"""The columns of any file of sites, whatever its format: for values and readings by column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import CheapBanditsError, GraphError
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.site_table import read_sites
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.globe import WGS84
from cheapbandits.graphs.which_column import Place

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["AnyTable", "open_table", "with_places"]


@dataclass(frozen=True)
class AnyTable:
    """A table of sites, where they are (``None`` where that is not told), and in which system.

    ``pair`` says which of its columns the coordinates are.
    """

    table: SiteTable
    places: NDArray[np.float64] | None
    crs: str | None = None
    pair: Place | None = None


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
        from cheapbandits.graphs.files.across import wrapped
        from cheapbandits.graphs.files.gis_layer import on_globe, read_layer
        from cheapbandits.graphs.files.shapes import are_points, places_of
        from cheapbandits.graphs.systems import UnusableSystem, has_degrees

        found = read_layer(source, layer)
        points = are_points(source, found.shapes, found.table.lines)
        if found.crs is None or isinstance(found.crs, UnusableSystem):
            return AnyTable(found.table, None)
        if points or not has_degrees(found.crs):
            return _of_map(found.table, places_of(found.shapes), found.crs)
        middles = places_of(on_globe(source, found))
        return _of_map(found.table, wrapped(middles), found.crs)
    if kind == "workbook":
        from cheapbandits.graphs.files.workbook import read_sheet

        sheet = read_sheet(source, layer)
        return with_places(sheet)
    if layer is not None:
        raise source.error("layer (--layer) is for a file with layers or sheets; leave it out")
    if kind == "geojson":
        from cheapbandits.graphs.files.geojson import read_properties

        table, places, crs = read_properties(source)
        return AnyTable(table, None) if places is None else _of_map(table, places, crs)
    return with_places(read_sites(source))


def _of_map(table: SiteTable, places: NDArray[np.float64], crs: str | None) -> AnyTable:
    from cheapbandits.graphs.files.turned_map import check_not_turned
    from cheapbandits.graphs.to_wgs84 import in_system

    check_not_turned(table.source, table.columns, table.cells.__getitem__, places)
    try:
        return AnyTable(table, *in_system(places, crs))
    except GraphError as error:
        raise table.source.error(str(error)) from error


def with_places(table: SiteTable) -> AnyTable:
    """Return a table with the places that its columns hold, as far as their names tell."""
    try:
        place = table.place()
    except CheapBanditsError:
        return AnyTable(table, None)  # columns that only the user knew to be coordinates
    try:
        points = np.column_stack([table.coordinates(k) for k in (place.x, place.y)])
    except CheapBanditsError:
        if table.header:
            raise
        return AnyTable(table, None)  # without a header the first two may be anything
    return AnyTable(table, points, WGS84 if place.degrees else None, place)
