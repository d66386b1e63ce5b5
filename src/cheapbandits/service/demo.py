"""Two campaigns on the shipped counties, so that a new server shows something: half way, finished.

The readings are those of the shipped field with a little noise, the same on every machine. The one
half way looks for the county of the highest unemployment in 48 states, by the paper's policy, and
has far to go. The other looks along the Pacific, by the default policy, and ended by its own rule.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.campaign import Campaign
from cheapbandits.fields import Dataset, load_dataset
from cheapbandits.graphs import Graph
from cheapbandits.store import Store

if TYPE_CHECKING:
    from numpy.typing import NDArray

__all__ = ["put_demo"]

DATA = "us_counties"
#: Half way: readings planned, of which half are taken, and what may be spent.
PLANNED, MONEY = 130, 40.0
#: Not linked to the 48 states, so nothing there could be learned from them: left out.
FAR = ("Alaska", "Hawaii", "Puerto Rico")
#: Finished: where, how sure is sure enough, and what may be spent until then.
COAST = ("California", "Oregon", "Washington")
GOAL, COAST_MONEY = 0.9, 10.0
#: How far a reading is off, in points of the field; and how far below the hottest is as good.
NOISE, TOLERANCE = 0.3, 2.0
#: Who measures: of the one half way one group is somebody's, one is anybody's.
TEAM = ("Mara", "Jonas")
HALF, DONE = "Unemployment in 48 states [%]", "Unemployment on the Pacific [%]"


def put_demo(db: str | Path | None) -> Iterator[str]:
    """Put the demo's campaigns into a database that does not have them; say what is done."""
    with Store.open(db) as store:
        there = {row.name for row in store.campaigns()}
    if DONE not in there:
        yield f"demo: measuring until {100 * GOAL:.0f} % sure for {DONE!r}"
        _finished(db)
    if HALF not in there:
        yield f"demo: measuring {PLANNED // 2} times for {HALF!r}"
        _half_way(db, load_dataset(DATA))


def _half_way(db: str | Path | None, data: Dataset) -> None:
    field = data.fields["unemployment"]
    settings: dict[str, Any] = {"policy": "CheapUCB", "horizon": PLANNED, "budget": MONEY}
    settings |= {"center": 10.0, "scale": 10.0, "noise": 0.05, "tolerance": TOLERANCE}
    with (
        Campaign.create(HALF, data.graph, db=db, who=TEAM[0], **settings) as first,
        Campaign.open(HALF, db=db, who=TEAM[1]) as second,
    ):
        first.mask([k for k, state in enumerate(_states(data.graph)) if state in FAR])
        for turn in range(PLANNED // 2):
            _measure((first, second)[turn % 2], field)
        second.ask(assignee=TEAM[1])
        first.ask(more=True)


def _finished(db: str | Path | None) -> None:
    graph, field = _coast()
    settings: dict[str, Any] = {"budget": COAST_MONEY, "horizon": None, "tolerance": TOLERANCE}
    settings |= {"stop": f"probability>={GOAL}", "low": 0.0, "high": 40.0}
    with Campaign.create(DONE, graph, db=db, who=TEAM[0], **settings) as here:
        while not here.should_stop():
            _measure(here, field)
        here.finish(f"goal reached: {100 * GOAL:.0f} % sure")


def _states(graph: Graph) -> list[str]:
    return [name.rpartition(",")[2].strip() for name in graph.names or ()]


def _coast() -> tuple[Graph, NDArray[np.float64]]:
    """Return the counties of the states on the Pacific, and what is read there."""
    data = load_dataset(DATA)
    graph, field = data.graph, data.fields["unemployment"]
    kept = np.flatnonzero([state in COAST for state in _states(graph)])
    number = np.full(graph.n_nodes, -1)
    number[kept] = np.arange(len(kept))
    pairs = number[graph.edges()[0]]
    names = [graph.name(int(node)) for node in kept]
    where = None if graph.coordinates is None else graph.coordinates[kept]
    inside = pairs[(pairs >= 0).all(axis=1)]
    small = Graph.from_edges(inside, n_nodes=len(kept), names=names, coordinates=where)
    return small, field[kept]


def _measure(campaign: Campaign, field: NDArray[np.float64]) -> None:
    (ask,) = campaign.ask()
    noise = np.random.default_rng([ask.number, 1]).normal(0.0, NOISE)
    weights = np.full(ask.width, 1 / ask.width) if ask.weights is None else np.array(ask.weights)
    reading = max(float(weights @ field[list(ask.nodes)] + noise), 0.0)
    campaign.tell(ask, round(reading, 1), key=f"demo {ask.number}")
