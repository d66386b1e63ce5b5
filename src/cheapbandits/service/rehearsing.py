"""Play one rehearsal in a process of its own: ``python -m cheapbandits.service.rehearsing``.

It would take the server's turns for minutes, and a thread cannot be ended. The order comes as one
line of JSON, progress and the result go out as lines. A line ``stop`` asks for what was found out
so far; when the server is gone there is nobody to play for, and the process ends.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cheapbandits.errors import CheapBanditsError, NotFoundError, ParameterError, outcome

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cheapbandits.campaign.campaign import Campaign

__all__ = ["main"]

Order = dict[str, Any]
Say = Callable[[dict[str, Any]], None]

#: How much less urgent than the server this is.
POLITE = 3


class _StoppedError(Exception):
    """Somebody wants no more of it."""


def main() -> int:
    """Read an order, play, and write what came of it."""
    order = json.loads(sys.stdin.readline())
    stop = threading.Event()
    threading.Thread(target=_listen, args=(stop,), daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(POLITE)
    try:
        with _campaign(order) as campaign:
            play = _rehearsal if order["what"] == "rehearsal" else _drill
            _say({"result": play(campaign, order["plan"], stop)})
    except _StoppedError:
        _say({"result": None})
    except (CheapBanditsError, OSError, MemoryError) as error:
        from cheapbandits.campaign.documents import error_document

        _say({**error_document(error), "status": outcome(error).http})
    return 0


def _say(message: dict[str, Any]) -> None:
    print(json.dumps(message, allow_nan=False), flush=True)


def _listen(stop: threading.Event) -> None:
    for line in sys.stdin:
        if line.strip() == "stop":
            stop.set()
    os._exit(3)


@contextmanager
def _campaign(order: Order) -> Iterator[Campaign]:
    """Give the campaign that is meant, or one that is not started yet, in a passing database."""
    from cheapbandits.campaign.campaign import Campaign

    if order["graph"] is None:
        with Campaign.open(order["name"], db=order["db"], who=order["who"]) as real:
            yield real
        return
    from cheapbandits.graphs import read_graph

    graph = read_graph(Path(order["graph"]))
    with (
        tempfile.TemporaryDirectory(prefix="cheapbandits-") as folder,
        Campaign.create(
            order["name"], graph, db=Path(folder) / "new.db", **order["settings"]
        ) as new,
    ):
        yield new


def _rehearsal(real: Campaign, plan: Order, stop: threading.Event) -> dict[str, Any]:
    """Play policies side by side; the document is that of ``campaign drill --json``."""
    from cheapbandits.campaign.documents import rehearsal_document
    from cheapbandits.campaign.rehearsal import (
        RIVALS,
        contenders,
        known_values,
        likely_values,
        rehearse,
    )
    from cheapbandits.campaign.rehearsal.compared import compared

    truth = _truth(real, plan)
    if truth is None:
        fields = likely_values(real, plan["runs"], plan["noise"], plan["seed"])
    else:
        fields = known_values(real, truth, plan["noise"])
    players, left_out = contenders(
        real.spec,
        real.graph,
        fields.span,
        plan["against"] or RIVALS,
        seen=len(fields.seen),
        rounds=plan["rounds"],
    )
    numbers = {key: plan[key] for key in ("runs", "seed", "rounds", "batch")}
    cells, total = [], plan["runs"] * len(players)
    for cell in rehearse(real, players, fields, **numbers):
        cells.append(cell)
        _say({"done": len(cells), "total": total})
        if stop.is_set():
            break
    result = compared(cells, players, fields.tolerance(real.spec))
    whole = len(cells) == total
    return rehearsal_document(real.name, result, fields, left_out, [], whole)


def _drill(real: Campaign, plan: Order, stop: threading.Event) -> dict[str, Any]:
    """Play one campaign through a database, faults included, as ``drill --faults --json``."""
    import numpy as np

    from cheapbandits.campaign.campaign import Campaign
    from cheapbandits.campaign.documents import drill_document
    from cheapbandits.campaign.drill import drill
    from cheapbandits.campaign.rehearsal import known_values
    from cheapbandits.campaign.spec import Spec

    truth = _truth(real, plan)
    if truth is None:
        raise ParameterError("a drill needs known values: give field or values")
    noise = known_values(real, truth, plan["noise"]).noise
    settings = {key: getattr(real.spec, key) for key in Spec.__dataclass_fields__}
    total = plan["rounds"] or real.spec.horizon

    def progress(told: int) -> None:
        _say({"done": told, "total": total or told})
        if stop.is_set():
            raise _StoppedError

    shares = {key: plan[key] for key in ("late", "missing", "duplicate", "corrected")}
    with tempfile.TemporaryDirectory(prefix="cheapbandits-") as folder:
        file = Path(folder) / "drill.db"
        with Campaign.create("drill", real.graph, db=file, **settings) as copy:
            report = drill(
                copy,
                truth,
                noise=noise,
                rng=np.random.default_rng(plan["seed"]),
                **shares,
                rounds=plan["rounds"],
                batch=plan["batch"],
                stop=None if copy.spec.stop == "never" else type(copy).should_stop,
                progress=progress,
            )
    return drill_document(report)


def _truth(real: Campaign, plan: Order) -> NDArray[np.float64] | None:
    """Return the true values: as given, or a field of the shipped data that has this graph."""
    import numpy as np

    from cheapbandits.fields import DATASETS, load_dataset

    if plan["values"] is not None:
        return np.asarray(plan["values"], dtype=float)
    wanted = plan["field"]
    if wanted is None:
        return None
    fields = next(
        (data.fields for data in map(load_dataset, DATASETS) if data.graph == real.graph), None
    )
    if fields is None:
        raise NotFoundError("no shipped data has this graph: give values in place of field")
    if wanted not in fields:
        raise NotFoundError(f"there is no such field; there are {', '.join(fields)}")
    return np.asarray(fields[wanted], dtype=float)


if __name__ == "__main__":
    sys.exit(main())
