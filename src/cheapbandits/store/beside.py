"""The files that SQLite keeps beside a database: none of ours may have their names.

SQLite takes what it finds there for its own: it removes it, or writes from it into the database.
"""

from __future__ import annotations

import errno
import os
from pathlib import Path

from cheapbandits.errors import DamagedError, ParameterError
from cheapbandits.text import shown

__all__ = ["check_name", "check_none_left", "whose"]

#: What its name has more than the database's: a journal, a log, and an index of that log.
_SIGNS = ("-journal", "-wal", "-shm")
#: What of them is written into a database that is found beside it.
_WRITTEN = _SIGNS[:2]


def whose(path: Path) -> Path | None:
    """Return the database beside which SQLite would keep a file of this name."""
    for sign in _SIGNS:
        if path.name.lower().endswith(sign) and len(path.name) > len(sign):
            return path.with_name(path.name[: -len(sign)])
    return None


def check_name(path: Path) -> None:
    """Refuse a database under such a name, be it a link's or that of what the link leads to.

    And one that no system would take: whether there is such a file could not even be asked.
    """
    try:
        path.exists()
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:
            raise ParameterError(f"{shown(path)}: the name is too long; give another one") from None
    for name in (path, Path(os.path.realpath(path))):
        if (owner := whose(name)) is not None:
            raise ParameterError(
                f"{shown(path)}: beside a database {shown(owner.name)} SQLite would take this file "
                f"for a part of it, and remove it; give a name that does not end in "
                f"{name.name[len(owner.name) :]}"
            )


def check_none_left(path: Path) -> None:
    """Refuse a new database where SQLite would find what was written for another one."""
    for sign in _WRITTEN:
        if (left := path.with_name(path.name + sign)).exists():
            raise DamagedError(
                f"{shown(path)} cannot be made: {shown(left.name)} is there, left by a program "
                "that was cut off or has such a file open, and would be written into it; put the "
                "database back next to it, or move it away to start anew"
            )
