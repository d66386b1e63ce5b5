"""An answer of each kind as an example, for the description of the API. A test compares shapes."""

from __future__ import annotations

from typing import Any

__all__ = ["EXAMPLES", "example"]

_ID = "8c1f0b7e5d9a4c3e8f2b6a7d1e0c9b8a"
_MOMENT = "2026-11-15T23:41:13.799704+00:00"
_ASK = {
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
_EVENT = {
    "seq": 2,
    "kind": "tell",
    "body": {"reading": 11.4},
    "ask": 1,
    "key": "0b7e",
    "who": "ben",
    "at": _MOMENT,
    "digest": "5f1c",
}
_STATUS = {
    "id": _ID,
    "name": "jobs",
    "state": "running",
    "created": _MOMENT,
    "policy": "Finder",
    "horizon": 100,
    "budget": 30.0,
    "asked": 2,
    "told": 1,
    "observed": 0,
    "annulled": 0,
    "open": 1,
    "assigned": {"north": [2]},
    "expired": 0,
    "spent": 0.5,
    "reserved": 0.5,
    "best": {"node": 17, "name": "P17", "estimate": 11.2},
    "left": 29.0,
    "over_budget": 0.0,
}
_ROW = {
    "ask": 1,
    "observation": None,
    "status": "told",
    "center": 17,
    "place": "P17",
    "at": "(5.1 50.2)",
    "names": ["P17", "P18"],
    "nodes": [17, 18],
    "weights": None,
    "width": 2,
    "cost": 0.5,
    "reading": 11.4,
    "assignee": "north",
    "asked": _MOMENT,
    "told": _MOMENT,
    "origin": f"export:ask:1:{_MOMENT}",
}
_PAGE = {"nodes": 3, "after": 0, "limit": 50_000, "next": None, "links_left": 0}
_PROBLEM = {
    "type": "urn:cheapbandits:NotFoundError",
    "title": "Not Found",
    "status": 404,
    "detail": "there is no campaign of that id; /api/campaigns lists them",
    "code": 2,
    "kind": "NotFoundError",
    "stored": None,
}
_JOB = {
    "job": _ID,
    "kind": "rehearsal",
    "campaign": _ID,
    "name": "jobs",
    "state": "running",
    "done": 12,
    "total": 120,
    "created": _MOMENT,
    "ended": None,
    "result": None,
    "error": None,
}
EXAMPLES: dict[str, dict[str, Any]] = {
    "Asks": {
        "name": "jobs",
        "asks": [_ASK],
        "stop": {"rule": "never", "met": False},
        "closed": None,
    },
    "Event": _EVENT,
    "Events": {"name": "jobs", "events": [_EVENT]},
    "Status": _STATUS,
    "New": {
        **_STATUS,
        "graph": "Graph(3,215 nodes, 9,310 links)",
        "spec": {"policy": "Finder", "horizon": 100, "budget": 30.0, "cost": "width"},
    },
    "Listing": {"campaigns": [_STATUS]},
    "History": {"name": "jobs", "rows": [_ROW]},
    "Places": {
        "name": "jobs",
        "at": 2,
        "told": 1,
        "observed": 0,
        "spent": 0.5,
        "level": 0.9,
        "best": 1,
        "estimate": [9.1, 11.2, 10.4],
        "low": [7.0, 10.1, 8.2],
        "high": [11.2, 12.3, 12.6],
        "readings": [0, 1, 1],
        "masked": [],
        "open": {"2": [0]},
        "page": _PAGE,
    },
    "GraphShape": {
        "name": "jobs",
        "nodes": 3,
        "links": 2,
        "parts": 1,
        "names": ["P0", "P1", "P2"],
        "coordinates": [[13.4, 52.5], [13.5, 52.5], [13.5, 52.6]],
        "crs": "EPSG:4326",
        "edges": [[0, 1], [1, 2]],
        "weights": [1.0, 1.0],
        "page": _PAGE,
    },
    "Upload": {
        "upload": _ID,
        "graph": "Graph(3 nodes)",
        "nodes": 3,
        "links": 2,
        "parts": 1,
        "notes": [],
        "passed_over": [],
        "extent": None,
    },
    "Imported": {
        "name": "jobs",
        "file": "r.csv",
        "rows": 14,
        "new": 12,
        "skipped": 0,
        "known": 2,
        "left_out": ["line 2", "line 3"],
        "alike": 0,
        "observations": {"first": 3, "last": 14},
        "notes": [],
        "column": "zinc",
        "sites": "site",
        "read_again": 0,
        "lowest": 113.0,
        "highest": 1839.0,
        "passed_over": ["remark"],
        "outside": 0,
    },
    "Many": {"name": "jobs", "rows": 2, "new": 2, "observations": {"first": 3, "last": 4}},
    "Remarks": {
        "name": "jobs",
        "note": "-9999 often stands for 'no reading'; if it does here, annul it",
        "by_index": None,
    },
    "Renamed": {"name": "jobs 2026", "from": "jobs"},
    "Deleted": {"name": "jobs", "file": f"{_ID}.db", "events": 214},
    "Datasets": {"datasets": ["us_counties"]},
    "Problem": _PROBLEM,
    "Job": _JOB,
    "Jobs": {"jobs": [_JOB]},
}


def example(name: str) -> dict[str, Any]:
    """Return what a description says beside the shape of that name."""
    return {"examples": [EXAMPLES[name]]}
