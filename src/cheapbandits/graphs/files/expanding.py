"""Compressed files, expanded piece by piece: whoever asks can stop before memory is taken."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import zipfile
import zlib
from collections.abc import Iterator
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
    if suffix == ".xz":
        yield from _xz(data)
        return
    with _opened(data, suffix, member) as stream:
        while piece := stream.read(_CHUNK):
            yield piece


def _opened(data: bytes, suffix: str, member: str) -> IO[bytes] | gzip.GzipFile | bz2.BZ2File:
    if suffix == ".gz":
        return gzip.open(io.BytesIO(data))
    if suffix == ".bz2":
        return bz2.open(io.BytesIO(data))
    return opened_member(data, member)


def _xz(data: bytes) -> Iterator[bytes]:
    """Expand one or more streams of xz, none of which may claim much memory."""
    while data:
        machine = lzma.LZMADecompressor(format=lzma.FORMAT_XZ, memlimit=_MOST_DICTIONARY)
        piece = machine.decompress(data, max_length=_CHUNK)
        while True:
            if piece:
                yield piece
            if machine.eof:
                break
            if machine.needs_input:
                raise EOFError("the data end too early")
            piece = machine.decompress(b"", max_length=_CHUNK)
        data = machine.unused_data.lstrip(b"\0")  # padding between streams
