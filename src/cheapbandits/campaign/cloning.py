"""A new campaign like another: same settings, same graph, same masks; readings if wanted.

Readings come along as observations, not as asks: nobody is to measure them, they cost nothing in
the new campaign, and its plan and budget count anew. Masks come along in any case, as a closed road
is closed for both. The other campaign is left as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cheapbandits.campaign.desk import Desk, Draft

if TYPE_CHECKING:
    from cheapbandits.campaign.standing import Standing
    from cheapbandits.store import Event

__all__ = ["clone"]


def clone(desk: Desk, name: str, *, with_readings: bool) -> Desk:
    """Return the desk of a new campaign like that of another desk."""
    desk.store.check_free(name)
    stored = {event.seq: event for event in desk.held.events()}
    with desk.standing() as standing:
        drafts = [Draft("mask", {"nodes": sorted(standing.masked)})] if standing.masked else []
        if with_readings:
            drafts += _readings(standing, stored)
    held = desk.held
    row = desk.store.create(name, held.row().spec, held.graph(), who=desk.who)
    new = Desk(desk.store, row, desk.who)
    if drafts:
        new.note(lambda _: drafts, lambda _: None)
    return new


def _readings(standing: Standing, stored: Mapping[int, Event]) -> list[Draft]:
    """Return the readings that count, those of asks first."""
    drafts = [_observation(probe.nodes, probe.weights, reading) for probe, reading in standing.told]
    for seq, seen in standing.observations.items():
        if seq in stored and not seen.annulled:
            # A file that was imported there adds nothing here, unless its reading was corrected.
            same = stored[seq].body["reading"] == seen.reading
            key = stored[seq].key if same else None
            drafts.append(_observation(seen.nodes, seen.weights, seen.reading, key))
    return drafts


def _observation(
    nodes: tuple[int, ...],
    weights: tuple[float, ...] | None,
    reading: float,
    key: str | None = None,
) -> Draft:
    body: dict[str, Any] = {"nodes": list(nodes), "reading": reading}
    if weights is not None:
        body["weights"] = list(weights)
    return Draft("observe", body, key=key)
