"""The header of a NumPy array, read by a pattern: it is a piece of Python, and not to be run.

NumPy's own reader hands it to Python's parser, which falls over brackets ``((((`` and takes shapes
that no machine has.
"""

from __future__ import annotations

import math
import re
from typing import IO, Any, NamedTuple

import numpy as np

__all__ = ["ArrayHeader", "HeaderError", "read_array_header"]

_MAGIC = b"\x93NUMPY"
_LONGEST = 10_000
_MOST_DIMENSIONS = 4
_ITEMS = (
    rb"'descr': '(?P<descr>[<>|=]?[a-zA-Z?][0-9]{0,6})'",
    rb"'fortran_order': (?P<fortran>True|False)",
    rb"'shape': \((?P<shape>(?:[0-9]{1,30}, ?)*(?:[0-9]{1,30})?)\)",
)
_PATTERN = re.compile(rb"\{" + b", ".join(_ITEMS) + rb",? ?\} *\n?")


class HeaderError(ValueError):
    """Why an array is not read."""


class ArrayHeader(NamedTuple):
    """What follows, before a byte of it was read."""

    shape: tuple[int, ...]
    fortran_order: bool
    dtype: np.dtype[Any]

    @property
    def size(self) -> int:
        """Bytes of the whole array."""
        return math.prod(self.shape) * self.dtype.itemsize


def read_array_header(stream: IO[bytes]) -> ArrayHeader:
    """Return the header at the start of a stream, which then stands at the array's first byte."""
    start = stream.read(8)
    if start[:6] != _MAGIC or start[6:] not in (b"\1\0", b"\2\0", b"\3\0"):
        raise HeaderError("it does not start like one")
    length = int.from_bytes(stream.read(2 if start[6] == 1 else 4), "little")
    text = stream.read(min(length, _LONGEST + 1))
    if len(text) < length or length > _LONGEST:
        raise HeaderError(f"a header of {length:,} bytes is cut off or too long")
    if b"'|O'" in text or b"'O'" in text:
        raise HeaderError("it holds Python objects (a pickle), which are never loaded")
    found = _PATTERN.fullmatch(text)
    if found is None:
        raise HeaderError("its header is none of plain numbers or texts")
    return ArrayHeader(_shape(found["shape"]), found["fortran"] == b"True", _dtype(found["descr"]))


def _shape(text: bytes) -> tuple[int, ...]:
    shape = tuple(int(extent) for extent in text.split(b",") if extent.strip())
    if len(shape) > _MOST_DIMENSIONS:
        raise HeaderError(f"it has {len(shape)} dimensions, at most {_MOST_DIMENSIONS} make sense")
    return shape


def _dtype(text: bytes) -> np.dtype[Any]:
    try:
        dtype = np.dtype(text.decode("ascii"))
    except (TypeError, ValueError, SyntaxError) as error:
        raise HeaderError(f"unknown type of numbers {text.decode('ascii')!r}") from error
    if dtype.hasobject or dtype.kind not in "?biufcSU" or not dtype.itemsize:
        raise HeaderError(f"type {text.decode('ascii')!r} is no type of numbers or texts")
    return dtype
