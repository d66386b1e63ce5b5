"""How sure surveys are said to be, and are: ``python -m benchmarks.learning.surveys N``.

A hundred sites at random, some of them read once.
"""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np

import cheapbandits as cb
from cheapbandits.belief.learned import assess, learn
from cheapbandits.policies.options import probe_family

PLACE = Path("docs/learning")
SITES, EXTENT, SURE = 100, 10.0, 0.8


@dataclass(frozen=True)
class Kind:
    """What the field is, and how it was read."""

    field: str
    count: int
    #: Whether only those next to one site were read, and whether the noise is said.
    district: bool = False
    said: bool = False
    #: In deviations of the field.
    noise: float = 0.1
    #: A site and so many less one of its neighbours are read together.
    together: int = 1


KINDS = {
    "smooth": Kind("smooth", 50),
    "lognormal": Kind("lognormal", 30),
    "one hill": Kind("hill", 40),
    "one hill, noise said": Kind("hill", 40, said=True),
    "smooth, one district": Kind("smooth", 40, district=True),
    "rough and loud": Kind("rough", 100, noise=0.7),
    "rough and loud, noise said": Kind("rough", 100, noise=0.7, said=True),
    "smooth, groups of three": Kind("smooth", 60, together=3),
    "lognormal, groups of three": Kind("lognormal", 60, together=3),
}
REACH = {"smooth": 2.5, "lognormal": 2.5, "rough": 1.5}


def field_of(kind: str, places: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return ``(N,)`` values."""
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=2)
    if kind == "hill":
        return 10 * np.exp(-apart[rng.integers(len(places))] / 2 / 1.5**2)
    covariance = np.exp(-apart / 2 / REACH[kind] ** 2) + 1e-8 * np.eye(len(places))
    drawn = np.linalg.cholesky(covariance) @ rng.standard_normal(len(places))
    return np.exp(drawn) if kind == "lognormal" else drawn


def one(name: str, seed: int) -> tuple[float, bool, bool, bool] | None:
    """Return the stated chance, whether the place is right, whether bound and interval held."""
    kind = KINDS[name]
    rng = np.random.default_rng([seed, 29])
    places = EXTENT * rng.random((SITES, 2))
    graph = cb.Graph.from_points(places)
    field = field_of(kind.field, places, rng)
    order = ((places - places[rng.integers(SITES)]) ** 2).sum(axis=1).argsort()
    read = order[: kind.count] if kind.district else rng.choice(SITES, kind.count, replace=False)
    family = probe_family(graph, "strongest")
    level = family.at(kind.together)
    rows = [level.group(int(np.flatnonzero(level.centers == node)[0])) for node in read]
    noise = kind.noise * float(field.std())
    readings = [field[list(nodes)].mean() for nodes, _ in rows]
    readings = np.array(readings) + noise * rng.standard_normal(kind.count)
    known = learn(graph, family, rows, readings.tolist(), noise=noise if kind.said else None)
    told = assess(known)
    if told.probability is None or told.tolerance is None:
        return None
    true = float(field[told.node])
    short = float(field.max()) - true
    held = told.low <= true <= told.high
    return told.probability, short <= told.tolerance, short <= told.regret_bound, held


def main(count: int) -> None:
    found = {}
    for name in KINDS:
        rows = [row for seed in range(count) if (row := one(name, seed)) is not None]
        stated, right, held, inside = np.array(rows, dtype=float).T
        sure = stated >= SURE
        found[name] = {
            "surveys": len(rows),
            "stated": round(float(stated.mean()), 3),
            "right": round(float(right.mean()), 3),
            "sure": int(sure.sum()),
            "sure_stated": round(float(stated[sure].mean()), 3) if sure.any() else None,
            "sure_right": int(right[sure].sum()),
            "bound_held": round(float(held.mean()), 3),
            "interval_held": round(float(inside.mean()), 3),
        }
        print(name, found[name], flush=True)
    PLACE.mkdir(parents=True, exist_ok=True)
    (PLACE / "surveys.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
