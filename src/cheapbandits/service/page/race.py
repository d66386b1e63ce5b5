"""A race: policies on the same field with the same noise, round by round, for people to watch."""

from __future__ import annotations

import base64
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from cheapbandits.belief.learned import LearnedBelief
from cheapbandits.errors import BudgetError, CapacityError, ParameterError
from cheapbandits.fields import GaussianSensor
from cheapbandits.policies import make_policy, policy_names, settings_of
from cheapbandits.service.page.moments import frame_of
from cheapbandits.service.page.packed import quantised

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cheapbandits.graphs import Graph
    from cheapbandits.policies import Policy

__all__ = ["MOST_NODES", "MOST_ROUNDS", "race"]

MOST_ROUNDS, MOST_RACERS = 200, 3
#: On more places the maps of a race are nothing to watch.
MOST_NODES = 20_000
#: Noise of a reading, as a share of the field's range.
NOISE = 0.02
#: Between these shares of the values the colours go; a few that stand out would take them all.
SHOWN = (0.02, 0.985)


@dataclass
class Racer:
    """One who takes part, and what it has come to."""

    policy: Policy
    before: NDArray[np.float64] | None
    rng: np.random.Generator
    cost: float = 0.0
    regret: float = 0.0
    over: bool = False


def race(
    graph: Graph, field: NDArray[np.float64], names: Sequence[str], rounds: int, seed: int
) -> Iterator[dict[str, Any]]:
    """Yield who is getting ready, a head, then one line a round and racer.

    A line has the group, cost and regret so far, how far the named place is short of the hottest,
    and what is believed: values and how well they are known, a byte a place.
    """
    _check(graph, names)
    low, high = (float(end) for end in np.quantile(field, SHOWN))
    if not low < high:
        low, high = float(field.min()), float(field.max())
    sensor = GaussianSensor(field, NOISE * max(high - low, 1e-9))
    racers = []
    for name in names:
        yield {"getting": name}
        racers.append(_racer(graph, name, rounds, (low, high), seed))
    top = int(field.argmax())
    true = quantised(field, low, high, np.uint8)
    yield {"racers": list(names), "hottest": top, "low": low, "high": high, "true": _text(true)}
    for t in range(1, rounds + 1):
        for k, racer in enumerate(racers):
            if not racer.over:
                line = _step(racer, sensor, field, (low, high))
                if line is not None:
                    yield {"r": t, "k": k, **line}


def _check(graph: Graph, names: Sequence[str]) -> None:
    if not 1 <= len(names) <= MOST_RACERS or any(name not in policy_names() for name in names):
        raise ParameterError(
            f"a race has one to {MOST_RACERS} of {', '.join(policy_names())}; choose from these"
        )
    if len(set(names)) < len(names):
        raise ParameterError("nobody races against itself; choose different ones")
    if graph.n_nodes > MOST_NODES:
        raise CapacityError(
            f"{graph.n_nodes:,} places; a race is watched on at most {MOST_NODES:,}, a campaign "
            "takes more"
        )


def _racer(graph: Graph, name: str, rounds: int, span: tuple[float, float], seed: int) -> Racer:
    low, high = span
    half = (high - low) / 2 or 1.0
    known: dict[str, Any] = {"center": (low + high) / 2, "scale": half, "noise": 2 * NOISE}
    if "low" in settings_of(name):
        known = {"low": low - 0.2 * half, "high": high + 0.2 * half}
    known = {key: value for key, value in known.items() if key in settings_of(name)}
    rng = np.random.default_rng([seed, 1])
    policy = make_policy(name, graph, horizon=rounds, rng=rng, **known)
    before = None
    if not isinstance(policy.belief, LearnedBelief):
        view = policy.belief.view(policy.family.at(1))
        before = view.deviation.upper.copy()
    return Racer(policy, before, np.random.default_rng([seed, 2]))


def _step(
    racer: Racer,
    sensor: GaussianSensor,
    field: NDArray[np.float64],
    span: tuple[float, float],
) -> dict[str, Any] | None:
    policy = racer.policy
    try:
        probe = policy.ask()
    except BudgetError:
        racer.over = True
        return None
    mean = sensor.mean(probe.nodes, probe.weights)
    policy.tell(probe, mean + sensor.noise * float(racer.rng.standard_normal()))
    racer.cost += probe.cost
    racer.regret += float(field.max()) - mean
    best = policy.best().node
    value, known = _believed(racer)
    return {
        "nodes": list(probe.nodes),
        "cost": racer.cost,
        "regret": racer.regret,
        "short": float(field.max() - field[best]),
        "best": int(best),
        "value": _text(quantised(value, *span, np.uint8)),
        "known": _text(known),
    }


def _believed(racer: Racer) -> tuple[NDArray[np.float64], NDArray[np.uint8]]:
    policy = racer.policy
    if isinstance(policy.belief, LearnedBelief):
        frame = frame_of(policy.belief, (policy.low, policy.high))
        return frame.value.astype(float), frame.known
    view = policy.belief.view(policy.family.at(1))
    before = np.ones(1) if racer.before is None else racer.before
    gone = 1 - (view.deviation.upper / np.maximum(before, 1e-300)) ** 2
    known = quantised(np.sqrt(np.clip(gone, 0, 1)), 0.0, 1.0, np.uint8)
    return policy.model.mean + policy.model.scale * view.mean, known


def _text(array: NDArray[np.uint8]) -> str:
    return base64.b64encode(array.tobytes()).decode("ascii")
