"""Requests to the service that nobody means well with, through its ASGI application.

Each has an ordinary request's path, query, headers and body, one or more of them spoilt. Whatever
comes, the answer is a status below 500 and JSON, and the database is whole at the end.
"""

from __future__ import annotations

import asyncio
import atexit
import base64
import json
import random
import shutil
import tempfile
import time
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

from tools.fuzz.files import BAD, well_mannered
from tools.fuzz.mutations import TOKENS, mutate
from tools.fuzz.pool import PATIENCE, STARTING, Worker
from tools.fuzz.seeds import Seed

__all__ = ["answered", "run"]

_CHECK = {"kind": "request", "check": True}
#: Ordinary requests; ``ID`` is a campaign's.
_ORDINARY: list[tuple[str, str, Any]] = [
    ("POST", "/api/campaigns/ID/asks", {"n": 2, "assignee": "north"}),
    ("POST", "/api/campaigns/ID/asks", {"lease": 3600, "more": True}),
    ("POST", "/api/campaigns/ID/asks/1/tell", {"reading": 0.5, "nodes": [1, 2]}),
    ("POST", "/api/campaigns/ID/asks/1/correct", {"reading": 12.4}),
    ("POST", "/api/campaigns/ID/asks/1/annul", {}),
    ("POST", "/api/campaigns/ID/asks/1/cancel", {}),
    ("POST", "/api/campaigns/ID/observations", {"nodes": [3, "4"], "reading": 0.25}),
    ("POST", "/api/campaigns/ID/observations", {"nodes": [3], "reading": 1, "weights": [1.0]}),
    ("POST", "/api/campaigns/ID/remarks", {"readings": [-9999], "nodes": [3, "4"]}),
    ("POST", "/api/campaigns/ID/observations/2/correct", {"reading": 1.0}),
    ("POST", "/api/campaigns/ID/mask", {"nodes": [5]}),
    ("POST", "/api/campaigns/ID/unmask", {"nodes": ["5"]}),
    ("POST", "/api/campaigns/ID/pause", {}),
    ("POST", "/api/campaigns/ID/resume", {}),
    ("POST", "/api/campaigns/ID/finish", {"reason": "enough"}),
    ("POST", "/api/campaigns/ID/reopen", {}),
    ("POST", "/api/campaigns/ID/import", "nodes,reading\n1,0.5\n2;3,0.25\n"),
    (
        "POST",
        "/api/campaigns",
        {
            "name": "b",
            "graph": {"campaign": "ID"},
            "settings": {
                "horizon": 9,
                "budget": 2.5,
                "low": 0.0,
                "high": 1.0,
                "policy": "CheapUCB",
            },
        },
    ),
    ("GET", "/api/campaigns?limit=5&offset=0", None),
    ("GET", "/api/campaigns/ID?assess=true", None),
    ("GET", "/api/campaigns/ID/asks", None),
    ("GET", "/api/campaigns/ID/history?limit=10", None),
    ("GET", "/api/campaigns/ID/events?after=1&limit=3", None),
    ("GET", "/api/campaigns/ID/graph?edges=true", None),
    ("GET", "/api/campaigns/ID/places?at=2&level=0.9", None),
    ("GET", "/api/campaigns/ID/export?format=geojson", None),
    ("GET", "/api/datasets", None),
]
_HEADERS = [b"host", b"content-type", b"content-length", b"x-who", b"idempotency-key", b"origin"]
_HEADERS += [b"if-none-match", b"cookie", b"authorization", b"accept-encoding", b"range"]


def run(n: int, seed: int, seconds: float, keep: Path | None = None) -> Counter[str]:
    """Return how often each outcome came; see :func:`tools.fuzz.files.run`."""
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    with Worker(patience=STARTING) as worker:
        worker.ask(_CHECK)  # the first one makes the service
        worker.patience = PATIENCE
        for k in range(n):
            if time.monotonic() > end:
                break
            job = _job(random.Random(f"{seed} request {k}"), spoilt=k % 5 != 4)
            answer = worker.ask(job)
            outcome = str(answer["outcome"])
            if outcome == "read":
                content = answer["content"]
                outcome = "read" if content["status"] < 400 else "refused"
                if content["status"] >= 500:
                    outcome = "raw"
                elif not well_mannered(content["detail"]):
                    outcome = "manners"
            counts[f"request {outcome}"] += 1
            if outcome in BAD and keep is not None:
                keep.mkdir(parents=True, exist_ok=True)
                (keep / f"{outcome}-request-{k}.txt").write_text(f"{job!a}\n{answer!a}")
        if worker.ask(_CHECK)["outcome"] != "read":
            counts["request wrong"] += 1
    return counts


def _job(rng: random.Random, *, spoilt: bool) -> dict[str, Any]:
    method, path, body = rng.choice(_ORDINARY)
    sent = (
        b""
        if body is None
        else body.encode()
        if isinstance(body, str)
        else json.dumps(body).encode()
    )
    kind = b"application/octet-stream" if isinstance(body, str) else b"application/json"
    headers = [[b"host", b"127.0.0.1"], [b"content-type", kind]]
    for _ in range(rng.choice([1, 1, 2]) if spoilt else 0):
        what = rng.randrange(6)
        if what < 3 and sent:
            sent = mutate(Seed(".json", sent, None), rng)
        elif what == 3:
            path = mutate(Seed(".path", path.encode(), None), rng).decode("latin-1")
        elif what == 4:
            headers.append([rng.choice(_HEADERS), rng.choice(TOKENS)])
        else:
            method = rng.choice(["PUT", "DELETE", "HEAD", "PATCH", "OPTIONS", "POST", "GET"])
    return {
        "kind": "request",
        "method": method,
        "path": path,
        "headers": [[base64.b64encode(x).decode() for x in pair] for pair in headers],
        "body": base64.b64encode(sent).decode(),
    }


@cache
def _service() -> tuple[Any, str, asyncio.AbstractEventLoop, Path]:
    """Return an application over a database with one campaign, and the campaign's id."""
    import cheapbandits as cb
    from cheapbandits.service.app import make_app

    folder = Path(tempfile.mkdtemp())
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    grid = cb.grid(4, 5)
    with cb.Campaign.create("a", grid, db=folder / "c.db", horizon=40, budget=12.0) as campaign:
        campaign.tell(campaign.ask(3)[0], 0.5)
        identity = campaign.status().id
    return make_app(folder / "c.db"), identity, asyncio.new_event_loop(), folder


def answered(job: dict[str, Any]) -> dict[str, Any]:
    """Send a request and return the answer's status, and what it says."""
    app, identity, loop, folder = _service()
    if job.get("check"):
        from cheapbandits.store import Store

        with Store.open(folder / "c.db") as store:
            found = store.check()
        if found:
            raise AssertionError(f"the database is damaged: {found}")
        return {}
    path, _, query = job["path"].replace("ID", identity).partition("?")
    body = base64.b64decode(job["body"]).replace(b"ID", identity.encode())
    headers = [[base64.b64decode(x) for x in pair] for pair in job["headers"]]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": job["method"],
        "scheme": "http",
        "path": path,
        "raw_path": path.encode("latin-1"),
        "query_string": query.encode("latin-1"),
        "headers": headers,
        "client": ("127.0.0.1", 5),
        "server": ("127.0.0.1", 80),
        "root_path": "",
    }
    status, content = loop.run_until_complete(asyncio.wait_for(_sent(app, scope, body), 15))
    detail = ""
    if status >= 400 and job["method"] != "HEAD":
        detail = str(json.loads(content)["detail"])
    return {"status": status, "detail": detail}


async def _sent(app: Any, scope: dict[str, Any], body: bytes) -> tuple[int, bytes]:
    given = [{"type": "http.request", "body": body, "more_body": False}]
    said: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return given.pop() if given else {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        said.append(message)

    await app(scope, receive, send)
    return said[0]["status"], b"".join(message.get("body", b"") for message in said[1:])
