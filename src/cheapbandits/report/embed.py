"""A figure's file inside a page."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from pathlib import Path

__all__ = ["data_uri", "pick"]

_TYPES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg"}


def pick(files: Sequence[Path], *preferred: str) -> Path:
    """Return the file with the first of these suffixes, or else the first file."""
    for suffix in preferred:
        for file in files:
            if file.suffix == suffix:
                return file
    return files[0]


def data_uri(files: Sequence[Path]) -> str:
    """Return a figure as a ``data:`` address: drawn lines where there are, else pixels."""
    file = pick(files, ".svg", ".png")
    content = base64.b64encode(file.read_bytes()).decode("ascii")
    return f"data:{_TYPES[file.suffix]};base64,{content}"
