"""Which suffix is read by which module."""

from __future__ import annotations

__all__ = ["READERS", "SIBLINGS"]

#: Suffix to module; imported only when a file needs it, so that importing us stays quick.
READERS = {
    ".csv": "tables",
    ".tsv": "tables",
    ".txt": "tables",
    ".edges": "tables",
    ".edgelist": "tables",
    ".graphml": "graphml",
    ".mtx": "matrix_market",
    ".gr": "dimacs",
    ".npz": "npz",
    ".geojson": "geojson",
    ".json": "geojson",
    ".gpkg": "gis",
    ".shp": "gis",
    ".kml": "gis",
    ".kmz": "gis",
    ".gpx": "gis",
    ".tif": "raster",
    ".tiff": "raster",
    ".asc": "raster",
    ".xlsx": "workbook",
}

#: What stands beside a Shapefile: index, columns, reference system, encoding.
SIBLINGS = {".shp": (".shx", ".dbf", ".prj", ".cpg")}
