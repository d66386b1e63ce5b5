"""Layers of GIS files by pyogrio, which is GDAL: what everyone reads them with.

GDAL reads in this process, so that a file is looked at first: its size, that it is what its name
says (and no list of other files to open), and that it holds no entities. It is then read from a
folder of its own, where nothing else is.
"""

from __future__ import annotations

import tempfile
import warnings
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.files.across import check_jumps, shapes_together
from cheapbandits.graphs.files.dbf_text import BYTES, check_text, coding_of, decoded
from cheapbandits.graphs.files.formats import SIBLINGS
from cheapbandits.graphs.files.geopackage import check_geopackage, names_a_system
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.map_text import count_placemarks, count_waypoints
from cheapbandits.graphs.files.shapefile import count_records
from cheapbandits.graphs.files.shapes import check_extent, usable_shapes
from cheapbandits.graphs.files.sites_as_text import SiteTable
from cheapbandits.graphs.systems import UnusableSystem
from cheapbandits.graphs.to_wgs84 import usable_system
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["Layer", "on_globe", "read_layer"]

_SHAPEFILE = b"\0\0\x27\x0a"
#: What the file is called in a folder of its own, and with it the layer of a Shapefile.
_NAME = "sites"
_MOST_LISTED = 12
_MOST_LAYERS = 64
#: Where the features of all layers are counted together.
_ALL = ""


@dataclass(frozen=True)
class Layer:
    """The features of a layer: their columns, their shapes by shapely, and their system."""

    table: SiteTable
    shapes: NDArray[Any]
    crs: str | None


def read_layer(source: Source, layer: str | None = None) -> Layer:
    """Return a layer of a GeoPackage, Shapefile, KML or GPX file.

    Parameters
    ----------
    source
        The file.
    layer
        The layer's name. When left out, the only one with points or polygons in it.
    """
    optional("pyogrio.raw", f"{source.path.name}: reading {source.format} files")
    shapely = optional("shapely", f"{source.path.name}: reading {source.format} files")
    from pyogrio.errors import CRSError

    with tempfile.TemporaryDirectory(prefix="cheapbandits-") as folder, warnings.catch_warnings():
        warnings.simplefilter("ignore")  # GDAL's remarks on versions and names
        path, counts, coding = _vetted(source, Path(folder))
        try:
            try:
                chosen, found = _read(source, path, layer, counts)
            except CRSError:  # without what it says of its system, it can be told it
                if not path.with_suffix(".prj").exists():
                    raise
                path.with_suffix(".prj").unlink()
                chosen, found = _read(source, path, layer, counts)
        except CheapBanditsError:
            raise
        except (RuntimeError, ValueError, UnboundLocalError) as error:
            # pyogrio trips over a system that is no text.
            wrong = isinstance(error, UnboundLocalError)
            said = "its system is no text" if wrong else str(error).replace(folder, "")
            raise source.error(f"cannot be read ({shown(said, 200)}); save it again") from error
    about, numbers, geometry, columns = found
    source.counts = "feature"
    if not len(numbers):
        raise source.error(f"the layer '{shown(chosen)}' is empty")
    names = [_text(name, "", coding) for name in about["fields"]]
    try:
        cells = [
            [_text(cell, kind, coding) for cell in column.tolist()]
            for column, kind in zip(columns, about["dtypes"], strict=True)
        ]
    except UnicodeError as error:  # in a column of no known kind, which GDAL takes for text
        raise source.error(
            f"a column of its *.dbf holds text that is not written as {shown(str(coding))}; save "
            "it again"
        ) from error
    table = SiteTable(source, None, names, True, numbers.tolist(), cells)
    with usable_shapes(source):
        shapes = shapely.from_wkb(geometry)
    check_extent(source, shapes)
    return Layer(table, shapes, _system(source, chosen, about["crs"]))


def _read(source: Source, path: Path, layer: str | None, counts: dict[str, int]) -> Any:
    """Return which layer is meant, and what pyogrio gives of it."""
    chosen = _choose(source, path, layer, counts)
    found = optional("pyogrio.raw", "reading GIS files").read(
        path,
        layer=chosen,
        encoding=BYTES if source.format == ".shp" else None,
        force_2d=True,
        return_fids=True,
        datetime_as_string=True,
    )
    _check_count(source, path, chosen, len(found[1]), counts)
    return chosen, found


def on_globe(source: Source, found: Layer) -> NDArray[Any]:
    """Return the polygons of a layer in degrees, each on one side of longitude 180."""
    with usable_shapes(source):
        check_jumps(source, found.shapes, found.table.lines)
        return shapes_together(found.shapes)


def _system(source: Source, layer: str, found: str | None) -> str | None:
    """Return what the coordinates are; where GDAL could not tell and the file does, why not."""
    system = usable_system(found)
    if system is not None or found:
        return system
    said = False
    if source.format == ".gpkg":
        said = names_a_system(source, layer)
    elif source.format == ".shp":
        text = (source.beside(".prj") or b"").strip(b"\xef\xbb\xbf \t\r\n\0")
        said = bool(text) and not text.upper().startswith((b"LOCAL_CS[", b"ENGCRS["))
    return UnusableSystem("what it says of it cannot be understood") if said else None


def _vetted(source: Source, folder: Path) -> tuple[Path, dict[str, int], str | None]:
    """Put the file into a folder of its own, if it is what its name says.

    The layers' numbers of features, as counted without GDAL, come with its path; and how the text
    of a Shapefile is written.
    """
    suffix = source.format
    data = source.data
    counts: dict[str, int] = {}
    if suffix == ".gpkg":
        data, counts = check_geopackage(source)
    elif suffix == ".shp" and not data.startswith(_SHAPEFILE):
        raise source.error("this is no Shapefile; save it again")
    elif suffix == ".kml":
        counts = {_ALL: count_placemarks(source)}
    elif suffix == ".gpx":
        counts = count_waypoints(source)
    beside: dict[str, bytes] = {}
    for other in SIBLINGS.get(suffix, ()):
        found = source.beside(other)
        if found is None and other in (".shx", ".dbf"):
            raise source.error(
                f"a Shapefile needs the file *{other} beside it; copy it too, or put all in a .zip"
            )
        if found is not None:
            beside[other] = found
            (folder / f"{_NAME}{other}").write_bytes(found)
    coding = None
    if suffix == ".shp":
        counts = {_NAME: count_records(source, beside[".shx"], beside[".dbf"])}
        coding = coding_of(source, beside[".dbf"])
        check_text(source, beside[".dbf"], len(beside[".shx"]) // 8 - 12, coding)
    path = folder / f"{_NAME}{suffix}"
    path.write_bytes(data)
    return path, counts, coding


def _check_count(
    source: Source, path: Path, chosen: str, found: int, counts: dict[str, int]
) -> None:
    """Refuse a layer of which GDAL left out features, or made some up, without a word."""
    expected = counts.get(chosen, found)
    if _ALL in counts:
        pyogrio = optional("pyogrio", "reading GIS files")
        names = [str(name) for name, _ in pyogrio.list_layers(path)]
        if len(set(names)) < len(names):
            raise source.error("several layers have the same name; give each its own")
        expected = counts[_ALL]
        found += sum(_size(path, name, {}) for name in names if name != chosen)
    if found != expected:
        raise source.error(
            f"has {expected} features, of which {found} can be read; save it again in a GIS program"
        )


def _size(path: Path, name: str, counts: dict[str, int]) -> int:
    """Return a layer's number of features, by our own count where there is one."""
    if name in counts:
        return counts[name]
    pyogrio = optional("pyogrio", "reading GIS files")
    return int(pyogrio.read_info(path, layer=name, force_feature_count=True)["features"])


def _choose(source: Source, path: Path, asked: str | None, counts: dict[str, int]) -> str:
    pyogrio = optional("pyogrio", "reading GIS files")
    layers = {str(name): _kind(kind) for name, kind in pyogrio.list_layers(path)}
    if len(layers) > _MOST_LAYERS and not counts.keys() >= layers.keys():
        raise source.error(  # each is counted by reading the whole file
            f"has {len(layers)} layers (folders), more than {_MOST_LAYERS}; save the one that is "
            "meant as a file of its own"
        )
    if asked is not None:
        if asked not in layers:
            raise source.error(f"no layer is called '{shown(asked)}'; there are {_listed(layers)}")
        return asked
    fitting = [name for name, kind in layers.items() if kind != "other"]
    if len(fitting) > 1:
        fitting = [name for name in fitting if _size(path, name, counts) > 0]
    if not fitting:
        raise source.error("no layer holds points or polygons; give one that does")
    if len(fitting) > 1:
        raise source.error(
            f"has the layers {_listed(fitting)}; say which, with --layer NAME (in Python layer=)"
        )
    return fitting[0]


def _kind(geometry_type: object) -> str:
    """Return whether a layer may hold sites, by what it says of its shapes."""
    text = str(geometry_type)
    known = any(word in text for word in ("Point", "Polygon", "Unknown", "Collection"))
    return "sites" if known and geometry_type is not None else "other"


def _listed(names: Any) -> str:
    some = list(names)
    more = ", ..." if len(some) > _MOST_LISTED else ""
    return ", ".join(f"'{shown(name, 60)}'" for name in some[:_MOST_LISTED]) + more


def _text(cell: Any, kind: str, coding: str | None) -> str:
    """Return a cell as it would stand in a table: nothing where there is nothing."""
    if cell is None or cell != cell:
        return ""
    if kind == "bool":  # with gaps between them they come as numbers
        return str(bool(cell))
    if isinstance(cell, float) and cell.is_integer() and abs(cell) < 2**53:
        return str(int(cell))  # whole numbers with gaps between them come as fractions
    if coding is not None and isinstance(cell, str):
        cell = decoded(cell, coding)
    return str(cell).strip()
