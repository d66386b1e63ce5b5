"""A rehearsal before the start: the campaign's settings on made-up smooth values of its network."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.campaign.spec import Spec
from cheapbandits.errors import BudgetError, ParameterError
from cheapbandits.fields import GaussianSensor, planted_field

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph

__all__ = ["RUNS", "rehearsed"]

RUNS = 24
#: Seconds after which no further run begins, and the most readings of one.
PATIENCE, MOST_READINGS = 20.0, 150
#: Noise where nobody says, as a share of the range; how near counts as found.
NOISE, NEAR = 0.02, 0.05


def rehearsed(graph: Graph, settings: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield one line a run: what was spent after each reading, and how far from the hottest.

    Settings are those of a campaign; ``low`` and ``high`` say between what the values are made up.
    The line before them has the most readings of a run, and whether the campaign plans so many.
    """
    yield {"getting": "your network"}
    spec = Spec.of(settings).settled(graph)  # as the campaign will be
    low, high = (settings.get(key) for key in ("low", "high"))
    low, high = (0.0 if low is None else float(low)), (1.0 if high is None else float(high))
    if not low < high:
        raise ParameterError("the lowest believable value must be below the highest; swap them")
    began = time.monotonic()
    stated = spec.parameters.get("noise")
    noise = NOISE * (high - low) if stated is None else float(stated)
    most = min(spec.horizon or MOST_READINGS, MOST_READINGS)
    about = {"most": most, "planned": spec.horizon == most, "noise": noise}
    yield {"runs": RUNS, "near": NEAR * (high - low), **about}
    for run in range(RUNS):
        if time.monotonic() - began > PATIENCE:
            return
        yield {"run": run, **_run(graph, spec, run, (low, high), noise, most)}


def _run(
    graph: Graph, spec: Spec, run: int, ends: tuple[float, float], noise: float, most: int
) -> dict[str, Any]:
    rng = np.random.default_rng([7, run])
    hills = planted_field(graph, n_bumps=min(3, graph.n_nodes), reach=2.0 + run % 3, rng=rng)
    low, high = ends
    field: NDArray[np.float64] = low + (high - low) * (0.05 + 0.85 * hills)
    sensor = GaussianSensor(field, noise)
    policy = spec.make_policy(graph, rng)
    spent, short = [], []
    while policy.n_told < most:
        try:
            probe = policy.ask()
        except BudgetError:
            break
        policy.tell(probe, sensor.read(probe.nodes, probe.weights, rng=rng))
        spent.append(policy.spent)
        short.append(float(field.max() - field[policy.best().node]))
    if not spent:
        raise BudgetError("the budget does not pay for a single reading; give a larger one")
    return {"spent": spent, "short": short}
