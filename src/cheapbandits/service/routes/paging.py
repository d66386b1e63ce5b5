"""Pages of long lists: ``limit`` and ``after`` in, the documents as they are, a Link to the next.

The next page stands in a header (RFC 8288), so that a document is the same as the terminal's.
"""

from __future__ import annotations

from typing import Annotated, TypeVar
from urllib.parse import urlencode

from fastapi import Query, Request

from cheapbandits.service.house import PLAIN

__all__ = ["After", "Limit", "next_link", "page"]

T = TypeVar("T")

Limit = Annotated[int, PLAIN, Query(ge=1, le=10_000, description="At most so many.")]
After = Annotated[int, PLAIN, Query(ge=0, le=2**53, description="Those after so many.")]


def page(request: Request, rows: list[T], limit: int, after: int) -> tuple[list[T], dict[str, str]]:
    """Return the rows of a page, and the header that says where the next one is."""
    kept, end = rows[after : after + limit], after + limit
    headers = {"Total-Count": str(len(rows))}
    return kept, headers | next_link(request, limit, end if end < len(rows) else None)


def next_link(request: Request, limit: int, after: int | None) -> dict[str, str]:
    """Return the header that says where the next page is; none after the last."""
    if after is None:
        return {}
    query = {**request.query_params, "limit": str(limit), "after": str(after)}
    return {"Link": f'<{request.url.path}?{urlencode(query)}>; rel="next"'}
