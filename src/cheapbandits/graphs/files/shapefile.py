"""Shapefiles, looked at before GDAL opens them.

Shapes, index and columns are three files that are copied and edited apart. GDAL believes the index,
so that one that is older than its shapes drops sites, or puts them where others are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from cheapbandits.graphs.files.dbf_columns import check_numbers
from cheapbandits.graphs.files.guard import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["count_records"]

_MAGIC = b"\0\0\x27\x0a"
_HEADER = 100
_REMEDY = "copy all its files anew from one place, or save it again in a GIS program"


def count_records(source: Source, index: bytes, columns: bytes) -> int:
    """Return the number of features, if shapes, index and columns agree about it.

    Parameters
    ----------
    source
        The file with the shapes, ``*.shp``.
    index, columns
        The content of ``*.shx`` and ``*.dbf`` beside it.
    """
    _check_header(source, source.data, ".shp")
    _check_header(source, index, ".shx")
    count, deleted = _rows(source, columns)
    n_indexed, rest = divmod(len(index) - _HEADER, 8)
    if rest or n_indexed != count:
        raise source.error(
            f"its *.shx lists {(len(index) - _HEADER) / 8:g} shapes, but its *.dbf has {count} "
            f"rows; {_REMEDY}"
        )
    _check_index(source, index)
    check_numbers(source, columns, count)
    return count - deleted


def _check_header(source: Source, data: bytes, suffix: str) -> None:
    if not data.startswith(_MAGIC) or len(data) < _HEADER:
        raise source.error(f"its *{suffix} is no file of a Shapefile; {_REMEDY}")
    said = 2 * int.from_bytes(data[24:28], "big")
    if said != len(data):
        raise source.error(
            f"its *{suffix} has {len(data):,} bytes, but says that it has {said:,}; {_REMEDY}"
        )


def _rows(source: Source, columns: bytes) -> tuple[int, int]:
    """Return how many rows the columns have, and how many of those are marked as deleted."""
    count = int.from_bytes(columns[4:8], "little")
    start = int.from_bytes(columns[8:10], "little")
    width = int.from_bytes(columns[10:12], "little")
    if start < 32 or width < 1 or len(columns) < start + count * width:
        raise source.error(
            f"its *.dbf has {len(columns):,} bytes, too few for the {count} rows that it says it "
            f"has; {_REMEDY}"
        )
    return count, columns[start : start + count * width : width].count(b"*")


def _check_index(source: Source, index: bytes) -> None:
    """Refuse an index that does not lead to each of the shapes, in turn, to the last."""
    words = np.frombuffer(index, dtype=">i4", offset=_HEADER).astype(np.int64).reshape(-1, 2)
    starts = 2 * words[:, 0]
    sizes = 2 * words[:, 1]
    ends = starts + 8 + sizes
    earliest = np.concatenate([[_HEADER], ends[:-1]])[: len(starts)]
    _check_each(source, (sizes >= 0) & (starts >= earliest) & (ends <= source.size))
    _check_each(source, _at(source, starts) == np.arange(1, len(starts) + 1))
    _check_each(source, 2 * _at(source, starts + 4) == sizes)
    last = int(ends[-1]) if len(ends) else _HEADER
    if last != source.size:
        raise source.error(f"it has shapes after the last that its *.shx lists; {_REMEDY}")


def _check_each(source: Source, right: NDArray[np.bool_]) -> None:
    if not right.all():
        raise source.error(
            f"shape {int(np.argmin(right)) + 1} is not where its *.shx says; {_REMEDY}"
        )


def _at(source: Source, places: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the whole numbers of four bytes, the largest first, at these places."""
    data = np.frombuffer(source.data, dtype=np.uint8)
    four = np.ascontiguousarray(data[places[:, None] + np.arange(4)])
    return four.view(">i4").ravel().astype(np.int64)
