"""Readings told in another way that means the same: the answer must be the same.

Networks, readings of places and groups, settings and masks are drawn at random. Then the readings
come in another order, in another unit, the weights in another unit, the nodes with other numbers;
estimates and intervals may differ by rounding only, and what is drawn (the probability, the
expected loss) by no more than draws do.
"""

from __future__ import annotations

import time
import warnings
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import cheapbandits as cb

__all__ = ["TURNS", "Case", "answered", "make_case", "run", "unlike"]

#: Of the range of the estimates: rounding, through all that is computed.
ROUNDING = 1e-4
#: Between probabilities from the same draws (one may fall on either side), and from others.
SAME_DRAWS, OTHER_DRAWS = 2e-3, 0.08

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Case:
    """A network and what was read there; ``place[k]`` is where node ``k`` of the first one is."""

    weights: Array
    rows: list[list[int]]
    shares: list[list[float] | None]
    readings: Array
    settings: dict[str, Any]
    masked: list[int]
    tolerance: float | None
    place: NDArray[np.int64]
    unit: float = 1.0
    zero: float = 0.0
    same_draws: bool = True


@dataclass(frozen=True)
class Answer:
    """What is stated of a case, in the numbers and the unit of the first one."""

    node: int
    ends: Array
    probability: float | None
    loss: float


def run(n: int, seed: int, seconds: float, keep: Path | None = None) -> Counter[str]:
    """Return how often each outcome came: ``read`` for the same answer in all ways."""
    counts: Counter[str] = Counter()
    end = time.monotonic() + seconds
    for k in range(n):
        if time.monotonic() > end:
            break
        said = _tried(np.random.default_rng([seed, k]))
        counts[f"answer {said.split(':')[0]}"] += 1
        if said != "read" and keep is not None:
            keep.mkdir(parents=True, exist_ok=True)
            (keep / f"answer-{seed}-{k}.txt").write_text(said)
    return counts


def _tried(rng: np.random.Generator) -> str:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            case = make_case(rng)
            plain = answered(case)
            for name, turn in TURNS.items():
                other = turn(case, rng)
                why = unlike(plain, answered(other), same_draws=other.same_draws)
                if why:
                    return f"wrong: {name}, {why}"
    except Exception as error:
        return f"raw: {error!r}"
    return "read"


def answered(case: Case) -> Answer:
    """Return what ``Finder`` states after the readings."""
    policy = cb.Finder(cb.Graph(case.weights), budget=1e4, **case.settings)
    if case.masked:
        policy.mask(case.masked)
    for row, reading, share in zip(case.rows, case.readings.tolist(), case.shares, strict=True):
        policy.observe(row, reading, share)
    known = policy.estimates()
    found = policy.assess(tolerance=case.tolerance)
    ends = np.stack([known.estimate, known.low, known.high])[:, case.place]
    return Answer(
        node=int(np.flatnonzero(case.place == found.node)[0]),
        ends=(ends - case.zero) / case.unit,
        probability=found.probability,
        loss=found.expected_regret / case.unit,
    )


def unlike(one: Answer, other: Answer, *, same_draws: bool) -> str:
    """Return in what two answers differ that should be the same; empty where in nothing."""
    span = float(np.ptp(one.ends[0]))
    if span <= 1e-9 * np.ptp(one.ends):  # one level for all: how far intervals go
        span = float(np.ptp(one.ends)) or 1.0
    if (off := float(np.abs(one.ends - other.ends).max()) / span) > ROUNDING:
        return f"estimates or intervals by {off:.2g} of the range"
    level = one.ends[0]
    if one.node != other.node:
        near = abs(level[one.node] - level[other.node]) <= ROUNDING * span
        return "" if near else f"the place, {one.node} and {other.node}"
    if (one.probability is None) != (other.probability is None):
        return "whether there is a probability"
    most = SAME_DRAWS if same_draws else OTHER_DRAWS
    if abs((one.probability or 0.0) - (other.probability or 0.0)) > most:
        return f"the probability, {one.probability} and {other.probability}"
    if abs(one.loss - other.loss) > 3 * most * (max(one.loss, other.loss) + span):
        return f"the expected loss, {one.loss} and {other.loss}"
    return ""


def make_case(rng: np.random.Generator) -> Case:
    """Return a small network, or one past the limit of all eigenvectors, and some readings."""
    weights = _KINDS[rng.integers(len(_KINDS))](rng, int(rng.integers(6, 50)))
    n = len(weights)
    rows: list[list[int]] = []
    shares: list[list[float] | None] = []
    for _ in range(int(rng.integers(2, 30))):
        if rows and rng.random() < 0.25:  # the same once more
            rows, shares = [*rows, rows[-1]], [*shares, shares[-1]]
            continue
        width = 1 if rng.random() < 0.5 else int(rng.integers(1, min(6, n)))
        rows.append(rng.choice(n, width, replace=False).tolist())
        shares.append(rng.dirichlet(np.ones(width)).tolist() if rng.random() < 0.2 else None)
    values, vectors = np.linalg.eigh(np.diag(weights.sum(axis=1)) - weights)
    slow = (1 + 20 * values / max(values[-1], 1e-300)) ** -rng.choice([0, 0.3, 1, 3])
    field = vectors @ (slow * rng.standard_normal(n))
    noise = float(rng.choice([0, 0.01, 0.3]) * field.std())
    readings = [
        np.average(field[row], weights=share) for row, share in zip(rows, shares, strict=True)
    ]
    span = float(np.ptp(field))
    if rng.random() < 0.2:  # a slip, or a needle
        readings[int(rng.integers(len(readings)))] += 100 * span
    known = {"noise": noise + 1e-6 * span, "low": field.min() - 0.05 * span}
    known["high"] = field.max() + 0.05 * span
    return Case(
        weights,
        rows,
        shares,
        np.array(readings) + noise * rng.standard_normal(len(rows)),
        {name: float(value) for name, value in known.items() if rng.random() < 0.3},
        rng.choice(n, n // 3, replace=False).tolist() if rng.random() < 0.3 else [],
        0.1 * span if rng.random() < 0.5 else None,
        np.arange(n),
    )


def _in_another_order(case: Case, rng: np.random.Generator) -> Case:
    order = rng.permutation(len(case.rows)).tolist()
    return replace(
        case,
        rows=[case.rows[k] for k in order],
        shares=[case.shares[k] for k in order],
        readings=case.readings[order],
    )


def _in_another_unit(case: Case, rng: np.random.Generator) -> Case:
    unit = float(10 ** rng.uniform(-9, 9))
    zero = float(rng.choice([0, 0, -1, 300])) * unit * float(np.ptp(case.readings))
    settings = {
        name: unit * value + (0 if name == "noise" else zero)
        for name, value in case.settings.items()
    }
    tolerance = None if case.tolerance is None else unit * case.tolerance
    return replace(
        case,
        readings=unit * case.readings + zero,
        settings=settings,
        tolerance=tolerance,
        unit=unit,
        zero=zero,
    )


def _with_other_weights(case: Case, rng: np.random.Generator) -> Case:
    return replace(case, weights=float(10 ** rng.uniform(-9, 9)) * case.weights, same_draws=False)


def _with_other_numbers(case: Case, rng: np.random.Generator) -> Case:
    order = rng.permutation(len(case.place))
    place = np.argsort(order)
    return replace(
        case,
        weights=case.weights[np.ix_(order, order)],
        rows=[place[row].tolist() for row in case.rows],
        masked=place[case.masked].tolist() if case.masked else [],
        place=place,
        same_draws=False,
    )


#: What means the same.
TURNS: dict[str, Callable[[Case, np.random.Generator], Case]] = {
    "readings in another order": _in_another_order,
    "readings in another unit": _in_another_unit,
    "weights in another unit": _with_other_weights,
    "nodes with other numbers": _with_other_numbers,
}


def _star(_: np.random.Generator, n: int) -> Array:
    weights = np.zeros((5 * n, 5 * n))
    weights[0, 1:] = weights[1:, 0] = 1.0
    return weights


def _unlike(rng: np.random.Generator, n: int) -> Array:
    """Return weights over six decades, nodes without any among them."""
    sizes = 10 ** rng.uniform(-3, 3, (n, n)) * (rng.random((n, n)) < 0.2)
    above = np.triu(sizes, 1)
    return np.asarray(above + above.T)


def _of(graph: Any) -> Array:
    return np.asarray(graph.weights.toarray())


_KINDS: list[Callable[[np.random.Generator, int], Array]] = [
    lambda rng, n: _of(cb.Graph.from_points(rng.random((n, 2)), n_neighbors=min(6, n - 1))),
    lambda rng, _: _of(cb.grid(int(rng.integers(2, 16)), int(rng.integers(2, 16)))),
    lambda rng, n: _of(cb.erdos_renyi(n, 0.15, rng=rng)),
    lambda rng, n: _of(cb.barabasi_albert(n, 2, rng=rng)),
    lambda rng, _: _of(cb.disjoint_cliques(int(rng.integers(1, 6)), int(rng.integers(2, 9)))),
    _star,
    _unlike,
]
