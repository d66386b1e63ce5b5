"""Finished cells, one line each, so that interrupted work goes on where it stopped.

A line is ``checksum payload``. A torn or altered line is reported and its cell run again; it never
spoils the others.
"""

from __future__ import annotations

import errno
import json
import zlib
from pathlib import Path

from cheapbandits.errors import CheapBanditsError, ParameterError
from cheapbandits.studies.cell import Cell
from cheapbandits.studies.disk import keep_names, synchronise
from cheapbandits.studies.observed import Observed
from cheapbandits.studies.run import CellResult

__all__ = ["Journal", "StorageError"]


class StorageError(CheapBanditsError, OSError):
    """Results cannot be written."""


class Journal:
    """An append-only file of cells and their results."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self) -> tuple[dict[Cell, CellResult], int]:
        """Return the finished cells, and how many lines were damaged."""
        finished: dict[Cell, CellResult] = {}
        damaged = 0
        if not self.path.exists():
            return finished, damaged
        for line in self.path.read_bytes().splitlines():
            entry = self._decode(line)
            if entry is None:
                damaged += 1
            else:
                finished[entry[0]] = entry[1]
        return finished, damaged

    def _decode(self, line: bytes) -> tuple[Cell, CellResult] | None:
        """Return a line's cell and result; nothing where the line is damaged."""
        checksum, _, payload = line.partition(b" ")
        if f"{zlib.crc32(payload):08x}".encode() != checksum:
            return None
        try:
            entry = json.loads(payload)
            regret, cost, width = (tuple(entry[name]) for name in ("regret", "cost", "width"))
            seen = entry.get("observed")
            observed = None if seen is None else Observed.of(seen)
            result = CellResult(regret, cost, width, entry["seconds"], entry["engine"], observed)
            return Cell.parse(entry["id"]), result
        except (LookupError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise ParameterError(
                f"{self.path} was written by another version of cheapbandits ({error}): choose "
                "another folder with --out, or delete this one"
            ) from None

    def append(self, results: list[tuple[Cell, CellResult]]) -> None:
        """Add the cells of one task; they are on disk when this returns."""
        lines = b"".join(_encode(cell, result) + b"\n" for cell, result in results)
        is_new = not self.path.exists()
        try:
            with self.path.open("ab") as file:
                # A line torn by a crash must not swallow the first new one.
                if file.tell() and not self._ends_with_newline():
                    file.write(b"\n")
                file.write(lines)
                synchronise(file)
            if is_new:
                keep_names(self.path.parent)
        except OSError as error:
            full = error.errno in (errno.ENOSPC, errno.EDQUOT)
            what = "the disk is full" if full else str(error)
            raise StorageError(
                f"{self.path}: {what}; what was finished before is kept: make room and run the "
                "same command again to go on"
            ) from error

    def _ends_with_newline(self) -> bool:
        with self.path.open("rb") as file:
            file.seek(-1, 2)
            return file.read(1) == b"\n"


def _encode(cell: Cell, result: CellResult) -> bytes:
    entry: dict[str, object] = {
        "id": cell.id,
        "seconds": round(result.seconds, 4),
        "regret": result.regret,
        "cost": result.cost,
        "width": result.width,
        "engine": result.engine,
    }
    if result.observed is not None:
        entry["observed"] = result.observed.content()
    payload = json.dumps(entry, separators=(",", ":")).encode()
    return f"{zlib.crc32(payload):08x} ".encode() + payload
