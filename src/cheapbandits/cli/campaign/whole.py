"""``campaign rename``, ``clone`` and ``delete``: a campaign as a whole."""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.campaign.options import AsJson, Db, Name, Who, open_campaign
from cheapbandits.cli.plain import note, plain
from cheapbandits.cli.typed_words import as_typed
from cheapbandits.errors import DamagedError, ParameterError, StoreError

if TYPE_CHECKING:
    from cheapbandits.store import CampaignRow, Store

__all__ = ["clone", "delete", "rename"]

NewName = Annotated[str, typer.Argument(metavar="NEW", help="Its name.", show_default=False)]


def rename(
    name: Name, new: NewName, db: Db = None, who: Who = None, as_json: AsJson = False
) -> None:
    """Give a campaign another name; its history stays."""
    from cheapbandits.campaign.documents import renamed_document
    from cheapbandits.cli.campaign.commands import Commands
    from cheapbandits.cli.campaign.shown import print_done, print_json

    now = open_campaign(name, db, who).rename(new)
    if as_json:
        print_json(renamed_document(name, now.name))
    else:
        undo = Commands(now.name, db)("rename", Commands.word(name))
        print_done(f"{name} is called {now.name} now", f"undo: {undo}")


def clone(
    name: Name,
    new: NewName,
    with_readings: Annotated[
        bool,
        typer.Option(
            "--with-readings",
            help="Begin with the readings that count, as observations: at no cost, and not as asks "
            "of the plan.",
        ),
    ] = False,
    budget: Annotated[
        float | None, typer.Option(help="What it may cost in all; as the other when left out.")
    ] = None,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Start a campaign with the settings, the graph and the masks of another, without readings."""
    from cheapbandits.campaign.documents import new_document
    from cheapbandits.cli.campaign.commands import Commands
    from cheapbandits.cli.campaign.shown import count, print_done, print_json

    twin = open_campaign(name, db, who).clone(new, with_readings=with_readings, budget=budget)
    status, command = twin.status(), Commands(twin.name, db)
    if as_json:
        print_json(new_document(status, twin.graph, twin.spec))
        return
    took = f"with {count(status.observed, 'reading')} of it" if with_readings else "no readings"
    print_done(
        f"{twin.name} begins with the settings and the graph of {name}, {took}",
        f"next: {command('ask')}",
        f"undo: {command('delete')}",
    )


def delete(
    name: Name,
    yes: Annotated[
        bool, typer.Option("--yes", help="Do not ask for the name to be typed again.")
    ] = False,
    export: Annotated[
        bool,
        typer.Option(
            "--export/--no-export",
            help="First write everything to a file, a database with this campaign alone.",
        ),
    ] = True,
    out: Annotated[
        Path | None,
        typer.Option(help="That file; NAME-deleted-DATE.db in this folder when left out."),
    ] = None,
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Remove a campaign with all its readings, after writing everything to a file."""
    from cheapbandits.campaign.documents import deleted_document
    from cheapbandits.cli.campaign.shown import print_done, print_json
    from cheapbandits.store import Store
    from cheapbandits.store.names import as_stored

    name = as_stored(name)
    if out is not None and not export:
        raise ParameterError("--out says where to export, and --no-export not to: give one of them")
    with Store.open(db, create=False) as store:
        row = _found(store, name, export)
        if not yes:
            _confirm(name, row)
        file = None if not export else _free(name) if out is None else out
        if file is not None:
            exported = store.export(name, file)
            if row is not None and exported.place != row.place:
                file.unlink()
                raise StoreError(
                    f"what is called {name} changed since it was shown here, or is another "
                    "campaign by now: nothing was deleted; look at it, and delete it again"
                )
        store.delete(name, None if row is None else row.place)
    events = None if row is None else row.last_seq
    if as_json:
        print_json(deleted_document(name, file, events))
    elif file is None:
        print_done(f"{name} deleted", "this cannot be undone")
    else:
        from cheapbandits.cli.campaign.commands import Commands

        print_done(
            f"{name} deleted; everything of it was written to {file}",
            "undo: go on with it there, cheapbandits campaign status "
            f"{Commands.word(name)} --db {Commands.word(str(file))}",
        )


def _found(store: Store, name: str, export: bool) -> CampaignRow | None:
    """Return the campaign's row; ``None`` for a damaged one that is not to be exported."""
    try:
        return store.campaign(name)
    except DamagedError as error:
        if export:
            raise DamagedError(
                f"{name} is damaged and cannot be exported, so it was not deleted; --no-export "
                f"deletes it all the same ({error})",
                error.campaign,
                error.seq,
            ) from error
        return None


def _confirm(name: str, row: CampaignRow | None) -> None:
    """Have the name typed again, or refuse."""
    from cheapbandits.cli.campaign.shown import count
    from cheapbandits.store.names import as_stored

    if row is None:
        note(f"{name} is damaged; it would be deleted with all that is left of it")
    else:
        readings = row.summary.get("told", 0) + row.summary.get("observed", 0)
        size = f"{count(readings, 'reading')}, {count(row.last_seq, 'event')}"
        note(f"{name} would be deleted: {size}")
    sys.stderr.write("to delete it, type its name again: ")
    sys.stderr.flush()
    typed = as_typed(sys.stdin.readline())
    if not typed.endswith("\n"):
        sys.stderr.write("\n")
    if as_stored(typed.strip()) != as_stored(name):
        what = f"'{plain(typed.strip())}' is another name" if typed.strip() else "no name was typed"
        raise ParameterError(f"nothing was deleted: {what}; type {name!r}, or give --yes")


def _free(name: str) -> Path:
    """Return a file of this folder that is not there yet, named after the campaign and the day."""
    said = name.encode(sys.getfilesystemencoding(), "replace").decode(sys.getfilesystemencoding())
    safe = re.sub(r"[^\w.-]+", "_", said).strip("._-")[:60] or "campaign"
    moment = datetime.now(UTC).strftime("%Y-%m-%d")
    stem = f"{safe}-deleted-{moment}"
    names = [f"{stem}.db", *(f"{stem}-{k}.db" for k in range(2, 10_000))]
    return next(path for path in map(Path, names) if not path.exists())
