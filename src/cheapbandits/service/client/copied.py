"""A copy of a campaign on a server, as a local one: for all that needs a policy or a graph here."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.service.client.wire import Wire

__all__ = ["copied"]


@contextmanager
def copied(wire: Wire, path: str, name: str) -> Iterator[Campaign]:
    """Give the campaign as it is now, in a passing database; nothing done to it goes back."""
    from cheapbandits.campaign.campaign import Campaign

    with tempfile.TemporaryDirectory(prefix="cheapbandits-") as folder:
        file = Path(folder) / "copy.db"
        file.write_bytes(wire.fetch(f"{path}/export?kind=db"))
        with Campaign.open(name, db=file) as local:
            yield local
