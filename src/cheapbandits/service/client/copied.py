"""A copy of a campaign on a server, as a local one: for all that needs a policy or a graph here."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from cheapbandits.service.client.answers import not_ours

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.service.client.wire import Wire

__all__ = ["copied"]

#: How every file of SQLite begins.
SQLITE = b"SQLite format 3\0"


@contextmanager
def copied(wire: Wire, path: str, name: str) -> Iterator[Campaign]:
    """Give the campaign as it is now, in a passing database; nothing done to it goes back."""
    from cheapbandits.campaign.campaign import Campaign

    with tempfile.TemporaryDirectory(prefix="cheapbandits-") as folder:
        file = Path(folder) / "copy.db"
        found = wire.fetch(f"{path}/export?kind=db")
        if not found.startswith(SQLITE):
            raise not_ours(wire.origin, "it sent no database")
        file.write_bytes(found)
        with Campaign.open(name, db=file) as local:
            yield local
