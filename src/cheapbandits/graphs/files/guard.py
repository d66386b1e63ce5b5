"""What stands between a file from outside and our memory.

Every reader takes its bytes from a :class:`Source`. They are read once, so that what was checked is
what is used; a compressed file is measured while it is expanded; a pipe is waited for, but not for
ever; a size that a file only claims is compared with the bytes that are there.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import TypeVar

from cheapbandits.errors import CheapBanditsError, FileTooLargeError, GraphFileError
from cheapbandits.graphs.files.archives import (
    KMZ,
    ArchiveError,
    kml_member,
    main_member,
    member_beside,
    member_called,
)
from cheapbandits.graphs.files.expanding import COMPRESSED, DAMAGED, pieces
from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.pipes import PIPE_BYTES, PipeError, read_pipe
from cheapbandits.text import shown

__all__ = ["MAX_BYTES", "MAX_RATIO", "Source"]

#: Largest file, and the most a compressed one may expand to.
MAX_BYTES = 4 * 2**30

#: How many times its size a file may expand to. Deflate reaches about 1,000 on a bomb; graphs
#: stay below 20, as their indices do not repeat.
MAX_RATIO = 200.0

#: What expands to less than this harms no one, whatever its ratio.
SMALL = 64 * 2**20

#: So many nodes may be claimed without a byte in the file that stands for them.
FREE_NODES = 1_000_000

#: What stands in place of a large file where a repository was cloned without Git LFS.
_POINTER = b"version https://git-lfs.github.com/spec/"

#: So many bytes tell whether a file is text; and below this are characters that no text has.
_SOME_BYTES, _BLANK = 512, 0x20

T = TypeVar("T")

_NONBLOCK = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class Source:
    """A file from outside, read once and only within its limits.

    Parameters
    ----------
    path
        The file, or a named pipe; compressed when its name ends in ``.gz``, ``.xz``, ``.bz2`` or
        ``.zip``.
    max_bytes
        Largest size, also of what it expands to.
    max_ratio
        Largest ratio of expanded to compressed size, for what expands to over 64 MiB.
    kind
        The error to raise.
    """

    def __init__(
        self,
        path: Path,
        *,
        max_bytes: int = MAX_BYTES,
        max_ratio: float = MAX_RATIO,
        kind: type[CheapBanditsError] = GraphFileError,
    ) -> None:
        self.path = path
        self.max_bytes = max_bytes
        self.max_ratio = max_ratio
        self.kind = kind
        #: What the file is counted in: lines, or features of a map.
        self.counts = "line"
        self._raw = self._checked(self._read(), "the file is empty")

    def error(self, problem: str) -> CheapBanditsError:
        """Return the error that names this file."""
        return self.kind(f"{shown(self.path, 500)}: {problem}")

    def too_large(self, problem: str) -> CheapBanditsError:
        """Return the error that says so of this file."""
        kind = FileTooLargeError if self.kind is GraphFileError else self.kind
        return kind(f"{shown(self.path, 500)}: {problem}")

    def at(self, line: int, problem: str) -> CheapBanditsError:
        """Return the error that names this file and a line of it, from 1."""
        return self.error(f"{self.counts} {line}: {problem}")

    @property
    def stored(self) -> int:
        """Number of bytes of the file as it lies there."""
        return len(self._raw)

    @property
    def compressed(self) -> bool:
        """Whether the file is compressed."""
        return self.path.suffix.lower() in (*COMPRESSED, KMZ)

    @cached_property
    def data(self) -> bytes:
        """The bytes, expanded."""
        return self._expanded(self.member) if self.compressed else self._raw

    @cached_property
    def member(self) -> str:
        """Which file of a zip file is meant; nothing where it is none."""
        if self.path.suffix.lower() == KMZ:
            return self._from_archive(lambda: kml_member(self._raw))
        if self.path.suffix.lower() != ".zip":
            return ""
        suffix = Path(self.path.stem).suffix.lower()
        return self._from_archive(lambda: main_member(self._raw, suffix * (suffix in READERS)))

    @property
    def format(self) -> str:
        """The suffix that says what the file is, once expanded."""
        if self.path.suffix.lower() == KMZ:
            return ".kml"
        said = Path(self.path.stem if self.compressed else self.path.name).suffix.lower()
        return said if said in READERS or not self.member else Path(self.member).suffix.lower()

    def beside(self, suffix: str) -> bytes | None:
        """Return what stands beside the file, or within the same zip file, with another suffix."""
        if self.member:
            other = self._from_archive(lambda: member_beside(self._raw, self.member, suffix))
            return None if other is None else self._expanded(other)
        for path in (self.path.with_suffix(suffix), self.path.with_suffix(suffix.upper())):
            if path.is_file():
                return Source(path, max_bytes=self.max_bytes, kind=self.kind).data
        return None

    def appended(self, suffix: str) -> tuple[Source, bytes] | None:
        """Return what stands beside the file under its whole name and a suffix, and its source."""
        if self.member:
            name = self.member + suffix
            other = self._from_archive(lambda: member_called(self._raw, name))
            return None if other is None else (self, self._expanded(other))
        path = self.path.with_name((self.path.stem if self.compressed else self.path.name) + suffix)
        if not path.is_file():
            return None
        found = Source(path, max_bytes=self.max_bytes, max_ratio=self.max_ratio, kind=self.kind)
        return found, found.data

    @property
    def size(self) -> int:
        """Number of bytes, after expansion."""
        return len(self.data)

    @cached_property
    def digest(self) -> str:
        """What tells this content from any other."""
        return hashlib.blake2b(self.data, digest_size=16).hexdigest()

    def check_size(self, size: int) -> None:
        """Refuse to hold so many bytes, or so many more than the file has."""
        if size > self.max_bytes:
            raise self.too_large(
                f"needs {size:,} bytes, more than the limit of {self.max_bytes:,}; "
                "raise max_bytes (in Python) if the file is trusted"
            )
        if size > SMALL and size > self.max_ratio * self.stored:
            raise self.too_large(
                f"expands {self.stored:,} bytes to {size:,} or more, over {self.max_ratio:g} times "
                "(a decompression bomb?); if the file is trusted, "
                f"{'unpack it, or ' * self.compressed}raise max_ratio (in Python)"
            )

    def check_nodes(self, n_nodes: int) -> None:
        """Refuse a number of nodes that nothing in the file stands for."""
        if n_nodes > max(FREE_NODES, self.size):
            raise self.error(
                f"claims {n_nodes:,} nodes in {self.size:,} bytes, so most would have no edge; "
                "correct the size or the node numbers"
            )

    def check_cells(self, n_columns: int, n_rows: int) -> None:
        """Refuse features of which each has fields of its own: a table of all would be large."""
        if n_columns * n_rows > self.size:
            raise self.error("features have too many different properties; give them the same ones")

    def _read(self) -> bytes:
        try:
            # Opening a pipe that nobody writes to would wait for ever.
            number = os.open(self.path, os.O_RDONLY | _NONBLOCK)
        except FileNotFoundError:
            raise self.error("there is no such file; check the path") from None
        except (OSError, ValueError) as error:
            what = getattr(error, "strerror", None) or str(error)
            raise self.error(f"cannot be opened: {what}; check the path and its rights") from error
        try:
            kind = os.fstat(number).st_mode
            if stat.S_ISREG(kind):
                return self._read_file(number)
            if stat.S_ISFIFO(kind):
                return self._read_pipe(number)
        except OSError as error:
            raise self.error(f"cannot be read: {error.strerror}; check the path") from error
        finally:
            os.close(number)
        raise self.error("this is not a plain file (a folder or a device); give a file's path")

    def _read_file(self, number: int) -> bytes:
        before = os.fstat(number)
        self._check_stored(before.st_size)
        # One byte more than there should be: a file that grows is found out, not followed.
        data = _read_up_to(number, before.st_size + 1)
        after = os.fstat(number)
        if len(data) != before.st_size or _state(before) != _state(after):
            raise self.error("the file changed while it was read; wait for its writer and go again")
        return data

    def _read_pipe(self, number: int) -> bytes:
        try:
            return read_pipe(number, min(self.max_bytes, PIPE_BYTES))
        except PipeError as error:
            raise self.error(str(error)) from None

    def _check_stored(self, size: int) -> None:
        if size > self.max_bytes:
            raise self.too_large(
                f"has {size:,} bytes, more than the limit of {self.max_bytes:,}; "
                "raise max_bytes (in Python) if the file is trusted"
            )

    def _expanded(self, member: str) -> bytes:
        def expand() -> bytes:
            parts: list[bytes] = []
            total = 0
            for part in pieces(self._raw, self.path.suffix.lower(), member):
                total += len(part)
                self.check_size(total)
                parts.append(part)
            return b"".join(parts)

        return self._checked(self._from_archive(expand), "the file is empty once expanded")

    def _checked(self, data: bytes, empty: str) -> bytes:
        """Return bytes, or refuse none and such as only say where the file is."""
        if not data:
            raise self.error(f"{empty}; give one with content")
        if data.startswith(_POINTER):
            raise self.error(
                "this is a pointer of Git LFS, and not the file itself; fetch it with 'git lfs "
                "pull' in the repository, or download the file from where that is kept"
            )
        return data

    def _from_archive(self, work: Callable[[], T]) -> T:
        try:
            return work()
        except CheapBanditsError:
            raise
        except ArchiveError as error:
            raise self.error(str(error)) from error
        except DAMAGED as error:
            kind = COMPRESSED.get(self.path.suffix.lower(), "zip")
            if _is_text(self._raw):  # a browser may unpack what it fetches, and keep the name
                plain = shown(self.path.with_suffix("").name, 200)
                raise self.error(
                    f"this is plain text and not compressed, whatever its name says: take "
                    f"{self.path.suffix} off the name ({plain})"
                ) from error
            raise self.error(
                f"damaged {kind} data ({shown(error)}); fetch the file again"
            ) from error


def _read_up_to(number: int, size: int) -> bytes:
    parts: list[bytes] = []
    while size > 0 and (part := os.read(number, min(size, 2**28))):
        parts.append(part)
        size -= len(part)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def _is_text(data: bytes) -> bool:
    """Tell whether data begins as a text does: no packed file is without control characters."""
    start = data[:_SOME_BYTES]  # of bzip2 a damaged one may be
    return not start.startswith(b"BZh") and not any(
        byte < _BLANK and byte not in b"\t\r\n" for byte in start
    )


def _state(about: os.stat_result) -> tuple[int, int, int]:
    """Return what differs when a file was written to; nobody can set the last one back."""
    return about.st_size, about.st_mtime_ns, about.st_ctime_ns
