"""``campaign cancel``, ``correct``, ``annul``, ``mask``, ``pause``, ``finish`` and their like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from cheapbandits.cli.campaign.commands import Commands, node_words
from cheapbandits.cli.campaign.number_ranges import as_ranges, numbers_of
from cheapbandits.cli.campaign.odd_readings import note_if_odd
from cheapbandits.cli.campaign.options import (
    AsJson,
    AskNumber,
    Db,
    Name,
    Observation,
    Who,
    open_campaign,
)
from cheapbandits.cli.campaign.tell import Reading

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign

__all__ = ["annul", "cancel", "correct", "finish", "mask", "pause", "reopen", "resume", "unmask"]

Numbers = Annotated[
    list[str],
    typer.Argument(
        metavar="NUMBER...", help="Numbers of asks, or first and last: 12-40.", show_default=False
    ),
]
Nodes = Annotated[
    list[str],
    typer.Argument(
        metavar="NODE...",
        help="Names, or indices (#12 where nodes have names); ';' separates too.",
        show_default=False,
    ),
]


def cancel(
    name: Name, ask: AskNumber, db: Db = None, who: Who = None, as_json: AsJson = False
) -> None:
    """Withdraw an open ask; its round and its price are given back."""
    from cheapbandits.cli.campaign.shown import print_event

    event = open_campaign(name, db, who).cancel(ask)
    late = Commands(name, db)("tell", ask, "READING")
    undo = f"this cannot be undone, but a reading that comes after all is taken: {late}"
    print_event(event, f"ask {ask} cancelled", undo, as_json=as_json)


def correct(
    name: Name,
    ask: AskNumber,
    reading: Reading,
    observation: Observation = False,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Replace a reading; the old one stays in the history."""
    from cheapbandits.cli.campaign.shown import exact, print_event

    campaign = open_campaign(name, db, who)
    before = _reading(campaign, ask, observation)
    event = campaign.correct(ask, reading, observation=observation)
    what = "observation" if observation else "ask"
    said = f"{what} {ask} corrected to {exact(reading)}"
    annulled = Commands(name, db)("annul", ask, *(["--observation"] if observation else []))
    note_if_odd(campaign, reading, annulled)
    print_event(event, said, _back(name, db, ask, observation, before), as_json=as_json)


def annul(
    name: Name,
    numbers: Numbers,
    observation: Observation = False,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Strike readings: they no longer count; what they cost still does. All of them, or none."""
    from cheapbandits.campaign.documents import event_document
    from cheapbandits.cli.campaign.shown import print_done, print_event, print_json

    wanted = numbers_of(numbers)
    campaign = open_campaign(name, db, who)
    what = "observation" if observation else "ask"
    if len(wanted) == 1:
        before = _reading(campaign, wanted[0], observation)
        event = campaign.annul(wanted[0], observation=observation)
        said = f"the reading of {what} {wanted[0]} no longer counts"
        print_event(event, said, _back(name, db, wanted[0], observation, before), as_json=as_json)
        return
    events = campaign.annul_many(wanted, observation=observation)
    if as_json:
        print_json({"name": name, "events": [event_document(event) for event in events]})
        return
    flag = ["--observation"] if observation else []
    back = Commands(name, db)("correct", "NUMBER", "READING", *flag)
    said = f"{len(events)} readings no longer count: {what}s {as_ranges(wanted)}"
    print_done(said, f"undo, one by one: {back}; `campaign history` has what they were")


def _reading(campaign: Campaign, number: int, observation: bool) -> tuple[float | None, bool]:
    """Return the reading as it is before a change, and whether it counts."""
    of = "observation" if observation else "ask"
    rows = (row for row in campaign.history() if row[of] == number)
    row: dict[str, Any] = next(rows, {})
    return row.get("reading"), row.get("status") != "annulled"


def _back(
    name: str, db: str | None, number: int, observation: bool, before: tuple[float | None, bool]
) -> str:
    """Return the command that makes a reading what it was."""
    reading, counted = before
    flag = ["--observation"] if observation else []
    command = Commands(name, db)
    if not counted:
        return f"undo: {command('annul', number, *flag)}"
    return f"undo: {command('correct', number, 'READING' if reading is None else reading, *flag)}"


def mask(name: Name, nodes: Nodes, db: Db = None, who: Who = None, as_json: AsJson = False) -> None:
    """Ask for no group with any of these nodes, and do not name them: a dead sensor, a road."""
    _mask("mask", name, nodes, db, who, as_json)


def unmask(
    name: Name, nodes: Nodes, db: Db = None, who: Who = None, as_json: AsJson = False
) -> None:
    """Allow these nodes again."""
    _mask("unmask", name, nodes, db, who, as_json)


def _mask(
    kind: str, name: str, nodes: list[str], db: str | None, who: str | None, as_json: bool
) -> None:
    from cheapbandits.campaign.nodes import parse_nodes
    from cheapbandits.cli.campaign.shown import named, print_event

    campaign = open_campaign(name, db, who)
    given = dict.fromkeys(node for text in nodes for node in parse_nodes(text, campaign.graph))
    before = campaign.masked
    event = campaign.mask([*given]) if kind == "mask" else campaign.unmask([*given])
    changed = [node for node in given if (node in before) is (kind == "unmask")]
    other = "unmask" if kind == "mask" else "mask"
    undo = Commands(name, db)(other, *node_words(campaign.graph, changed))
    same = [node for node in given if node not in changed]
    were = "masked already" if kind == "mask" else "not masked"
    so = f"; {were}: {named(campaign.graph, same)}" if same else ""
    said = f"{kind}ed: {named(campaign.graph, changed)}{so}" if changed else f"nothing changed{so}"
    undone = f"undo: {undo}" if changed else "nothing to undo"
    print_event(event, said, undone, as_json=as_json)


def pause(name: Name, db: Db = None, who: Who = None, as_json: AsJson = False) -> None:
    """Stop asking until 'resume'; readings are still taken."""
    from cheapbandits.cli.campaign.shown import print_event

    event, undo = open_campaign(name, db, who).pause(), Commands(name, db)("resume")
    print_event(event, f"{name} paused", f"undo: {undo}", as_json=as_json)


def resume(name: Name, db: Db = None, who: Who = None, as_json: AsJson = False) -> None:
    """Go on asking."""
    from cheapbandits.cli.campaign.shown import print_event

    event, undo = open_campaign(name, db, who).resume(), Commands(name, db)("pause")
    print_event(event, f"{name} goes on", f"undo: {undo}", as_json=as_json)


def finish(
    name: Name,
    reason: Annotated[str, typer.Option(help="Why, for the record.")] = "finished",
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """End the campaign; nothing more can be asked or told until 'reopen'."""
    from cheapbandits.cli.campaign.shown import print_event

    event, undo = open_campaign(name, db, who).finish(reason), Commands(name, db)("reopen")
    why = f": {reason}" if reason.strip() not in ("", "finished") else ""
    print_event(event, f"{name} finished{why}", f"undo: {undo}", as_json=as_json)


def reopen(name: Name, db: Db = None, who: Who = None, as_json: AsJson = False) -> None:
    """Go on with a campaign that was finished, as it was before."""
    from cheapbandits.cli.campaign.shown import print_event

    event, undo = open_campaign(name, db, who).reopen(), Commands(name, db)("finish")
    print_event(event, f"{name} is open again", f"undo: {undo}", as_json=as_json)
