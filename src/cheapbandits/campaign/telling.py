"""Readings into the log: of an ask, or of any nodes; each once, in one short transaction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.answers import Ask
from cheapbandits.campaign.desk import Desk, Draft
from cheapbandits.campaign.identity import check_same, number_of, those_open
from cheapbandits.campaign.nodes import Nodes, indices_of
from cheapbandits.campaign.odd_warnings import warn_of_stored
from cheapbandits.campaign.over_budget import late_and_over
from cheapbandits.campaign.readings import check_fits
from cheapbandits.campaign.standing import probe_of
from cheapbandits.campaign.stored import making_sense
from cheapbandits.checks import check_ordered, got, items
from cheapbandits.errors import NoSuchAskError, ParameterError

if TYPE_CHECKING:
    from cheapbandits.campaign.terms import Terms
    from cheapbandits.store import CampaignRow, Event
    from cheapbandits.store.writer import Writer

__all__ = ["begin_with", "note", "observation", "observe_rows", "rows_given", "tell"]


def tell(desk: Desk, ask: int | Ask, reading: float, key: str | None) -> Event:
    """Record the reading of an ask; see :meth:`..campaign.Campaign.tell`."""
    from cheapbandits.policies.reading import check_reading

    number = number_of(ask)
    value = check_reading(reading)

    def drafts(terms: Terms) -> list[Draft]:
        return [Draft("tell", {"reading": check_fits(value, terms.spec)}, ask=number, key=key)]

    passed: list[str] = []  # what to say of the budget, once the reading is stored

    def check(writer: Writer) -> Event:
        desk.check_not_finished(writer.row)
        asked = writer.asked(number)
        if asked is None:
            writer.events()  # where it is missing because the log is damaged, says so
            still = those_open(writer.row.summary.get("open", ()))
            raise NoSuchAskError(
                f"{writer.row.name} has no ask {number}; {still}; "
                "a reading that nobody asked for is told by `campaign observe`"
            )
        with making_sense(f"event {asked.seq} (ask)", writer.row.name):
            probe_of(asked)
        passed.extend(late_and_over(writer.row, number, asked.body["cost"]))
        return asked

    def meant(writer: Writer) -> None:
        if isinstance(ask, Ask) and (asked := writer.asked(number)) is not None:
            weights = asked.body.get("weights")
            check_same(ask, writer.row.id, asked.body["nodes"], weights, asked)

    events, new = desk.note(drafts, check, meant)
    for text in passed[:new]:
        warn_of_stored(text)
    return events[0]


def observe_rows(desk: Desk, rows: Iterable[tuple[Any, ...]]) -> range:
    """Record many readings, all or none; see :meth:`..campaign.Campaign.observe_many`.

    Returns the numbers of those that are new: one transaction writes them one after the other.
    """
    given = rows_given(rows)
    events, new = desk.note(
        lambda terms: _observations(terms, given),
        lambda writer: desk.check_not_finished(writer.row),
    )
    end = max((event.seq for event in events), default=0) + 1
    return range(end - new, end)


def begin_with(desk: Desk, writer: Writer, rows: Iterable[tuple[Any, ...]]) -> None:
    """Record the readings that a campaign starts from, while it is being created."""
    desk.note_in(writer, _observations(desk.terms, rows_given(rows)))


def _observations(terms: Terms, given: Iterable[tuple[Any, ...]]) -> list[Draft]:
    return [
        observation(terms, nodes, reading, weights[0] if weights else None, key)
        for nodes, reading, key, *weights in given
    ]


def rows_given(rows: Iterable[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the rows of many readings: nodes, reading, key, and perhaps weights."""
    given = [tuple(items(row, "a row (nodes, reading, key)")) for row in items(rows, "rows")]
    for row in given:
        if len(row) not in (3, 4):
            raise ParameterError(
                f"a row is nodes, reading, key (or None) and perhaps weights, got {got(row)}"
            )
        check_ordered(row[0], row[3] if len(row) == 4 else None)
    return given


def observation(
    terms: Terms,
    nodes: Nodes,
    reading: float,
    weights: Sequence[float] | None,
    key: str | None,
) -> Draft:
    """Return the event of a reading that nobody asked for, checked."""
    from cheapbandits.policies.reading import check_reading, check_row

    group, shares = check_row(indices_of(terms.graph, nodes), weights, terms.graph.n_nodes)
    value = check_fits(check_reading(reading), terms.spec)
    body: dict[str, Any] = {"nodes": list(group), "reading": value}
    if shares is not None:
        body["weights"] = list(shares)
    return Draft("observe", body, key=key)


def note(
    desk: Desk,
    make: Callable[[Terms], Draft],
    check: Callable[[CampaignRow], None] | None = None,
) -> Event:
    """Append one event to a campaign that is not finished, unless ``check`` refuses."""

    def allowed(writer: Writer) -> None:
        desk.check_not_finished(writer.row)
        if check is not None:
            check(writer.row)

    return desk.note(lambda terms: [make(terms)], allowed)[0][0]
