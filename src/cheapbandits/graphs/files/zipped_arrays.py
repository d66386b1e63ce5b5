"""The arrays of an ``.npz``, with nothing unpickled and nothing expanded on trust.

Sizes come from the zip directory, beyond which ``zipfile`` does not read; each array's header must
agree with them.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.errors import CheapBanditsError
from cheapbandits.graphs.files.guard import Source
from cheapbandits.graphs.files.npy_header import HeaderError, read_array_header
from cheapbandits.graphs.files.one_zip import NOT_ONE, is_one
from cheapbandits.text import shown

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["read_arrays"]

#: A matrix has up to six arrays, names and coordinates.
MOST_MEMBERS = 100

#: Others may claim any amount of memory for themselves.
_COMPRESSED = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)

_AGAIN = "the file is damaged, fetch or write it again"
_DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,  # a way of compressing that zipfile does not know
    RuntimeError,  # encrypted
    ValueError,  # a member that lies about where it begins
    OverflowError,
    OSError,
)


def read_arrays(source: Source) -> dict[str, NDArray[Any]]:
    """Return the arrays by name."""
    # A zip file may have anything before it, and so be two files at once.
    if not source.data.startswith(b"PK"):
        raise source.error("this is no zip file from its first byte on; fetch or write it again")
    try:
        with zipfile.ZipFile(io.BytesIO(source.data)) as archive:
            if not is_one(archive, source.data):
                raise source.error(NOT_ONE)
            members = archive.infolist()
            if len(members) > MOST_MEMBERS:
                raise source.error(
                    f"holds {len(members):,} arrays, a graph has fewer; save it again"
                )
            source.check_size(sum(member.file_size for member in members))
            if any(member.compress_type not in _COMPRESSED for member in members):
                raise source.error("is compressed in another way than NumPy does; save it again")
            names = [member.filename for member in members]
            if len(set(names)) < len(names):
                raise source.error("two members of the zip file have one name; write it again")
            return {
                member.filename.removesuffix(".npy"): _array(source, archive, member)
                for member in members
            }
    except CheapBanditsError:
        raise
    except _DAMAGED as error:
        raise source.error(
            f"damaged or unreadable zip file ({shown(error)}); fetch it again"
        ) from error


def _array(source: Source, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> NDArray[Any]:
    """Read one array, if its header tells the truth about its size."""
    with archive.open(member) as stream:
        try:
            header = read_array_header(stream)
        except HeaderError as error:
            raise _problem(source, member.filename, f"is no NumPy array: {error}") from error
        stored = member.file_size - stream.tell()
        if header.size != stored:
            said = source.too_large if header.size > source.max_bytes else source.error
            raise said(
                f"{shown(member.filename)} claims shape {shown(header.shape)} of {header.dtype}, "
                f"{header.size:,} bytes, but {stored:,} are there; {_AGAIN}"
            )
        # Past the end too, so that the sum that the zip file keeps of it is compared.
        data = stream.read(stored + 1)
    if len(data) != stored:
        raise _problem(source, member.filename, f"has {len(data):,} of {stored:,} bytes")
    order: Any = "F" if header.fortran_order else "C"
    return np.ndarray(header.shape, header.dtype, buffer=data, order=order)


def _problem(source: Source, name: str, what: str) -> CheapBanditsError:
    return source.error(f"{shown(name)} {what}; {_AGAIN}")
