"""The way in for a browser: the token is typed once. The pages themselves are in :mod:`..page`."""

from __future__ import annotations

import hmac
from urllib.parse import parse_qs

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cheapbandits.errors import ParameterError
from cheapbandits.service.door import COOKIE, LOGIN, session_of

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


@router.get(LOGIN)
async def login_form() -> Response:
    """Ask for the token."""
    return HTMLResponse(PAGE.format(title="cheapbandits", body=FORM))


@router.post(LOGIN)
async def login(request: Request) -> Response:
    """Let a browser in that knows the token; it keeps another word, which scripts cannot read."""
    token: str | None = request.app.state.token
    try:
        fields = parse_qs((await request.body()).decode("utf-8", "replace"), max_num_fields=10)
    except ValueError:
        raise ParameterError("a login has one field, the token") from None
    given = fields.get("token", [""])[0].strip()  # as it was copied
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
            secure=_over_tls(request),
        )
    return answer


def _over_tls(request: Request) -> bool:
    """Whether the browser speaks TLS, to us or to a proxy before us; the door knows its Origin."""
    origin = request.headers.get("origin", "").lower()
    return request.url.scheme == "https" or origin.startswith("https://")
