"""Campaigns to look at: the counties half way, 50,000 nodes, a million. Some are only a log.

A large campaign's log is written without setting up its policy: a server that was started again
meets it so, and that is when a page is slowest.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

import cheapbandits as cb
from cheapbandits.campaign.spec import Spec
from cheapbandits.campaign.terms import graph_to_bytes
from cheapbandits.store import Store

__all__ = ["put_counties", "put_grid"]

#: Readings before anybody looks.
BEFORE, AFAR = 30, 20


def put_counties(db: Path) -> str:
    """Put a campaign on the shipped counties, with readings of their field; return its id."""
    data = cb.load_dataset("us_counties")
    field = next(iter(data.fields.values()))
    settings: dict[str, Any] = {"policy": "CheapUCB", "horizon": 200}
    settings |= {"center": 10.0, "scale": 10.0, "noise": 0.05}
    with cb.Campaign.create("counties", data.graph, db=db, **settings) as campaign:
        for _ in range(BEFORE):
            (ask,) = campaign.ask()
            campaign.tell(ask, round(float(np.mean(field[list(ask.nodes)])), 1))
        return campaign.status().id


def put_grid(db: Path, side: int) -> str:
    """Put a campaign on a square grid, with readings of a smooth field here and there."""
    graph, name = cb.grid(side, side), f"{side} x {side}"
    spec = replace(Spec.of({"low": 0.0, "high": 1.0}), probes="nearest", engine="dissection")
    with Store.open(db) as store:
        store.create(name, spec.to_dict(), graph_to_bytes(graph), who="page-speed")
    places = np.random.default_rng(0).choice(side * side, AFAR, replace=False)
    with cb.Campaign.open(name, db=db) as campaign:
        for node in places.tolist():
            x, y = node % side / side, node // side / side
            campaign.observe(node, round(0.5 + 0.4 * float(np.sin(5 * x) * np.cos(4 * y)), 3))
        return campaign.status().id
