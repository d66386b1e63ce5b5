"""The network, and what is believed of its nodes: in pages, so that no answer is without end."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import numpy as np
from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from cheapbandits.service import shapes
from cheapbandits.service.house import DECIMAL, FAILS, PLAIN, House, Identity, InHouse
from cheapbandits.service.routes.paging import After, next_link
from cheapbandits.service.routes.seen import seen
from cheapbandits.service.strict_json import StrictRoute

if TYPE_CHECKING:
    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.graphs import Graph
    from cheapbandits.store import CampaignRow

__all__ = ["graph_page", "router"]

router = APIRouter(
    prefix="/api/campaigns/{campaign}", tags=["looking"], responses=FAILS, route_class=StrictRoute
)

#: Nearer to 1 an interval has no ends.
Level = Annotated[float, DECIMAL, Query(gt=0, le=1 - 1e-9, allow_inf_nan=False)]
At = Annotated[
    int | None,
    PLAIN,
    Query(ge=0, le=2**53, description="As of this event: what was believed then."),
]
Nodes = Annotated[
    int | None,
    PLAIN,
    Query(ge=1, description="At most so many nodes; never more than the server allows."),
]
#: Columns over nodes, of which a page is a part.
COLUMNS = ("estimate", "low", "high", "readings")


@router.get("/graph", response_model=None, responses={200: {"model": shapes.GraphShape}})
async def graph(
    request: Request,
    campaign: Identity,
    house: InHouse,
    edges: Annotated[bool, Query(description="With links, each at its lower node.")] = False,
    limit: Nodes = None,
    after: After = 0,
) -> Response:
    """Show the network: it never changes, so it is sent once. `page` says what is left."""

    def shown(here: Campaign, _: CampaignRow) -> tuple[dict[str, Any], dict[str, str]]:
        size = _size(house, limit)
        most = house.limits.page_links if edges else None
        document = graph_page(here.name, here.graph, after, size, most)
        return document, next_link(request, size, document["page"]["next"])

    return await seen(request, house, campaign, shown, fixed=True)


@router.get("/places", response_model=None, responses={200: {"model": shapes.Places}})
async def places(
    request: Request,
    campaign: Identity,
    house: InHouse,
    at: At = None,
    level: Level = 0.9,
    limit: Nodes = None,
    after: After = 0,
) -> Response:
    """Show what is believed of every place of a page: now, or after any earlier event."""

    def shown(here: Campaign, row: CampaignRow) -> tuple[dict[str, Any], dict[str, str]]:
        key = (campaign, row.name, row.place, at, level)
        found = _believed(house, here, key, at, level)
        size = _size(house, limit)
        page = _page(here.graph.n_nodes, after, size)
        part = {
            name: None if found[name] is None else found[name][after : after + size]
            for name in COLUMNS
        }
        return {**found, **part, "page": page}, next_link(request, size, page["next"])

    return await seen(request, house, campaign, shown, long=True)


def _believed(
    house: House, here: Campaign, key: tuple[Any, ...], at: int | None, level: float
) -> dict[str, Any]:
    """Return the whole document; what was appended since the row was read may be in it."""
    return house.kept.get(key, here.graph.n_nodes, lambda: here.places(at=at, level=level))


def _size(house: House, limit: int | None) -> int:
    most = house.limits.page_nodes
    return most if limit is None else min(limit, most)


def _page(nodes: int, after: int, size: int, links_left: int = 0) -> dict[str, Any]:
    following = after + size if after + size < nodes else None
    known = {"nodes": nodes, "after": after, "limit": size}
    return {**known, "next": following, "links_left": links_left}


def graph_page(
    name: str, graph: Graph, after: int, size: int, most_links: int | None
) -> dict[str, Any]:
    """Return a page of :func:`..campaign.places.graph_document`; without ``most_links`` no links.

    A link stands on the page of its lower node. ``links_left`` of them were too many for this one;
    a smaller page has them all.
    """
    here = slice(after, after + size)
    places = graph.coordinates
    document: dict[str, Any] = {
        "name": name,
        "nodes": graph.n_nodes,
        "links": graph.n_edges,
        "parts": graph.n_parts,
        "names": None if graph.names is None else list(graph.names[here]),
        "coordinates": None if places is None else places[here].tolist(),
        "crs": graph.crs,
    }
    left = 0
    if most_links is not None:
        pairs, weights = graph.edges()
        lower = pairs.min(axis=1) if len(pairs) else np.zeros(0, dtype=int)
        (mine,) = np.nonzero((lower >= after) & (lower < after + size))
        left, mine = max(len(mine) - most_links, 0), mine[:most_links]
        document |= {"edges": pairs[mine].tolist(), "weights": weights[mine].tolist()}
    return {**document, "page": _page(graph.n_nodes, after, size, left)}
