"""What stands between a file from outside and our memory.

A compressed file is measured before, or while, it is expanded; a size that a file only claims is
compared with the bytes that are there.
"""

from __future__ import annotations

import gzip
import io
import zlib
from functools import cached_property
from pathlib import Path
from typing import BinaryIO

from cheapbandits.errors import GraphFileError

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

_CHUNK = 2**20


class Source:
    """A file from outside that is opened only within its limits.

    Parameters
    ----------
    path
        The file; gzip-compressed when its name ends in ``.gz``.
    max_bytes
        Largest size, also of what it expands to.
    max_ratio
        Largest ratio of expanded to compressed size, for what expands to over 64 MiB.
    """

    def __init__(
        self, path: Path, *, max_bytes: int = MAX_BYTES, max_ratio: float = MAX_RATIO
    ) -> None:
        self.path = path
        self.max_bytes = max_bytes
        self.max_ratio = max_ratio
        if not path.exists():
            raise self.error("there is no such file; check the path")
        if not path.is_file():
            raise self.error("this is not a plain file (a folder or a device); give a file's path")
        self.stored = path.stat().st_size
        if self.stored == 0:
            raise self.error("the file is empty")
        self.check_size(self.stored)

    def error(self, problem: str) -> GraphFileError:
        """Return the error that names this file."""
        return GraphFileError(f"{self.path}: {problem}")

    @property
    def compressed(self) -> bool:
        """Whether the file is gzip-compressed."""
        return self.path.suffix.lower() == ".gz"

    @property
    def size(self) -> int:
        """Number of bytes to read, after expansion."""
        return len(self._expanded) if self.compressed else self.stored

    def open(self) -> BinaryIO:
        """Open the bytes to read, expanded."""
        return io.BytesIO(self._expanded) if self.compressed else self.path.open("rb")

    def check_size(self, size: int) -> None:
        """Refuse to hold so many bytes, or so many more than the file has."""
        if size > self.max_bytes:
            raise self.error(
                f"needs {size:,} bytes, more than the limit of {self.max_bytes:,}; "
                "raise max_bytes if the file is trusted"
            )
        if size > SMALL and size > self.max_ratio * self.stored:
            raise self.error(
                f"expands {self.stored:,} bytes to {size:,} or more, over {self.max_ratio:g} times "
                "(a decompression bomb?); raise max_ratio if the file is trusted"
            )

    def check_nodes(self, n_nodes: int) -> None:
        """Refuse a number of nodes that nothing in the file stands for."""
        if n_nodes > max(FREE_NODES, self.size):
            raise self.error(
                f"claims {n_nodes:,} nodes in {self.size:,} bytes, so most would have no edge; "
                "correct the size or the node numbers"
            )

    @cached_property
    def _expanded(self) -> bytes:
        parts: list[bytes] = []
        total = 0
        try:
            with gzip.open(self.path) as stream:
                while part := stream.read(_CHUNK):
                    total += len(part)
                    self.check_size(total)
                    parts.append(part)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise self.error(f"damaged gzip data ({error}); fetch the file again") from error
        return b"".join(parts)
