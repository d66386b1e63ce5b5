"""Files that are there in full or not at all, and JSON that every reader accepts."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cheapbandits.errors import ParameterError

__all__ = ["json_text", "whole_file", "write_text"]


def json_text(document: object) -> str:
    """Return indented JSON; NaN and infinities, which JSON does not have, are refused."""
    try:
        return json.dumps(document, indent=2, ensure_ascii=False, allow_nan=False) + "\n"
    except ValueError:
        raise ParameterError("NaN and infinite numbers cannot be written as JSON") from None


def write_text(text: str, path: str | Path) -> Path:
    """Write a text as UTF-8; an older file is replaced only when the new one is complete."""
    with whole_file(path) as unfinished:
        unfinished.write_bytes(text.encode("utf-8", errors="replace"))
    return Path(path)


@contextmanager
def whole_file(path: str | Path) -> Iterator[Path]:
    """Give a place beside ``path`` to write to, which becomes ``path`` if all goes well."""
    target = Path(path)
    if not target.parent.is_dir():
        raise ParameterError(f"cannot write {target}: there is no folder {target.parent}; make it")
    with tempfile.TemporaryDirectory(dir=target.parent, prefix=".cheapbandits-") as folder:
        unfinished = Path(folder) / target.name
        yield unfinished
        os.replace(unfinished, target)
