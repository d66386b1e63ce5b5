"""Numbers written as 007 or +7: they tell apart what reading them as numbers would merge."""

from __future__ import annotations

import numpy as np

from cheapbandits.graphs.files.guard import Source

__all__ = ["may_hold_padding"]

_CHUNK = 2**18

#: What stands within a number before a zero, as in 5e-05 and 1.05; digits do too.
_WITHIN = "-./"


def may_hold_padding(source: Source, delimiter: str) -> bool:
    """Look for a number with a plus sign or a needless zero in front, erring on the side of yes.

    It looks at the bytes, as there is no time to read a million numbers as text.
    """
    if delimiter in _WITHIN:
        return True
    end = b"\n"
    with source.open() as stream:
        while part := stream.read(_CHUNK):
            if _padded(end + part):
                return True
            end = (end + part)[-2:]
    return False


def _padded(text: bytes) -> bool:
    if b"+" in text:
        return True
    byte = np.frombuffer(text, dtype=np.uint8)
    # Below 0 the difference wraps round to a large number.
    fresh = byte[:-2] - np.uint8(ord("-")) > ord("9") - ord("-")
    digit = byte[2:] - np.uint8(ord("0")) <= 9
    return bool((fresh & (byte[1:-1] == ord("0")) & digit).any())
