"""A zip file that is one, from its first byte to its last.

What is listed at its end may begin anywhere, and whatever stands before, between or behind is
passed over: of two files, one behind the other, the second is read. What a file in it is, is said
twice, at its beginning and in the list; programs that believe one or the other would read two
different files.
"""

from __future__ import annotations

import struct
import zipfile
from itertools import pairwise

__all__ = ["NOT_ONE", "is_one"]

NOT_ONE = (
    "something stands before, between or behind the files in the zip file, or what is said of them "
    "at its end is not what they say themselves; fetch it again"
)
#: Bytes of the end of a zip file, but for a remark behind it; and the most behind a file of a
#: size that was not known when it began.
_END, _MOST_BEHIND = 22, 24
#: How a file begins: mark, version, flags, method, time, date, checksum, two sizes, two lengths.
_BEGINNING = struct.Struct("<4s5H3L2H")
_SIZE_BEHIND = 0x08
#: In place of sizes that have no room.
_LARGE = 0xFFFFFFFF


def is_one(archive: zipfile.ZipFile, data: bytes) -> bool:
    """Tell whether an archive is all of its data, and its members are what its end says."""
    end = len(data) - len(archive.comment) - _END
    if not data[max(end, 0) :].startswith(b"PK\x05\x06"):
        return False
    members = sorted(archive.infolist(), key=lambda member: member.header_offset)
    starts = [*(member.header_offset for member in members), archive.start_dir]
    if starts[0] != 0:
        return False
    return all(
        0 <= start + size <= after and after - start - size <= room
        for member, (start, after) in zip(members, pairwise(starts), strict=True)
        for size, room in [_extent(member, data)]
    )


def _extent(member: zipfile.ZipInfo, data: bytes) -> tuple[int, int]:
    """Return how many bytes a member takes, and how many may follow; less than none if it lies."""
    start = member.header_offset
    if start + _BEGINNING.size > len(data):
        return -len(data), 0
    mark, _, flags, method, _, _, checksum, packed, size, name, extra = _BEGINNING.unpack_from(
        data, start
    )
    whole = _BEGINNING.size + name + extra + member.compress_size
    if mark != b"PK\x03\x04" or method != member.compress_type:
        return -len(data), 0
    if flags & _SIZE_BEHIND:
        return whole, _MOST_BEHIND
    said = (checksum, packed, size)
    told = (member.CRC, member.compress_size, member.file_size)
    same = all(one in (other, _LARGE) for one, other in zip(said, told, strict=True))
    return (whole, 0) if same else (-len(data), 0)
