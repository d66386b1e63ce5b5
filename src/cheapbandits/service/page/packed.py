"""Arrays for a browser: a head in JSON, then the numbers as they lie in memory.

A map of 3,000 cells as JSON is parsed longer than it is drawn.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["MEDIA_TYPE", "MOST_DOTS", "pack", "quantised"]

MEDIA_TYPE = "application/octet-stream"
#: More places than this are not sent: a browser is sent what is in view, see :mod:`.bins`.
MOST_DOTS = 60_000
#: What a browser calls these types.
_KINDS = {"uint8": "Uint8Array", "uint16": "Uint16Array", "uint32": "Uint32Array"}
_KINDS |= {"float32": "Float32Array"}


def pack(head: Mapping[str, Any], arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Return four bytes for the head's length, the head with where each array is, the arrays.

    Examples
    --------
    >>> len(pack({"n": 2}, {"x": np.array([1, 2], dtype=np.uint8)})) % 8
    0
    """
    parts, places, at = [], {}, 0
    for name, array in arrays.items():
        body = np.ascontiguousarray(array).astype(array.dtype.newbyteorder("<")).tobytes()
        places[name] = [_KINDS[array.dtype.name], at, array.size]
        body += b"\0" * (-len(body) % 8)
        parts.append(body)
        at += len(body)
    text = json.dumps({**head, "arrays": places}, allow_nan=False).encode("ascii")
    text += b" " * (-(len(text) + 4) % 8)
    return len(text).to_bytes(4, "little") + text + b"".join(parts)


def quantised(
    values: NDArray[np.float64], low: float, high: float, kind: type[np.uint8] | type[np.uint16]
) -> NDArray[Any]:
    """Return values as whole numbers from 0 (``low``) to the most that the kind holds (``high``).

    Examples
    --------
    >>> quantised(np.array([-1.0, 0.0, 1.0, 9.0]), -1.0, 1.0, np.uint8).tolist()
    [0, 128, 255, 255]
    """
    most = np.iinfo(kind).max
    span = high - low
    share = (values - low) / span if span > 0 else np.zeros(len(values))
    return np.rint(np.clip(share, 0.0, 1.0) * most).astype(kind)
