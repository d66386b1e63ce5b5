"""Good files of every format, from small random graphs, to start from."""

from __future__ import annotations

import io
import json
import random
from dataclasses import dataclass
from typing import Any
from xml.sax.saxutils import escape, quoteattr

import numpy as np

__all__ = ["FORMATS", "Seed", "make_seed"]

WORDS = ["Oslo", "São Paulo", "a b", "x'y", "N-1", "007", "Na", "true", "1e5", "東京", "b&c", "="]


@dataclass(frozen=True)
class Seed:
    """A good file and what is in it: ``edges`` by name, or ``None`` where only an oracle tells.

    ``sites`` are where the nodes are, by name, where the file is one of sites.
    """

    suffix: str
    data: bytes
    edges: list[tuple[str, str, float]] | None
    delimiter: str = ","
    header: bool = False
    sites: dict[str, tuple[float, float]] | None = None


def _graph(rng: random.Random, *, named: bool) -> tuple[list[str], list[tuple[str, str, float]]]:
    n = rng.randint(3, 8)
    names = rng.sample(WORDS, n) if named else [str(k) for k in range(n)]
    weights = [1.0, 0.5, 2.25, 1e-3, 12.0, 0.1 + 0.2, 3e5]
    pairs = {(k, k + 1) for k in range(n - 1)} | {
        tuple(sorted(rng.sample(range(n), 2))) for _ in range(rng.randint(0, n))
    }
    return names, [(names[i], names[j], rng.choice(weights)) for i, j in sorted(pairs)]


def _table(rng: random.Random, suffix: str, delimiter: str) -> Seed:
    named = rng.random() < 0.5
    _, edges = _graph(rng, named=named)
    quoted = named or rng.random() < 0.2
    header = rng.random() < 0.5
    comma = delimiter not in (",", " ") and rng.random() < 0.5

    def cell(name: str) -> str:
        return '"' + name.replace('"', '""') + '"' if quoted else name

    lines = ["source", "target", "weight"]
    rows = [delimiter.join(lines)] if header else []
    for a, b, weight in edges:
        number = repr(weight).replace(".", ",") if comma else repr(weight)
        rows.append(delimiter.join([cell(a), cell(b), number]))
    data = ("\n".join(rows) + "\n").encode()
    return Seed(suffix, data, edges, delimiter, header)


def _attributes(rng: random.Random) -> Seed:
    """As networkx writes edges: entries in braces behind the nodes."""
    _, edges = _graph(rng, named=False)
    more: dict[str, object] = rng.choice(
        [{}, {"colour": "it's {red}"}, {"open": True, "who": None}]
    )
    rows = [f"{a} {b} { {**more, 'weight': weight} }\n" for a, b, weight in edges]
    return Seed(".edgelist", "".join(rows).encode(), edges, " ")


def _market(rng: random.Random) -> Seed:
    names, edges = _graph(rng, named=False)
    general = rng.random() < 0.4
    entries = [(int(a) + 1, int(b) + 1, w) for a, b, w in edges]
    if general:
        entries += [(b, a, w) for a, b, w in entries]
    kind = "general" if general else "symmetric"
    head = f"%%MatrixMarket matrix coordinate real {kind}\n% made up\n"
    body = f"{len(names)} {len(names)} {len(entries)}\n"
    body += "".join(f"{i} {j} {w!r}\n" for i, j, w in entries)
    return Seed(".mtx", (head + body).encode(), edges)


def _graphml(rng: random.Random) -> Seed:
    names, edges = _graph(rng, named=True)
    nodes = "\n".join(f"<node id={quoteattr(name)}/>" for name in names)
    lines = "\n".join(
        f"<edge source={quoteattr(a)} target={quoteattr(b)}>"
        f'<data key="d0">{escape(repr(w))}</data></edge>'
        for a, b, w in edges
    )
    text = (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
        '<key id="d0" for="edge" attr.name="weight" attr.type="double"/>\n'
        f'<graph edgedefault="undirected">\n{nodes}\n{lines}\n</graph>\n</graphml>\n'
    )
    return Seed(".graphml", text.encode(), edges)


def _geojson(rng: random.Random) -> Seed:
    names = rng.sample(WORDS, rng.randint(2, 8))
    features = [
        {
            "type": "Feature",
            "properties": {"name": name},
            "geometry": {"type": "Point", "coordinates": [rng.randint(-50, 50), k / 4]},
        }
        for k, name in enumerate(names)
    ]
    document = {"type": "FeatureCollection", "features": features}
    edges = [(a, b, 1.0) for k, a in enumerate(names) for b in names[k + 1 :]]
    return Seed(".geojson", json.dumps(document, ensure_ascii=False).encode(), edges)


def _npz(rng: random.Random) -> Seed:
    names, edges = _graph(rng, named=False)
    dense = np.zeros((len(names), len(names)))
    for a, b, w in edges:
        dense[int(a), int(b)] = dense[int(b), int(a)] = w
    stream = io.BytesIO()
    arrays: dict[str, Any] = {"W": dense}
    if rng.random() < 0.7:
        rows, columns = np.nonzero(dense)
        arrays = {"format": np.array(b"coo"), "shape": np.array(dense.shape)}
        arrays |= {"row": rows, "col": columns, "data": dense[rows, columns]}
    save = np.savez if rng.random() < 0.7 else np.savez_compressed
    save(stream, **arrays)
    return Seed(".npz", stream.getvalue(), edges)


FORMATS = {
    "csv": lambda rng: _table(rng, ".csv", rng.choice(",,;")),
    "tsv": lambda rng: _table(rng, ".tsv", "\t"),
    "txt": lambda rng: _table(rng, ".txt", " "),
    "edgelist": _attributes,
    "mtx": _market,
    "graphml": _graphml,
    "geojson": _geojson,
    "npz": _npz,
}


def make_seed(kind: str, rng: random.Random) -> Seed:
    """Return a good file of a format."""
    return FORMATS[kind](rng)
