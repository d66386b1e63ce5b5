"""Two campaigns on the shipped counties, so that a new server shows something: half way, finished.

The readings are those of the shipped field, with a little noise; nothing is drawn by chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.fields import load_dataset
from cheapbandits.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["put_demo"]

DATA = "us_counties"
#: Readings of the one half way, and of the finished one.
HALF, ALL = 15, 30
#: How far a reading is off, in points of the field.
NOISE = 0.3
NAMES = {"Counties, half way": HALF, "Counties, finished": ALL}
TEAMS = ("north", "south")


def put_demo(db: str | Path | None) -> Iterator[str]:
    """Put the demo's campaigns into a database that does not have them; say what is done."""
    with Store.open(db) as store:
        there = {row.name for row in store.campaigns()}
    for name, rounds in NAMES.items():
        if name not in there:
            yield f"demo: measuring {rounds} times for {name!r}"
            _play(name, rounds, db)


def _play(name: str, rounds: int, db: str | Path | None) -> None:
    data = load_dataset(DATA)
    field = next(iter(data.fields.values()))
    settings: dict[str, Any] = {"policy": "CheapUCB", "horizon": ALL, "budget": float(ALL)}
    settings |= {"center": float(np.mean(field)), "scale": float(np.ptp(field)) / 2, "noise": 0.05}
    with Campaign.create(name, data.graph, db=db, who="demo", tolerance=2.0, **settings) as here:
        for _ in range(rounds):
            _measure(here, field)
        if rounds < ALL:
            for team in TEAMS:
                here.ask(assignee=team)
        else:
            here.finish("all planned measurements are done")


def _measure(campaign: Campaign, field: NDArray[np.float64]) -> None:
    (ask,) = campaign.ask()
    noise = np.random.default_rng(ask.number).normal(0.0, NOISE)
    weights = np.full(ask.width, 1 / ask.width) if ask.weights is None else np.array(ask.weights)
    reading = max(float(weights @ field[list(ask.nodes)] + noise), 0.0)
    campaign.tell(ask, round(reading, 1), key=f"demo {ask.number}")
