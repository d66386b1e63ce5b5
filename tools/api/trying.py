"""Try every operation of the API with made requests, and check every answer against its schema.

Requests come from schemathesis: those that the description allows, and those that it forbids. Most
of them would meet no campaign at all; so ids in addresses are replaced by those of a campaign that
is there, with asks that are open, told and cancelled, nine times in ten. Where a file is sent,
every second one is good, and has to be taken.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from cheapbandits.fields import DATASETS
from cheapbandits.graphs import grid
from tools.api.good_files import GoodFiles
from tools.api.here import Here

__all__ = ["Found", "operations", "try_all"]

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
#: It never ends; tests/service/test_live.py listens to it.
ENDLESS = "/api/campaigns/{campaign}/changes"
#: These start a process each.
DEAR = re.compile(r"/(graphs|rehearsals|drills)$")
#: Seconds after which a request counts as hanging.
PATIENCE = 300
#: Every so many ids are as they were made.
MADE = 10

Found = dict[str, Counter[str]]


def operations(url: str) -> Iterator[Any]:
    """Yield the operations of a server, without the one that never ends."""
    schema = schemathesis.openapi.from_url(f"{url}/api/openapi.json")
    for result in schema.get_all_operations():
        operation: Any = result
        if operation.ok().path != ENDLESS:
            yield operation.ok()


def try_all(
    here: Here, *, each: int, dear: int, number: int, say: Callable[[str], None]
) -> tuple[Found, list[str]]:
    """Return the statuses by operation, and what was wrong.

    Parameters
    ----------
    here
        The server.
    each, dear
        Requests of every operation and kind, and of those that start a process.
    number
        The seed.
    say
        Is told of every operation.
    """
    found: Found = {}
    wrong: list[str] = []
    place = _Place(here)
    for operation in operations(here.url):
        name = f"{operation.method.upper()} {operation.path}"
        counts = found[name] = Counter()
        for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
            n = dear if DEAR.search(operation.path) else each
            try:
                strategy = operation.as_strategy(generation_mode=mode)
                _try_one(place, strategy, n, number, counts, wrong)
            except Exception as error:  # nothing to forbid there, for one
                if "Unsatisfiable" not in type(error).__name__:
                    raise
        say(f"{name}: {dict(counts)}")
    return found, wrong


def _try_one(
    place: _Place, strategy: Any, n: int, number: int, counts: Counter[str], wrong: list[str]
) -> None:
    @seed(number)
    @settings(
        max_examples=n,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy, which=st.integers(0, MADE - 1))
    def one(case: Any, which: int) -> None:
        place.lighten(case)
        good = place.send_good(case)
        if which and not good:
            place.fill(case, nodes=which % 2 == 0)
        answer = case.call(timeout=PATIENCE)
        counts[str(answer.status_code)] += 1
        try:
            case.validate_response(answer, checks=CHECKS)
        except FailureGroup as failed:
            for failure in failed.exceptions:
                wrong.append(f"{case.method} {case.formatted_path}: {failure}"[:2000])
        if good and answer.status_code not in (200, 201):
            wrong.append(f"a good file: {case.formatted_path}: {answer.text}"[:2000])
        if answer.status_code == 202:
            place.call_off(answer.json()["job"])

    one()


class _Place:
    """A campaign in the midst of things, renewed when it is gone or over."""

    def __init__(self, here: Here) -> None:
        self._here, self._id, self._job = here, "", "0" * 32
        self._files = GoodFiles(here.url, PATIENCE)

    def lighten(self, case: Any) -> None:
        """Put a small graph in place of shipped data: a campaign on the counties takes a while."""
        body = case.body if isinstance(case.body, dict) else {}
        if isinstance(body.get("graph"), dict) and body["graph"].get("dataset") in DATASETS:
            body["graph"] = {"upload": self._here.house.uploads.keep(grid(4, 5))}

    def send_good(self, case: Any) -> bool:
        """Let every second request that sends a file send a good one; tell whether it is one."""
        good = self._files.takes(case)
        if good:
            self._files.put(case, self._campaign())
        return good

    def fill(self, case: Any, *, nodes: bool) -> None:
        """Let a request be about what is there, and perhaps about nodes that are."""
        known = case.path_parameters or {}
        body = case.body if isinstance(case.body, dict) else {}
        if "graph" in body:
            body["graph"] = {"upload": self._here.house.uploads.keep(grid(4, 5))}
        if nodes and "nodes" in body:
            body["nodes"] = [3, 7]
        if nodes and "settings" in body:
            body["settings"] = {"policy": "CheapUCB", "horizon": 5}
        if "ask" in known:
            known["ask"] = 1 + len(repr(case.body)) % 4
        if "campaign" in known:
            known["campaign"] = self._campaign()
            if nodes and case.operation.path.endswith("/delete"):
                shelf = self._here.house.shelf
                body["name"] = shelf.row(known["campaign"]).name
        if "seq" in known:
            known["seq"] = 6
        if "job" in known:
            known["job"] = self._job

    def call_off(self, job: str) -> None:
        """End a rehearsal that was begun."""
        import requests

        requests.post(f"{self._here.url}/api/jobs/{job}/cancel", json={}, timeout=PATIENCE)
        self._job = job

    def _campaign(self) -> str:
        import requests

        url = f"{self._here.url}/api/campaigns"
        if self._id:
            status = requests.get(f"{url}/{self._id}", timeout=PATIENCE)
            if status.status_code == 200 and _goes_on(status.json()):
                return self._id
        upload = self._here.house.uploads.keep(grid(4, 5))
        body: dict[str, Any] = {"name": f"tried {upload}"}
        body |= {"graph": {"upload": upload}, "settings": {"policy": "CheapUCB", "horizon": 50}}
        self._id = str(requests.post(url, json=body, timeout=PATIENCE).json()["id"])
        here = f"{url}/{self._id}"
        steps: list[tuple[str, Any]] = [
            ("asks", {"n": 3}),
            ("asks/1/tell", {"reading": 0.5}),
            ("asks/2/cancel", {}),
            ("observations", {"nodes": [3], "reading": 0.25}),
        ]
        for path, sent in steps:
            requests.post(f"{here}/{path}", json=sent, timeout=PATIENCE).raise_for_status()
        return self._id


def _goes_on(status: dict[str, Any]) -> bool:
    return bool(status["state"] == "running" and status["open"])
