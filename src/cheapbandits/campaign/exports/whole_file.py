"""Files that are there in full or not at all, and JSON that every reader accepts."""

from __future__ import annotations

import errno
import io
import json
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cheapbandits.errors import ParameterError
from cheapbandits.store.beside import whose
from cheapbandits.text import shown

__all__ = ["check_target", "json_text", "whole_file", "write_text"]

_NO_ROOM = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG)
_PREFIX = ".cheapbandits-"
_SQLITE = b"SQLite format 3\0"
#: What a GeoPackage has in its head, by its version.
_GEOPACKAGE = (b"GPKG", b"GP10", b"GP11")


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
    target = _target(path)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=_PREFIX) as folder:
            unfinished = Path(folder) / target.name
            yield unfinished
            os.replace(unfinished, target)
    except OSError as error:
        if error.errno in _NO_ROOM:  # the error itself does not know the file
            why = f"{error.strerror}: nothing was written; make room or give another path"
            raise type(error)(error.errno, why, str(target)) from error
        raise


def check_target(path: str | Path) -> None:
    """Refuse what :func:`whole_file` would refuse, by trying it; nothing is left there."""
    target = _target(path)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent, prefix=_PREFIX) as folder:
            (Path(folder) / target.name).touch()
    except OSError as error:
        raise ParameterError(
            f"cannot write {shown(target)}: {error.strerror or error}; give another path"
        ) from error


def _target(path: str | Path) -> Path:
    """Return the file to write, where a link points to it; refuse what is none."""
    given = Path(path)
    if not given.name:
        raise ParameterError("cannot write: the name of the file is missing; give one")
    try:
        if given.is_dir():
            raise ParameterError(f"cannot write {given}: it is a folder; give a file in it")
        if given.exists() and not given.is_file():
            # A device would be replaced by a file: for root even /dev/null.
            raise ParameterError(f"cannot write {given}: it is a pipe or a device; give a file")
        target = given.resolve() if given.is_symlink() else given
    except (OSError, RuntimeError) as error:  # a name that is too long, links in a circle
        why = getattr(error, "strerror", None) or error
        raise ParameterError(f"cannot write {shown(given)}: {why}; give another path") from error
    if not target.parent.is_dir():
        raise ParameterError(f"cannot write {target}: there is no folder {target.parent}; make it")
    if (owner := whose(target)) is not None and owner.exists():
        raise ParameterError(
            f"cannot write {shown(target)}: beside {shown(owner.name)} SQLite would take it for a "
            "part of that database, and remove it; give another name"
        )
    if _is_database(target):
        raise ParameterError(f"{target} is a database and is not written over; give another name")
    return target


def _is_database(path: Path) -> bool:
    """Whether a file is an SQLite database: campaigns, most likely, that nobody means to lose.

    A GeoPackage, which is one too, is a map and not meant.
    """
    try:
        with path.open("rb") if path.is_file() else io.BytesIO() as file:
            head = file.read(72)
            return head.startswith(_SQLITE) and head[68:72] not in _GEOPACKAGE
    except OSError:
        return False
