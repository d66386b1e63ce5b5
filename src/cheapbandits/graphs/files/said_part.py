"""What a server says of a map that it sent a part of: so many features, and there are more."""

from __future__ import annotations

from typing import Any

__all__ = ["said_part"]

#: What servers call the number of all features there are.
_COUNTS = ("numberMatched", "totalFeatures", "total", "count", "totalCount")
#: Digits of a number of features.
_LONGEST = 15


def said_part(document: dict[str, Any]) -> str | None:
    """Return what to say of a feature collection that says of itself that it is a part.

    Examples
    --------
    >>> said_part({"features": [], "exceededTransferLimit": True})[:35]
    'the file says that it is a part of '
    >>> said_part({"features": [1, 2], "numberMatched": 2, "links": [{"rel": "self"}]}) is None
    True
    """
    properties = document.get("properties")
    beside = properties if isinstance(properties, dict) else {}
    cut = True in (document.get("exceededTransferLimit"), beside.get("exceededTransferLimit"))
    there = [document.get(name) for name in _COUNTS]
    texts = [str(count) for count in there if isinstance(count, int | str)]
    counts = [int(text) for text in texts if text.isdecimal() and len(text) <= _LONGEST]
    more = any(count > len(document["features"]) for count in counts)
    links = document.get("links")
    linked = links if isinstance(links, list) else []
    pages = [link.get("rel") for link in linked if isinstance(link, dict)]
    paging = document.get("paging")
    nexts = [document.get("next"), paging.get("next") if isinstance(paging, dict) else None]
    onward = any(isinstance(one, str) and one for one in nexts)
    if not (cut or more or onward or "next" in pages):
        return None
    of = f" of {max(counts):,}" if more else ""
    return (
        f"the file says that it is a part of a map: {len(document['features']):,} features{of}, "
        "for the server that sent it sends no more at once; fetch the rest, too, and join them, or "
        "no place of the rest can be found"
    )
