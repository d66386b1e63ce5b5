"""GIS files as the libraries themselves write them, for the tests."""

from __future__ import annotations

import warnings

import numpy as np
import pyogrio.raw
import shapely

from tests.graphs.test_sites import survey

DRIVERS = {".gpkg": "GPKG", ".shp": "ESRI Shapefile", ".kml": "LIBKML", ".gpx": "GPX"}


def write_layer(path, shapes, columns=None, crs="EPSG:28992", layer=None, append=False):
    """Write shapes with columns by name, as any GIS program would."""
    columns = columns or {}
    fields = [np.asarray(values) for values in columns.values()]
    fields = [f.astype(object) if f.dtype.kind == "U" else f for f in fields]
    shapes = np.asarray(shapes, dtype=object)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # that there is no system, or names are long
        pyogrio.raw.write(
            path,
            shapely.to_wkb(shapes),
            fields,
            list(columns),
            geometry_type=shapes[0].geom_type,
            crs=crs,
            driver=DRIVERS[path.suffix.lower()],
            layer=layer,
            append=append,
            promote_to_multi=False,
        )
    return path


def soil(path, **options):
    """Write the survey: 40 points of the Dutch grid, their names, zinc, and pilot readings."""
    x, y, zinc = survey()
    names = [f"P{k + 1:02}" for k in range(len(x))]
    pilot = np.where(np.arange(len(x)) % 4 == 0, zinc, np.nan)
    columns = {"plot": names, "zinc": zinc, "pilot": pilot}
    return write_layer(path, shapely.points(x, y), columns, **options)


def squares(n=3, side=100.0, x0=178_000.0, y0=330_000.0):
    """Return n x n squares that touch, row by row."""
    return [
        shapely.box(x0 + i * side, y0 + j * side, x0 + (i + 1) * side, y0 + (j + 1) * side)
        for j in range(n)
        for i in range(n)
    ]
