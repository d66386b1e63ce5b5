"""JSON from outside, read strictly: no NaN, no key twice, no number that is none, no abyss."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import Request
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException
from starlette.responses import Response

__all__ = ["StrictRoute"]

#: The deepest nesting that any request needs, and then some.
MOST_DEEP = 20
#: Turning digits into a number takes their square.
MOST_DIGITS = 100


class StrictRequest(Request):
    """A request whose JSON body is read once, strictly."""

    async def json(self) -> Any:
        """Return the body, or refuse it: 400 for what is no JSON, 422 for what is no number."""
        if not hasattr(self, "_strict"):
            self._strict = parse(await self.body())
        return self._strict


class StrictRoute(APIRoute):
    """A route whose JSON bodies are read strictly."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        """Return the handler, behind a request that reads strictly."""
        handler = super().get_route_handler()

        async def strict(request: Request) -> Response:
            return await handler(StrictRequest(request.scope, request.receive))

        return strict


def parse(body: bytes) -> Any:
    """Return the value of a JSON text."""
    try:
        value = json.loads(
            body.decode("utf-8"),
            object_pairs_hook=_distinct,
            parse_int=_integer,
            parse_float=_finite,
            parse_constant=_constant,
        )
    except RecursionError:
        raise HTTPException(400, f"the JSON is nested deeper than {MOST_DEEP}") from None
    except UnicodeDecodeError:
        raise HTTPException(400, "the body is not UTF-8") from None
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise HTTPException(400, f"the body is not JSON: {error.msg}, {where}") from None
    if _depth(value) > MOST_DEEP:
        raise HTTPException(400, f"the JSON is nested deeper than {MOST_DEEP}")
    return value


def _depth(value: Any) -> int:
    """Return how deep lists and objects lie in each other, without recursion."""
    depth, level = 0, [value]
    while level := [one for one in level if isinstance(one, dict | list)]:
        depth += 1
        if depth > MOST_DEEP:
            return depth
        level = [
            inner for one in level for inner in (one.values() if isinstance(one, dict) else one)
        ]
    return depth


def _distinct(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise HTTPException(400, "a key stands twice in one object; keep one of them")
    for key in found:
        _text(key)
    for value in found.values():
        _text(value)
    return found


def _text(value: Any) -> None:
    """Refuse half a character: nothing can store it."""
    if isinstance(value, str) and not value.isascii():
        try:
            value.encode("utf-8")
        except UnicodeEncodeError:
            raise HTTPException(422, "a text holds half a character (a lone surrogate)") from None


def _integer(digits: str) -> int:
    if len(digits) > MOST_DIGITS:
        raise HTTPException(422, f"an integer of {len(digits):,} digits; shorten it")
    return int(digits)


def _finite(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise HTTPException(422, f"the number {digits[:40]} is too large; correct it")
    return number


def _constant(name: str) -> float:
    raise HTTPException(422, f"{name} is no number in JSON; where there is no reading, tell none")
