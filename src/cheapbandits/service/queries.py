"""What stands in the query of an address: each parameter once, and none that it does not take.

What is passed over in silence looks as if it had been done: `neighbours=2` made the links of
another number, and of two `nodata=` the first was taken for readings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_origin

from fastapi import Request
from fastapi.dependencies.models import Dependant
from fastapi.routing import APIRoute

from cheapbandits.errors import ParameterError
from cheapbandits.text import did_you_mean, shown

__all__ = ["check_query"]

#: What programs ask. The addresses that people open may come with what a mail or a chat adds.
CHECKED = ("/api/", "/page/")


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
            raise ParameterError(f"query.{name}: it stands {times} times; keep one of them")


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
