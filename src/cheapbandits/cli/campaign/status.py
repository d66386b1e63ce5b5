"""``campaign status``: where a campaign stands, at a glance or with an assessment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.campaign.options import AsJson, Db, Name, open_campaign

if TYPE_CHECKING:
    from cheapbandits.campaign import Status

__all__ = ["status"]


def status(
    name: Name,
    assess: Annotated[
        bool,
        typer.Option("--assess", help="How sure the answer is and what going on costs; slower."),
    ] = False,
    tolerance: Annotated[
        float | None,
        typer.Option(
            help="How far below the hottest still counts as it; the campaign's own when left out. "
            "Assesses, too.",
            min=0,
        ),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Show where a campaign stands; quick however long it has run."""
    from cheapbandits.cli.campaign.status_shown import print_status

    if not assess and tolerance is None:
        print_status(_now(name, db), as_json=as_json, db=db)
        return
    campaign = open_campaign(name, db)
    outlook = campaign.outlook(tolerance=tolerance)
    print_status(campaign.status(), outlook, as_json=as_json, db=db)


def _now(name: str, db: str | None) -> Status:
    """Return the status that the campaign's row holds: no policy and no graph are needed."""
    from cheapbandits.campaign.answers import status_now
    from cheapbandits.store import Store

    with Store.open(db, create=False) as store:
        return status_now(store, store.campaign(name))
