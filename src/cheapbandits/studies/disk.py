"""What is written is on the disk when a call returns, not only with the system."""

from __future__ import annotations

import os
from pathlib import Path
from typing import IO

__all__ = ["keep_names", "replace_text", "synchronise"]


def synchronise(file: IO[bytes] | IO[str]) -> None:
    """Bring what was written to an open file to the disk."""
    file.flush()
    os.fsync(file.fileno())


def keep_names(folder: Path) -> None:
    """Bring the names of a folder's files to the disk, where the system lets one."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:  # Windows opens no folders, and keeps names by itself
        return
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def replace_text(path: Path, text: str) -> None:
    """Write a file that is never half there: the old one stays until the new one is whole."""
    fresh = path.with_name(f"{path.name}.new")
    with fresh.open("w", encoding="utf-8") as file:
        file.write(text)
        synchronise(file)
    fresh.replace(path)
    keep_names(path.parent)
