"""What answers hold: for the description of the API, and for tests that compare.

The documents themselves come from :mod:`cheapbandits.campaign.documents`, as ``--json`` prints
them; nothing is made or checked here while the server runs.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from cheapbandits.service.examples import example

__all__ = [
    "Ask",
    "Asks",
    "Datasets",
    "Deleted",
    "Event",
    "Events",
    "Extent",
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
    "Remarks",
    "Renamed",
    "Status",
    "Upload",
]

BY_INDEX = "A number that was taken as an index, and is the name of another node: both readings."


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

    model_config = ConfigDict(json_schema_extra=example("Asks"))

    name: str
    asks: list[Ask]
    stop: Stop | None = None
    closed: Literal["readings", "budget"] | None = None


class Event(Shape):
    """One change; the number `seq` is its place in the log."""

    model_config = ConfigDict(json_schema_extra=example("Event"))

    seq: int
    kind: str
    body: dict[str, Any]
    ask: int | None
    key: str | None
    who: str
    at: str
    digest: str
    over_budget: float | None = None
    note: str | None = None
    by_index: str | None = Field(None, description=BY_INDEX)


class Events(Shape):
    """The log, or a page of it."""

    model_config = ConfigDict(json_schema_extra=example("Events"))

    name: str
    events: list[Event]


class Status(Shape):
    """Where a campaign stands; with `assess` also how sure the answer is."""

    model_config = ConfigDict(json_schema_extra=example("Status"))

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
    expired: int
    spent: float
    reserved: float
    best: dict[str, Any] | None
    left: float | None
    over_budget: float
    assessment: dict[str, Any] | None = None
    agreement: str | None = None
    follows: bool | None = None
    cost_so_far: float | None = None
    cost_of_going_on: float | None = None
    stop: Stop | None = None
    unseen: int | None = None
    masked: int | None = None
    nodes: int | None = None


class New(Status):
    """A campaign that was just created."""

    model_config = ConfigDict(json_schema_extra=example("New"))

    graph: str
    spec: dict[str, Any]


class Damaged(Shape):
    """A campaign that cannot be read, and what to do about it."""

    name: str | None
    state: Literal["damaged"]
    problem: str


class Listing(Shape):
    """Campaigns, the newest first."""

    model_config = ConfigDict(json_schema_extra=example("Listing"))

    campaigns: list[Status | Damaged]


class Row(Shape):
    """One ask or observation as it counts now."""

    ask: int | None
    observation: int | None
    status: str
    center: int
    place: str
    at: str
    names: list[str]
    nodes: list[int]
    weights: list[float] | None
    width: int
    cost: float
    reading: float | None
    assignee: str | None
    asked: str | None
    told: str | None
    origin: str


class History(Shape):
    """Asks and observations in the order they came, or a page of them."""

    model_config = ConfigDict(json_schema_extra=example("History"))

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

    model_config = ConfigDict(json_schema_extra=example("Places"))

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

    model_config = ConfigDict(json_schema_extra=example("GraphShape"))

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


class Extent(Shape):
    """From where to where places lie, and how far that is; across 180 the west end is larger."""

    axes: list[str]
    low: list[float]
    high: list[float]
    metres: list[float] | None


class Upload(Shape):
    """A graph that was read and waits to become a campaign."""

    model_config = ConfigDict(json_schema_extra=example("Upload"))

    upload: str
    graph: str
    nodes: int
    links: int
    parts: int
    notes: list[str]
    passed_over: list[str]
    extent: Extent | None


class Numbers(Shape):
    """From where to where the numbers of observations go."""

    first: int
    last: int


class Imported(Shape):
    """What became of a file of readings."""

    model_config = ConfigDict(json_schema_extra=example("Imported"))

    name: str
    file: str
    rows: int
    new: int
    skipped: int
    known: int = Field(description="Readings that are there already.")
    left_out: list[str] = Field(description="Where each of them stands in the file.")
    alike: int
    observations: Numbers | None
    notes: list[str]
    column: str | None
    sites: str | None
    read_again: int
    lowest: float | None
    highest: float | None
    passed_over: list[str]
    outside: int


class Many(Shape):
    """What became of many readings."""

    model_config = ConfigDict(json_schema_extra=example("Many"))

    name: str
    rows: int
    new: int
    observations: Numbers | None
    note: str | None = None
    by_index: str | None = Field(None, description=BY_INDEX)


class Remarks(Shape):
    """What may be wrong with readings and nodes that were not stored."""

    model_config = ConfigDict(json_schema_extra=example("Remarks"))

    name: str
    note: str | None
    by_index: str | None = Field(description=BY_INDEX)


class Renamed(Shape):
    """What a campaign is called now."""

    model_config = ConfigDict(json_schema_extra=example("Renamed"))

    name: str
    from_: str = Field(alias="from")


class Deleted(Shape):
    """A campaign that is gone; `file` holds all of it, on the server."""

    model_config = ConfigDict(json_schema_extra=example("Deleted"))

    name: str
    file: str | None
    events: int | None


class Datasets(Shape):
    """Graphs that come with the package."""

    model_config = ConfigDict(json_schema_extra=example("Datasets"))

    datasets: list[str]


class Problem(Shape):
    """Whatever went wrong (RFC 9457); `stored` is the event that stands against it, if any."""

    model_config = ConfigDict(json_schema_extra=example("Problem"))

    type: str
    title: str
    status: int
    detail: str
    code: int
    kind: str
    stored: Event | None


class Job(Shape):
    """Long work: how far it is and, when it is over, what came of it."""

    model_config = ConfigDict(json_schema_extra=example("Job"))

    job: str
    kind: Literal["rehearsal", "drill", "new", "race"]
    campaign: str | None
    name: str
    state: Literal["waiting", "running", "done", "failed", "cancelled"]
    done: int
    total: int | None
    created: str
    ended: str | None
    result: dict[str, Any] | None
    error: Problem | None


class Jobs(Shape):
    """Long work that is known here, the newest first."""

    model_config = ConfigDict(json_schema_extra=example("Jobs"))

    jobs: list[Job]
