"""The pages themselves: HTML from templates, and the files beside them."""

from __future__ import annotations

import hashlib
from functools import cache
from importlib.resources import files
from pathlib import Path as Path_
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cheapbandits.campaign.answers import Status, listing
from cheapbandits.campaign.campaign import Campaign
from cheapbandits.errors import NotFoundError
from cheapbandits.service.house import InHouse, unchanged
from cheapbandits.service.page import in_parts, looking, making, takeaway
from cheapbandits.service.page.cards import SHOWN, card, summary
from cheapbandits.service.page.html import Html, page, render
from cheapbandits.service.page.networks import FIELDS, MADE, shipped_titles
from cheapbandits.service.page.racers import about
from cheapbandits.service.page.truth import known_field
from cheapbandits.store.name_units import called, unit_of

__all__ = ["lost", "router"]

router = APIRouter(include_in_schema=False)
router.include_router(looking.router)
router.include_router(in_parts.router)
router.include_router(making.router)
router.include_router(takeaway.router)

_KINDS = {"css": "text/css", "js": "text/javascript", "svg": "image/svg+xml"}
_HERE = Html(' aria-current="page"')


def bar(here: str = "", crumbs: str | Html = "", right: str | Html = "") -> Html:
    """Return the bar at the top: pages, or the way to this one."""
    marks = {name: _HERE if name == here else "" for name in ("campaigns", "playground", "report")}
    nav = render("nav", **marks) if here else ""
    return render("bar", here=nav, crumbs=crumbs, right=right)


@cache
def _static(name: str) -> tuple[bytes, str]:
    suffix = name.rpartition(".")[2]
    folder = files("cheapbandits.service.page") / "static"
    if suffix not in _KINDS or name not in {entry.name for entry in folder.iterdir()}:
        raise NotFoundError("there is no such file")
    body = (folder / name).read_bytes()
    return body, f'"{hashlib.blake2b(body, digest_size=12).hexdigest()}"'


@router.get("/static/{name}")
async def static(
    request: Request, name: Annotated[str, Path(pattern=r"^[a-z0-9-]{1,40}\.[a-z]{2,3}$")]
) -> Response:
    """Send a script, a style sheet or the icon."""
    body, tag = _static(name)
    if (same := unchanged(request, tag)) is not None:
        return same
    kind = _KINDS[name.rpartition(".")[2]]
    return Response(body, 200, {"ETag": tag, "Cache-Control": "no-cache"}, media_type=kind)


@router.get("/favicon.ico")
async def favicon() -> Response:
    """Browsers ask for it whatever a page says."""
    return RedirectResponse("/static/icon.svg", 301)


@router.get("/")
async def campaigns(house: InHouse) -> Response:
    """Show all campaigns as cards."""
    found = await house.work.look(lambda: listing(house.shelf.store))
    cards = Html("\n".join(card(one) for one in found))
    body = render("campaigns", bar=bar("campaigns"), cards=cards, summary=summary(found))
    return HTMLResponse(page("Campaigns - cheapbandits", "cards", body, "list"))


@router.get("/campaigns/{campaign}")
async def campaign_page(
    campaign: Annotated[str, Path(pattern="^[0-9a-f]{1,64}$")], house: InHouse
) -> Response:
    """Show one campaign."""

    async def stands(here: Campaign) -> tuple[Campaign, Status]:
        return here, await house.work.look(here.status)

    try:
        here, status = await house.on(campaign, stands)
    except NotFoundError:
        body = render("missing", bar=bar("campaigns"))
        return HTMLResponse(page("Not found - cheapbandits", "missing", body, "list"), 404)
    truth = await house.work.look(lambda: known_field(here.graph) is not None)
    name = called(status.name)
    crumbs = render("crumbs", name=name, state=status.state, shown=SHOWN[status.state])
    body = render(
        "campaign",
        bar=bar(
            crumbs=crumbs, right=render("tools", id=campaign, maps=takeaway.mappable(here.graph))
        ),
        id=campaign,
        name=name,
        nodes=f"{here.graph.n_nodes:,}",
        truth=int(truth),
        unit=unit_of(status.name),
    )
    return HTMLResponse(page(f"{name} - cheapbandits", "campaign", body, "work"))


def lost(status: int) -> Response:
    """Return a page for whoever came to an address where nothing is, with the way home."""
    body = render("lost", bar=bar("campaigns"))
    return HTMLResponse(page("Not found - cheapbandits", "plain", body, "list"), status)


def _options(found: dict[str, str]) -> Html:
    return Html("".join(render("option", value=name, text=text) for name, text in found.items()))


def _policies() -> Html:
    return Html(
        "".join(
            render(
                "policies",
                title=title,
                options=Html(
                    "".join(render("policy", name=name, about=text) for name, text in group.items())
                ),
            )
            for title, group in about().items()
        )
    )


@router.get("/new")
async def new_page() -> Response:
    """Show the way to a new campaign."""
    crumbs = render("crumbs-plain", name="New campaign")
    right = Html('<span class="link" id="link">Nothing is stored yet</span>')
    shipped = Html(
        "".join(render("shipped", name=name, text=text) for name, text in shipped_titles().items())
    )
    body = render("new", bar=bar(crumbs=crumbs, right=right), shipped=shipped)
    return HTMLResponse(page("New campaign - cheapbandits", "new", body, "new"))


@router.get("/playground")
async def playground() -> Response:
    """Show the playground."""
    right = Html('<button type="button" class="button" id="share">Copy link to this race</button>')
    body = render(
        "playground",
        bar=bar("playground", right=right),
        networks=_options({**MADE, **shipped_titles()}),
        fields=_options(FIELDS),
        policies=_policies(),
    )
    return HTMLResponse(page("Playground - cheapbandits", "playground", body, "play"))


#: The report's pictures are data, and some of its styles stand in it; scripts are ours alone.
_REPORT = (
    "default-src 'none'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; "
    "script-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)


@router.get("/report")
async def report() -> Response:
    """Show the reproduction report of this checkout in our clothes, or say how to make one."""
    for folder in Path_(__file__).resolve().parents[4:5]:
        made = folder / "docs" / "paper" / "report.html"
        if made.is_file():
            story = body_of(made.read_text("utf-8"))
            body = render("story", bar=bar("report"), story=story)
            document = page("Report - cheapbandits", "plain", body, "report")
            return HTMLResponse(document, headers={"Content-Security-Policy": _REPORT})
    body = render("report", bar=bar("report"))
    return HTMLResponse(page("Report - cheapbandits", "plain", body, "list"))


def body_of(document: str) -> Html:
    """Return what stands in the body of a page that this package wrote; it has a main of ours."""
    inside = document.partition("<body>")[2].rpartition("</body>")[0]
    return Html(inside.replace("<main>", "<div>").replace("</main>", "</div>"))
