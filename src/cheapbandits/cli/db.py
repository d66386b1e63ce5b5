"""``cheapbandits db``: care of the database that campaigns are kept in."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.campaign.options import AsJson, Db
from cheapbandits.cli.campaign.shown import print_json
from cheapbandits.cli.exits import STORE
from cheapbandits.cli.plain import note
from cheapbandits.errors import DamagedError, ParameterError

if TYPE_CHECKING:
    from cheapbandits.store import Store

__all__ = ["db_app"]

db_app = typer.Typer(no_args_is_help=True, help="Care of the database: check, backup, upgrade.")


@db_app.command()
def check(db: Db = None, as_json: AsJson = False) -> None:
    """Look through the whole database for damage; status 5 when there is any."""
    from cheapbandits.campaign.documents import check_document

    problems, count = _look_through(db)
    if as_json:
        print_json(check_document(count, problems))
    else:
        for problem in problems:
            note(f"problem: {problem}")
        print(f"{count} campaigns, {len(problems) or 'no'} problems")
    if problems:
        raise typer.Exit(STORE)


@db_app.command()
def backup(
    file: Annotated[Path, typer.Argument(help="A new SQLite file.", show_default=False)],
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Copy a damaged database too, damage and all.")
    ] = False,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Write a copy to a new SQLite file, consistent even while others write.

    The database is looked through first: a copy of a damaged one would not help.
    """
    from cheapbandits.campaign.documents import backup_document
    from cheapbandits.store.backup import check_new

    check_new(file)  # before the look through, which takes a while
    with _existing(db) as store:
        problems = store.check()
        if problems and not anyway:
            raise DamagedError(
                f"nothing was copied, the database is damaged: {problems[0]}"
                + (f" (and {len(problems) - 1} more)" if len(problems) > 1 else "")
                + "; --anyway copies it as it is, keep the copies that you have"
            )
        store.backup(file)
    for problem in problems:
        note(f"warning: the copy is damaged as the database is: {problem}")
    if as_json:
        print_json(backup_document(file))
    else:
        note(f"written: {file} ({file.stat().st_size:,} bytes)")


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
        print(f"the database has the newest format ({NEWEST}); {count} campaigns")


def _look_through(db: str | None) -> tuple[list[str], int]:
    """Return what is wrong with a database, and how many campaigns it holds."""
    from cheapbandits.store.faults import when_checking

    try:
        with _existing(db) as store:
            return store.check(), len(store.listing())
    except DamagedError as error:
        raise DamagedError(when_checking(error), error.campaign, error.seq) from error


def _existing(db: str | None, *, upgrade: bool = False) -> Store:
    """Open a database that is there: looking after nothing would only make an empty file."""
    from cheapbandits.store import Store
    from cheapbandits.store.location import resolve

    target = resolve(db)
    if isinstance(target, Path) and not target.exists():
        raise ParameterError(f"there is no database {target}; say which with --db")
    return Store.open(target, upgrade=upgrade)
