"""The ``cheapbandits`` command and what it does about errors.

Heavy modules are imported inside the commands, so that ``--help`` answers at once.
"""

from __future__ import annotations

import sys

import typer

from cheapbandits import __version__
from cheapbandits.cli.campaign.app import campaign_app
from cheapbandits.cli.db import db_app
from cheapbandits.cli.exits import report_error
from cheapbandits.cli.hunt import hunt
from cheapbandits.cli.info import datasets, info
from cheapbandits.cli.leaderboard import leaderboard
from cheapbandits.cli.reproduce import reproduce
from cheapbandits.cli.simulate import simulate
from cheapbandits.errors import CheapBanditsError

__all__ = ["app", "main"]

app = typer.Typer(
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    help="Find the hottest place of a network for the least sensing.",
)
app.command()(reproduce)
app.command()(leaderboard)
app.command()(simulate)
app.command()(hunt)
app.command()(info)
app.command()(datasets)
app.add_typer(campaign_app, name="campaign")
app.add_typer(db_app, name="db")


def _show_version(value: bool) -> None:
    if value:
        typer.echo(f"cheapbandits {__version__}")
        raise typer.Exit


@app.callback()
def _options(
    version: bool = typer.Option(
        False, "--version", callback=_show_version, is_eager=True, help="Show the version."
    ),
) -> None:
    """Find the hottest place of a network for the least sensing."""


def main() -> None:
    """Run the command; an error ends with one line on standard error and a status that tells."""
    try:
        app()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(130)
    except (CheapBanditsError, OSError) as error:
        sys.exit(report_error(error, as_json="--json" in sys.argv))
