"""Zip files: which of the files in one is meant, and what belongs to it."""

from __future__ import annotations

import io
import zipfile
from pathlib import PurePosixPath
from typing import IO

from cheapbandits.graphs.files.formats import READERS
from cheapbandits.graphs.files.one_zip import NOT_ONE, is_one
from cheapbandits.text import shown

__all__ = [
    "KMZ",
    "ArchiveError",
    "kml_member",
    "main_member",
    "member_beside",
    "member_called",
    "opened_member",
]

#: Looked at last: a README is a text too.
_LESS_LIKELY = (".txt", ".json")
_MOST_NAMED = 5
#: A zip file that holds a KML document (and pictures, which nobody needs here).
KMZ = ".kmz"
_MOST_MEMBERS = 10_000


class ArchiveError(ValueError):
    """The archive does not say which file is meant; says why and what to do."""


def main_member(data: bytes, wanted: str = "") -> str:
    """Return the name of the one file of an archive that holds a graph.

    Parameters
    ----------
    data
        The archive.
    wanted
        The suffix that the archive's own name asks for, as in ``roads.csv.zip``; of any known
        format when left out.
    """
    names = [member.filename for member in _members(data)]
    if len(names) == 1:
        return names[0]
    fitting = [name for name in names if _fits(name, wanted)]
    likely = [name for name in fitting if _suffix(name) not in _LESS_LIKELY] or fitting
    if len(likely) != 1:
        listed = ", ".join(f"'{shown(name, 60)}'" for name in (likely or names)[:_MOST_NAMED])
        what = "it may be any of" if likely else "none is called as one"
        raise ArchiveError(
            f"holds {len(names):,} files; keep the one with the graph in it ({what}: {listed})"
        )
    return likely[0]


def kml_member(data: bytes) -> str:
    """Return the document of a KMZ file: the only one that it holds."""
    names = [member.filename for member in _members(data)]
    found = [name for name in names if _suffix(name) == ".kml"]
    if not found:
        raise ArchiveError("holds no .kml file, as a .kmz does; save it again")
    return _only(found)


def member_beside(data: bytes, name: str, suffix: str) -> str | None:
    """Return the file of an archive that is called as another but for its suffix."""
    return member_called(data, str(PurePosixPath(name).with_suffix(suffix)))


def member_called(data: bytes, name: str) -> str | None:
    """Return the file of an archive that is called so, in whatever case."""
    names = [member.filename for member in _members(data)]
    found = [other for other in names if other.lower() == name.lower()]
    return _only(found) if found else None


def _only(names: list[str]) -> str:
    if len(names) > 1:
        listed = ", ".join(f"'{shown(name, 60)}'" for name in names[:_MOST_NAMED])
        raise ArchiveError(f"holds several files where one is read ({listed}); keep the right one")
    return names[0]


def opened_member(data: bytes, name: str) -> IO[bytes]:
    """Open a file of an archive, to be read piece by piece."""
    archive = zipfile.ZipFile(io.BytesIO(data))
    if archive.getinfo(name).compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        raise ArchiveError("is compressed in an unusual way; make it again with a common program")
    return archive.open(name)


def _members(data: bytes) -> list[zipfile.ZipInfo]:
    # A zip file may have anything before it, and so be two files at once.
    if not data.startswith(b"PK"):
        raise ArchiveError("this is no zip file from its first byte on; fetch it again")
    archive = zipfile.ZipFile(io.BytesIO(data))
    found = archive.infolist()
    if len(found) > _MOST_MEMBERS:
        raise ArchiveError(f"holds {len(found):,} files; keep the one with the graph in it")
    if not all(member.filename for member in found):
        raise ArchiveError("holds a file without a name; make it again with a common program")
    if not is_one(archive, data):
        raise ArchiveError(NOT_ONE)
    return [member for member in found if not (member.is_dir() or _is_litter(member.filename))]


def _is_litter(name: str) -> bool:
    """Tell whether a file is what a Mac adds to an archive."""
    path = PurePosixPath(name)
    return "__MACOSX" in path.parts or path.name.startswith(".")


def _fits(name: str, wanted: str) -> bool:
    return _suffix(name) == wanted if wanted else _suffix(name) in READERS


def _suffix(name: str) -> str:
    return PurePosixPath(name).suffix.lower()
