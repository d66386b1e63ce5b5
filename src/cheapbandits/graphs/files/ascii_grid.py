"""ESRI's ASCII grids: six lines that say where the cells are, then numbers. No library needed."""

from __future__ import annotations

import re

import numpy as np

from cheapbandits.errors import MissingExtraError
from cheapbandits.graphs.files.cell_grid import CellGrid
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.rows import text_of
from cheapbandits.graphs.marks import are_number
from cheapbandits.graphs.to_wgs84 import usable_system
from cheapbandits.graphs.validation import LARGEST
from cheapbandits.text import NUMBER, parse_number, shown

__all__ = ["read_ascii_grid"]

_SIZES = ("ncols", "nrows", "cellsize", "dx", "dy", "nodata_value")
_KEYS = (*_SIZES, "xllcorner", "xllcenter", "yllcorner", "yllcenter")

_NODATA = -9999.0
_BODY = re.compile(rf"[ \t\r\n]*+(?:{NUMBER}(?:[ \t\r\n]++|$))*+")


def read_ascii_grid(source: Source) -> CellGrid:
    """Return the raster; a ``.prj`` beside the file says its system, where there is one."""
    text = text_of(source)
    head, start = _head(source, text)
    columns, rows = (_count(source, head, key) for key in ("ncols", "nrows"))
    source.check_nodes(columns * rows)
    _check_rows(source, text[start:], text.count("\n", 0, start) + 1, rows, columns)
    values = _numbers(source, text[start:], gaps=np.isnan(head.get("nodata_value", _NODATA)))
    # Programs compute in single precision, and print as many digits as they like.
    values[are_number(values, head.get("nodata_value", _NODATA))] = np.nan
    wide, high = (head.get(key, head.get("cellsize", 0.0)) for key in ("dx", "dy"))
    if not (wide > 0 and high > 0):
        raise source.error("the header has no cellsize above 0; add it")
    left = _corner(source, head, "x", wide)
    top = _corner(source, head, "y", high) + rows * high
    affine = (wide, 0.0, left, 0.0, -high, top)
    return CellGrid(values.reshape(1, rows, columns), ("1",), affine, _system(source))


def _head(source: Source, text: str) -> tuple[dict[str, float], int]:
    """Return what the header says, and where the numbers begin."""
    head: dict[str, float] = {}
    start = 0
    for line in range(1, len(_KEYS) + 2):
        end = text.find("\n", start)
        words = text[start : end if end >= 0 else None].split()
        key = words[0].lower() if words else ""
        if key not in _KEYS:
            break
        value = parse_number(words[1]) if len(words) == 2 else None
        if key == "nodata_value" and key not in head and words[1:] and _is_nan(words[1]):
            head[key], start = np.nan, end + 1 if end >= 0 else len(text)
            continue
        if value is None or not abs(value) <= LARGEST or key in head:
            raise source.at(line, f"expected '{key}' once, and a number; correct it")
        head[key] = value
        start = end + 1 if end >= 0 else len(text)
    if not {"ncols", "nrows"} <= head.keys():
        raise source.error("no ASCII grid: it must begin with ncols and nrows")
    return head, start


def _count(source: Source, head: dict[str, float], key: str) -> int:
    value = head[key]
    if not (1 <= value <= 2**31 and value.is_integer()):
        raise source.error(f"{key} must be a whole number from 1, got {value:g}; correct it")
    return int(value)


def _corner(source: Source, head: dict[str, float], axis: str, size: float) -> float:
    if f"{axis}llcorner" in head:
        return head[f"{axis}llcorner"]
    if f"{axis}llcenter" in head:
        return head[f"{axis}llcenter"] - size / 2
    raise source.error(f"the header has no {axis}llcorner; add it")


def _check_rows(source: Source, text: str, first: int, rows: int, columns: int) -> None:
    """Refuse numbers that do not stand in rows as the header says: it may be of another grid."""
    found = 0
    for line, content in enumerate(text.split("\n"), start=first):
        count = len(content.split())
        if count not in (0, columns):
            raise source.at(
                line,
                f"{count:,} numbers in a row, and ncols is {columns:,}; correct the header, or put "
                "each row on a line of its own",
            )
        found += count > 0
    if found != rows:
        raise source.error(f"{found:,} rows of numbers, and nrows is {rows:,}; correct it")


def _is_nan(word: str) -> bool:
    """Tell whether GDAL wrote a word for 'not a number', as other programs spell it too."""
    return word.lower() in ("nan", "-nan", "1.#qnan", "-1.#ind")


def _numbers(
    source: Source, text: str, *, gaps: bool
) -> np.ndarray[tuple[int], np.dtype[np.float64]]:
    """Return the numbers; with gaps ``nan`` is one, where the header says that none is there."""
    words = text.split()
    if gaps:
        words = ["nan" if _is_nan(word) else word for word in words]
        text = " ".join("0" if word == "nan" else word for word in words)
    # NumPy takes nan, 1_000 and the digits of other scripts for numbers, as Python does.
    if not _BODY.fullmatch(text):
        bad = next((word for word in words if parse_number(word) is None), "?")
        raise source.error(f"a cell holds '{shown(bad)}', not a number; correct it")
    values = np.array(words, dtype=float)
    if (np.abs(values) > LARGEST).any():
        raise source.error(f"a cell holds more than {LARGEST:g}; correct it")
    return values


def _system(source: Source) -> str | None:
    described = source.beside(".prj")
    if described is None:
        return None
    try:
        return usable_system(described.decode(errors="replace"))
    except MissingExtraError:
        return None  # the grid is of use without, and an export will ask for it
