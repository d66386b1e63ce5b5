"""Named arrays in one file that is whole or thrown away: nothing in it is code.

A header of JSON says what follows; raw numbers follow. The file is written under another name and
renamed when it is complete, and its digest is checked before anything in it is used. What is torn,
foreign or of another version is removed without a word: it can be computed again.
"""

from __future__ import annotations

import hashlib
import json
import mmap
import os
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MOST_BYTES", "FactorFolder"]

FORMAT = "cheapbandits factor 1"
#: Bytes kept free for the header.
HEADER = 8192
#: All files of a folder together; the one not used for longest goes first.
MOST_BYTES = 8 * 2**30
#: Seconds after which a file that is being written is taken for given up.
ABANDONED = 3600.0
#: What is read or digested at a time.
BLOCK = 2**24
TYPES = ("<f8", "<i8")


class FactorFolder:
    """A folder of such files, bounded in size; processes may share it."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def load(self, name: str) -> dict[str, NDArray[Any]] | None:
        """Return the arrays under a name, read where they are touched; ``None``: compute them."""
        path = self._path(name)
        try:
            with path.open("rb") as file:
                arrays = _read(file, name)
            os.utime(path)
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            self.remove(name)
            return None
        return arrays

    def save(self, name: str, arrays: Mapping[str, Sequence[NDArray[Any]]]) -> None:
        """Write arrays, each given in pieces; where there is no room for them, do nothing."""
        size = HEADER + sum(piece.nbytes for pieces in arrays.values() for piece in pieces)
        with suppress(OSError):
            self._folder.mkdir(mode=0o700, exist_ok=True)
            if size > min(MOST_BYTES, shutil.disk_usage(self._folder).free / 2):
                return
            self._make_room(MOST_BYTES - size)
            descriptor, temporary = tempfile.mkstemp(dir=self._folder, suffix=".part")
            try:
                with os.fdopen(descriptor, "wb") as file:
                    _write(file, name, arrays)
                os.replace(temporary, self._path(name))
            except BaseException:
                Path(temporary).unlink(missing_ok=True)
                raise

    def remove(self, name: str) -> None:
        """Throw a file away."""
        with suppress(OSError):
            self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self._folder / f"{name}.factor"

    def _make_room(self, most: float) -> None:
        for path in self._folder.glob("*.part"):  # of a process that was killed
            if time.time() - path.stat().st_mtime > ABANDONED:
                path.unlink(missing_ok=True)
        files = [(path.stat(), path) for path in self._folder.glob("*.factor")]
        held = sum(stat.st_size for stat, _ in files)
        for stat, path in sorted(files, key=lambda file: file[0].st_mtime):
            if held > most:
                path.unlink(missing_ok=True)
                held -= stat.st_size


def _write(file: BinaryIO, name: str, arrays: Mapping[str, Sequence[NDArray[Any]]]) -> None:
    digest, table = hashlib.blake2b(digest_size=32), {}
    file.write(bytes(HEADER))
    for key, pieces in arrays.items():
        kind = "<f8" if all(piece.dtype.kind == "f" for piece in pieces) else "<i8"
        table[key] = (kind, sum(piece.size for piece in pieces))
        for piece in pieces:
            data = piece.ravel(order="K").astype(kind, copy=False).data.cast("B")
            digest.update(data)
            file.write(data)
    header = {"format": FORMAT, "name": name, "arrays": table, "digest": digest.hexdigest()}
    written = json.dumps(header).encode("ascii")
    if len(written) > HEADER:
        raise OSError("too many arrays for one file")
    file.seek(0)
    file.write(written.ljust(HEADER))
    file.flush()
    os.fsync(file.fileno())


def _read(file: BinaryIO, name: str) -> dict[str, NDArray[Any]]:
    header = json.loads(file.read(HEADER).decode("ascii"))
    if header["format"] != FORMAT or header["name"] != name:
        raise ValueError("a file of something else")
    table = {str(key): (str(kind), int(size)) for key, (kind, size) in header["arrays"].items()}
    if any(kind not in TYPES or size < 0 for kind, size in table.values()):
        raise ValueError("no such numbers")
    mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    if len(mapped) != HEADER + 8 * sum(size for _, size in table.values()):
        raise ValueError("torn")
    digest = hashlib.blake2b(digest_size=32)
    view = memoryview(mapped)
    for begin in range(HEADER, len(mapped), BLOCK):
        digest.update(view[begin : begin + BLOCK])
    if digest.hexdigest() != header["digest"]:
        raise ValueError("changed")
    arrays, begin = {}, HEADER
    for key, (kind, size) in table.items():
        arrays[key] = np.frombuffer(mapped, dtype=kind, count=size, offset=begin)
        begin += 8 * size
    return arrays
