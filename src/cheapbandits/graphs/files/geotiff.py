"""GeoTIFF by rasterio, its sizes looked at before a cell is read."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.files.band_values import read_band
from cheapbandits.graphs.files.cell_grid import CellGrid
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.side_car import SideBand, SideCar, read_side_car
from cheapbandits.graphs.to_wgs84 import usable_system
from cheapbandits.graphs.validation import LARGEST
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read_geotiff"]

#: Of an alpha band so many cells may be half transparent.
_MOST_PARTLY = 0.1
#: Rasterio looks at all bands to read one of them.
MOST_BANDS = 1_000
#: What it says of all bands at once.
_LISTS = (
    *("block_shapes", "colorinterp", "descriptions", "dtypes", "indexes"),
    *("mask_flag_enums", "nodatavals", "offsets", "scales", "units"),
)
#: What says where a picture lies, in a file of its own; not of which system.
_WORLD_FILES = (".tfw", ".tifw", ".wld")
_MAGIC = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def read_geotiff(source: Source) -> CellGrid:
    """Return the raster, scaled as the file says; cells without data are ``nan``.

    Which these are, the file says in its own mask, by an alpha band or a number (nodata), or what
    stands beside it does: see :mod:`.side_car`, and ``*.tif.msk``.
    """
    rasterio = optional("rasterio", f"{source.path.name}: reading GeoTIFF")
    beside = read_side_car(source)
    with _opened(source, rasterio) as image:
        _check(source, image, beside)
        alpha = [k for k in image.indexes if _is_alpha(image, beside, k)]
        if len(alpha) == image.count:
            raise source.error("has an alpha band and no other; give one with values")
        hidden = _hidden(source, rasterio, image)
        for k in alpha:
            hidden |= _transparent(source, image, k)
        names = tuple(_name(image, beside, k) for k in image.indexes)
        units = tuple(_unit(image, beside, k) for k in image.indexes)
        read = [read_band(source, image, beside, k) for k in image.indexes]
        bands = np.stack([values for values, _ in read])
        bands[:, hidden] = np.nan
        for k in alpha:
            bands[k - 1] = np.nan  # says where cells are, and is no value of theirs
        system = beside.system if image.crs is None else image.crs.to_wkt()
        affine = beside.affine or tuple(float(number) for number in image.transform[:6])
        _check_pages(source, image)
    if not np.abs(bands[~np.isnan(bands)]).max(initial=0.0) <= LARGEST:
        raise source.error(f"a cell holds more than {LARGEST:g}; correct it")
    a, b, c, d, e, f = affine
    fills = tuple(also for _, also in read)
    if not a * e - b * d or not (a + c != c or d + f != f) or not (b + c != c or e + f != f):
        raise source.error("its cells have no size; give a GeoTIFF that says where they lie")
    return CellGrid(bands, names, (a, b, c, d, e, f), usable_system(system), fills, units)


class _Listed:
    """An image whose lists of all bands are made once: rasterio makes them anew at every look."""

    def __init__(self, image: Any) -> None:
        self._image = image

    def __getattr__(self, name: str) -> Any:
        found = getattr(self._image, name)
        if name in _LISTS:
            setattr(self, name, found)
        return found


@contextmanager
def _opened(source: Source, rasterio: Any, data: bytes | None = None) -> Iterator[Any]:
    """Open a TIFF in memory; what goes wrong with it is the file's fault, in words."""
    data = source.data if data is None else data
    if not data.startswith(_MAGIC):
        raise source.error("this is no TIFF file; save it again")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one without places is refused below
            # Of this one format: others list further files to be opened.
            with rasterio.Env(), rasterio.MemoryFile(data).open(driver="GTiff") as image:
                yield _Listed(image)
    except CheapBanditsError:
        raise
    except (
        *(rasterio.errors.RasterioError, rasterio._err.CPLE_BaseError),
        *(ValueError, TypeError, IndexError),
    ) as error:
        raise source.error(f"cannot be read ({shown(error, 200)}); save it again") from error


def _check(source: Source, image: Any, beside: SideCar) -> None:
    """Refuse an image that claims more than its bytes can stand for, or has no places."""
    if image.count > MOST_BANDS:
        raise source.error(
            f"has {image.count:,} bands, at most {MOST_BANDS:,} are read; save those that are "
            "meant as a file of their own (gdal_translate -b 1 ...)"
        )
    _check_size(source, image)
    if image.transform.is_identity and beside.affine is None:
        raise source.error(f"a picture without places; {_way_to_places(source, image)}")
    if any(np.dtype(kind).kind == "c" for kind in image.dtypes):
        raise source.error("holds complex numbers; give one of real numbers")


def _way_to_places(source: Source, image: Any) -> str:
    """Return how an image says itself where it lies."""
    name = shown(source.path.name)
    if any(source.beside(suffix) is not None for suffix in _WORLD_FILES):
        return (
            "what the world file beside it (.tfw) says is not read: write it into the file "
            f"(gdal_translate -a_srs EPSG:CODE {name} placed.tif)"
        )
    if image.gcps[0]:
        return f"only single points are placed; bring all there (gdalwarp {name} placed.tif)"
    return "give a GeoTIFF that says where it lies"


def _check_pages(source: Source, image: Any) -> None:
    """Refuse several pages; the last thing to ask, as GDAL's remarks on them fail what follows."""
    if image.subdatasets:
        raise source.error(
            f"has {len(image.subdatasets)} pages, of which only the first would be read; save the "
            "one that is meant as a file of its own (gdal_translate "
            f"GTIFF_DIR:1:{shown(source.path.name)} page1.tif)"
        )


def _check_size(source: Source, image: Any) -> None:
    source.check_size(8 * image.width * image.height * image.count)
    for height, width in image.block_shapes:
        source.check_size(8 * height * width)


def _is_alpha(image: Any, beside: SideCar, number: int) -> bool:
    said = image.colorinterp[number - 1].name.lower()
    return said == "alpha" or beside.bands.get(number, SideBand()).alpha


def _transparent(source: Source, image: Any, number: int) -> NDArray[np.bool_]:
    """Return where an alpha band says that there is nothing; refuse one that looks like values.

    Programs call the fourth band of bytes alpha by themselves. One that is says all or nothing,
    but for a few cells at an edge.
    """
    values = image.read(number)
    partly = (values != 0) & (values != values.max())
    if partly.mean() > _MOST_PARTLY:
        raise source.error(
            f"band {number} is marked as alpha, which says where cells are, and holds many values: "
            f"if it is one of the bands, say so (gdal_edit.py -colorinterp_{number} undefined "
            f"{shown(source.path.name)}); if not, let it be 0 or 255"
        )
    return np.asarray(values == 0)


def _name(image: Any, beside: SideCar, number: int) -> str:
    described = image.descriptions[number - 1] or beside.bands.get(number, SideBand()).name
    return described or str(number)


def _unit(image: Any, beside: SideCar, number: int) -> str:
    return image.units[number - 1] or beside.bands.get(number, SideBand()).unit or ""


def _hidden(source: Source, rasterio: Any, image: Any) -> NDArray[np.bool_]:
    """Return the ``(H, W)`` cells that a mask beside the file says to be without data."""
    found = source.appended(".msk")
    if found is None:
        return np.zeros((image.height, image.width), dtype=bool)
    with _opened(found[0], rasterio, found[1]) as mask:
        _check_size(found[0], mask)
        if (mask.width, mask.height) != (image.width, image.height):
            raise found[0].error(
                f"the mask has {mask.width} x {mask.height} cells, and the raster {image.width} x "
                f"{image.height}; delete the mask (*.msk) if it is another's"
            )
        return np.asarray((mask.read() == 0).all(axis=0))
