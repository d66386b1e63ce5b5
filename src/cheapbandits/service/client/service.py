"""``cb.connect``: from an address to a campaign."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from cheapbandits.checks import finite
from cheapbandits.errors import NotFoundError
from cheapbandits.service.client.queue import Queue
from cheapbandits.service.client.remote import RemoteCampaign
from cheapbandits.service.client.wire import Wire

__all__ = ["connect"]


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
        Seconds to wait for a server that is away, with what does not wait on disk.
    """
    word = token or os.environ.get("CHEAPBANDITS_TOKEN") or None
    wire = Wire(url, word, who, patience=finite(patience, "patience", least=0))
    words = [unquote(part) for part in urlsplit(url).path.split("/") if part]
    if campaign is None and len(words) >= 2 and words[-2] == "campaigns":
        campaign = words[-1]
    try:
        status = _status(wire, campaign)
    finally:
        wire.close()
    return RemoteCampaign(wire, status, Queue(_file(queue), wire.origin))


def _status(wire: Wire, campaign: str | None) -> dict[str, Any]:
    """Return the status of the campaign that is meant."""
    found = wire.get("/api/campaigns?limit=10000").document["campaigns"]
    whole = [one for one in found if "id" in one]
    meant = [one for one in whole if campaign in (None, one["name"], one["id"])]
    if len(meant) == 1:
        return dict(meant[0])
    names = ", ".join(repr(one["name"]) for one in whole[:10]) or "none yet"
    raise NotFoundError(f"say which campaign of {wire.origin} is meant; there are: {names}")


def _file(given: str | Path | None) -> Path:
    if given is not None:
        return Path(given)
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(home) / "cheapbandits" / "waiting.db"
