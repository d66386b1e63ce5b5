"""A zip file that is one, from its first byte to its last.

What is listed at its end may begin anywhere, and whatever stands before or behind is passed over:
of two files, one behind the other, the second is read.
"""

from __future__ import annotations

import zipfile

__all__ = ["NOT_ONE", "is_one"]

NOT_ONE = "something stands before or behind the zip file, another one perhaps; fetch it again"
#: Bytes of the end of a zip file, but for a remark behind it.
_END = 22


def is_one(archive: zipfile.ZipFile, data: bytes) -> bool:
    """Tell whether an archive is all of its data: its first member begins it, its end ends it."""
    first = min((member.header_offset for member in archive.infolist()), default=0)
    end = len(data) - len(archive.comment) - _END
    return first == 0 and data[max(end, 0) :].startswith(b"PK\x05\x06")
