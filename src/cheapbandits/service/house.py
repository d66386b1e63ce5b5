"""What every route needs: what stands behind the application, who asks, answers with a tag."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path as FilePath
from typing import Annotated, Any, TypeVar
from urllib.parse import unquote

from fastapi import Depends, Header, Path, Request
from pydantic import BeforeValidator
from starlette.responses import Response

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.errors import NotFoundError, ParameterError
from cheapbandits.service.bodies import NoBody
from cheapbandits.service.jobs import Jobs
from cheapbandits.service.kept import Kept
from cheapbandits.service.limits import Limits
from cheapbandits.service.live import Live
from cheapbandits.service.problems import MEDIA_TYPE, json_bytes
from cheapbandits.service.shelf import Shelf
from cheapbandits.service.uploads import Uploads
from cheapbandits.service.work import Work
from cheapbandits.store import CampaignRow
from cheapbandits.store.names import label, person

__all__ = [
    "BARE",
    "DECIMAL",
    "FAILS",
    "PLAIN",
    "Asked",
    "House",
    "Identity",
    "InHouse",
    "Key",
    "Who",
    "answer",
    "tag_of",
]


T = TypeVar("T")


@dataclass(frozen=True)
class House:
    """Everything that one server holds."""

    shelf: Shelf
    work: Work
    live: Live
    uploads: Uploads
    limits: Limits
    jobs: Jobs
    kept: Kept
    data: FilePath

    async def campaign(self, identity: str) -> Campaign:
        """Return a campaign; opening one reads its graph."""
        return await self.work.look(lambda: self.shelf.campaign(identity))

    async def on(self, identity: str, act: Callable[[Campaign], Awaitable[T]]) -> T:
        """Do something with a campaign; one that is at hand is not looked for first.

        It finds out itself that it was renamed or deleted, before anything is recorded.
        """
        held = self.shelf.at_hand(identity)
        if held is not None:
            try:
                return await act(held)
            except NotFoundError:
                self.shelf.drop(identity)

        async def fresh(_: CampaignRow) -> T:
            return await act(await self.campaign(identity))

        return await self.looked_at(identity, fresh)

    async def looked_at(self, identity: str, look: Callable[[CampaignRow], Awaitable[T]]) -> T:
        """Look at a campaign by its row; once more where somebody renamed it meanwhile."""
        row = await self.row(identity)
        try:
            return await look(row)
        except NotFoundError:
            now = await self.row(identity)
            if now.name == row.name:
                raise
            return await look(now)

    async def row(self, identity: str) -> CampaignRow:
        """Return a campaign's row as it is now."""
        return await self.work.look(lambda: self.shelf.row(identity))


def _house(request: Request) -> House:
    house: House = request.app.state.house
    return house


def _who(
    cheapbandits_who: Annotated[
        str | None, Header(description="Who does it, for the record (percent-encoded UTF-8).")
    ] = None,
) -> str | None:
    if cheapbandits_who is None:
        return None
    if not cheapbandits_who.isascii():  # bytes of no known encoding: a header says none
        raise ParameterError(
            "who must be percent-encoded UTF-8, as J%C3%B6rg; got bytes that are not ASCII"
        )
    try:
        return person(unquote(cheapbandits_who, errors="strict"), "who")
    except UnicodeDecodeError:
        raise ParameterError("who must be percent-encoded UTF-8") from None


def _key(
    idempotency_key: Annotated[
        str | None,
        Header(description="The same request again with the same key gives the same answer."),
    ] = None,
) -> str | None:
    return None if idempotency_key is None else label(idempotency_key, "the idempotency key")


def _plain(number: str) -> str:
    if not re.fullmatch("0|[1-9][0-9]*", number):
        raise ValueError("write the number in plain digits, as 12")
    return number


def _decimal(number: str) -> str:
    if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?", number):
        raise ValueError("write the number as JSON has it, as 12, 0.5 or 1e-6")
    return number


def _bare(body: NoBody | None = None) -> None:
    """Take nothing, and refuse what is something."""
    del body


#: Of an address that needs no more than to be called.
BARE: dict[str, Any] = {"dependencies": [Depends(_bare)]}
InHouse = Annotated[House, Depends(_house)]
Who = Annotated[str | None, Depends(_who)]
Key = Annotated[str | None, Depends(_key)]
Identity = Annotated[
    str, Path(pattern="^[0-9a-f]{32}$", description="The campaign's id, from the list.")
]
#: A number in an address: each thing has one address, so ``01`` and ``+1`` are none.
PLAIN = BeforeValidator(_plain)
DECIMAL = BeforeValidator(_decimal)
Asked = Annotated[int, PLAIN, Path(ge=1, le=2**53, description="The number of the ask.")]

_SAYS = {"content": {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/Problem"}}}}
#: How any request may fail.
FAILS: dict[int | str, dict[str, Any]] = {
    code: {**_SAYS, "description": why}
    for code, why in {
        400: "the request is no HTTP or JSON of ours",
        401: "the token is missing or wrong",
        403: "a page of another site sent it",
        404: "there is no such campaign, ask or file",
        408: "the body took too long",
        409: "what is stored stands against it, or the campaign is over or paused",
        413: "too large",
        415: "another Content-Type is needed, and no Content-Encoding",
        421: "the Host is not served here",
        422: "a mistake in what was given; nothing was stored",
        405: "the address takes another method",
        501: "an optional part of the package is not installed",
        503: "the database is busy, or too much waits; try again",
    }.items()
}


def tag_of(*parts: object) -> str:
    """Return an ETag of what a document depends on."""
    text = "\0".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return f'W/"{hashlib.blake2b(text, digest_size=16).hexdigest()}"'


def answer(
    document: object | bytes,
    *,
    request: Request | None = None,
    tag: str | None = None,
    status: int = 200,
    headers: dict[str, str] | None = None,
) -> Response:
    """Return a document as JSON, with its tag where there is one."""
    more = dict(headers or {})
    if tag is not None:
        more |= {"ETag": tag, "Cache-Control": "no-cache"}
    if request is not None:
        more.setdefault("Vary", "Authorization, Cookie")
    body = document if isinstance(document, bytes) else json_bytes(document)
    return Response(body, status, more, media_type="application/json")


def unchanged(request: Request, tag: str) -> Response | None:
    """Return 304 where the asker has this very document."""
    known = {part.strip() for part in request.headers.get("if-none-match", "").split(",")}
    if tag in known or "*" in known:
        return Response(None, 304, {"ETag": tag, "Cache-Control": "no-cache"})
    return None
