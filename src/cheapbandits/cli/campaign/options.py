"""What the commands of a campaign have in common: options, completion, opening."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from cheapbandits.campaign import Campaign

__all__ = [
    "AsJson",
    "AskNumber",
    "Assignee",
    "Beyond",
    "Db",
    "HowMany",
    "Key",
    "Lease",
    "Name",
    "Observation",
    "ServedDb",
    "Who",
    "campaign_names",
    "open_campaign",
]

#: Lets a negative number stand where an argument is expected.
NUMBERS = {"ignore_unknown_options": True}
#: The largest number that the database can hold.
LARGEST = 2**63 - 1


def campaign_names(ctx: typer.Context, incomplete: str) -> list[str]:
    """Return the names that begin with what has been typed; never an error, never a new file."""
    try:
        from cheapbandits.store import Store
        from cheapbandits.store.location import resolve

        target = resolve(ctx.params.get("db"))
        if not isinstance(target, str) and not target.exists():
            return []
        with Store.open(target, create=False) as store:
            return [row.name for row in store.campaigns() if row.name.startswith(incomplete)]
    except Exception:
        return []


Name = Annotated[
    str, typer.Argument(help="The campaign.", autocompletion=campaign_names, show_default=False)
]
AskNumber = Annotated[
    int, typer.Argument(help="The number of the ask.", min=1, max=LARGEST, show_default=False)
]


def _for_advice(ctx: typer.Context, db: str | None) -> str | None:
    """Let messages advise commands on the same database, until the command ends."""
    if db is not None and not ctx.resilient_parsing:
        from cheapbandits.cli.campaign.commands import where
        from cheapbandits.store.advice import named_by

        ctx.with_resource(named_by(partial(where, db)))
    return db


def _can_sign(ctx: typer.Context, who: str | None) -> str | None:
    """Say of a name that cannot be recorded where it came from."""
    if who and not ctx.resilient_parsing:
        from cheapbandits.errors import ParameterError
        from cheapbandits.store.names import person

        try:
            person(who, "who")
        except ParameterError as error:
            if os.environ.get("CHEAPBANDITS_WHO") != who:
                raise
            raise ParameterError(
                f"{error}; it is from the variable CHEAPBANDITS_WHO: give another by --who, or "
                "unset it"
            ) from None
    return who


_DB = {
    "envvar": "CHEAPBANDITS_DB",
    "metavar": "FILE|URL",
    "help": "SQLite file or postgresql://... URL; the user's data folder when left out.",
}
Db = Annotated[str | None, typer.Option("--db", callback=_for_advice, **_DB)]
#: Of a service: those whom its messages reach do not know its database.
ServedDb = Annotated[str | None, typer.Option("--db", **_DB)]
AsJson = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
Who = Annotated[
    str | None,
    typer.Option(
        "--who",
        envvar="CHEAPBANDITS_WHO",
        callback=_can_sign,
        help="Who does it, for the record; your login name.",
    ),
]
Key = Annotated[
    str | None,
    typer.Option(help="Idempotency key: the same again with the same key is stored once."),
]
Assignee = Annotated[
    str | None,
    typer.Option(
        "--for", metavar="TEAM", help="Who is to measure it: each team gets groups of its own."
    ),
]
Observation = Annotated[
    bool,
    typer.Option(
        "--observation", help="The number is that of an observation, as 'history' shows it."
    ),
]


def _check_lease(value: float | None) -> float | None:
    from cheapbandits.store.clock import LONGEST_LEASE

    if value is not None and not 0 < value <= LONGEST_LEASE:
        raise typer.BadParameter(
            f"give seconds above 0, at most {LONGEST_LEASE:,.0f}, got {value:g}; without --lease "
            "an ask stays open"
        )
    return value


HowMany = Annotated[int, typer.Option("-n", help="How many to have open.", min=1)]
Lease = Annotated[
    float | None,
    typer.Option(help="Seconds after which an unanswered ask expires.", callback=_check_lease),
]
Beyond = Annotated[bool, typer.Option("--beyond", help="Go on after all planned measurements.")]


def open_campaign(name: str, db: str | None, who: str | None = None) -> Campaign:
    """Return a campaign that was created before."""
    from cheapbandits.campaign import Campaign

    return Campaign.open(name, db=db, who=who)
