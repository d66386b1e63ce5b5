"""GeoTIFF by rasterio, its sizes looked at before a cell is read."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.extras import optional
from cheapbandits.graphs.files.cell_grid import CellGrid
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.to_wgs84 import usable_system
from cheapbandits.graphs.validation import LARGEST
from cheapbandits.text import shown

__all__ = ["read_geotiff"]

_MAGIC = (b"II*\0", b"MM\0*", b"II+\0", b"MM\0+")


def read_geotiff(source: Source) -> CellGrid:
    """Return the raster, scaled as the file says; cells without data are ``nan``."""
    rasterio = optional("rasterio", f"{source.path.name}: reading GeoTIFF")
    if not source.data.startswith(_MAGIC):
        raise source.error("this is no TIFF file; save it again")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # one without places is refused below
            # Of this one format: others list further files to be opened.
            with rasterio.Env(), rasterio.MemoryFile(source.data).open(driver="GTiff") as image:
                _check(source, image)
                bands = np.stack([_band(image, k) for k in image.indexes])
                names = tuple(
                    described or str(k)
                    for k, described in zip(image.indexes, image.descriptions, strict=True)
                )
                system = None if image.crs is None else image.crs.to_wkt()
                affine = tuple(float(number) for number in image.transform[:6])
    except CheapBanditsError:
        raise
    except (rasterio.errors.RasterioError, ValueError, TypeError, IndexError) as error:
        raise source.error(f"cannot be read ({shown(error, 200)}); save it again") from error
    if not np.abs(bands[~np.isnan(bands)]).max(initial=0.0) <= LARGEST:
        raise source.error(f"a cell holds more than {LARGEST:g}; correct it")
    a, b, c, d, e, f = affine
    if not a * e - b * d or not (a + c != c or d + f != f) or not (b + c != c or e + f != f):
        raise source.error("its cells have no size; give a GeoTIFF that says where they lie")
    return CellGrid(bands, names, (a, b, c, d, e, f), usable_system(system))


def _check(source: Source, image: Any) -> None:
    """Refuse an image that claims more than its bytes can stand for, or has no places."""
    cells = image.width * image.height
    source.check_size(8 * cells * image.count)
    for height, width in image.block_shapes:
        source.check_size(8 * height * width)
    if image.transform.is_identity:
        raise source.error("a picture without places; give a GeoTIFF that says where it lies")
    if any(np.dtype(kind).kind == "c" for kind in image.dtypes):
        raise source.error("holds complex numbers; give one of real numbers")


def _band(image: Any, number: int) -> np.ndarray[tuple[int, int], np.dtype[np.float64]]:
    values = image.read(number).astype(float)
    values[image.read_masks(number) == 0] = np.nan
    scale, offset = image.scales[number - 1], image.offsets[number - 1]
    return np.asarray(values * scale + offset)
