"""A new campaign like another: same settings, same graph, same masks; readings if wanted.

All of it is stored at once, or nothing is: half of a copy would look like a campaign of its own.
Readings come along as observations, not as asks: nobody is to measure them, they cost nothing in
the new campaign, and its plan and budget count anew. Masks come along in any case, as a closed road
is closed for both. The other campaign is left as it is.

Each reading keeps its origin (:mod:`.origins`), so that no file and no export of either campaign
adds it a second time to the other. One that was corrected comes with what it was before, as an
older file may still say that.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.desk import Desk, Draft
from cheapbandits.campaign.origins import origin_of, own_origin, values_in
from cheapbandits.errors import NameTakenError
from cheapbandits.policies.account import check_budget
from cheapbandits.store.names import LONGEST_NAME

if TYPE_CHECKING:
    from cheapbandits.campaign.origins import Which
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.store.writer import Writer

__all__ = ["clone", "free_name"]

#: An observation to be: its body, its key, and the readings that it had after the first.
_Copy = tuple[dict[str, Any], str | None, list[float]]


def clone(desk: Desk, name: str, *, with_readings: bool, budget: float | None = None) -> Desk:
    """Return the desk of a new campaign like that of another desk; its budget may be another."""
    desk.store.check_free(name)
    spec = desk.held.row().spec
    if budget is not None:
        paid = replace(desk.terms.spec, budget=check_budget(budget))
        spec = paid.settled(desk.terms.graph).to_dict()
    log = desk.held.events()
    with desk.standing() as standing:
        first = [Draft("mask", {"nodes": sorted(standing.masked)})] if standing.masked else []
        copies = _copies(standing, values_in(log)) if with_readings else []
    drafts = [*first, *_observations(copies), *_corrections(copies, len(first) + 1)]

    def begin(writer: Writer) -> None:
        Desk(desk.store, writer.row, desk.who).begin(writer, drafts)

    row = desk.store.create(
        name, spec, desk.held.graph(), who=desk.who, begin=begin if drafts else None
    )
    return Desk(desk.store, row, desk.who)


def free_name(desk: Desk) -> str:
    """Return a name like a campaign's, with the first number from 2 that makes it a free one."""
    for number in count(2):
        end = f"-{number}"
        free = f"{desk.name[: LONGEST_NAME - len(end)].rstrip()}{end}"
        try:
            desk.store.check_free(free)
        except NameTakenError:
            continue
        return free
    raise AssertionError  # numbers do not end


def _copies(standing: Standing, values: dict[Which, list[float]]) -> list[_Copy]:
    """Return the readings that count, those of asks first."""
    found: list[_Copy] = []
    used: set[str] = set()  # an older version may have taken a campaign's own export
    for which, origin, nodes, weights in _counting(standing):
        body: dict[str, Any] = {"nodes": list(nodes)}
        if weights is not None:
            body["weights"] = list(weights)
        if which in values:  # else it came since the log was read
            reading, *later = values[which]
            key = None if origin in used else origin
            found.append(({**body, "reading": reading}, key, later))
            used.add(origin)
    return found


def _counting(
    standing: Standing,
) -> Iterable[tuple[Which, str, tuple[int, ...], tuple[float, ...] | None]]:
    for number, ask in standing.asks.items():
        if ask.reading is not None and not ask.annulled:
            origin = own_origin("ask", number, ask.asked)
            yield ("ask", number), origin, ask.probe.nodes, ask.probe.weights
    for seq, seen in standing.observations.items():
        if not seen.annulled:
            yield ("observation", seq), origin_of(seq, seen.at, seen.key), seen.nodes, seen.weights


def _observations(copies: Iterable[_Copy]) -> list[Draft]:
    return [Draft("observe", body, key=key) for body, key, _ in copies]


def _corrections(copies: Iterable[_Copy], first: int) -> list[Draft]:
    """Return what was corrected; ``first`` is the number of the first observation."""
    return [
        Draft("correct", {"reading": reading, "observation": number})
        for number, (_, _, later) in enumerate(copies, first)
        for reading in later
    ]
