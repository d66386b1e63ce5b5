"""What answers hold: for the description of the API, and for tests that compare.

The documents themselves come from :mod:`cheapbandits.campaign.documents`, as ``--json`` prints
them; nothing is made or checked here while the server runs.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = [
    "Ask",
    "Asks",
    "Datasets",
    "Deleted",
    "Event",
    "Events",
    "GraphShape",
    "History",
    "Imported",
    "Job",
    "Jobs",
    "Listing",
    "Many",
    "New",
    "Places",
    "Problem",
    "Renamed",
    "Status",
    "Upload",
]


class Shape(BaseModel):
    """Exactly these members."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Ask(Shape):
    """A group to measure."""

    ask: int
    center: int
    place: str
    nodes: list[int]
    names: list[str]
    width: int
    cost: float
    weights: list[float] | None
    lease: str | None
    assignee: str | None
    masked: bool


class Stop(Shape):
    """The stopping rule, and whether it is met."""

    rule: str
    met: bool


class Asks(Shape):
    """What to measure next."""

    name: str
    asks: list[Ask]
    stop: Stop | None = None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "name": "jobs",
                    "asks": [
                        {
                            "ask": 1,
                            "center": 17,
                            "place": "P17",
                            "nodes": [17, 18],
                            "names": ["P17", "P18"],
                            "width": 2,
                            "cost": 0.5,
                            "weights": None,
                            "lease": None,
                            "assignee": "north",
                            "masked": False,
                        }
                    ],
                    "stop": {"rule": "never", "met": False},
                }
            ]
        }
    )


class Event(Shape):
    """One change; the number `seq` is its place in the log."""

    seq: int
    kind: str
    body: dict[str, Any]
    ask: int | None
    key: str | None
    who: str
    at: str
    digest: str
    over_budget: float | None = None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "seq": 2,
                    "kind": "tell",
                    "body": {"reading": 11.4},
                    "ask": 1,
                    "key": "0b7e",
                    "who": "ben",
                    "at": "2026-11-15T23:41:13.799704+00:00",
                    "digest": "5f1c",
                }
            ]
        }
    )


class Events(Shape):
    """The log, or a page of it."""

    name: str
    events: list[Event]


class Status(Shape):
    """Where a campaign stands; with `assess` also how sure the answer is."""

    id: str
    name: str
    state: Literal["running", "paused", "finished"]
    created: str
    policy: str
    horizon: int | None
    budget: float | None
    asked: int
    told: int
    observed: int
    annulled: int
    open: int
    assigned: dict[str, list[int]]
    spent: float
    reserved: float
    best: dict[str, Any] | None
    left: float | None
    over_budget: float
    assessment: dict[str, Any] | None = None
    agreement: str | None = None
    cost_so_far: float | None = None
    cost_of_going_on: float | None = None
    stop: Stop | None = None
    unseen: int | None = None
    nodes: int | None = None


class New(Status):
    """A campaign that was just created."""

    graph: str
    spec: dict[str, Any]


class Damaged(Shape):
    """A campaign that cannot be read, and what to do about it."""

    name: str | None
    state: Literal["damaged"]
    problem: str


class Listing(Shape):
    """Campaigns, the newest first."""

    campaigns: list[Status | Damaged]


class Row(Shape):
    """One ask or observation as it counts now."""

    ask: int | None
    observation: int | None
    status: str
    center: int
    place: str
    nodes: list[int]
    weights: list[float] | None
    width: int
    cost: float
    reading: float | None
    assignee: str | None
    asked: str | None
    told: str | None


class History(Shape):
    """Asks and observations in the order they came, or a page of them."""

    name: str
    rows: list[Row]


class Page(Shape):
    """Which nodes an answer is about; `next` is the `after` of the next page, if there is one."""

    nodes: int
    after: int
    limit: int
    next: int | None
    links_left: int


class Places(Shape):
    """What is believed of the nodes of a page; null before the first reading."""

    page: Page

    name: str
    at: int
    told: int
    observed: int
    spent: float
    level: float
    best: int | None
    estimate: list[float] | None
    low: list[float] | None
    high: list[float] | None
    readings: list[int]
    masked: list[int]
    open: dict[str, list[int]]


class GraphShape(Shape):
    """The network: totals, and the nodes of a page with the links to those after them."""

    page: Page

    name: str
    nodes: int
    links: int
    parts: int
    names: list[str] | None
    coordinates: list[list[float]] | None
    crs: str | None
    edges: list[list[int]] | None = None
    weights: list[float] | None = None


class Upload(Shape):
    """A graph that was read and waits to become a campaign."""

    upload: str
    graph: str
    nodes: int
    links: int
    parts: int


class Imported(Shape):
    """What became of a file of readings."""

    name: str
    file: str
    rows: int
    new: int
    skipped: int


class Many(Shape):
    """What became of many readings."""

    name: str
    rows: int
    new: int


class Renamed(Shape):
    """What a campaign is called now."""

    name: str
    from_: str = Field(alias="from")


class Deleted(Shape):
    """A campaign that is gone; `file` holds all of it, on the server."""

    name: str
    file: str | None
    events: int | None


class Datasets(Shape):
    """Graphs that come with the package."""

    datasets: list[str]


class Problem(Shape):
    """Whatever went wrong (RFC 9457); `stored` is the event that stands against it, if any."""

    type: str
    title: str
    status: int
    detail: str
    code: int
    kind: str
    stored: Event | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "type": "urn:cheapbandits:NotFoundError",
                    "title": "Not Found",
                    "status": 404,
                    "detail": "there is no campaign of that id; /api/campaigns lists them",
                    "code": 2,
                    "kind": "NotFoundError",
                    "stored": None,
                }
            ]
        }
    )


class Job(Shape):
    """Long work: how far it is and, when it is over, what came of it."""

    job: str
    kind: Literal["rehearsal", "drill"]
    campaign: str | None
    name: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    done: int
    total: int | None
    created: str
    ended: str | None
    result: dict[str, Any] | None
    error: Problem | None

    model_config = ConfigDict(
        json_schema_extra={
            "examples": [
                {
                    "job": "0f" * 16,
                    "kind": "rehearsal",
                    "campaign": "1e" * 16,
                    "name": "jobs",
                    "state": "running",
                    "done": 12,
                    "total": 120,
                    "created": "2026-11-15T23:41:13.799704+00:00",
                    "ended": None,
                    "result": None,
                    "error": None,
                }
            ]
        }
    )


class Jobs(Shape):
    """Long work that is known here, the newest first."""

    jobs: list[Job]
