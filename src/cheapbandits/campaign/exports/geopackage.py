"""GeoPackages for GIS programs: nodes as points in WGS 84 with columns, written by pyogrio."""

from __future__ import annotations

import warnings
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.exports.places import degrees
from cheapbandits.campaign.exports.whole_file import whole_file
from cheapbandits.errors import ParameterError
from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.globe import WGS84
from cheapbandits.store.beside import check_none_left

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from cheapbandits.graphs import Graph

__all__ = ["write_geopackage"]

#: What GeoPackages call the number of a feature themselves, and its shape.
_THEIRS = ("fid", "geom")


def write_geopackage(
    graph: Graph,
    nodes: Sequence[int],
    columns: Mapping[str, ArrayLike],
    path: str | Path,
    layer: str,
) -> Path:
    """Write nodes as a layer of points, each with its name, its index and the columns.

    Parameters
    ----------
    graph
        Its coordinates are brought to longitude and latitude.
    nodes
        Which; one may come several times.
    columns
        A value for each of these, by name.
    path
        Where to; an older GeoPackage is replaced when the new one is complete.
    layer
        What the layer is called.
    """
    raw = optional("pyogrio.raw", "writing a GeoPackage")
    shapely = optional("shapely", "writing a GeoPackage")
    target, chosen = Path(path), np.asarray(nodes, dtype=np.int64)
    places = degrees(graph)[chosen]
    names = np.array([graph.name(node) for node in chosen.tolist()], dtype=object)
    given = {name: np.asarray(values) for name, values in columns.items()}
    taken: dict[str, Any] = {"name": names, "node": chosen, **given}
    for name, values in taken.items():
        if name.lower() in _THEIRS or values.shape != (len(chosen),):
            raise ParameterError(f"the column {name!r} must hold one value a node, of its own name")
    check_none_left(target)
    with whole_file(target) as unfinished, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # GDAL's remarks
        raw.write(
            unfinished,
            shapely.to_wkb(shapely.points(places)),
            list(taken.values()),
            list(taken),
            geometry_type="Point",
            crs=WGS84,
            driver="GPKG",
            layer=layer,
        )
    return target
