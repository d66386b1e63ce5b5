"""How sure surveys are said to be, and are: ``python -m benchmarks.learning.surveys N``.

A hundred sites at random, some of them read once with noise of a tenth of the field's deviation.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np

import cheapbandits as cb
from cheapbandits.belief.learned import assess, learn
from cheapbandits.policies.options import probe_family

PLACE = Path("docs/learning")
SITES, EXTENT, NOISE, SURE = 100, 10.0, 0.1, 0.8
#: What the field is, how many sites are read, whether those next to one, and whether noise is said.
KINDS = {
    "smooth": ("smooth", 50, False, False),
    "lognormal": ("lognormal", 30, False, False),
    "one hill": ("hill", 40, False, False),
    "one hill, noise said": ("hill", 40, False, True),
    "smooth, one district": ("smooth", 40, True, False),
}


def field_of(kind: str, places: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    """Return ``(N,)`` values."""
    apart = ((places[:, None] - places[None]) ** 2).sum(axis=2)
    if kind == "hill":
        return 10 * np.exp(-apart[rng.integers(len(places))] / 2 / 1.5**2)
    covariance = np.exp(-apart / 2 / 2.5**2) + 1e-8 * np.eye(len(places))
    drawn = np.linalg.cholesky(covariance) @ rng.standard_normal(len(places))
    return np.exp(drawn) if kind == "lognormal" else drawn


def one(name: str, seed: int) -> tuple[float, bool, bool] | None:
    """Return the stated chance, whether the place is right, whether the bound on the loss held."""
    kind, count, near, said = KINDS[name]
    rng = np.random.default_rng([seed, 29])
    places = EXTENT * rng.random((SITES, 2))
    graph = cb.Graph.from_points(places)
    field = field_of(kind, places, rng)
    order = ((places - places[rng.integers(SITES)]) ** 2).sum(axis=1).argsort()
    read = order[:count] if near else rng.choice(SITES, count, replace=False)
    noise = NOISE * float(field.std())
    readings = field[read] + noise * rng.standard_normal(count)
    rows = [((int(node),), None) for node in read]
    family = probe_family(graph, "strongest")
    known = learn(graph, family, rows, readings.tolist(), noise=noise if said else None)
    told = assess(known)
    if told.probability is None or told.tolerance is None:
        return None
    short = float(field.max() - field[told.node])
    return told.probability, short <= told.tolerance, short <= told.regret_bound


def main(count: int) -> None:
    found = {}
    for name in KINDS:
        rows = [row for seed in range(count) if (row := one(name, seed)) is not None]
        stated, right, held = np.array(rows, dtype=float).T
        sure = stated >= SURE
        found[name] = {
            "surveys": len(rows),
            "stated": round(float(stated.mean()), 3),
            "right": round(float(right.mean()), 3),
            "sure": int(sure.sum()),
            "sure_stated": round(float(stated[sure].mean()), 3) if sure.any() else None,
            "sure_right": int(right[sure].sum()),
            "bound_held": round(float(held.mean()), 3),
        }
        print(name, found[name], flush=True)
    PLACE.mkdir(parents=True, exist_ok=True)
    (PLACE / "surveys.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
