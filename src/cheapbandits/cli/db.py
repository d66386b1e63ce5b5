"""``cheapbandits db``: care of the database that campaigns are kept in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.campaign.options import AsJson, Db
from cheapbandits.cli.campaign.shown import print_json
from cheapbandits.cli.exits import STORE
from cheapbandits.errors import ParameterError

if TYPE_CHECKING:
    from cheapbandits.store import Store

__all__ = ["db_app"]

db_app = typer.Typer(no_args_is_help=True, help="Care of the database: check, backup, upgrade.")


@db_app.command()
def check(db: Db = None, as_json: AsJson = False) -> None:
    """Look through the whole database for damage; status 5 when there is any."""
    from cheapbandits.campaign.documents import check_document

    with _existing(db) as store:
        problems, count = store.check(), len(store.listing())
    if as_json:
        print_json(check_document(count, problems))
    else:
        for problem in problems:
            typer.echo(f"problem: {problem}", err=True)
        typer.echo(f"{count} campaigns, {len(problems) or 'no'} problems")
    if problems:
        raise typer.Exit(STORE)


@db_app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new SQLite file.", show_default=False)],
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Write a copy to a new SQLite file, consistent even while others write."""
    from cheapbandits.campaign.documents import backup_document

    with _existing(db) as store:
        store.backup(file)
    if as_json:
        print_json(backup_document(file))
    else:
        typer.echo(f"written: {file} ({file.stat().st_size:,} bytes)", err=True)


@db_app.command()
def upgrade(db: Db = None, as_json: AsJson = False) -> None:
    """Bring an older database to the newest format; history stays as it is."""
    from cheapbandits.campaign.documents import upgrade_document
    from cheapbandits.store.formats import NEWEST

    with _existing(db, upgrade=True) as store:
        count = len(store.listing())
    if as_json:
        print_json(upgrade_document(NEWEST, count))
    else:
        typer.echo(f"the database has the newest format ({NEWEST}); {count} campaigns")


def _existing(db: str | None, *, upgrade: bool = False) -> Store:
    """Open a database that is there: looking after nothing would only make an empty file."""
    from cheapbandits.store import Store
    from cheapbandits.store.location import resolve

    target = resolve(db)
    if isinstance(target, Path) and not target.exists():
        raise ParameterError(f"there is no database {target}; say which with --db")
    return Store.open(target, upgrade=upgrade)
