"""The values of one band of a GeoTIFF: without cells that hold none, and scaled as the file says.

Programs that convert from NetCDF and HDF leave nodata and scale in tags, where GDAL does not look.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.side_car import SideBand, SideCar
from cheapbandits.graphs.marks import KNOWN, are_number
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read_band"]

#: Of bytes, the last few numbers are what is left to say that a cell holds none.
_OF_BYTES = {"uint8": np.arange(250.0, 256.0), "int8": np.array([-128.0, 127.0])}
_FILLS = ("_fillvalue", "missing_value")
_SCALES = ("scale_factor", "add_offset")
_PLAIN = {"scale_factor": 1.0, "add_offset": 0.0}


def read_band(
    source: Source, image: Any, beside: SideCar, number: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the ``(H, W)`` values of a band, and further numbers that may mean 'no value' there.

    Parameters
    ----------
    source
        The file.
    image
        The same as rasterio has it open.
    beside
        What stands beside it.
    number
        Which band, from 1.
    """
    raw, told = image.read(number), beside.bands.get(number, SideBand())
    tags = _tags(source, image, number)
    values = raw.astype(float)
    hidden = image.read_masks(number) == 0
    values[hidden] = np.nan
    fills = [tags[name] for name in _FILLS if name in tags]
    for fill in fills if told.nodata is None else [*fills, told.nodata]:
        whole = raw.dtype.kind in "iu"
        values[raw == fill if whole else are_number(values, fill)] = np.nan
    scale, offset = image.scales[number - 1], image.offsets[number - 1]
    if (scale, offset) == (1.0, 0.0):
        scale = 1.0 if told.scale is None else told.scale
        offset = 0.0 if told.offset is None else told.offset
    if (scale, offset) == (1.0, 0.0):
        _check_scale(source, number, tags)
    said = bool(fills) or told.nodata is not None or image.nodatavals[number - 1] is not None
    also = np.array([]) if said or hidden.any() else _OF_BYTES.get(str(raw.dtype), np.array([]))
    if (scale, offset) != (1.0, 0.0):
        also = np.concatenate([also, KNOWN])  # what stood there before it was scaled
    return np.asarray(values * scale + offset), also * scale + offset


def _tags(source: Source, image: Any, number: int) -> dict[str, float]:
    """Return the numbers in tags of the file and of the band that change what its cells mean."""
    found: dict[str, float] = {}
    for name, text in [*image.tags().items(), *image.tags(number).items()]:
        key = str(name).rpartition("#")[2].strip().lower()  # NetCDF's have the variable before
        if key not in (*_FILLS, *_SCALES) or text.strip().lower() == "nan":
            continue
        value = parse_number(text.strip(" {}[]"))
        if value is None or found.get(key, value) != value:
            raise source.error(
                f"band {number}: its tag {key} says '{shown(text)}', which is not one number; "
                "correct the tag, or delete it (gdal_edit.py -unsetmd)"
            )
        found[key] = value
    return found


def _check_scale(source: Source, number: int, tags: dict[str, float]) -> None:
    """Refuse a scale in a tag: some multiply by it, and some divide."""
    odd = next((name for name in _SCALES if tags.get(name, _PLAIN[name]) != _PLAIN[name]), None)
    if odd is not None:
        scale, offset = (tags.get(name, _PLAIN[name]) for name in _SCALES)
        raise source.error(
            f"band {number}: its tag {odd} says {tags[odd]:g}, which some multiply by and some "
            f"divide; tell the band its scale (gdal_edit.py -scale {scale:g} -offset {offset:g} "
            f"{shown(source.path.name)}), or delete the tag (gdal_edit.py -unsetmd)"
        )
