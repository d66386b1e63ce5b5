"""Polygons that touch along crooked borders, as counties do."""

import json
from itertools import pairwise

import numpy as np


def patchwork(rows=6, columns=8, origin=(8.0, 47.0), step=0.4, bends=60, isle=True):
    """Return a feature collection, and the area of each of its features in squares of degrees."""
    rng = np.random.default_rng(5)
    knots = np.stack(np.meshgrid(np.arange(columns + 1.0), np.arange(rows + 1.0)), axis=-1)
    knots += rng.uniform(-0.25, 0.25, knots.shape)
    sides = {}

    def side(a, b):
        """Return the way from one knot to the next, the last left out; the same both ways."""
        if (b, a) in sides:
            way = sides[b, a][::-1]
        else:
            t = np.linspace(0, 1, bends)[:, None]
            crooked = 0.04 * np.cumsum(rng.normal(0, 1, (bends, 2)), axis=0) / bends**0.5
            way = knots[a] + t * (knots[b] - knots[a]) + crooked * np.sin(np.pi * t)
            sides[a, b] = way = np.round(np.array(origin) + step * way, 9)
        return way[:-1]

    features, areas = [], []
    for r in range(rows):
        for c in range(columns):
            around = [(r, c), (r, c + 1), (r + 1, c + 1), (r + 1, c), (r, c)]
            ring = np.concatenate([side(*pair) for pair in pairwise(around)])
            bodies = [[[*ring.tolist(), ring[0].tolist()]]]
            areas.append(area(ring))
            if isle and (r, c) == (0, 0):
                small = np.array(origin) - step + 0.5 * step * np.array([(0, 0), (1, 0), (0.5, 1)])
                bodies.append([[*small.tolist(), small[0].tolist()]])
                areas[-1] += area(small)
            shape = {"type": "MultiPolygon", "coordinates": bodies}
            name = {"name": f"Parish {r * columns + c}, {'North' if r > 2 else 'South'}"}
            features.append({"type": "Feature", "properties": name, "geometry": shape})
    return json.dumps({"type": "FeatureCollection", "features": features}), np.array(areas)


def area(ring):
    x, y = np.asarray(ring).T
    return abs(x @ np.roll(y, -1) - y @ np.roll(x, -1)) / 2
