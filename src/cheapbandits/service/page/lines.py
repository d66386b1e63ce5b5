"""Long work for a page as lines of JSON, as they come; who leaves ends it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from typing import TYPE_CHECKING, Any

from starlette.responses import StreamingResponse

from cheapbandits.errors import CheapBanditsError
from cheapbandits.service.problems import json_bytes

if TYPE_CHECKING:
    from cheapbandits.service.house import House

__all__ = ["streamed"]


def streamed(
    house: House, turn: str, begin: Callable[[], Iterator[dict[str, Any]]]
) -> StreamingResponse:
    """Return an answer that grows: each step runs when it is its turn, off the event loop."""

    async def lines() -> AsyncIterator[bytes]:
        try:
            steps = await house.work.long(turn, begin)
            while (line := await house.work.long(turn, lambda: next(steps, None))) is not None:
                yield json_bytes(line) + b"\n"
        except CheapBanditsError as error:
            yield json_bytes({"error": str(error)}) + b"\n"

    return StreamingResponse(lines(), media_type="application/x-ndjson")
