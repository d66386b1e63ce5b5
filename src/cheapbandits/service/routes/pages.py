"""A first page, so that a browser shows something: the campaigns, and the way to their documents.

The page proper comes later; it finds its place here, with files under ``static/``.
"""

from __future__ import annotations

import hmac
from html import escape
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cheapbandits.campaign.answers import listing
from cheapbandits.service.door import COOKIE, LOGIN, session_of
from cheapbandits.service.house import InHouse
from cheapbandits.store import DamagedError

__all__ = ["router"]

router = APIRouter(include_in_schema=False)

PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<h1>{title}</h1>
{body}
</html>
"""
FORM = (
    '<form method="post" action="/login"><label>Token <input name="token" type="password" '
    'autocomplete="current-password" autofocus></label> <button>Go in</button></form>'
)


@router.get("/")
async def index(house: InHouse) -> Response:
    """Show the campaigns."""
    found = await house.work.look(lambda: listing(house.shelf.store))
    rows = []
    for one in found:
        if isinstance(one, DamagedError):
            rows.append(f"<li>{escape(one.campaign or '?')}: damaged; {escape(str(one))}</li>")
            continue
        planned = "" if one.horizon is None else f" of {one.horizon}"
        best = "" if one.best is None else f"; best so far {one.best['name']}"
        links = " ".join(
            f'<a href="/api/campaigns/{one.id}{path}">{name}</a>'
            for name, path in (("status", ""), ("history", "/history"), ("places", "/places"))
        )
        said = f"{one.name}: {one.state}, {one.told}{planned} told, cost {one.spent:.4g}{best}"
        rows.append(f"<li>{escape(said)} &middot; {links}</li>")
    body = f"<ul>{''.join(rows)}</ul>" if rows else "<p>No campaign yet.</p>"
    more = '<p><a href="/api/openapi.json">The API, described</a></p>'
    return HTMLResponse(PAGE.format(title="Campaigns", body=body + more))


@router.get(LOGIN)
async def login_form() -> Response:
    """Ask for the token."""
    return HTMLResponse(PAGE.format(title="cheapbandits", body=FORM))


@router.post(LOGIN)
async def login(request: Request) -> Response:
    """Let a browser in that knows the token; it keeps another word, which scripts cannot read."""
    token: str | None = request.app.state.token
    fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=10)
    given = fields.get("token", [""])[0]
    if token is not None and not hmac.compare_digest(given.encode(), token.encode()):
        page = PAGE.format(title="cheapbandits", body=f"<p>That is not the token.</p>{FORM}")
        return HTMLResponse(page, 401)
    answer = RedirectResponse("/", 303)
    if token is not None:
        answer.set_cookie(
            COOKIE,
            session_of(token),
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
    return answer
