"""``campaign cancel``, ``correct``, ``annul``, ``mask``, ``pause``, ``finish`` and their like."""

from __future__ import annotations

from typing import Annotated

import typer

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

__all__ = ["annul", "cancel", "correct", "finish", "mask", "pause", "resume", "unmask"]

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
    print_event(event, f"ask {ask} cancelled", as_json=as_json)


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
    from cheapbandits.cli.campaign.shown import print_event

    event = open_campaign(name, db, who).correct(ask, reading, observation=observation)
    what = "observation" if observation else "ask"
    print_event(event, f"{what} {ask} corrected to {reading:g}", as_json=as_json)


def annul(
    name: Name,
    ask: AskNumber,
    observation: Observation = False,
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """Strike a reading: it no longer counts; what it cost still does."""
    from cheapbandits.cli.campaign.shown import print_event

    event = open_campaign(name, db, who).annul(ask, observation=observation)
    what = "observation" if observation else "ask"
    print_event(event, f"the reading of {what} {ask} no longer counts", as_json=as_json)


def mask(name: Name, nodes: Nodes, db: Db = None, who: Who = None, as_json: AsJson = False) -> None:
    """Ask for no group that contains any of these nodes: a dead sensor, a closed road."""
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
    indices = [node for text in nodes for node in parse_nodes(text, campaign.graph)]
    event = campaign.mask(indices) if kind == "mask" else campaign.unmask(indices)
    print_event(event, f"{kind}ed: {named(campaign.graph, indices)}", as_json=as_json)


def pause(name: Name, db: Db = None, who: Who = None, as_json: AsJson = False) -> None:
    """Stop asking until 'resume'; readings are still taken."""
    from cheapbandits.cli.campaign.shown import print_event

    print_event(open_campaign(name, db, who).pause(), f"{name} paused", as_json=as_json)


def resume(name: Name, db: Db = None, who: Who = None, as_json: AsJson = False) -> None:
    """Go on asking."""
    from cheapbandits.cli.campaign.shown import print_event

    print_event(open_campaign(name, db, who).resume(), f"{name} goes on", as_json=as_json)


def finish(
    name: Name,
    reason: Annotated[str, typer.Option(help="Why, for the record.")] = "finished",
    db: Db = None,
    who: Who = None,
    as_json: AsJson = False,
) -> None:
    """End the campaign; nothing more can be asked or told."""
    from cheapbandits.cli.campaign.shown import print_event

    event = open_campaign(name, db, who).finish(reason)
    print_event(event, f"{name} finished: {reason}", as_json=as_json)
