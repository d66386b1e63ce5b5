"""The ``cheapbandits`` command and its parts.

Heavy modules are imported inside the commands, so that ``--help`` answers at once.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import typer

from cheapbandits import __version__
from cheapbandits.campaign.odd_warnings import said_elsewhere
from cheapbandits.cli.campaign.app import campaign_app
from cheapbandits.cli.db import db_app
from cheapbandits.cli.hunt import hunt
from cheapbandits.cli.info import datasets, info
from cheapbandits.cli.leaderboard import leaderboard
from cheapbandits.cli.numbers import check_numbers
from cheapbandits.cli.reproduce import reproduce
from cheapbandits.cli.serve import serve
from cheapbandits.cli.simulate import simulate
from cheapbandits.cli.unseen import hide_passwords

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
app.command()(serve)
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


@cache
def _whole_command() -> Callable[[], object]:
    """Return all commands in one, made once: reading every option's type takes 0.05 s."""
    command = typer.main.get_command(app)
    check_numbers(command)
    hide_passwords(command)
    return command


def main() -> None:
    """Run the command that was typed; :mod:`.running` says how it ends."""
    with said_elsewhere():  # commands have notes
        _whole_command()()
