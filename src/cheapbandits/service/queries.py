"""What stands in a query or a head: each thing once, and no parameter that nobody takes.

What is passed over in silence looks as if it had been done: `neighbours=2` made the links of
another number, of two `nodata=` the first was taken for readings, and of two `Idempotency-Key` the
first was the key, so that the same request in another order was stored again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_origin

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute
from starlette.datastructures import Headers

from cheapbandits.errors import ParameterError
from cheapbandits.text import did_you_mean, shown

__all__ = ["check_query", "doubled_header"]

#: What programs ask. The addresses that people open may come with what a mail or a chat adds.
CHECKED = ("/api/", "/page/")
#: What is read of a head and has one value. The others are lists, or are not looked at.
ONCE = (
    "Host",
    "Origin",
    "Authorization",
    "Content-Type",
    "Content-Encoding",
    "Idempotency-Key",
    "Cheapbandits-Who",
    "Last-Event-ID",
    "Sec-Fetch-Mode",
    "Sec-Fetch-Site",
)


def doubled_header(headers: Headers) -> str | None:
    """Return what is wrong with a head in which something stands more than once."""
    for name in ONCE:
        if (times := len(headers.getlist(name))) > 1:
            return f"{name}: {_times(times)}"
    return None


async def check_query(request: Request) -> None:
    """Refuse a query that the route does not declare."""
    route = request.scope.get("route")
    if not isinstance(route, APIRoute) or not request.url.path.startswith(CHECKED):
        return
    known = {field.alias: field for field in _declared(route.dependant)}
    for name, times in Counter(name for name, _ in request.query_params.multi_items()).items():
        if name not in known:
            raise ParameterError(f"query.{shown(name)}: {_unknown(name, list(known))}")
        if times > 1 and get_origin(known[name].field_info.annotation) is not list:
            raise ParameterError(f"query.{name}: {_times(times)}")


def _times(times: int) -> str:
    return f"it stands {times} times; keep one of them"


def _declared(dependant: Dependant) -> Iterator[Any]:
    """Yield what a route takes from the query, by itself or by what it depends on."""
    yield from dependant.query_params
    for other in dependant.dependencies:
        yield from _declared(other)


def _unknown(name: str, known: list[str]) -> str:
    if not known:
        return "there is no such parameter; this address takes none"
    meant = did_you_mean(name, known)
    return f"there is no such parameter; {meant}this address takes {', '.join(known)}"
