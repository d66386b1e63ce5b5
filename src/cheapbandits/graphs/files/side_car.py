"""What GDAL and ArcGIS write beside a GeoTIFF, in ``*.tif.aux.xml``: nodata, names, scales, place.

It is read here and not by GDAL, which would open the further files that such a document may name.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.safe_xml import check_document, local_name
from cheapbandits.text import parse_number, shown

if TYPE_CHECKING:
    from xml.etree.ElementTree import Element

__all__ = ["SideBand", "SideCar", "read_side_car"]

_NUMBERS = ("NoDataValue", "Scale", "Offset")
_TEXTS = ("Description", "ColorInterp", "UnitType")


@dataclass(frozen=True)
class SideBand:
    """What is said of a band; ``None`` where nothing is."""

    nodata: float | None = None
    scale: float | None = None
    offset: float | None = None
    name: str | None = None
    alpha: bool = False
    unit: str | None = None


@dataclass(frozen=True)
class SideCar:
    """What is said of a raster: its bands by number from 1, its system, where it lies."""

    bands: dict[int, SideBand] = field(default_factory=dict)
    system: str | None = None
    affine: tuple[float, ...] | None = None


def read_side_car(source: Source) -> SideCar:
    """Return what stands beside a GeoTIFF; nothing where there is no such file."""
    found = source.appended(".aux.xml")
    if found is None:
        return SideCar()
    told: dict[int, dict[str, str]] = {}
    whole: dict[str, str] = {}

    def visit(path: list[Element]) -> None:
        tag, text = local_name(path[-1]), (path[-1].text or "").strip()
        if len(path) == 2 and tag in ("SRS", "GeoTransform"):
            whole[tag] = text
        elif (
            len(path) == 3
            and local_name(path[1]) == "PAMRasterBand"
            and tag in (*_NUMBERS, *_TEXTS)
        ):
            number = parse_number(path[1].get("band", ""))
            if number is None or not number.is_integer():
                raise found[0].error("a <PAMRasterBand> has no number (band=); delete the file")
            told.setdefault(int(number), {})[tag] = text

    check_document(found[0], "PAMDataset", visit, found[1])
    bands = {number: _band(found[0], texts) for number, texts in told.items()}
    return SideCar(bands, whole.get("SRS") or None, _affine(found[0], whole.get("GeoTransform")))


def _band(source: Source, texts: dict[str, str]) -> SideBand:
    nodata, scale, offset = (_number(source, tag, texts.get(tag)) for tag in _NUMBERS)
    alpha = texts.get("ColorInterp", "").lower() == "alpha"
    unit = texts.get("UnitType") or None
    return SideBand(nodata, scale, offset, texts.get("Description") or None, alpha, unit)


def _number(source: Source, tag: str, text: str | None) -> float | None:
    if text is None or text.lower() == "nan":  # a cell that is no number has no data anyway
        return None
    number = parse_number(text)
    if number is None:
        raise source.error(f"<{tag}>: '{shown(text)}' is no number; correct it, or delete the file")
    return number


def _affine(source: Source, text: str | None) -> tuple[float, ...] | None:
    """Return ``(a, b, c, d, e, f)`` as :class:`.CellGrid` has it; GDAL's order is another."""
    if text is None:
        return None
    numbers = [parse_number(part.strip()) for part in text.split(",")]
    known = [number for number in numbers if number is not None]
    if len(numbers) != 6 or len(known) != 6:
        raise source.error(f"<GeoTransform> '{shown(text)}' is not 6 numbers; correct it")
    c, a, b, f, d, e = known
    return a, b, c, d, e, f
