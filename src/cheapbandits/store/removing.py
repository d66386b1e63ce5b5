"""A campaign taken out of the database: its events, its graph, its row, and nothing else."""

from __future__ import annotations

from sqlalchemy import Connection

from cheapbandits.errors import StoreError
from cheapbandits.store import statements
from cheapbandits.store.commits import about_to_commit
from cheapbandits.store.names import campaign_name
from cheapbandits.store.rows import Place
from cheapbandits.store.verified import not_found

__all__ = ["Removal"]


class Removal:
    """The work of one transaction; whoever lost the answer to it may run it again.

    The row is not verified: a damaged campaign can be removed, as nobody can do anything else
    with it.

    Parameters
    ----------
    name
        The campaign.
    place
        Where its log has to end, or None: what was written since somebody looked is not lost.
    """

    def __init__(self, name: str, place: Place | None) -> None:
        self._wanted = campaign_name(name)
        self._place = place
        self._found: str | None = None

    def __call__(self, connection: Connection) -> None:
        """Remove the campaign."""
        row = connection.execute(
            statements.ONE_CAMPAIGN_LOCKED, {"wanted": self._wanted}
        ).one_or_none()
        if self._found is not None and (row is None or row.id != self._found):
            return  # Only the answer to an earlier attempt was lost.
        if row is None:
            raise not_found(connection, self._wanted)
        if self._place is not None and self._place != (row.last_seq, row.last_digest):
            raise StoreError(
                f"somebody wrote in {self._wanted!r} just now: nothing was deleted; look at it, "
                "and delete it again"
            )
        self._found = row.id
        for statement in statements.REMOVE_CAMPAIGN:
            connection.execute(statement, {"this": row.number})
        about_to_commit()
