"""Campaigns over HTTP: a server with no rules of its own, and a client like a local campaign.

The server needs the extra ``serve``; the client needs nothing but a plain install.
"""

from typing import TYPE_CHECKING

import lazy_loader

if TYPE_CHECKING:
    from cheapbandits.service.client.remote import RemoteCampaign
    from cheapbandits.service.client.service import connect

__all__ = ["RemoteCampaign", "connect"]

# Imported when first used: the client needs no server, the server no client.
__getattr__, __dir__, _ = lazy_loader.attach(
    __name__,
    submod_attrs={"client.service": ["connect"], "client.remote": ["RemoteCampaign"]},
)
