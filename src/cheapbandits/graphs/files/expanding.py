"""Compressed files, expanded piece by piece: whoever asks can stop before memory is taken."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO

from cheapbandits.graphs.files.archives import opened_member

__all__ = ["COMPRESSED", "DAMAGED", "pieces"]

#: Suffixes of compressed files, and what people call them.
COMPRESSED = {".gz": "gzip", ".xz": "xz", ".bz2": "bzip2", ".zip": "zip"}

#: The most memory that a file may claim for its own dictionary; programs write up to 64 MiB.
_MOST_DICTIONARY = 256 * 2**20

_CHUNK = 2**20


#: What the libraries raise when data are damaged.
DAMAGED = (
    EOFError,
    gzip.BadGzipFile,
    zlib.error,
    lzma.LZMAError,
    zipfile.BadZipFile,
    NotImplementedError,  # a way of compressing that zipfile does not know
    RuntimeError,  # encrypted
    ValueError,
    OSError,  # what bz2 raises
)


def pieces(data: bytes, suffix: str, member: str = "") -> Iterator[bytes]:
    """Yield what a compressed file holds, in pieces of up to a mebibyte; of a zip one member."""
    if suffix in _MACHINES:
        yield from _streams(data, _MACHINES[suffix])
        return
    with _opened(data, suffix, member) as stream:
        while piece := stream.read(_CHUNK):
            yield piece


def _opened(data: bytes, suffix: str, member: str) -> IO[bytes] | gzip.GzipFile:
    return gzip.open(io.BytesIO(data)) if suffix == ".gz" else opened_member(data, member)


def _of_xz() -> lzma.LZMADecompressor:
    """Return a machine for a stream of xz, which may not claim much memory."""
    return lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_MOST_DICTIONARY)


#: The library's own files of bzip2 leave out what follows a whole stream and is none.
_MACHINES: dict[str, Callable[[], lzma.LZMADecompressor | bz2.BZ2Decompressor]] = {
    ".xz": _of_xz,
    ".bz2": bz2.BZ2Decompressor,
}


def _streams(
    data: bytes, new: Callable[[], lzma.LZMADecompressor | bz2.BZ2Decompressor]
) -> Iterator[bytes]:
    """Expand one or more whole streams, with nothing behind them but zeros."""
    at = 0
    while at < len(data):
        machine = new()
        while not machine.eof:
            taken = b""
            if machine.needs_input:
                taken = data[at : at + io.DEFAULT_BUFFER_SIZE]
                at += len(taken)
                if not taken:
                    raise EOFError("the data end too early")
            if piece := machine.decompress(taken, max_length=_CHUNK):
                yield piece
        at -= len(machine.unused_data)
        while data[at : at + 1] == b"\0":  # padding between streams
            ahead = data[at : at + io.DEFAULT_BUFFER_SIZE]
            at += len(ahead) - len(ahead.lstrip(b"\0"))
