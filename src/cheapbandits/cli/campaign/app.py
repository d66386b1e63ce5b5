"""``cheapbandits campaign``: a live campaign from the terminal alone."""

from __future__ import annotations

import typer

from cheapbandits.cli.campaign.ask import ask
from cheapbandits.cli.campaign.change import (
    annul,
    cancel,
    correct,
    finish,
    mask,
    pause,
    reopen,
    resume,
    unmask,
)
from cheapbandits.cli.campaign.drill import drill
from cheapbandits.cli.campaign.look import draw_map, export, history
from cheapbandits.cli.campaign.new import list_campaigns, new
from cheapbandits.cli.campaign.options import NUMBERS
from cheapbandits.cli.campaign.status import status
from cheapbandits.cli.campaign.tell import import_file, observe, tell
from cheapbandits.cli.campaign.watch import watch
from cheapbandits.cli.campaign.whole import clone, delete, rename

__all__ = ["campaign_app"]

campaign_app = typer.Typer(
    no_args_is_help=True, help="Live campaigns: ask, measure, tell, stop; kept in a database."
)
campaign_app.command()(new)
campaign_app.command("list")(list_campaigns)
campaign_app.command()(ask)
campaign_app.command(context_settings=NUMBERS)(tell)
campaign_app.command(context_settings=NUMBERS)(observe)
campaign_app.command("import")(import_file)
campaign_app.command()(cancel)
campaign_app.command(context_settings=NUMBERS)(correct)
campaign_app.command()(annul)
campaign_app.command()(mask)
campaign_app.command()(unmask)
campaign_app.command()(pause)
campaign_app.command()(resume)
campaign_app.command()(status)
campaign_app.command()(history)
campaign_app.command()(export)
campaign_app.command("map")(draw_map)
campaign_app.command()(finish)
campaign_app.command()(reopen)
campaign_app.command()(watch)
campaign_app.command()(drill)
campaign_app.command()(clone)
campaign_app.command()(rename)
campaign_app.command()(delete)
