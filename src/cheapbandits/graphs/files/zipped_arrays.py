"""The arrays of an ``.npz``, with nothing unpickled and nothing expanded on trust.

Sizes come from the zip directory, beyond which ``zipfile`` does not read; each array's header must
agree with them.
"""

from __future__ import annotations

import io
import math
import zipfile
import zlib
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.guard import Source

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read_arrays"]

_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a way of compressing that zipfile does not know
    RuntimeError,  # encrypted
    UnicodeDecodeError,
)


def read_arrays(source: Source) -> dict[str, NDArray[Any]]:
    """Return the arrays by name."""
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            members = archive.infolist()
            source.check_size(sum(member.file_size for member in members))
            names = [member.filename for member in members]
            if len(set(names)) < len(names):
                raise source.error("two members of the zip file have one name; write it again")
            return {
                member.filename.removesuffix(".npy"): _array(source, archive, member)
                for member in members
            }
    except _DAMAGED as error:
        raise source.error(f"damaged or unreadable zip file ({error}); fetch it again") from error


def _array(source: Source, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> NDArray[Any]:
    """Read one array, if its header tells the truth about its size."""
    with archive.open(member) as stream:
        shape, fortran_order, dtype = _header(source, member.filename, stream)
        stored = member.file_size - stream.tell()
        claimed = math.prod(shape) * dtype.itemsize
        if min(shape, default=0) < 0 or claimed != stored:
            raise _problem(
                source,
                member.filename,
                f"claims shape {shape} of {dtype}, {claimed:,} bytes, but {stored:,} are there",
            )
        data = stream.read(stored)
    if len(data) < stored:
        raise _problem(source, member.filename, f"ends after {len(data):,} of {stored:,} bytes")
    return np.ndarray(shape, dtype, buffer=data, order="F" if fortran_order else "C")


def _header(source: Source, name: str, stream: IO[bytes]) -> tuple[tuple[int, ...], bool, Any]:
    try:
        version = np.lib.format.read_magic(stream)
        if version == (1, 0):
            shape, fortran_order, dtype = np.lib.format.read_array_header_1_0(stream)
        else:
            shape, fortran_order, dtype = np.lib.format.read_array_header_2_0(stream)
    except (ValueError, TypeError, RecursionError, SyntaxError) as error:
        raise _problem(source, name, f"is no NumPy array: {error}") from error
    if dtype.hasobject:
        raise source.error(
            f"{name} holds Python objects (a pickle), which are never loaded; save plain numbers"
        )
    return shape, fortran_order, dtype


def _problem(source: Source, name: str, what: str) -> CheapBanditsError:
    return source.error(f"{name} {what}; the file is damaged, fetch or write it again")
