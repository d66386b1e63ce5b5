"""``campaign tell``, ``observe`` and ``import``: what was measured."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cheapbandits.cli.campaign.columns_shown import understood_shown
from cheapbandits.cli.campaign.commands import Commands
from cheapbandits.cli.campaign.number_ranges import as_ranges
from cheapbandits.cli.campaign.odd_readings import note_if_odd, note_odd_rows
from cheapbandits.cli.campaign.options import AsJson, AskNumber, Db, Key, Name, Who, open_campaign
from cheapbandits.cli.plain import note
from cheapbandits.cli.sites import Layer, Nodata, ReadingColumn, names_of
from cheapbandits.errors import AlreadyToldError, CheapBanditsError
from cheapbandits.text import how_many

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign

__all__ = ["import_file", "note_if_over", "observe", "tell"]

Reading = Annotated[float, typer.Argument(help="The measured average.", show_default=False)]


def tell(
    name: Name,
    ask: AskNumber,
    reading: Reading,
    key: Key = None,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Record the reading of an ask: once, in any order, however late."""
    from cheapbandits.campaign.documents import told_document
    from cheapbandits.cli.campaign.shown import exact, print_event, print_json

    campaign = open_campaign(name, db, who)
    command = Commands(name, db)
    try:
        event = campaign.tell(ask, reading, key=key)
    except AlreadyToldError as error:
        mend = f"if that one was wrong: {command('correct', ask, exact(reading))}"
        raise AlreadyToldError(f"{error}; {mend}", error.event) from error
    note_if_odd(campaign, reading, command("annul", ask))
    over = note_if_over(campaign)
    if as_json:
        print_json(told_document(event, over))
    else:
        undo = f"undo: {command('correct', ask, 'READING')}, or annul"
        print_event(event, f"ask {ask}: {exact(reading)} recorded", undo, as_json=False)


def note_if_over(campaign: Campaign) -> float:
    """Say on standard error when a late reading has passed the budget; return by how much."""
    from cheapbandits.campaign.over_budget import over_text

    if campaign.spec.budget is None:
        return 0.0
    try:
        status = campaign.status()
    except CheapBanditsError:  # the reading is stored: nothing may fail any more
        return 0.0
    if status.over_budget:
        assert status.budget is not None
        parts = status.over_budget, status.spent, status.reserved, status.budget
        note(f"note: {over_text(*parts)}")
    return status.over_budget


def observe(
    name: Name,
    nodes: Annotated[
        str,
        typer.Argument(
            help="Node, or several with ';': names, or indices (#12 where nodes have names).",
            show_default=False,
        ),
    ],
    reading: Reading,
    key: Key = None,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Record a reading that nobody asked for: the average over any nodes."""
    from cheapbandits.campaign.nodes import parse_nodes
    from cheapbandits.cli.campaign.shown import exact, named, print_event

    campaign = open_campaign(name, db, who)
    group = parse_nodes(nodes, campaign.graph)
    event = campaign.observe(group, reading, key=key)
    undo = Commands(name, db)("annul", event.seq, "--observation")
    note_if_odd(campaign, reading, undo)
    where = named(campaign.graph, group)
    about = f"observation {event.seq}: {exact(reading)} recorded for {where}"
    print_event(event, about, f"undo: {undo}", as_json=as_json)


def import_file(
    name: Name,
    file: Annotated[
        Path, typer.Argument(help="CSV with the columns nodes and reading.", show_default=False)
    ],
    values: Annotated[
        str | None,
        typer.Option(
            metavar="COLUMN",
            help="Of a table of sites or a map: the column of the readings, empty or not.",
        ),
    ] = None,
    name_column: ReadingColumn = None,
    layer: Layer = None,
    nodata: Nodata = None,
    again: Annotated[
        bool,
        typer.Option(
            "--again",
            help="Take all rows, those that were imported before, too: they were read twice.",
        ),
    ] = False,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Record a file of readings, all of it or nothing; the same readings again add nothing."""
    from cheapbandits.campaign.documents import import_document, notes_of
    from cheapbandits.campaign.file_rows import places_shown, take_again
    from cheapbandits.campaign.import_keys import record
    from cheapbandits.campaign.importing import read_import
    from cheapbandits.cli.campaign.shown import print_done, print_json
    from cheapbandits.graphs.marks import nodata_of

    campaign = open_campaign(name, db, who)
    told = nodata_of(nodata)
    names = names_of(name_column)
    found = read_import(file, campaign.graph, campaign.spec, values, layer, told, names=names)
    rows = found.rows
    given = [row.given for row in rows]
    of_columns = notes_of(found.understood)  # before anything is stored
    done = record(campaign, given, again=again, file=file, places=found.places)
    new = done.new
    if new:
        note_odd_rows(campaign)
    if done.known:
        at = places_shown(found.places[k] for k in done.left_out)
        note(
            f"note: {done.known} of {len(rows)} readings are left out{at}: they were imported "
            "before, or are this campaign's own (the same place and reading, and date and who "
            f"where the file says so); if they were read twice, {take_again(bool(new))}"
        )
    if done.twice:
        twice = Commands(name, db)("annul", as_ranges(done.twice), "--observation")
        note(
            f"note: {len(done.twice)} of {len(rows)} readings were in the campaign already, and "
            f"count once more now; if that is wrong, strike these: {twice}"
        )
    if found.outside:
        note(
            "note: cells with a value where the campaign's graph has no node, which are left out: "
            f"{found.outside:,}"
        )
    strike = Commands(name, db)("annul", as_ranges(done.observations), "--observation")
    if done.alike:
        annul = Commands(name, db)("annul", "NUMBER", "--observation")
        note(
            f"note: {done.alike} of the {new} new readings have the place and value of stored ones "
            "but for decimals, for the id of their record, or for a date that is written "
            "otherwise or in one of the files only: if they are the same, strike them, "
            f"{annul} (`campaign history` has the numbers), and write dates as 2024-05-01"
        )
    for said in (*of_columns, *done.notes):
        note(f"note: {said}")
    if as_json:
        print_json(import_document(name, file, found, done))
    else:
        out = f", {found.skipped} left out{_why(told)}" if found.skipped else ""
        said = f"{file}: {how_many(len(rows))}, {new} new, {done.known} known already{out}"
        undo = [f"undo: {strike}"] if new else []
        print_done(said, *understood_shown(found, campaign.graph), *undo)


def _why(nodata: float | bool | None) -> str:
    """Return what kept rows out, as far as it is known."""
    told = nodata is not None and nodata is not False  # 0 == False
    return " by their status or as no reading" if told else " by their status"
