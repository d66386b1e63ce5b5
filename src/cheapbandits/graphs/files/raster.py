"""Rasters as graphs: a node a cell, joined to the cells beside it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.errors import GraphError, ParameterError
from cheapbandits.graphs.files.across import wrapped
from cheapbandits.graphs.files.cell_grid import CellGrid, joined_cells
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.same_places import check_one_system, check_same_system
from cheapbandits.graphs.graph import Graph
from cheapbandits.graphs.marks import Nodata, are_number, check_nodata, find_mark
from cheapbandits.graphs.perhaps_degrees import perhaps_degrees
from cheapbandits.graphs.systems import StoredSystem, UnusableSystem, has_degrees, system_of
from cheapbandits.graphs.to_wgs84 import in_system
from cheapbandits.graphs.zeros import find_zero
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["CellValues", "cell_values", "read", "read_raster"]

#: Nodes this near to a cell's middle, compared with the whole extent, are that cell.
_SAME = 1e-6
#: No raster in degrees lies beyond: from 180 once round the Earth.
_BEYOND = 540


def read(
    source: Source,
    *,
    n_neighbors: int | None = None,
    mask_layer: str | None = None,
    crs: str | None = None,
    nodata: Nodata = None,
) -> Graph:
    """Read a GeoTIFF or an ASCII grid: cells with data are nodes, row by row from the top.

    Parameters
    ----------
    source
        The file.
    n_neighbors
        4, those that share a side, or 8, those at a corner too; 4 when left out.
    mask_layer
        The path of a second raster of the same cells: where it is 0, or has no data, there is no
        node.
    crs
        What the coordinates are, where the file does not say it.
    nodata
        The number in cells without data, where the file does not say it; ``False`` where all hold
        some. Left out: a number that may mean it is refused; see :mod:`...marks`.
    """
    if n_neighbors not in (None, 4, 8):
        raise ParameterError(f"a cell has 4 or 8 neighbours, got {n_neighbors} (--neighbors)")
    grid = _with_data(source, read_raster(source), nodata)
    there = grid.there
    if mask_layer is not None:
        there = there & _kept(source, grid, mask_layer, nodata, crs)
    cells = np.flatnonzero(there)
    if cells.size < 2:
        raise source.error(f"{cells.size} cells hold data; a graph needs 2")
    places, system = _placed(grid, cells, system_of(source.path.name, grid.crs, crs))
    joined = Graph.from_edges(joined_cells(there, n_neighbors or 4), None, cells.size)
    kept = None if system is None else StoredSystem(system)
    graph = Graph(joined.weights, coordinates=places, crs=kept)
    perhaps = perhaps_degrees(places) if kept is None else None
    graph.notes = () if perhaps is None else (perhaps,)
    return graph


def read_raster(source: Source) -> CellGrid:
    """Return the raster that a file is."""
    if source.format == ".asc":
        from cheapbandits.graphs.files.ascii_grid import read_ascii_grid

        return read_ascii_grid(source)
    from cheapbandits.graphs.files.geotiff import read_geotiff

    return read_geotiff(source)


@dataclass(frozen=True)
class CellValues:
    """A band at the nodes of a graph.

    Attributes
    ----------
    at_nodes
        ``(N,)``; ``nan`` where there is no value.
    elsewhere
        What the cells hold that are no node, as far as there are values.
    fills
        Which further numbers may mean 'no value'.
    unit
        What they are measured in; empty where the file does not say it.
    """

    at_nodes: NDArray[np.float64]
    elsewhere: NDArray[np.float64]
    fills: NDArray[np.float64] | None
    unit: str = ""

    def left_out(self, nodata: Nodata) -> int:
        """Return how many values belong to no node."""
        none = [] if self.fills is None else self.fills.tolist()
        none += [] if nodata is None or nodata is False else [nodata]
        there = np.ones(self.elsewhere.size, dtype=bool)
        for number in none:
            there &= ~are_number(self.elsewhere, float(number))
        return int(there.sum())


def cell_values(source: Source, band: str, graph: Graph) -> CellValues:
    """Return the values of a band at the nodes of a graph.

    A node is the cell in whose middle it lies, so that a mask makes no difference.
    """
    from scipy.spatial import KDTree

    grid = read_raster(source)
    try:
        at = grid.place_of(band)
    except GraphError as error:
        raise source.error(str(error)) from error
    if graph.coordinates is None or graph.coordinates.shape[1] != 2:
        raise source.error("the graph's nodes have no places to find in a raster")
    known = None if isinstance(grid.crs, UnusableSystem) else grid.crs
    values = grid.bands[at].ravel()
    places, system = _placed(grid, np.arange(values.size), known)
    check_same_system(source, graph, system)
    apart, cell = KDTree(places).query(graph.coordinates)
    extent = float(np.ptp(places, axis=0).max()) or 1.0
    far = np.flatnonzero(apart > _SAME * extent)
    if far.size:
        raise source.error(
            f"no cell has its middle at node {far[0]}, {tuple(graph.coordinates[far[0]].tolist())};"
            " give the raster that the graph was made of, or one of the same cells"
        )
    rest = np.delete(values, cell)
    there = rest[np.isfinite(rest)]
    return CellValues(np.asarray(values[cell]), there, grid.fills_of(at), grid.unit_of(at))


def _placed(
    grid: CellGrid, cells: NDArray[np.int64], system: str | None
) -> tuple[NDArray[np.float64], str | None]:
    """Return the middles of cells; a raster in degrees may go beyond 180 or 360, once round."""
    places = grid.middles(cells)
    degrees = system is not None and has_degrees(system)
    # One that begins at 359 ends beyond 360.
    once = abs(places[:, 0]).max() <= _BEYOND and np.ptp(places[:, 0]) < 360
    if degrees and once and abs(places[:, 1]).max() <= 90:
        places = wrapped(places)
    return in_system(places, system)


def _with_data(source: Source, grid: CellGrid, nodata: Nodata, *, mask: bool = False) -> CellGrid:
    """Return a raster without the cells whose number means that there is none; 0 in a mask does."""
    told = check_nodata(nodata)
    if told is False:
        return grid
    if told is not None:
        bands = np.where(are_number(grid.bands, told), np.nan, grid.bands)
        grid = replace(grid, bands=bands)
    for k, (name, band) in enumerate(zip(grid.names, grid.bands, strict=True)):
        mark = find_mark(band, grid.fills_of(k)) or (None if mask else find_zero(band))
        if mark is not None:
            raise source.error(f"band '{shown(name)}': {mark.asked('cells')}")
    return grid


def _kept(
    source: Source, grid: CellGrid, mask: str, nodata: Nodata, crs: str | None
) -> NDArray[np.bool_]:
    """Return where a mask lets cells be."""
    other = Source(
        Path(mask), max_bytes=source.max_bytes, max_ratio=source.max_ratio, kind=source.kind
    )
    if READERS.get(other.format) != "raster":
        raise other.error("a mask is a raster too: .tif or .asc")
    # Of a mask, 255 is most often all there is beside 0.
    second = _with_data(other, replace(read_raster(other), fills=()), nodata, mask=True)
    try:
        grid.check_same_cells(second)
    except GraphError as error:
        raise other.error(str(error)) from error
    known = system_of(source.path.name, grid.crs, crs)
    check_one_system(other, grid.middles(np.array([0, grid.bands[0].size - 1])), known, second.crs)
    first = second.bands[0]
    return np.asarray(np.isfinite(first) & (first != 0))
