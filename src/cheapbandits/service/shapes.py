"""What answers hold: for the description of the API, and for tests that compare.

The documents themselves come from :mod:`cheapbandits.campaign.documents`, as ``--json`` prints
them; nothing is made or checked here while the server runs.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

__all__ = [
    "Ask",
    "Asks",
    "Event",
    "Events",
    "GraphShape",
    "History",
    "Imported",
    "Listing",
    "New",
    "Places",
    "Problem",
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


class Places(Shape):
    """What is believed of every node; null before the first reading."""

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
    """The network."""

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
