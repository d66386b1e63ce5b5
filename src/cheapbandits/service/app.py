"""The application: routes, one shape of errors, a door before it all."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from fastapi import Depends, FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.responses import Response
from starlette.routing import Match

from cheapbandits import __version__
from cheapbandits.errors import CheapBanditsError
from cheapbandits.service.door import CHANGING, Door
from cheapbandits.service.examples import EXAMPLES
from cheapbandits.service.hosts import Hosts
from cheapbandits.service.house import House
from cheapbandits.service.jobs import Jobs
from cheapbandits.service.kept import Kept
from cheapbandits.service.limits import Limits
from cheapbandits.service.live import Live
from cheapbandits.service.page import site
from cheapbandits.service.problems import of_error, problem
from cheapbandits.service.queries import check_query
from cheapbandits.service.routes import (
    campaigns,
    changes,
    jobs,
    looks,
    network,
    pages,
    rounds,
    whole,
)
from cheapbandits.service.shelf import Shelf
from cheapbandits.service.uploads import Uploads
from cheapbandits.service.work import Work
from cheapbandits.store import Store
from cheapbandits.store.location import data_folder, resolve
from cheapbandits.text import shown

__all__ = ["make_app"]

#: What validation calls the two ways to name a node.
NODE_KINDS = ("constrained-int", "str")


def make_app(
    db: str | Path | None = None,
    *,
    host: str = "127.0.0.1",
    names: tuple[str, ...] = (),
    token: str | None = None,
    limits: Limits | None = None,
) -> FastAPI:
    """Return the application over one database.

    Parameters
    ----------
    db
        SQLite file or database URL; the user's data folder when left out.
    host, names
        Where it will listen, and the names under which others reach it.
    token
        What a request must bring along; ``None``: nothing.
    limits
        How much a request may take.
    """
    bounds = limits or Limits()
    target = resolve(db)
    shelf = Shelf(Store.open(target), bounds.memory)
    work = Work(bounds, one_writer=not isinstance(target, str))
    live, uploads = Live(shelf, work, bounds.streams), Uploads(bounds)
    house = House(
        shelf,
        work,
        live,
        uploads,
        bounds,
        Jobs(bounds, target),
        Kept(bounds.kept_nodes),
        _data_folder(target),
    )

    @asynccontextmanager
    async def alive(_: FastAPI) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await house.jobs.close()
            house.uploads.close()
            shelf.store.close()

    app = _Described(
        title="cheapbandits",
        version=__version__,
        summary="Find the hottest place of a network for the least sensing.",
        openapi_url="/api/openapi.json",
        docs_url=None,  # they fetch scripts from elsewhere
        redoc_url=None,
        lifespan=alive,
        dependencies=[Depends(check_query)],
    )
    app.state.house, app.state.token = house, token
    for part in (site, campaigns, rounds, changes, whole, looks, network, jobs, pages):
        app.include_router(part.router)
    app.add_exception_handler(CheapBanditsError, _failed)
    app.add_exception_handler(OSError, _failed)
    app.add_exception_handler(MemoryError, _failed)
    app.add_exception_handler(HTTPException, _refused)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(Exception, _failed)
    app.add_middleware(GZipMiddleware, minimum_size=2000, compresslevel=5)
    app.add_middleware(Door, hosts=Hosts(host, names), token=token, limits=bounds)
    return app


class _Described(FastAPI):
    """An application whose description has its examples whole: FastAPI leaves out every null."""

    def openapi(self) -> dict[str, Any]:
        """Return the description."""
        if self.openapi_schema is None:
            shapes = super().openapi()["components"]["schemas"]
            for name in EXAMPLES.keys() & shapes.keys():
                shapes[name]["examples"] = [EXAMPLES[name]]
        described: dict[str, Any] = super().openapi()
        return described


def _data_folder(target: str | Path) -> Path:
    """Return where files of this server go: beside its database, else in the user's data folder."""
    if isinstance(target, str):
        return data_folder()
    return target.with_name(f"{target.name}-files")


async def _failed(_: Request, error: Exception) -> Response:
    return of_error(error)


async def _refused(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and _is_looked_at(request):
        return site.lost(404)
    if error.status_code == 405:
        allow = _methods(request)
        return problem(405, f"this address takes {allow}", headers={"Allow": allow})
    detail = "there is nothing at this address" if error.status_code == 404 else str(error.detail)
    return problem(error.status_code, detail, headers=error.headers)


def _methods(request: Request) -> str:
    """Return what an address takes by all of its routes; the framework names the first one's."""

    def takes(method: str) -> bool:
        scope = {**request.scope, "method": method}
        return any(route.matches(scope)[0] is Match.FULL for route in request.app.routes)

    taken = [method for method in ("GET", CHANGING) if takes(method)]
    return ", ".join(["GET", "HEAD", *taken[1:]] if "GET" in taken else taken)


def _is_looked_at(request: Request) -> bool:
    """Whether somebody typed this address in a browser: they want a page, not a document."""
    if request.method != "GET" or request.url.path.startswith(("/api/", "/page/", "/static/")):
        return False
    return "text/html" in request.headers.get("accept", "")


async def _invalid(request: Request, error: Exception) -> Response:
    """Say where the mistake is, never the value: it may be no JSON, or a secret."""
    assert isinstance(error, RequestValidationError)
    if _is_looked_at(request):
        return site.lost(404)
    said = dict.fromkeys(_what_is_wrong(one) for one in error.errors()[:10])
    return problem(422, "; ".join([*said][:5]), "ParameterError")


def _what_is_wrong(one: dict[str, Any]) -> str:
    """Return where a mistake is, and what; of a node that is neither, not how each was tried."""
    where, what = one["loc"], one["msg"].removeprefix("Value error, ")
    if where[-1] in NODE_KINDS:
        where, what = where[:-1], "a node is its index, 0 or more, or its name as a text"
    return f"{'.'.join(shown(part) for part in where)}: {what}"
