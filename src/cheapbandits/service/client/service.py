"""``cb.connect``: from an address to a campaign."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from cheapbandits.checks import finite, instance
from cheapbandits.errors import NotFoundError, ParameterError
from cheapbandits.service.client.answers import not_ours
from cheapbandits.service.client.queue import Queue
from cheapbandits.service.client.remote import RemoteCampaign
from cheapbandits.service.client.wire import Wire
from cheapbandits.store.location import data_folder
from cheapbandits.store.names import as_stored
from cheapbandits.text import shown

__all__ = ["connect"]

#: Seconds that the first answer may take where patience is less.
FIRST = 10.0


def connect(
    url: str,
    campaign: str | None = None,
    *,
    token: str | None = None,
    who: str | None = None,
    queue: str | Path | None = None,
    patience: float = 60.0,
) -> RemoteCampaign:
    """Return a campaign on a server, with the methods of a local one.

    Parameters
    ----------
    url
        The server, ``http://host:8321``, or a campaign there, ``http://host:8321/campaigns/jobs``.
    campaign
        Its name or id, where the address does not say; not needed where there is one only.
    token
        Of the server, where it has one; the variable ``CHEAPBANDITS_TOKEN`` when left out.
    who
        Who does it, for the record.
    queue
        A file for readings that wait while the server is away; in the user's data folder when left
        out.
    patience
        Seconds to wait for a server that is away, with what does not wait on disk. The first answer
        has to be there in full by then, or after 10 s.
    """
    word = token or os.environ.get("CHEAPBANDITS_TOKEN") or None
    wait = finite(patience, "patience", least=0)
    if queue is not None:
        instance(queue, (str, os.PathLike), "queue", "the path of a file")
    wire = Wire(url, word, who, patience=wait)
    named = _campaign_in(urlsplit(url).path)
    campaign = named if campaign is None else campaign
    try:
        status = _status(wire, campaign, max(wait, FIRST))
    finally:
        wire.close()
    return RemoteCampaign(wire, status, Queue(_file(queue), wire.origin))


def _campaign_in(path: str) -> str | None:
    """Return the campaign that the path of an address names; any other path would be lost."""
    words = [unquote(part) for part in path.split("/") if part]
    if words[:1] == ["api"]:
        words = words[1:]
    if words[:1] == ["campaigns"] and len(words) <= 2:
        return words[1] if len(words) == 2 else None
    if words:
        raise ParameterError(
            f"the address of a server is http://host:8321, or that of a campaign there with "
            f"/campaigns/NAME behind it; got the path '{shown(path, 60)}', under which no server "
            "is: let the proxy give it a host or a port of its own"
        )
    return None


def _status(wire: Wire, campaign: str | None, within: float) -> dict[str, Any]:
    """Return the status of the campaign that is meant."""
    document = wire.get("/api/campaigns?limit=10000", within=within).document
    found = document.get("campaigns") if isinstance(document, dict) else None
    if not isinstance(found, list) or not all(map(_is_one, found)):
        raise not_ours(wire.origin, "it has no list of campaigns")
    whole = [one for one in found if "id" in one]
    wanted = as_stored(campaign) if isinstance(campaign, str) else campaign
    meant = [one for one in whole if wanted in (None, one["name"], one["id"])]
    if len(meant) == 1:
        return dict(meant[0])
    names = ", ".join(repr(one["name"]) for one in whole[:10]) or "none yet"
    none = "" if campaign is None else f"no campaign is called {wanted!r} there; "
    raise NotFoundError(f"{none}say which campaign of {wire.origin} is meant; there are: {names}")


def _is_one(one: object) -> bool:
    """Whether something is a campaign as a list has it; one that is damaged there has no id."""
    if not isinstance(one, dict):
        return False
    named = isinstance(one.get("name"), str)
    return named and isinstance(one.get("id", ""), str)


def _file(given: str | Path | None) -> Path:
    if given is not None:
        return Path(given)
    return data_folder() / "waiting.db"
